"""Queries on runs and their events. Events are appended under the owner's lock."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, func, insert, literal, select, union_all, update

from agentbase.core.database import Owner, UnitOfWork
from agentbase.run.contracts import AgentRunRecordInput, NewEvent, NewRun, Run, RunEnd, RunEvent, RunLease
from agentbase.run.model import agent_run_records as records
from agentbase.run.model import run_events as events
from agentbase.run.model import runs

_ROWS_PER_STATEMENT: Final = 100


async def insert_running(
    uow: UnitOfWork, owner: Owner, run: NewRun, *, holder: str, lease_until: ColumnElement[datetime], now: datetime
) -> None:
    """Store a run that its holder works on from now."""
    row = {**_run_values(owner, run, now), "status": "running", "fencing_token": 1, "started_at": now}
    await uow.execute(insert(runs).values(row | {"lease_holder": holder, "lease_until": lease_until}))


async def insert_ended(uow: UnitOfWork, owner: Owner, run: NewRun, end: RunEnd, now: datetime) -> None:
    """Store a run that began and ended within this transaction."""
    row = {**_run_values(owner, run, now), **end.model_dump(), "fencing_token": 0, "started_at": now}
    await uow.execute(insert(runs).values(row | {"finished_at": now}))


async def update_ended(uow: UnitOfWork, owner: Owner, lease: RunLease, end: RunEnd, now: datetime) -> bool:
    """End a run that is still held under this lease; whether it was."""
    statement = update(runs).where(_held(owner, lease))
    values = end.model_dump() | {"finished_at": now, "lease_until": None}
    return (await uow.execute(statement.values(values))).rowcount == 1


async def update_lease(uow: UnitOfWork, owner: Owner, lease: RunLease, lease_until: ColumnElement[datetime]) -> bool:
    """Hold a run for longer; whether it was still held under this lease."""
    statement = update(runs).where(_held(owner, lease))
    return (await uow.execute(statement.values(lease_until=lease_until))).rowcount == 1


async def select_expired(uow: UnitOfWork, now: ColumnElement[datetime], limit: int) -> tuple[Run, ...]:
    """Runs of any owner whose lease has run out, the oldest first: housekeeping, nothing that a person sees."""
    # lint: no-owner — whose lease has run out is asked of everybody
    query = select(runs).where(runs.c.status == "running", runs.c.lease_until < now)
    rows = await uow.execute(query.order_by(runs.c.lease_until, runs.c.run_id).limit(limit))
    return tuple(Run.model_validate(dict(row)) for row in rows.mappings())


async def update_expired(
    uow: UnitOfWork, run: Run, end: RunEnd, *, now: datetime, lease_now: ColumnElement[datetime]
) -> bool:
    """End a run whose lease has run out, so that its late holder can change nothing; whether it still had."""
    statement = update(runs).where(
        runs.c.tenant_id == run.tenant_id,
        runs.c.owner_id == run.owner_id,
        runs.c.run_id == run.run_id,
        runs.c.status == "running",
        runs.c.lease_until < lease_now,
    )
    values = end.model_dump() | {"finished_at": now, "lease_until": None, "fencing_token": runs.c.fencing_token + 1}
    return (await uow.execute(statement.values(values))).rowcount == 1


async def select_run(uow: UnitOfWork, owner: Owner, run_id: str) -> Run | None:
    """One run of a person."""
    query = select(runs).where(_owned(owner), runs.c.run_id == run_id)
    row = (await uow.execute(query)).mappings().first()
    return None if row is None else Run.model_validate(dict(row))


async def insert_events(
    uow: UnitOfWork, owner: Owner, *, run_id: str, correlation_id: str, new: Sequence[NewEvent], now: datetime
) -> None:
    """Append events in their order. Each takes its ``seq`` in the INSERT itself: one statement for all of them."""
    columns = ["tenant_id", "owner_id", "seq", "run_id", "correlation_id", "event_type", "payload", "created_at"]
    last = func.coalesce(func.max(events.c.seq), 0)
    for begin in range(0, len(new), _ROWS_PER_STATEMENT):
        rows = [
            select(
                literal(owner.tenant_id, events.c.tenant_id.type),
                literal(owner.owner_id, events.c.owner_id.type),
                last + place,
                literal(run_id, events.c.run_id.type),
                literal(correlation_id, events.c.correlation_id.type),
                literal(event.event_type, events.c.event_type.type),
                literal(event.payload, events.c.payload.type),
                literal(now, events.c.created_at.type),
            ).where(events.c.tenant_id == owner.tenant_id, events.c.owner_id == owner.owner_id)
            for place, event in enumerate(new[begin : begin + _ROWS_PER_STATEMENT], start=1)
        ]
        await uow.execute(insert(events).from_select(columns, rows[0] if len(rows) == 1 else union_all(*rows)))


async def select_events(uow: UnitOfWork, owner: Owner, after_seq: int, limit: int) -> tuple[RunEvent, ...]:
    """The person's events after ``after_seq``, in order."""
    query = (
        select(
            events.c.seq,
            events.c.run_id,
            events.c.correlation_id,
            events.c.event_type,
            events.c.payload,
            events.c.created_at,
        )
        .where(events.c.tenant_id == owner.tenant_id, events.c.owner_id == owner.owner_id, events.c.seq > after_seq)
        .order_by(events.c.seq)
        .limit(limit)
    )
    return tuple(RunEvent.model_validate(dict(row)) for row in (await uow.execute(query)).mappings())


async def insert_record(uow: UnitOfWork, owner: Owner, record: AgentRunRecordInput) -> None:
    """Store the summary of a component's work."""
    await uow.execute(insert(records).values(tenant_id=owner.tenant_id, **record.model_dump()))


async def update_record(uow: UnitOfWork, owner: Owner, record: AgentRunRecordInput) -> bool:
    """Replace the summary that was stored when the work began; whether there was one."""
    statement = update(records).where(
        records.c.tenant_id == owner.tenant_id,
        records.c.user_id == owner.owner_id,
        records.c.record_id == record.record_id,
    )
    return (await uow.execute(statement.values(record.model_dump(exclude={"record_id", "user_id"})))).rowcount == 1


def _owned(owner: Owner) -> ColumnElement[bool]:
    return and_(runs.c.tenant_id == owner.tenant_id, runs.c.owner_id == owner.owner_id)


def _held(owner: Owner, lease: RunLease) -> ColumnElement[bool]:
    return and_(
        _owned(owner),
        runs.c.run_id == lease.run_id,
        runs.c.status == "running",
        runs.c.fencing_token == lease.fencing_token,
    )


def _run_values(owner: Owner, run: NewRun, now: datetime) -> dict[str, object]:
    return {"tenant_id": owner.tenant_id, "owner_id": owner.owner_id, **run.model_dump(), "accepted_at": now}
