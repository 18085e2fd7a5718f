"""A dialogue with the offline model on each database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database
from tests.support.databases import KINDS, fresh_database
from tests.timeflow.perception.support import Dialogue, dialogue_on


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'base.db'}"
    url: str = request.getfixturevalue("mariadb_url").render_as_string(hide_password=False)
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with fresh_database(database_url, SystemClock()) as database:
        yield database


@pytest.fixture
async def dialogue(database: Database) -> AsyncIterator[Dialogue]:
    async with dialogue_on(database) as dialogue:
        yield dialogue
