"""What goes wrong without our rules (design, section 3), measured here again, and that none of it happens with them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap

import pytest
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.database.unit_of_work import MAX_RETRIES
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from tests.agentbase.core.database.contended import SLOTS, book, booked_twice, bookings, items

only_mariadb = pytest.mark.parametrize("database_url", ["mariadb"], indirect=True)
only_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
TRANSACTIONS = 100


async def _run_unruled(engine: AsyncEngine, number: int) -> None:
    async with engine.begin() as connection:
        await book(connection.execute, number)


async def _twice(connection: AsyncConnection) -> list[int]:
    return list(await booked_twice(connection.execute))


@only_mariadb
@pytest.mark.parametrize("isolation", ["READ COMMITTED", "REPEATABLE READ"])
async def test_mariadb_without_the_owner_lock_deadlocks_and_books_twice(contended_url: str, isolation: str) -> None:
    engine = create_async_engine(contended_url, pool_size=25, max_overflow=0, isolation_level=isolation)
    results = await asyncio.gather(
        *(_run_unruled(engine, number) for number in range(TRANSACTIONS)), return_exceptions=True
    )
    deadlocks = [error for error in results if isinstance(error, OperationalError) and "1213" in str(error.orig)]
    async with engine.connect() as connection:
        assert await _twice(connection)
    await engine.dispose()
    assert deadlocks


async def test_with_our_rules_all_transactions_succeed_and_none_books_twice(contended_url: str, owner: Owner) -> None:
    database = await Database.open(contended_url, clock=SystemClock())
    deadline = Deadline.after(60_000, SystemClock())
    await asyncio.gather(
        *(
            database.write(owner, deadline, lambda uow, number=number: book(uow.execute, number))  # type: ignore[misc]
            for number in range(TRANSACTIONS)
        )
    )

    async def outcome(uow: UnitOfWork) -> tuple[int, int, list[int]]:
        touched = (await uow.execute(select(func.sum(items.c.touched)))).scalar_one()
        booked = (await uow.execute(select(func.count()).select_from(bookings))).scalar_one()
        return int(touched), booked, list(await booked_twice(uow.execute))

    assert await database.read(deadline, outcome) == (6 * TRANSACTIONS, SLOTS, [])
    await database.close()


@only_sqlite
async def test_sqlite_as_the_driver_begins_it_books_twice(contended_url: str) -> None:
    engine = create_async_engine(contended_url, poolclass=NullPool)
    both_have_looked = asyncio.Barrier(2)

    async def check_then_book(number: int) -> None:
        async with engine.begin() as connection:
            taken = (await connection.execute(select(func.count()).select_from(bookings))).scalar_one()
            await both_have_looked.wait()
            if not taken:
                await connection.execute(insert(bookings).values(booking_id=number, slot=1))

    await asyncio.gather(check_then_book(1), check_then_book(2))
    async with engine.connect() as connection:
        assert await _twice(connection) == [1]
    await engine.dispose()


@only_sqlite
async def test_sqlite_with_a_deferred_begin_locks_writers_out(contended_url: str) -> None:
    engine = create_async_engine(
        contended_url, poolclass=NullPool, connect_args={"isolation_level": None, "timeout": 5}
    )

    async def read_then_write() -> None:
        async with engine.connect() as connection:
            await connection.exec_driver_sql("BEGIN")
            await connection.execute(select(items.c.touched).where(items.c.item_id == 1))
            await connection.execute(update(items).where(items.c.item_id == 1).values(touched=items.c.touched + 1))
            await connection.commit()

    results = await asyncio.gather(*(read_then_write() for _ in range(50)), return_exceptions=True)
    await engine.dispose()
    locked = [error for error in results if isinstance(error, OperationalError) and "locked" in str(error.orig)]
    assert len(locked) > 10


INCREMENT = textwrap.dedent("""
    import asyncio, sys
    from sqlalchemy import select, update
    from agentbase.core.clock import SystemClock
    from agentbase.core.database import Database, Owner
    from agentbase.core.deadline import Deadline
    from tests.agentbase.core.database.contended import items

    async def increment(uow):
        touched = (await uow.execute(select(items.c.touched).where(items.c.item_id == 1))).scalar_one()
        await asyncio.sleep(0.001)
        await uow.execute(update(items).where(items.c.item_id == 1).values(touched=touched + 1))

    async def main():
        clock = SystemClock()
        database = await Database.open(sys.argv[1], clock=clock)
        writers = (database.write(Owner("local", "me"), Deadline.after(60_000, clock), increment) for _ in range(40))
        await asyncio.gather(*writers)
        await database.close()

    asyncio.run(main())
