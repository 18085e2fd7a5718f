"""Both databases with the tables of the base and of TimeFlow; every test has an owner of its own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import create_async_engine

import agentbase.audit.model
import agentbase.confirmation.model
import agentbase.event.model
import agentbase.run.model
import agentbase.session.model  # noqa: F401
import timeflow.execution.model  # noqa: F401
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner
from agentbase.core.database import metadata as base_metadata
from agentbase.core.deadline import Deadline
from tests.support.services import temporary_database
from timeflow.data.model import metadata


@pytest.fixture(scope="session")
def timeflow_mariadb_url() -> Iterator[URL]:
    """A MariaDB database with all tables."""
    with temporary_database("timeflow") as url:
        asyncio.run(create_tables(url))
        yield url


@pytest.fixture(params=["sqlite", "mariadb"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """The address of each of the two databases in turn."""
    if request.param == "mariadb":
        mariadb: URL = request.getfixturevalue("timeflow_mariadb_url")
        return mariadb
    url = URL.create("sqlite+aiosqlite", database=str(tmp_path / "timeflow.db"))
    asyncio.run(create_tables(url))
    return url


@pytest.fixture
async def database(database_url: URL) -> AsyncIterator[Database]:
    """Each of the two databases in turn."""
    opened = await Database.open(database_url.render_as_string(hide_password=False), clock=SystemClock())
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def owner() -> Owner:
    """Somebody who has nothing yet."""
    return Owner("local", f"owner-{secrets.token_hex(6)}")


@pytest.fixture
def deadline() -> Deadline:
    """Long enough for any test."""
    return Deadline.after(60_000, SystemClock())


async def create_tables(url: URL) -> None:
    """Make the tables of the base and of TimeFlow."""
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(base_metadata.create_all)
            await connection.run_sync(metadata.create_all)
    finally:
        await engine.dispose()
