"""What must hold before a decision counts: pure checks, each with its own refusal (design section 6)."""

from datetime import datetime

from agentbase.confirmation.changes import problem_of_set
from agentbase.confirmation.contracts import Change, DecisionPolicy, DecisionResult, WriteDecision, WriteRequest
from agentbase.confirmation.refusal import refused
from agentbase.confirmation.repository import KeptDecision


def check_person(policy: DecisionPolicy, owner_id: str, decided_by: str) -> None:
    """Whoever the policy names.

    A stranger learns as much of the request as if it did not exist. An owner who needs somebody else's decision is
    told so. Whether the other person may decide for this owner at all is settled before the gate is asked.
    """
    if policy == "owner" and decided_by != owner_id:
        raise refused("TARGET_NOT_FOUND")
    if policy != "owner" and decided_by == owner_id:
        raise refused("DECISION_INVALID", field="decided_by", problem="another person must decide")


def replay(kept: KeptDecision, decision: WriteDecision, accepted: tuple[str, ...]) -> DecisionResult:
    """The first result again. Refuses a key that was used for anything else."""
    offered = (decision.write_request_id, decision.decision, decision.payload_hash, accepted, decision.decided_by)
    first = (kept.write_request_id, kept.decision, kept.payload_hash, kept.accepted_change_ids, kept.decided_by)
    if offered != first:
        raise refused("IDEMPOTENCY_CONFLICT")
    return kept.result.model_copy(update={"replayed": True})


def accepted_ids(request: WriteRequest, decision: WriteDecision) -> tuple[str, ...]:
    """The ids that a decision accepts, in the order of the request; none for a rejection.

    Unknown ids stay, at the end, so that they are refused and not overlooked.
    """
    if decision.decision == "reject":
        return ()
    if decision.accepted_change_ids is None:
        return tuple(stored.change.change_id for stored in request.changes if stored.selected)
    return tuple(sorted(set(decision.accepted_change_ids), key=lambda change_id: int(change_id[1:])))


def check_open(request: WriteRequest, decision: WriteDecision, now: datetime) -> None:
    """Pending, not expired, and exactly what the person was shown."""
    if request.status != "pending":
        raise refused("ALREADY_DECIDED", status=request.status, superseded_by=request.superseded_by)
    if now >= request.expires_at:
        raise refused("WRITE_REQUEST_EXPIRED", expires_at=request.expires_at.isoformat())
    if not request.intact or request.payload_hash != decision.payload_hash:
        raise refused("PAYLOAD_HASH_MISMATCH")


def check_acceptance(request: WriteRequest, decision: WriteDecision, accepted: tuple[str, ...]) -> tuple[Change, ...]:
    """The accepted changes, in order. Refuses a set that does not hold together, and a number that was not typed."""
    if (problem := problem_of_set(request.changes, accepted)) is not None:
        raise refused("DECISION_INVALID", field="accepted_change_ids", problem=problem)
    typed = decision.change_count
    if typed != request.change_count and (typed is not None or request.weight == "heavy"):
        raise refused("CHANGE_COUNT_MISMATCH", change_count=request.change_count)
    return tuple(stored.change for stored in request.changes if stored.change.change_id in accepted)


def is_second_person(kept: tuple[KeptDecision, ...], decision: WriteDecision, accepted: tuple[str, ...]) -> bool:
    """Whether another person has confirmed the same before; False for the first of the two."""
    if any(first.decided_by == decision.decided_by for first in kept):
        raise refused("ALREADY_DECIDED", status="waiting", superseded_by=None)
    if any(first.accepted_change_ids != accepted for first in kept):
        raise refused("DECISION_INVALID", field="accepted_change_ids", problem="not what the first person accepted")
    return bool(kept)
