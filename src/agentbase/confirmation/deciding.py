"""One decision, from the locked request to the last row of its transaction."""

from collections.abc import Mapping
from datetime import datetime

from agentbase.audit.contracts import AuditEventInput, AuditTarget, Outcome
from agentbase.audit.service import AuditService
from agentbase.confirmation import gate, repository
from agentbase.confirmation.contracts import (
    AfterDecision,
    AppliedChanges,
    Applier,
    Change,
    DecisionResult,
    RequestStatus,
    UndoOffer,
    WriteDecision,
    WriteRequest,
)
from agentbase.confirmation.preparing import prepare_undo
from agentbase.confirmation.refusal import ConfirmationRefused, refused
from agentbase.core.clock import Clock
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.trigger import reach
from agentbase.event.contracts import NewDomainEvent
from agentbase.event.service import Outbox


class Deciding:
    """Carries out decisions. Everything happens in the caller's transaction, or nothing does."""

    def __init__(self, clock: Clock, audit: AuditService, outbox: Outbox, appliers: Mapping[str, Applier]) -> None:
        self._clock = clock
        self._audit = audit
        self._outbox = outbox
        self._appliers = appliers

    async def decide(
        self, uow: UnitOfWork, owner: Owner, decision: WriteDecision, after: AfterDecision | None
    ) -> DecisionResult:
        """Check the decision against what is stored now, and carry it out. Raises ConfirmationRefused."""
        found = await repository.select_for_decision(uow, owner, decision.write_request_id, decision.idempotency_key)
        if found is None:
            raise refused("TARGET_NOT_FOUND")
        request, kept = found
        gate.check_person(request.policy, owner.owner_id, decision.decided_by)
        accepted = gate.accepted_ids(request, decision)
        if kept is not None:
            return gate.replay(kept, decision, accepted)
        now = self._clock.now()
        gate.check_open(request, decision, now)
        if decision.decision == "reject":
            result = await self._reject(uow, request, decision, now)
        else:
            result = await self._confirm(uow, request, decision, accepted, now)
        if after is not None:
            await after(uow, request, result)
        await reach("confirmation.before_commit")
        return result

    async def _reject(
        self, uow: UnitOfWork, request: WriteRequest, decision: WriteDecision, now: datetime
    ) -> DecisionResult:
        result = _result(request, "rejected")
        await self._keep(uow, request, decision, result, now, new_status="rejected")
        await self._record(uow, request, decision, "rejected", now)
        return result

    async def _confirm(
        self,
        uow: UnitOfWork,
        request: WriteRequest,
        decision: WriteDecision,
        accepted: tuple[str, ...],
        now: datetime,
    ) -> DecisionResult:
        changes = gate.check_acceptance(request, decision, accepted)
        owner = Owner(request.tenant_id, request.owner_id)
        if request.policy == "two_persons":
            earlier = await repository.select_confirmations(uow, owner, request.write_request_id)
            if not gate.is_second_person(earlier, decision, accepted):
                result = _result(request, "waiting", accepted)
                await self._keep(uow, request, decision, result, now, new_status=None)
                await self._record(uow, request, decision, "accepted", now)
                return result
        applied = await self._apply(uow, request, changes)
        undo = prepare_undo(request, applied, decision, now)
        offer = None
        if undo is not None:
            await repository.insert_request(uow, undo)
            offer = UndoOffer(
                write_request_id=undo.write_request_id, payload_hash=undo.payload_hash, expires_at=undo.expires_at
            )
        result = _result(request, "applied", accepted, applied, offer)
        await self._keep(uow, request, decision, result, now, new_status="applied")
        await self._record(uow, request, decision, "applied", now, applied)
        await self._outbox.add(uow, owner, _events(request, decision, applied))
        return result

    async def _apply(self, uow: UnitOfWork, request: WriteRequest, changes: tuple[Change, ...]) -> AppliedChanges:
        applier = self._appliers[changes[0].kind]
        await reach("confirmation.before_apply")
        refusal = await applier.validate(uow, request, changes)
        if refusal is not None:
            raise ConfirmationRefused(refusal)
        applied = await applier.apply(uow, request, changes)
        await reach("confirmation.after_apply")
        return applied

    async def _keep(
        self,
        uow: UnitOfWork,
        request: WriteRequest,
        decision: WriteDecision,
        result: DecisionResult,
        now: datetime,
        *,
        new_status: RequestStatus | None,
    ) -> None:
        owner = Owner(request.tenant_id, request.owner_id)
        await repository.insert_confirmation(uow, owner, decision, result, now)
        if new_status is not None and not await repository.update_status(
            uow, request, new_status, decided_at=now, decided_by=decision.decided_by
        ):
            raise refused("ALREADY_DECIDED")

    async def _record(
        self,
        uow: UnitOfWork,
        request: WriteRequest,
        decision: WriteDecision,
        outcome: Outcome,
        now: datetime,
        applied: AppliedChanges | None = None,
    ) -> None:
        targets = () if applied is None else applied.targets
        event = AuditEventInput(
            event_type=f"write_request.{outcome}",
            actor=decision.decided_by,
            correlation_id=decision.correlation_id,
            run_id=decision.run_id,
            write_request_id=request.write_request_id,
            targets=tuple(AuditTarget.model_validate(target.model_dump()) for target in targets),
            outcome=outcome,
            digest=decision.payload_hash,
            occurred_at=now,
        )
        await self._audit.record(uow, request.tenant_id, event)


def _result(
    request: WriteRequest,
    status: str,
    accepted: tuple[str, ...] = (),
    applied: AppliedChanges | None = None,
    undo: UndoOffer | None = None,
) -> DecisionResult:
    return DecisionResult.model_validate({
        "write_request_id": request.write_request_id,
        "correlation_id": request.correlation_id,
        "status": status,
        "accepted_change_ids": accepted,
        "items": () if applied is None else applied.items,
        "undo": undo,
    })  # fmt: skip


def _events(request: WriteRequest, decision: WriteDecision, applied: AppliedChanges) -> list[NewDomainEvent]:
    told = NewDomainEvent(
        aggregate_type="write_request",
        aggregate_id=request.write_request_id,
        event_type="write_request.applied",
        trace_id=decision.trace_id,
        payload={"kind": request.kind, "targets": [target.model_dump() for target in applied.targets]},
    )
    of_product = (NewDomainEvent(trace_id=decision.trace_id, **event.model_dump()) for event in applied.events)
    return [told, *of_product]
