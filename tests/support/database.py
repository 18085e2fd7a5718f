"""Both databases, migrated once for a worker and empty for each test.

A package whose tests need more tables than those of the base overrides `migration_branches`. SQLite gets a copy of a
migrated file for each test; MariaDB's tables are emptied after it, since our own transactions commit.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import delete, table, text
from sqlalchemy.ext.asyncio import create_async_engine

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner
from agentbase.core.database.migrate import MigrationBranch, upgrade
from agentbase.core.deadline import Deadline
from agentbase.migrations import BRANCH
from agentbase.testing.clock import FrozenClock
from agentbase.testing.database import sqlite_url
from tests.support.services import temporary_database

Branches = tuple[MigrationBranch, ...]


class MigratedDatabases:
    """Migrated databases of this worker, made when first asked for."""

    def __init__(self, folder: Path, label: str, stack: ExitStack) -> None:
        self._folder = folder
        self._label = label
        self._stack = stack
        self._sqlite: dict[Branches, Path] = {}
        self._mariadb: dict[Branches, str] = {}

    def sqlite(self, branches: Branches) -> Path:
        """A migrated file, to be copied."""
        if branches not in self._sqlite:
            path = self._folder / f"{len(self._sqlite)}.db"
            asyncio.run(upgrade(sqlite_url(path), branches))
            self._sqlite[branches] = path
        return self._sqlite[branches]

    def mariadb(self, branches: Branches) -> str:
        """The address of a migrated database, to be emptied after use."""
        if branches not in self._mariadb:
            url = self._stack.enter_context(temporary_database(self._label)).render_as_string(hide_password=False)
            asyncio.run(upgrade(url, branches))
            self._mariadb[branches] = url
        return self._mariadb[branches]


@pytest.fixture(scope="session")
def migrated_databases(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[MigratedDatabases]:
    """The databases of this worker."""
    with ExitStack() as stack:
        yield MigratedDatabases(tmp_path_factory.mktemp("migrated"), worker_id, stack)


@pytest.fixture
def migration_branches() -> Branches:
    """Whose tables there are; overridden by packages that have some of their own."""
    return (BRANCH,)


@pytest.fixture
def sqlite_database_url(migrated_databases: MigratedDatabases, migration_branches: Branches, tmp_path: Path) -> str:
    """The address of an empty, migrated SQLite file."""
    path = tmp_path / "test.db"
    shutil.copyfile(migrated_databases.sqlite(migration_branches), path)
    return sqlite_url(path)


@pytest.fixture
def mariadb_database_url(migrated_databases: MigratedDatabases, migration_branches: Branches) -> Iterator[str]:
    """The address of an empty, migrated MariaDB database."""
    url = migrated_databases.mariadb(migration_branches)
    yield url
    asyncio.run(_empty(url))


@pytest.fixture(params=["sqlite", "mariadb"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of each of the two databases in turn."""
    url: str = request.getfixturevalue(f"{request.param}_database_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """Each of the two databases in turn, with the system's clock."""
    opened = await Database.open(database_url, clock=SystemClock())
    try:
        yield opened
    finally:
        await opened.close()


@pytest.fixture
def frozen_clock() -> FrozenClock:
    """A clock that moves only when told."""
    return FrozenClock()


@pytest.fixture
def owner() -> Owner:
    """Somebody who has nothing yet."""
    return Owner("local", f"owner-{secrets.token_hex(6)}")


@pytest.fixture
def deadline() -> Deadline:
    """Long enough for any test."""
    return Deadline.after(60_000, SystemClock())


async def _empty(url: str) -> None:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SET FOREIGN_KEY_CHECKS=0"))
            for name in (await connection.execute(text("SHOW TABLES"))).scalars().all():
                if name != "alembic_version":
                    await connection.execute(delete(table(name)))
    finally:
        await engine.dispose()
