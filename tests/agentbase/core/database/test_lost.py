"""Connections that break, and processes that die, beside a commit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest
from sqlalchemy import func, insert, select, update

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from tests.agentbase.core.database.contended import items
from tests.agentbase.core.database.cutting_proxy import Cut, cutting_proxy

only_mariadb = pytest.mark.parametrize("database_url", ["mariadb"], indirect=True)


async def _touch(uow: UnitOfWork) -> None:
    await uow.execute(update(items).where(items.c.item_id == 1).values(touched=items.c.touched + 1))


async def _touched(uow: UnitOfWork) -> int:
    return int((await uow.execute(select(func.sum(items.c.touched)))).scalar_one())


def _soon() -> Deadline:
    return Deadline.after(10_000, SystemClock())


@only_mariadb
@pytest.mark.parametrize(("cut", "written"), [("before", 0), ("after", 1)])
async def test_a_connection_lost_at_commit_leaves_the_outcome_to_be_asked(
    contended_url: str, owner: Owner, cut: Cut, written: int
) -> None:
    async with cutting_proxy(contended_url, b"COMMIT", cut) as proxy:
        database = await Database.open(proxy.url, clock=SystemClock())
        proxy.left = 1
        with pytest.raises(AgentBaseError) as refused:
            await database.write(owner, _soon(), _touch)
        assert (refused.value.code, refused.value.retryable) == ("COMMIT_OUTCOME_UNKNOWN", True)
        assert await database.read(_soon(), _touched) == written
        await database.close()


@only_mariadb
async def test_a_commit_that_is_never_answered_is_waited_for_no_longer_than_its_bound(
    contended_url: str, owner: Owner
) -> None:
    async with cutting_proxy(contended_url, b"COMMIT", "never_answer") as proxy:
        database = await Database.open(proxy.url, clock=SystemClock())
        proxy.left = 1
        began = SystemClock().monotonic()
        with pytest.raises(AgentBaseError) as refused:
            await database.write(owner, Deadline.after(500, SystemClock()), _touch)
        assert refused.value.code == "COMMIT_OUTCOME_UNKNOWN"
        assert SystemClock().monotonic() - began < 6
        assert await database.read(_soon(), _touched) == 1
        await database.close()


@only_mariadb
async def test_a_connection_lost_before_commit_is_tried_again(contended_url: str, owner: Owner) -> None:
    async with cutting_proxy(contended_url, b"UPDATE contended_items", "after") as proxy:
        database = await Database.open(proxy.url, clock=SystemClock())
        proxy.left = 1
        await database.write(owner, _soon(), _touch)
        assert await database.read(_soon(), _touched) == 1
        await database.close()


@only_mariadb
async def test_a_server_that_keeps_cutting_is_unavailable(contended_url: str, owner: Owner) -> None:
    async with cutting_proxy(contended_url, b"UPDATE contended_items", "before") as proxy:
        database = await Database.open(proxy.url, clock=SystemClock())
        proxy.left = 100
        with pytest.raises(AgentBaseError) as refused:
            await database.write(owner, _soon(), _touch)
        assert (refused.value.code, refused.value.retryable) == ("DATABASE_UNAVAILABLE", True)
        assert await database.read(_soon(), _touched) == 0
        await database.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_disk_that_is_full_is_unavailable_and_nothing_is_written(contended_url: str, owner: Owner) -> None:
    database = await Database.open(contended_url, clock=SystemClock())

    async def shrink(uow: UnitOfWork) -> None:
        pages = (await uow.connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await uow.connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    async def fill(uow: UnitOfWork) -> None:
        await _touch(uow)
        await uow.execute(insert(items), [{"item_id": number, "touched": 0} for number in range(1000, 9000)])

    await database.claim(_soon(), shrink)
    with pytest.raises(AgentBaseError) as refused:
        await database.write(owner, _soon(), fill)
    assert (refused.value.code, refused.value.retryable) == ("DATABASE_UNAVAILABLE", True)
    assert await database.read(_soon(), _touched) == 0
    await database.close()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("mysql+asyncmy://nobody@127.0.0.1:1/none", "DATABASE_UNAVAILABLE"),
        ("sqlite+aiosqlite:////dev/null/none.db", "DATABASE_UNAVAILABLE"),
        ("sqlite+aiosqlite:///:memory:", "CONFIG_ERROR"),
        ("postgresql://hunter2@x/y", "CONFIG_ERROR"),
        ("hunter2", "CONFIG_ERROR"),
    ],
)
async def test_what_cannot_be_opened_is_refused_without_its_address(url: str, code: str) -> None:
    with pytest.raises(AgentBaseError) as refused:
        await Database.open(url, clock=SystemClock())
    assert refused.value.code == code
    assert "hunter2" not in str(refused.value) + str(refused.value.field_errors)


WRITE = textwrap.dedent("""
    import asyncio, sys
    from sqlalchemy import update
    from agentbase.core.clock import SystemClock
    from agentbase.core.database import Database, Owner
    from agentbase.core.deadline import Deadline
    from tests.agentbase.core.database.contended import items

    async def main():
        clock = SystemClock()
        database = await Database.open(sys.argv[1], clock=clock)
        touch = update(items).values(touched=1)
        await database.write(Owner("local", "me"), Deadline.after(60_000, clock), lambda uow: uow.execute(touch))

    asyncio.run(main())
""")


@pytest.mark.parametrize(("point", "written"), [("transaction.before_commit", 0), ("transaction.after_commit", 40)])
async def test_a_process_killed_beside_the_commit_leaves_all_or_nothing(
    contended_url: str, owner: Owner, point: str, written: int
) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(["src", "."]),
        "TIMEFLOW_TRIGGER": f"{point}=kill",
    }
    killed = subprocess.run([sys.executable, "-c", WRITE, contended_url], env=environment, check=False)  # noqa: ASYNC221
    assert killed.returncode == -signal.SIGKILL
    database = await Database.open(contended_url, clock=SystemClock())
    assert await database.read(_soon(), _touched) == written
    await database.write(owner, _soon(), _touch)
    assert await database.read(_soon(), _touched) == written + 1
    await database.close()
