"""A product of one table, as small as a product can be, and its applier."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Boolean, Column, Integer, MetaData, RowMapping, String, Table, insert, select, update

from agentbase.audit.service import AuditService
from agentbase.confirmation.contracts import (
    AppliedChanges,
    AppliedEvent,
    Change,
    ChangedTarget,
    JsonObject,
    ProposedChange,
    Refusal,
    Shown,
    Target,
    WriteDecision,
    WriteRequest,
    WriteRequestDraft,
)
from agentbase.confirmation.refusal import refused
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock
from agentbase.core.database import AsciiId, Database, Owner, UnitOfWork
from agentbase.core.database.migrate import MigrationBranch
from agentbase.core.ids import new_uuid7
from agentbase.event.service import Outbox
from agentbase.migrations import BRANCH as BASE_BRANCH

BRANCHES: Final = (
    BASE_BRANCH,
    MigrationBranch(
        label="things", versions=Path(__file__).parent / "versions", head="0001_things", depends_on=frozenset()
    ),
)

things_metadata = MetaData()
things = Table(
    "test_things",
    things_metadata,
    Column("thing_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("name", String(200), nullable=False),
    Column("done", Boolean, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
)
FIELDS: Final = ("name", "done", "deleted")


class ThingApplier:
    """One name stands once: a second live thing of the same name means that facts have changed."""

    kinds = frozenset({"thing"})

    async def validate(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> Refusal | None:
        wanted = {change.target.item_id for change in accepted if change.target is not None}
        names = [change.after["name"] for change in accepted if change.operation == "create"]
        query = select(things).where(
            things.c.tenant_id == request.tenant_id,
            things.c.owner_id == request.owner_id,
            things.c.thing_id.in_(wanted) | things.c.name.in_(names),
        )
        rows = {row["thing_id"]: row for row in (await uow.execute(query)).mappings()}
        for change in accepted:
            if change.target is None:
                if any(row["name"] == change.after["name"] and not row["deleted"] for row in rows.values()):
                    return Refusal(reason_code="FACTS_CHANGED", detail={"name": change.after["name"]})
            elif change.target.item_id not in rows:
                return Refusal(reason_code="TARGET_NOT_FOUND")
            elif rows[change.target.item_id]["version"] != change.base_version:
                return Refusal(reason_code="VERSION_CONFLICT", detail=_difference(rows[change.target.item_id]))
        return None

    async def apply(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> AppliedChanges:
        items: list[JsonObject] = []
        inverse: list[ProposedChange] = []
        for change in accepted:
            item, undo = await (self._create if change.target is None else self._change)(uow, request, change)
            items.append(item)
            inverse.append(undo)
        inverse = [
            one.model_copy(update={"change": one.change.model_copy(update={"change_id": f"C{place}"})})
            for place, one in enumerate(reversed(inverse), start=1)
        ]
        targets = tuple(
            ChangedTarget(item_id=str(item["thing_id"]), kind="thing", version=int(str(item["version"])))
            for item in items
        )
        return AppliedChanges(
            items=tuple(items),
            targets=targets,
            inverse=tuple(inverse),
            inverse_summary="take it back",
            events=tuple(
                AppliedEvent(aggregate_type="thing", aggregate_id=target.item_id, event_type="thing.changed")
                for target in targets
            ),
        )

    async def _create(
        self, uow: UnitOfWork, request: WriteRequest, change: Change
    ) -> tuple[JsonObject, ProposedChange]:
        row: JsonObject = {"thing_id": str(new_uuid7()), "done": False, "deleted": False, **change.after, "version": 1}
        await uow.execute(insert(things).values(tenant_id=request.tenant_id, owner_id=request.owner_id, **row))
        return row, _inverse(row, "delete", {"deleted": True})

    async def _change(
        self, uow: UnitOfWork, request: WriteRequest, change: Change
    ) -> tuple[JsonObject, ProposedChange]:
        assert change.target is not None
        mine = (things.c.tenant_id == request.tenant_id) & (things.c.owner_id == request.owner_id)
        one = mine & (things.c.thing_id == change.target.item_id)
        before = (await uow.execute(select(things).where(one))).mappings().one()
        guarded = update(things).where(one, things.c.version == change.base_version)
        written = await uow.execute(guarded.values(**change.after, version=things.c.version + 1))
        if written.rowcount != 1:
            raise refused("VERSION_CONFLICT")
        row: JsonObject = {
            "thing_id": change.target.item_id,
            **{name: before[name] for name in FIELDS},
            **change.after,
            "version": before["version"] + 1,
        }
        return row, _inverse(row, "update", {name: before[name] for name in change.after})


def _inverse(row: JsonObject, operation: str, after: JsonObject) -> ProposedChange:
    change = {
        "change_id": "C1",
        "operation": operation,
        "kind": "thing",
        "target": Target(item_id=str(row["thing_id"])),
        "base_version": row["version"],
        "after": after,
    }
    return ProposedChange(change=Change.model_validate(change))


def _difference(row: RowMapping) -> JsonObject:
    return {"name": row["name"], "version": row["version"]}


def make_gate(database: Database, clock: Clock) -> ConfirmationGate:
    """The gate with this product behind it."""
    return ConfirmationGate(database, clock, AuditService(database), Outbox(clock), [ThingApplier()])


def create(name: str, place: int = 1, **more: object) -> ProposedChange:
    """The creation of one thing."""
    change = {"change_id": f"C{place}", "operation": "create", "kind": "thing", "after": {"name": name}}
    return ProposedChange.model_validate({"change": change, **more})


def alter(
    thing_id: str, version: int, after: JsonObject, place: int = 1, *, operation: str = "update", **more: object
) -> ProposedChange:
    """A change of one thing."""
    change = {
        "change_id": f"C{place}",
        "operation": operation,
        "kind": "thing",
        "target": {"item_id": thing_id},
        "base_version": version,
        "after": after,
    }
    return ProposedChange.model_validate({"change": change, **more})


def draft(*changes: ProposedChange, **more: object) -> WriteRequestDraft:
    """A draft of these changes."""
    values = {"correlation_id": "c-1", "run_id": "r-1", "summary": "…", "made_by": "test"}
    return WriteRequestDraft.model_validate({**values, "changes": changes, **more})


def decision(request: WriteRequest, key: str = "key-0000000000000001", **more: object) -> WriteDecision:
    """The owner's confirmation of what was shown, unless told otherwise."""
    values = {
        "write_request_id": request.write_request_id,
        "decision": "confirm",
        "payload_hash": request.payload_hash,
        "idempotency_key": key,
        "decided_by": request.owner_id,
        "correlation_id": "c-2",
        "trace_id": "t-2",
        "run_id": "r-2",
    }
    return WriteDecision.model_validate({**values, **more})


async def names(uow: UnitOfWork, owner: Owner) -> list[str]:
    """The names of the owner's live things, sorted."""
    query = select(things.c.name).where(
        things.c.tenant_id == owner.tenant_id, things.c.owner_id == owner.owner_id, things.c.deleted.is_(False)
    )
    return sorted((await uow.execute(query)).scalars())


__all__ = ["Shown", "ThingApplier", "alter", "create", "decision", "draft", "make_gate", "names", "things"]