""")


def test_processes_that_write_at_once_all_succeed_and_lose_nothing(contended_url: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."])}
    processes = [
        subprocess.Popen([sys.executable, "-c", INCREMENT, contended_url], env=environment) for _ in range(3)
    ]  # fmt: skip
    assert [process.wait() for process in processes] == [0, 0, 0]

    async def touched() -> int:
        engine = create_async_engine(contended_url)
        async with engine.connect() as connection:
            number = (await connection.execute(select(items.c.touched).where(items.c.item_id == 1))).scalar_one()
        await engine.dispose()
        return int(number)

    assert asyncio.run(touched()) == 120


@only_sqlite
async def test_a_writer_that_finds_the_file_held_gives_up_at_its_deadline(contended_url: str, owner: Owner) -> None:
    holder = await Database.open(contended_url, clock=SystemClock())
    waiter = await Database.open(contended_url, clock=SystemClock())
    release = asyncio.Event()
    holding = asyncio.create_task(
        holder.write(owner, Deadline.after(60_000, SystemClock()), lambda uow: release.wait())
    )  # fmt: skip
    await asyncio.sleep(0.05)
    with pytest.raises(AgentBaseError) as refused:
        await waiter.write(owner, Deadline.after(300, SystemClock()), _touch)
    release.set()
    await holding
    assert refused.value.code == "DEADLINE_EXCEEDED"
    await waiter.write(owner, Deadline.after(60_000, SystemClock()), _touch)
    await holder.close()
    await waiter.close()


async def _touch(uow: UnitOfWork, item_id: int = 1) -> None:
    await uow.execute(update(items).where(items.c.item_id == item_id).values(touched=items.c.touched + 1))


@only_mariadb
async def test_a_deadlocked_claim_is_run_again(contended_url: str) -> None:
    database = await Database.open(contended_url, clock=SystemClock())
    deadline = Deadline.after(60_000, SystemClock())
    both_hold_one = asyncio.Barrier(2)
    runs: list[int] = []

    async def touch_two(uow: UnitOfWork, first: int, second: int) -> None:
        runs.append(first)
        await _touch(uow, first)
        if len(runs) <= 2:
            await both_hold_one.wait()
        await _touch(uow, second)

    await asyncio.gather(
        database.claim(deadline, lambda uow: touch_two(uow, 1, 2)),
        database.claim(deadline, lambda uow: touch_two(uow, 2, 1)),
    )
    result = await database.read(deadline, lambda uow: uow.execute(select(items.c.touched).where(items.c.item_id < 3)))
    assert sorted(result.scalars().all()) == [0, 2, 2]
    assert len(runs) == 3
    await database.close()


@only_mariadb
@pytest.mark.parametrize("number", [1213, 1205])
async def test_a_conflict_that_stays_is_reported_after_the_last_retry(
    contended_url: str, owner: Owner, number: int
) -> None:
    database = await Database.open(contended_url, clock=SystemClock())
    runs = 0

    async def conflict(uow: UnitOfWork) -> None:
        nonlocal runs
        runs += 1
        await _touch(uow)
        await uow.execute(text(f"SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO={number:d}"))

    deadline = Deadline.after(60_000, SystemClock())
    with pytest.raises(AgentBaseError) as refused:
        await database.write(owner, deadline, conflict)
    assert (refused.value.code, refused.value.retryable, runs) == ("DATABASE_BUSY", True, MAX_RETRIES + 1)
    result = await database.read(deadline, lambda uow: uow.execute(select(func.sum(items.c.touched))))
    assert result.scalar_one() == 0
    await database.close()
