"""The real gate with the applier of items, and what a test asks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agentbase.audit.service import AuditService
from agentbase.confirmation.contracts import (
    Change,
    DecisionResult,
    ProposedChange,
    Refusal,
    Shown,
    Target,
    WriteDecision,
    WriteRequest,
    WriteRequestDraft,
)
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from agentbase.event.service import Outbox
from tests.timeflow.data.builders import store
from timeflow.data.applier import ItemApplier
from timeflow.data.changes import fields_json
from timeflow.data.repository import select_items
from timeflow.data.stored import StoredItem
from timeflow.data.view import item_view

After = Mapping[str, JsonValue]
Proposal = tuple[str, str, StoredItem | None, dict[str, JsonValue]]
"""Operation, kind, target and ``after``."""


def creating(item: StoredItem) -> Proposal:
    return "create", item.item_type, None, fields_json(item.fields)


def updating(item: StoredItem, **after: JsonValue) -> Proposal:
    return "update", item.item_type, item, after


def moving(item: StoredItem, start: str, end: str) -> Proposal:
    return updating(item, local_start=f"2026-12-02T{start}:00", local_end=f"2026-12-02T{end}:00")


def deleting(item: StoredItem) -> Proposal:
    return "delete", item.item_type, item, {}


def ticking(item: StoredItem, status: str = "completed") -> Proposal:
    return "set_status", item.item_type, item, {"status": status}


class Room:
    """One owner at the gate."""

    def __init__(self, database: Database, owner: Owner, deadline: Deadline) -> None:
        clock = SystemClock()
        self.database = database
        self.owner = owner
        self.deadline = deadline
        self.gate = ConfirmationGate(database, clock, AuditService(database), Outbox(clock), [ItemApplier(clock)])

    async def store(self, *items: StoredItem) -> None:
        await store(self.database, self.owner, self.deadline, *items)

    async def card(self, *proposals: Proposal, conflicts: Mapping[str, Sequence[str]] | None = None) -> WriteRequest:
        """A card with these changes; ``conflicts``: what it shows as taking the same time, for each change."""
        changes = []
        for place, (operation, kind, target, after) in enumerate(proposals, start=1):
            name = f"C{place}"
            shown = Shown(
                before=None if target is None else item_view(target.snapshot()).model_dump(mode="json"),
                conflicts=tuple({"item_id": one} for one in (conflicts or {}).get(name, ())),
            )
            change = Change.model_validate({
                "change_id": name,
                "operation": operation,
                "kind": kind,
                "target": None if target is None else Target(item_id=target.item_id),
                "base_version": None if target is None else target.version,
                "after": after,
            })  # fmt: skip
            changes.append(ProposedChange(change=change, shown=shown))
        draft = WriteRequestDraft(
            correlation_id="c", run_id=str(new_uuid7()), changes=tuple(changes), summary="s", made_by="test"
        )
        return await self.database.write(
            self.owner, self.deadline, lambda uow: self.gate.create_request(uow, self.owner, draft)
        )

    async def decide(self, request: WriteRequest, only: tuple[str, ...] | None = None) -> DecisionResult | Refusal:
        decision = WriteDecision(
            write_request_id=request.write_request_id,
            decision="confirm",
            payload_hash=request.payload_hash,
            idempotency_key=f"confirm-{new_uuid7()}",
            decided_by=self.owner.owner_id,
            accepted_change_ids=only,
            change_count=request.change_count if request.weight == "heavy" else None,
            correlation_id="c",
            trace_id="t",
        )
        return await self.gate.decide(self.owner, decision, self.deadline)

    async def apply(self, request: WriteRequest, only: tuple[str, ...] | None = None) -> DecisionResult:
        result = await self.decide(request, only)
        assert isinstance(result, DecisionResult), result
        return result

    async def refuse(self, request: WriteRequest, only: tuple[str, ...] | None = None) -> Refusal:
        result = await self.decide(request, only)
        assert isinstance(result, Refusal), result
        return result

    async def undo_of(self, result: DecisionResult) -> WriteRequest:
        undo = result.undo
        assert undo is not None
        found = await self.database.read(
            self.deadline, lambda uow: self.gate.find(uow, self.owner, undo.write_request_id)
        )
        assert found is not None
        return found

    async def now(self, *item_ids: str) -> tuple[StoredItem, ...]:
        """Items as they stand, in order of time."""
        return await self.database.read(self.deadline, lambda uow: select_items(uow, self.owner, item_ids))
