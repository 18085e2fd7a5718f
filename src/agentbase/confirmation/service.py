"""The door of the gate: the only way from a proposed change to a written one."""

from collections.abc import Iterable
from typing import Final

import agentbase.confirmation.reasons  # noqa: F401  (registers what the refusals mean)
from agentbase.audit.contracts import AuditEventInput
from agentbase.audit.service import AuditService
from agentbase.confirmation import repository
from agentbase.confirmation.contracts import (
    AfterDecision,
    Applier,
    DecisionResult,
    Refusal,
    WriteDecision,
    WriteRequest,
    WriteRequestDraft,
)
from agentbase.confirmation.deciding import Deciding
from agentbase.confirmation.preparing import prepare_request
from agentbase.confirmation.refusal import ConfirmationRefused, refused
from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.trigger import reach
from agentbase.event.service import Outbox

PENDING_LIMIT: Final = 100


class ConfirmationGate:
    """Write requests: made, replaced, decided, taken back (design section 6)."""

    def __init__(
        self, database: Database, clock: Clock, audit: AuditService, outbox: Outbox, appliers: Iterable[Applier]
    ) -> None:
        """Raises ValueError when two appliers claim one kind."""
        self._database = database
        self._clock = clock
        self._audit = audit
        self._appliers: dict[str, Applier] = {}
        for applier in appliers:
            if taken := applier.kinds & self._appliers.keys():
                raise ValueError(f"kinds with two appliers: {sorted(taken)}")
            self._appliers |= dict.fromkeys(applier.kinds, applier)
        self._deciding = Deciding(clock, audit, outbox, self._appliers)

    async def create_request(self, uow: UnitOfWork, owner: Owner, draft: WriteRequestDraft) -> WriteRequest:
        """Store a request in the caller's transaction. Nothing else is written until somebody confirms it.

        Raises ValueError when its changes do not all belong to one registered applier.
        """
        appliers = {id(self._appliers.get(proposed.change.kind)) for proposed in draft.changes}
        if len(appliers) != 1 or draft.changes[0].change.kind not in self._appliers:
            raise ValueError("the changes of a request must belong to one registered applier")
        request = prepare_request(owner, draft, self._clock.now())
        await repository.insert_request(uow, request)
        return request

    async def supersede(
        self, uow: UnitOfWork, owner: Owner, write_request_id: str, draft: WriteRequestDraft
    ) -> WriteRequest:
        """Put a new request in the place of one that nobody has decided, expired or not; it needs its own decision.

        For edits and for rebuilt cards, in the caller's transaction under the owner's lock. Raises ConfirmationRefused
        with TARGET_NOT_FOUND or ALREADY_DECIDED.
        """
        old = await repository.select_request(uow, owner, write_request_id)
        if old is None:
            raise refused("TARGET_NOT_FOUND")
        if old.status != "pending":
            raise refused("ALREADY_DECIDED", status=old.status, superseded_by=old.superseded_by)
        new = await self.create_request(uow, owner, draft)
        if not await repository.update_status(
            uow,
            old,
            "superseded",
            decided_at=self._clock.now(),
            decided_by=owner.owner_id,
            superseded_by=new.write_request_id,
        ):
            raise refused("ALREADY_DECIDED")
        return new

    async def decide(
        self, owner: Owner, decision: WriteDecision, deadline: Deadline, after: AfterDecision | None = None
    ) -> DecisionResult | Refusal:
        """Carry out a decision on a request of ``owner`` in one transaction, or say why not.

        ``after`` writes the caller's rows in that transaction. A refusal leaves no row but its audit and does not use
        up the key. Raises what `Database.write` raises; after COMMIT_OUTCOME_UNKNOWN the same decision under the same
        key answers what happened.
        """
        try:
            result = await self._database.write(
                owner, deadline, lambda uow: self._deciding.decide(uow, owner, decision, after)
            )
        except ConfirmationRefused as stopped:
            await self._audit_refusal(owner, decision, stopped.refusal, deadline)
            return stopped.refusal
        await reach("confirmation.after_commit")
        return result

    async def find(self, uow: UnitOfWork, owner: Owner, write_request_id: str) -> WriteRequest | None:
        """A request of this owner, in whatever state, or None."""
        return await repository.select_request(uow, owner, write_request_id)

    async def pending(self, uow: UnitOfWork, owner: Owner) -> tuple[WriteRequest, ...]:
        """What waits for this owner's decision, the newest first, without expired requests and prepared undos."""
        return await repository.select_pending(uow, owner, self._clock.now(), PENDING_LIMIT)

    async def find_undo(self, uow: UnitOfWork, owner: Owner, undo_of: str | None = None) -> WriteRequest | None:
        """The prepared inverse of an applied write, or of the last one that can still be taken back; None without one.

        That of a named write is found in whatever state it is, so that deciding it says what became of it.
        """
        if undo_of is None:
            return await repository.select_last_undo(uow, owner, self._clock.now())
        for kept in await repository.select_confirmations(uow, owner, undo_of):
            if kept.result.undo is not None:
                return await repository.select_request(uow, owner, kept.result.undo.write_request_id)
        return None

    async def _audit_refusal(self, owner: Owner, decision: WriteDecision, refusal: Refusal, deadline: Deadline) -> None:
        event = AuditEventInput(
            event_type="write_request.refused",
            actor=decision.decided_by,
            correlation_id=decision.correlation_id,
            run_id=decision.run_id,
            write_request_id=decision.write_request_id,
            outcome="refused",
            reason_code=refusal.reason_code,
            digest=decision.payload_hash,
            occurred_at=self._clock.now(),
        )
        await self._audit.record_alone(owner.tenant_id, deadline, event)
