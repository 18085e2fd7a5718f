"""Queries on the outbox. Events are inserted under the lock of their owner."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, func, insert, literal, or_, select, union_all, update

from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.ids import new_uuid7
from agentbase.event.contracts import ClaimedEvent, DomainEvent, NewDomainEvent
from agentbase.event.model import domain_event_outbox as outbox

_ROWS_PER_STATEMENT: Final = 50


async def insert_events(
    uow: UnitOfWork,
    owner: Owner,
    new: Sequence[NewDomainEvent],
    *,
    occurred_at: datetime,
    available_at: ColumnElement[datetime],
) -> None:
    """Store events, each under the next number of its aggregate, in one statement for all of them."""
    for begin in range(0, len(new), _ROWS_PER_STATEMENT):
        before: Counter[tuple[str, str]] = Counter()
        rows = []
        for event in new[begin : begin + _ROWS_PER_STATEMENT]:
            aggregate = (event.aggregate_type, event.aggregate_id)
            before[aggregate] += 1
            values = {
                "event_id": str(new_uuid7()),
                "tenant_id": owner.tenant_id,
                "owner_id": owner.owner_id,
                **event.model_dump(),
                "occurred_at": occurred_at,
                "status": "pending",
                "attempts": 0,
                "fencing_token": 0,
            }
            # lint: no-owner — an aggregate has one owner, and its tenant is asked for below
            row = select(
                *(literal(value, outbox.c[name].type) for name, value in values.items()),
                available_at,
                func.coalesce(func.max(outbox.c.aggregate_seq), 0) + before[aggregate],
            )
            rows.append((row.where(_of_aggregate(owner.tenant_id, *aggregate)), list(values)))
        selects = [row for row, _ in rows]
        source = selects[0] if len(selects) == 1 else union_all(*selects)
        await uow.execute(insert(outbox).from_select([*rows[0][1], "available_at", "aggregate_seq"], source))


async def select_claimable(uow: UnitOfWork, now: ColumnElement[datetime], limit: int) -> tuple[ClaimedEvent, ...]:
    """Lock events that are due: of each aggregate the first undelivered one, unless somebody holds it.

    An event that is held or waits for its retry is still ``pending``, so all later ones of its aggregate wait too. A
    dead one is passed over.
    """
    earlier = outbox.alias("earlier")
    first_of_its_aggregate = ~exists().where(
        earlier.c.tenant_id == outbox.c.tenant_id,
        earlier.c.aggregate_type == outbox.c.aggregate_type,
        earlier.c.aggregate_id == outbox.c.aggregate_id,
        earlier.c.status == "pending",
        earlier.c.aggregate_seq < outbox.c.aggregate_seq,
    )
    # lint: no-owner — a relay serves every owner
    query = (
        select(outbox)
        .where(
            outbox.c.status == "pending",
            outbox.c.available_at <= now,
            or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until < now),
            first_of_its_aggregate,
        )
        .order_by(outbox.c.available_at, outbox.c.event_id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = (await uow.execute(query)).mappings().all()
    return tuple(
        ClaimedEvent(
            DomainEvent.model_validate({name: row[name] for name in DomainEvent.model_fields}),
            fencing_token=row["fencing_token"],
            attempts=row["attempts"],
        )
        for row in rows
    )


async def update_claimed(
    uow: UnitOfWork, event_ids: Sequence[str], *, holder: str, until: ColumnElement[datetime]
) -> None:
    """Hold events that this transaction has locked; each gets a new fencing number and one attempt more."""
    # lint: no-owner — a relay serves every owner
    statement = update(outbox).where(outbox.c.event_id.in_(event_ids), outbox.c.status == "pending")
    await uow.execute(
        statement.values(
            claimed_by=holder,
            claimed_until=until,
            fencing_token=outbox.c.fencing_token + 1,
            attempts=outbox.c.attempts + 1,
        )
    )


async def update_published(uow: UnitOfWork, claimed: ClaimedEvent, now: datetime) -> bool:
    """Mark an event as delivered; whether it was still held."""
    values = {"status": "published", "published_at": now, "claimed_by": None, "claimed_until": None}
    # lint: no-owner — a relay serves every owner
    return (await uow.execute(update(outbox).where(_held(claimed)).values(values))).rowcount == 1


async def update_failed(
    uow: UnitOfWork, claimed: ClaimedEvent, *, available_at: ColumnElement[datetime], dead: bool
) -> bool:
    """Let an event go that was not delivered: to be tried again later, or never; whether it was still held."""
    values = {
        "status": "dead" if dead else "pending",
        "available_at": available_at,
        "claimed_by": None,
        "claimed_until": None,
    }
    # lint: no-owner — a relay serves every owner
    return (await uow.execute(update(outbox).where(_held(claimed)).values(values))).rowcount == 1


async def update_released(uow: UnitOfWork, claimed: ClaimedEvent) -> bool:
    """Let an event go that nobody tried to deliver: due at once, the attempt not counted; whether it was still held."""
    values = {"attempts": outbox.c.attempts - 1, "claimed_by": None, "claimed_until": None}
    # lint: no-owner — a relay serves every owner
    return (await uow.execute(update(outbox).where(_held(claimed)).values(values))).rowcount == 1


def _of_aggregate(tenant_id: str, aggregate_type: str, aggregate_id: str) -> ColumnElement[bool]:
    return and_(
        outbox.c.tenant_id == tenant_id,
        outbox.c.aggregate_type == aggregate_type,
        outbox.c.aggregate_id == aggregate_id,
    )


def _held(claimed: ClaimedEvent) -> ColumnElement[bool]:
    return and_(
        outbox.c.event_id == claimed.event.event_id,
        outbox.c.status == "pending",
        outbox.c.fencing_token == claimed.fencing_token,
    )
