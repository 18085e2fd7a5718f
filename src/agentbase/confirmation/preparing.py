"""Write requests before anybody decides: from a draft, and from what a decision wrote."""

from datetime import datetime

from agentbase.confirmation.changes import payload_hash_of, store_change
from agentbase.confirmation.contracts import (
    CARD_LIFETIME,
    AppliedChanges,
    RequestKind,
    WriteDecision,
    WriteRequest,
    WriteRequestDraft,
)
from agentbase.confirmation.weights import weigh
from agentbase.core.database import Owner
from agentbase.core.ids import new_uuid7


def prepare_request(
    owner: Owner, draft: WriteRequestDraft, now: datetime, *, kind: RequestKind = "write", undo_of: str | None = None
) -> WriteRequest:
    """The request of a draft, with its hashes and its weight, for `CARD_LIFETIME`."""
    changes = tuple(store_change(proposed) for proposed in draft.changes)
    return WriteRequest(
        write_request_id=str(new_uuid7()),
        tenant_id=owner.tenant_id,
        owner_id=owner.owner_id,
        correlation_id=draft.correlation_id,
        run_id=draft.run_id,
        kind=kind,
        status="pending",
        weight=weigh(draft.changes, edited=draft.edited, minimum=draft.minimum_weight, kind=kind),
        change_count=len(changes),
        payload_hash=payload_hash_of(changes),
        changes=changes,
        summary=draft.summary,
        made_by=draft.made_by,
        notices=draft.notices,
        facts=draft.facts,
        policy=draft.policy,
        undo_of=undo_of,
        created_at=now,
        expires_at=now + CARD_LIFETIME,
    )


def prepare_undo(
    request: WriteRequest, applied: AppliedChanges, decision: WriteDecision, now: datetime
) -> WriteRequest | None:
    """The inverse of what was just written, all of it or nothing; None where there is none."""
    if not applied.inverse:
        return None
    draft = WriteRequestDraft(
        correlation_id=request.correlation_id,
        run_id=decision.run_id or request.run_id,
        changes=tuple(one.model_copy(update={"required": True, "selected": True}) for one in applied.inverse),
        summary=applied.inverse_summary,
        made_by=request.made_by,
        facts=applied.inverse_facts,
        policy=request.policy,
    )
    owner = Owner(request.tenant_id, request.owner_id)
    return prepare_request(owner, draft, now, kind="undo", undo_of=request.write_request_id)
