"""What both databases keep to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, TextClause, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from agentbase.core.clock import SystemClock
from agentbase.core.database import (
    AsciiId,
    Database,
    JsonText,
    LongText,
    Owner,
    StatementCounter,
    UnitOfWork,
    UtcDateTime,
    WallTime,
    owners,
)
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.trigger import Action, TriggerError
from agentbase.testing.clock import FrozenClock
from agentbase.testing.triggers import armed

SHANGHAI = timezone(timedelta(hours=8))
probe = Table(
    "probe",
    MetaData(),
    Column("probe_id", AsciiId(36), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("instant", UtcDateTime(6)),
    Column("wall", WallTime(6)),
    Column("content", JsonText),
    Column("words", LongText),
)


@pytest.fixture
async def database(database: Database) -> AsyncIterator[Database]:
    """Each database in turn, with a table to write to."""
    async with database.engines.writer.engine.begin() as connection:
        await connection.run_sync(probe.metadata.drop_all)
        await connection.run_sync(probe.metadata.create_all)
    yield database
    async with database.engines.writer.engine.begin() as connection:
        await connection.run_sync(probe.metadata.drop_all)


async def _count(uow: UnitOfWork) -> int:
    return int((await uow.execute(select(func.count()).select_from(probe))).scalar_one())


async def _insert(uow: UnitOfWork, probe_id: str = "a") -> None:
    await uow.execute(insert(probe).values(probe_id=probe_id, number=0))


async def test_a_write_commits_with_the_owner_row_once(database: Database, owner: Owner, deadline: Deadline) -> None:
    await database.write(owner, deadline, _insert)
    await database.write(owner, deadline, lambda uow: _insert(uow, "b"))
    assert await database.read(deadline, _count) == 2
    rows = await database.read(
        deadline, lambda uow: uow.execute(select(owners).where(owners.c.owner_id == owner.owner_id))
    )
    assert [tuple(row)[:2] for row in rows] == [owner]


async def test_an_error_of_the_work_writes_nothing(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def fail(uow: UnitOfWork) -> None:
        await _insert(uow)
        raise LookupError

    with pytest.raises(LookupError):
        await database.write(owner, deadline, fail)
    assert await database.read(deadline, _count) == 0


async def test_a_repository_may_catch_what_is_not_unique(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def twice(uow: UnitOfWork) -> str:
        await _insert(uow)
        try:
            await _insert(uow)
        except IntegrityError:
            return "caught"
        return "accepted"

    assert await database.write(owner, deadline, twice) == "caught"
    assert await database.read(deadline, _count) == 1


async def test_a_repository_may_undo_a_part(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def undo_the_second(uow: UnitOfWork) -> None:
        await _insert(uow, "first")
        part = await uow.connection.begin_nested()
        await _insert(uow, "second")
        await part.rollback()
        async with uow.connection.begin_nested():
            await _insert(uow, "third")

    await database.write(owner, deadline, undo_the_second)
    result = await database.read(deadline, lambda uow: uow.execute(select(probe.c.probe_id).order_by(probe.c.probe_id)))
    assert result.scalars().all() == ["first", "third"]


async def test_many_rows_go_in_one_statement(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def fill(uow: UnitOfWork) -> int:
        await uow.execute(insert(probe), [{"probe_id": f"p{number}", "number": number} for number in range(50)])
        return uow.counter.statements

    assert await database.write(owner, deadline, fill) == 2
    assert await database.read(deadline, _count) == 50


async def test_a_reading_cannot_write(database: Database, deadline: Deadline) -> None:
    with pytest.raises(DBAPIError):
        await database.read(deadline, _insert)


async def test_a_reading_sees_one_state(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def read_around_a_write(uow: UnitOfWork) -> tuple[int, int]:
        before = await _count(uow)
        await database.write(owner, deadline, _insert)
        return before, await _count(uow)

    assert await database.read(deadline, read_around_a_write) == (0, 0)
    assert await database.read(deadline, _count) == 1


async def test_a_claim_locks_no_owner(database: Database, deadline: Deadline) -> None:
    async def claim(uow: UnitOfWork) -> tuple[Owner | None, int]:
        await _insert(uow)
        return uow.owner, uow.counter.statements

    assert await database.claim(deadline, claim) == (None, 1)


async def test_the_second_writer_of_an_owner_waits_for_the_first(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    async def increment(uow: UnitOfWork) -> None:
        number = (await uow.execute(select(probe.c.number))).scalar_one()
        await asyncio.sleep(0)
        await uow.execute(update(probe).values(number=number + 1))

    await database.write(owner, deadline, _insert)
    await asyncio.gather(*(database.write(owner, deadline, increment) for _ in range(20)))
    result = await database.read(deadline, lambda uow: uow.execute(select(probe.c.number)))
    assert result.scalar_one() == 20


async def test_statements_beginnings_and_commits_are_counted(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    with StatementCounter() as turn:
        inner = await database.write(owner, deadline, _count_after_insert)
        await database.read(deadline, _count)
    assert inner == 3
    assert (turn.statements, turn.commits, turn.rollbacks) == (4, 1, 1)
    assert "owners" in turn.sql[0]
    assert not any("max_statement_time" in sql for sql in turn.sql)


async def _count_after_insert(uow: UnitOfWork) -> int:
    await _insert(uow)
    await _count(uow)
    return uow.counter.statements


async def test_an_expired_deadline_begins_nothing(database: Database, owner: Owner) -> None:
    clock = FrozenClock()
    with StatementCounter() as counter, pytest.raises(AgentBaseError) as refused:
        await database.write(owner, Deadline.after(0, clock), _insert)
    assert refused.value.code == "DEADLINE_EXCEEDED"
    assert counter.statements == 0


async def test_a_deadline_that_passes_in_the_work_commits_nothing(database: Database, owner: Owner) -> None:
    clock = FrozenClock()

    async def dawdle(uow: UnitOfWork) -> None:
        await _insert(uow)
        clock.advance(61)

    with pytest.raises(AgentBaseError) as refused:
        await database.write(owner, Deadline.after(60_000, clock), dawdle)
    assert refused.value.code == "DEADLINE_EXCEEDED"
    assert await database.read(Deadline.after(60_000, clock), _count) == 0


async def test_a_slow_statement_ends_at_the_deadline(database: Database, owner: Owner) -> None:
    began = SystemClock().monotonic()
    with pytest.raises(AgentBaseError) as refused:
        await database.write(owner, Deadline.after(200, SystemClock()), lambda uow: uow.execute(endless(database)))
    assert refused.value.code == "DEADLINE_EXCEEDED"
    assert SystemClock().monotonic() - began < 2.0


async def test_a_wait_for_a_place_ends_at_the_deadline(database: Database, owner: Owner, deadline: Deadline) -> None:
    release = asyncio.Event()
    holders = [
        asyncio.create_task(database.read(deadline, lambda uow: release.wait()))
        for _ in range(10)
    ]  # fmt: skip
    await asyncio.sleep(0.2)
    with pytest.raises(AgentBaseError) as refused:
        await database.read(Deadline.after(100, SystemClock()), _count)
    release.set()
    await asyncio.gather(*holders)
    assert refused.value.code == "DEADLINE_EXCEEDED"
    assert await database.read(deadline, _count) == 0


@pytest.mark.parametrize("after_seconds", [0.0, 0.1])
async def test_a_cancelled_write_leaves_nothing_and_nothing_running(
    database: Database, owner: Owner, deadline: Deadline, after_seconds: float
) -> None:
    async def write_slowly(uow: UnitOfWork) -> None:
        await _insert(uow)
        await uow.execute(endless(database))

    task = asyncio.create_task(database.write(owner, deadline, write_slowly))
    await asyncio.sleep(after_seconds)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await database.read(deadline, _count) == 0
    assert await _running(database) == []
    await database.write(owner, Deadline.after(900, SystemClock()), _insert)


async def _running(database: Database) -> list[str]:
    if database.engines.kind == "sqlite":
        return []
    async with database.engines.reader.engine.connect() as connection:
        rows = await connection.execute(
            text("SELECT info FROM information_schema.processlist WHERE info LIKE '%SLEEP(60%'")
        )
        return [info for (info,) in rows if "processlist" not in info]


async def test_a_cancellation_that_meets_the_commit_does_not_stop_it(
    database: Database, owner: Owner, deadline: Deadline, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.ext.asyncio import AsyncConnection

    committing = asyncio.Event()
    commit = AsyncConnection.commit

    async def slow_commit(connection: AsyncConnection) -> None:
        committing.set()
        await asyncio.sleep(0.1)
        await commit(connection)

    monkeypatch.setattr(AsyncConnection, "commit", slow_commit)
    task = asyncio.create_task(database.write(owner, deadline, _insert))
    await committing.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    monkeypatch.undo()
    assert await database.read(deadline, _count) == 1


@pytest.mark.parametrize(("point", "rows"), [("transaction.before_commit", 0), ("transaction.after_commit", 1)])
async def test_a_failure_beside_the_commit_leaves_all_or_nothing(
    database: Database, owner: Owner, deadline: Deadline, point: str, rows: int
) -> None:
    with armed(point, Action("raise")), pytest.raises(TriggerError):
        await database.write(owner, deadline, _insert)
    assert await database.read(deadline, _count) == rows


async def test_values_come_back_as_they_went(database: Database, owner: Owner, deadline: Deadline) -> None:
    row = {
        "probe_id": "x",
        "number": 1,
        "instant": datetime(2026, 12, 1, 15, 0, 0, 123456, tzinfo=SHANGHAI),
        "wall": datetime(2026, 12, 1, 15, 0, 0, 123456),
        "content": {"z": [1, 2.5, None, True], "a": "评审 🎉"},
        "words": "字" * 70_000,
    }
    await database.write(owner, deadline, lambda uow: uow.execute(insert(probe).values(row)))
    stored = (await database.read(deadline, lambda uow: uow.execute(select(probe)))).mappings().one()
    assert dict(stored) == row
    assert stored["instant"].tzinfo is UTC
    assert list(stored["content"]) == ["z", "a"]


async def test_identities_differ_by_case(database: Database, owner: Owner, deadline: Deadline) -> None:
    async def both(uow: UnitOfWork) -> None:
        await _insert(uow, "key")
        await _insert(uow, "KEY")

    await database.write(owner, deadline, both)
    found = await database.read(
        deadline, lambda uow: uow.execute(select(probe.c.probe_id).where(probe.c.probe_id == "KEY"))
    )
    assert found.scalars().all() == ["KEY"]


async def test_instants_sort_and_compare_across_zones(database: Database, owner: Owner, deadline: Deadline) -> None:
    early, late = datetime(2026, 12, 1, 9, 30, tzinfo=SHANGHAI), datetime(2026, 12, 1, 2, 0, tzinfo=UTC)

    async def fill(uow: UnitOfWork) -> None:
        await uow.execute(
            insert(probe),
            [{"probe_id": "l", "number": 2, "instant": late}, {"probe_id": "e", "number": 1, "instant": early}],
        )

    await database.write(owner, deadline, fill)
    query = (
        select(probe.c.probe_id)
        .where(probe.c.instant < datetime(2026, 12, 1, 10, 0, 1, tzinfo=SHANGHAI))
        .order_by(probe.c.instant)
    )
    assert (await database.read(deadline, lambda uow: uow.execute(query))).scalars().all() == ["e", "l"]


async def test_an_error_shows_no_values(database: Database, owner: Owner, deadline: Deadline) -> None:
    with pytest.raises(DBAPIError) as refused:
        await database.write(owner, deadline, lambda uow: uow.execute(insert(probe).values(probe_id="p", words="秘密")))
    assert "秘密" not in str(refused.value)
    assert "秘密" not in repr(refused.value)


def endless(database: Database) -> TextClause:
    """A statement that ends only when it is stopped."""
    if database.engines.kind == "mysql":
        return text("SELECT SLEEP(60)")
    return text("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c")
