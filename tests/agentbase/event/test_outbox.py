"""Events are kept with what they tell of, and numbered within their aggregate."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from agentbase.core.database import Database, Owner, StatementCounter, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.contracts import NewDomainEvent
from agentbase.event.model import domain_event_outbox
from agentbase.event.service import Outbox
from agentbase.testing.clock import FrozenClock


def event(aggregate: str, event_type: str = "changed") -> NewDomainEvent:
    return NewDomainEvent(
        aggregate_type="thing", aggregate_id=aggregate, event_type=event_type, trace_id="t-1", payload={"名": "茶"}
    )


async def stored(database: Database, deadline: Deadline) -> list[tuple[str, int]]:
    async def work(uow: UnitOfWork) -> list[tuple[str, int]]:
        outbox = domain_event_outbox
        query = select(outbox).order_by(outbox.c.aggregate_id, outbox.c.aggregate_seq)
        return [(row["aggregate_id"], row["aggregate_seq"]) for row in (await uow.execute(query)).mappings()]

    return await database.read(deadline, work)


async def test_all_events_of_a_transaction_take_one_statement(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    outbox = Outbox(frozen_clock)
    for _ in range(2):
        with StatementCounter() as counter:
            await database.write(
                owner, deadline, lambda uow: outbox.add(uow, owner, [event("a"), event("b"), event("a")])
            )
        assert counter.statements == 2  # the owner's row, and one INSERT
    assert await stored(database, deadline) == [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 1), ("b", 2)]


async def test_no_events_take_no_statement(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    with StatementCounter() as counter:
        await database.write(owner, deadline, lambda uow: Outbox(frozen_clock).add(uow, owner, []))
    assert counter.statements == 1


async def test_more_events_than_one_statement_holds_are_numbered_on(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    await database.write(owner, deadline, lambda uow: Outbox(frozen_clock).add(uow, owner, [event("a")] * 120))
    assert await stored(database, deadline) == [("a", number) for number in range(1, 121)]


async def test_an_event_of_a_write_that_fails_is_gone_with_it(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    async def work(uow: UnitOfWork) -> None:
        await Outbox(frozen_clock).add(uow, owner, [event("a")])
        raise RuntimeError("the write failed")

    with pytest.raises(RuntimeError):
        await database.write(owner, deadline, work)
    assert await stored(database, deadline) == []


async def test_events_added_at_once_are_numbered_without_a_gap(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    async def one() -> None:
        await database.write(owner, deadline, lambda uow: Outbox(frozen_clock).add(uow, owner, [event("a")]))

    await asyncio.gather(*(one() for _ in range(20)))
    assert await stored(database, deadline) == [("a", number) for number in range(1, 21)]
