"""A claim that has not committed yet hides its events, and must not make the next ones look like the first."""

from __future__ import annotations

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.contracts import NewDomainEvent
from agentbase.event.repository import select_claimable
from agentbase.event.service import Outbox
from agentbase.run.lease import lease_time


@pytest.mark.parametrize("database_url", ["mariadb"], indirect=True)
async def test_an_open_claim_keeps_others_from_the_whole_aggregate(database: Database, owner: Owner) -> None:
    clock = SystemClock()
    events = [
        NewDomainEvent(aggregate_type="thing", aggregate_id=one, event_type="changed", trace_id="t-1")
        for one in ("a", "a", "b")
    ]

    async def claimable(uow: UnitOfWork, limit: int = 10) -> list[tuple[str, int]]:
        found = await select_claimable(uow, lease_time(uow, clock), limit)
        return [(one.event.aggregate_id, one.event.aggregate_seq) for one in found]

    await database.write(owner, Deadline.after(5_000, clock), lambda uow: Outbox(clock).add(uow, owner, events))

    async def first(uow: UnitOfWork) -> None:
        assert await claimable(uow, 1) == [("a", 1)]
        # In another transaction, while this one holds the first event of "a".
        assert await database.claim(Deadline.after(5_000, clock), claimable) == [("b", 1)]

    await database.claim(Deadline.after(10_000, clock), first)
