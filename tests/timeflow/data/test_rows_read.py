"""How many rows MariaDB reads for a question: as many as its window holds, however large the table is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from functools import partial

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from tests.timeflow.data.builders import item, meeting, span, store, window
from timeflow.data.contracts import CandidateCriteria
from timeflow.data.repository import select_agenda, select_candidates, select_facts, select_taking_time
from timeflow.data.stored import StoredItem

DAY = ("2026-12-02T00:00:00", "2026-12-03T00:00:00")
CLOSE = span("2026-12-02T09:00:00", "2026-12-02T11:00:00")
Query = Callable[[UnitOfWork, Owner, str], Awaitable[tuple[StoredItem, ...]]]

QUERIES: dict[str, Query] = {
    "window": lambda uow, owner, _: select_candidates(
        uow, owner, CandidateCriteria(window=window(*DAY), statuses=("active",)), 50
    ),
    "words in a window": lambda uow, owner, _: select_candidates(
        uow, owner, CandidateCriteria(words=("会",), window=window(*DAY)), 50
    ),
    "words about now or without a time": lambda uow, owner, _: select_candidates(
        uow,
        owner,
        CandidateCriteria(
            words=("交",),
            statuses=("active",),
            window=window("2026-11-25T00:00:00", "2026-12-09T00:00:00"),
            without_time=True,
        ),
        50,
    ),
    "agenda": lambda uow, owner, _: select_agenda(uow, owner, span(*DAY), 200, undated=True),
    "taking time": lambda uow, owner, _: select_taking_time(uow, owner, span(*DAY)),
    "facts of a card": lambda uow, owner, item_id: select_facts(uow, owner, [item_id], [CLOSE]),
}


def calendar(days: int) -> list[StoredItem]:
    """Four items a day, half of the days gone by; one item that covers them all, and one without a time."""
    first = date(2026, 12, 2) - timedelta(days=days // 2)
    items = [item("借调", all_day=True, start_date="2020-01-01", end_date="2080-01-01"), item("交给以后", "todo")]
    for number in range(days):
        day = (first + timedelta(days=number)).isoformat()
        items += [
            meeting(f"会 {number}", f"{day}T09:30:00"),
            item(f"交 {number}", "todo", due_date=day),
            item(f"记 {number}", "todo", status="completed"),
            item(f"假 {number}", all_day=True, start_date=day, end_date=date.fromisoformat(day) + timedelta(days=3)),
        ]
    return items


async def reads(uow: UnitOfWork, query: Query, owner: Owner, item_id: str) -> tuple[int, int]:
    """How many rows a query answers, and how often the server read a row of a table or an index for it."""

    async def so_far() -> int:
        status = await uow.connection.exec_driver_sql("SHOW SESSION STATUS LIKE 'Handler_read%%'")
        counts: list[str] = list(status.scalars(1))
        return sum(map(int, counts))

    before = await so_far()
    found = await query(uow, owner, item_id)
    return len(found), await so_far() - before


@pytest.fixture
def database_url(mariadb_database_url: str) -> str:
    """These counts are the server's."""
    return mariadb_database_url


async def test_reads_do_not_grow_with_the_table(database: Database, owner: Owner) -> None:
    deadline = Deadline.after(60_000, SystemClock())
    small, large = owner, Owner(owner.tenant_id, f"{owner.owner_id}-large")
    targets = {}
    for who, days in ((small, 25), (large, 5000)):
        items = calendar(days)
        targets[who] = items[2].item_id
        for place in range(0, len(items), 2000):
            await store(database, who, deadline, *items[place : place + 2000])
    for name, query in QUERIES.items():
        (few, of_few), (many, of_many) = [
            await database.read(deadline, partial(reads, query=query, owner=who, item_id=targets[who]))
            for who in (small, large)
        ]
        assert few == many > 0, name
        assert of_many <= of_few + 30, (name, of_few, of_many)
