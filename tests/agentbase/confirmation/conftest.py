"""Both databases, one owner, and a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.room import Room
from tests.agentbase.confirmation.things import things_metadata
from tests.support.databases import KINDS, fresh_database


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def deadline(clock: FrozenClock) -> Deadline:
    return Deadline.after(30_000, clock)


@pytest.fixture
def owner() -> Owner:
    return Owner("local", "ann")


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'base.db'}"
    url: str = request.getfixturevalue("mariadb_url").render_as_string(hide_password=False)
    return url


@pytest.fixture
async def database(database_url: str, clock: FrozenClock) -> AsyncIterator[Database]:
    async with fresh_database(database_url, clock, [things_metadata]) as database:
        yield database


@pytest.fixture
def room(database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, clock, owner, deadline)
