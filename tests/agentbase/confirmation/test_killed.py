"""kill -9 at every point of a confirmation: all of it happened, or nothing did; asking again settles which."""

from __future__ import annotations

import pytest
from sqlalchemy import Table, func, select

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.contracts import WriteRequest
from agentbase.confirmation.model import operation_confirmations, write_requests
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.model import domain_event_outbox
from agentbase.run.model import run_events, runs
from tests.agentbase.confirmation.things import create, draft, make_gate, things
from tests.support.children import end_of, start_child

CHILD = "tests.agentbase.confirmation.child"
WRITTEN = (things, operation_confirmations, interaction_audit, domain_event_outbox, runs, run_events)
BEFORE = ("confirmation.before_apply", "confirmation.after_apply", "confirmation.before_commit")
AFTER = ("confirmation.after_commit",)


async def _card(database: Database, owner: Owner, name: str) -> WriteRequest:
    clock = SystemClock()
    gate = make_gate(database, clock)
    return await database.write(
        owner, Deadline.after(30_000, clock), lambda uow: gate.create_request(uow, owner, draft(create(name)))
    )


async def _counts(database: Database) -> dict[str, int]:
    async def work(uow: UnitOfWork) -> dict[str, int]:
        async def count(table: Table) -> int:
            return int((await uow.execute(select(func.count()).select_from(table))).scalar_one())

        return {table.name: await count(table) for table in WRITTEN}

    return await database.read(Deadline.after(30_000, SystemClock()), work)


async def _statuses(database: Database) -> list[tuple[str, str]]:
    async def work(uow: UnitOfWork) -> list[tuple[str, str]]:
        query = select(write_requests.c.kind, write_requests.c.status).order_by(write_requests.c.created_at)
        return [(row.kind, row.status) for row in await uow.execute(query)]

    return await database.read(Deadline.after(30_000, SystemClock()), work)


@pytest.mark.parametrize("point", [*BEFORE, *AFTER])
async def test_all_of_it_or_nothing(database: Database, database_url: str, owner: Owner, point: str) -> None:
    request = await _card(database, owner, "tea")
    arguments = (database_url, "confirm-once", owner.owner_id, request.write_request_id)
    code, lines = await end_of(await start_child(CHILD, *arguments, trigger=f"{point}=kill"))
    assert (code, lines) == (-9, [])
    one = {table.name: 1 for table in WRITTEN} | {"domain_event_outbox": 2}
    if point in AFTER:
        assert await _counts(database) == one
        assert await _statuses(database) == [("write", "applied"), ("undo", "pending")]
    else:
        assert await _counts(database) == dict.fromkeys(one, 0)
        assert await _statuses(database) == [("write", "pending")]

    code, lines = await end_of(await start_child(CHILD, *arguments))
    assert (code, lines) == (0, ["applied"])
    assert await _counts(database) == one


async def test_two_processes_that_confirm_the_same_write_once(
    database: Database, database_url: str, owner: Owner
) -> None:
    requests = [await _card(database, owner, f"thing {number}") for number in range(10)]
    ids = [request.write_request_id for request in requests]
    children = [
        await start_child(CHILD, database_url, prefix, owner.owner_id, *ids) for prefix in ("first-one", "other-one")
    ]
    ends = [await end_of(child) for child in children]
    assert [code for code, _ in ends] == [0, 0]
    for answers in zip(*(lines for _, lines in ends), strict=True):
        assert sorted(answers) == ["ALREADY_DECIDED", "applied"]
    assert (await _counts(database))["test_things"] == 10
