"""Bring a database to the structure that this version of the program expects.

Each package has a branch of revisions of its own. Asking whether anything is due costs one query and no Alembic, which
takes half a second to import; only an upgrade loads it.
"""

import asyncio
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from filelock import FileLock, Timeout
from sqlalchemy import URL, Column, Connection, MetaData, NullPool, String, Table, create_engine, event, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from agentbase.core.clock import SystemClock
from agentbase.core.database.engine import parse_url
from agentbase.core.database.faults import Fault, classify
from agentbase.core.database.unit_of_work import Database, UnitOfWork
from agentbase.core.database.waiting import to_the_end
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import base_error
from agentbase.core.trigger import reach_sync

COPIES_KEPT: Final = 3
_ASK_MS = 5_000
_LOCK_SECONDS = 60
_UPGRADE_SECONDS = 600
_ENVIRONMENT = Path(__file__).parents[2] / "migrations"

_version_table = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))


@dataclass(frozen=True, slots=True)
class MigrationBranch:
    """The revisions of one package.

    ``depends_on`` names every revision of another branch that they stand on: Alembic records such a revision no more
    once it has recorded the one that depends on it. A test holds ``head`` and ``depends_on`` against the files.
    """

    label: str
    versions: Path
    head: str
    depends_on: frozenset[str]


def expected_heads(branches: Iterable[MigrationBranch]) -> frozenset[str]:
    """What ``alembic_version`` holds when all is up to date."""
    branches = tuple(branches)
    implied = frozenset().union(*(branch.depends_on for branch in branches))
    return frozenset(branch.head for branch in branches) - implied


async def current_heads(database: Database) -> frozenset[str]:
    """What ``alembic_version`` holds now; empty where nothing was ever migrated."""

    async def ask(uow: UnitOfWork) -> frozenset[str]:
        return frozenset((await uow.execute(select(_version_table.c.version_num))).scalars())

    try:
        return await database.read(Deadline.after(_ASK_MS, SystemClock()), ask)
    except DBAPIError as error:
        if classify(error) is Fault.OTHER:
            return frozenset()
        raise


async def needs_migration(database: Database, branches: Iterable[MigrationBranch]) -> bool:
    """Whether the database has another structure than this version expects: an older one, or a newer one."""
    return await current_heads(database) != expected_heads(branches)


async def upgrade(url: str, branches: Sequence[MigrationBranch]) -> None:
    """Migrate a database to the newest revision of each branch. Two at once do it once.

    MariaDB ends a transaction at every DDL statement, so there a migration that is killed must be looked at by hand.
    Raises CONFIG_ERROR (the address), DATABASE_UNAVAILABLE, DATABASE_BUSY (another migration takes too long) and
    MIGRATION_NEEDED (the database is of a newer version).
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        await upgrade_embedded(Path(parsed.database or ""), branches)
        return
    await to_the_end(_upgrade_server(parsed, branches), _UPGRADE_SECONDS)


async def upgrade_embedded(path: Path, branches: Sequence[MigrationBranch]) -> None:
    """Migrate a SQLite file where it needs it: under a file lock, in one transaction, after a copy of the file.

    Makes the file and its folder when absent, for their owner alone. The last `COPIES_KEPT` copies stay beside it.
    Costs one query when nothing is due. Raises as `upgrade` does.
    """
    if await asyncio.to_thread(_file_heads, path) == expected_heads(branches):
        return
    await to_the_end(asyncio.to_thread(_upgrade_file, path, branches), _UPGRADE_SECONDS)


def _upgrade_file(path: Path, branches: Sequence[MigrationBranch]) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    try:
        with FileLock(f"{path}.migrate.lock", timeout=_LOCK_SECONDS):
            heads = _file_heads(path)
            if heads == expected_heads(branches):
                return
            if heads:
                _copy(path)
                reach_sync("migration.copied")
            _upgrade_locked_file(path, branches)
    except Timeout as error:
        raise base_error("DATABASE_BUSY") from error
    except sqlite3.Error as error:
        raise base_error("DATABASE_UNAVAILABLE") from error
    except DBAPIError as error:
        if classify(error) is Fault.LOST:
            raise base_error("DATABASE_UNAVAILABLE") from error
        raise


def _upgrade_locked_file(path: Path, branches: Sequence[MigrationBranch]) -> None:
    engine = create_engine(
        URL.create("sqlite", database=str(path)), poolclass=NullPool, connect_args={"isolation_level": None}
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        _run_alembic(connection, branches)
        reach_sync("migration.upgraded")


def _file_heads(path: Path) -> frozenset[str]:
    if not path.exists():
        return frozenset()
    try:
        with closing(sqlite3.connect(path, timeout=_ASK_MS / 1000)) as connection:
            return frozenset(row[0] for row in connection.execute("SELECT version_num FROM alembic_version"))
    except sqlite3.Error as error:
        if "no such table" in str(error):
            return frozenset()
        raise base_error("DATABASE_UNAVAILABLE") from error


def _copy(path: Path) -> None:
    """Copy the file as of now, what is still in the write-ahead log included, and forget the oldest copies."""
    stamp = SystemClock().now().strftime("%Y%m%dT%H%M%S%f")
    target = path.with_name(f"{path.name}.{stamp}.bak")
    partial = target.with_suffix(".partial")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(partial)) as copy:
        source.backup(copy)
    partial.chmod(0o600)
    partial.replace(target)
    copies = sorted(path.parent.glob(f"{path.name}.*.bak"))
    for old in copies[:-COPIES_KEPT]:
        old.unlink(missing_ok=True)


async def _upgrade_server(url: URL, branches: Sequence[MigrationBranch]) -> None:
    # Every statement is committed at once, as MariaDB does with DDL anyway: the lock goes when all is there.
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, isolation_level="AUTOCOMMIT")
    try:
        # A server may take a connection and then say nothing: its driver would wait for ever.
        async with asyncio.timeout(_ASK_MS / 1000):
            connection = await engine.connect()
        try:
            await _upgrade_under_lock(connection, branches)
        finally:
            await connection.close()
    except OSError as error:  # TimeoutError is one
        raise base_error("DATABASE_UNAVAILABLE") from error
    except DBAPIError as error:
        if classify(error) is Fault.LOST:
            raise base_error("DATABASE_UNAVAILABLE") from error
        raise
    finally:
        await engine.dispose()


async def _upgrade_under_lock(connection: AsyncConnection, branches: Sequence[MigrationBranch]) -> None:
    # Locks are named for the whole server, and names end at 64 characters.
    digest = hashlib.sha256((connection.engine.url.database or "").encode()).hexdigest()
    name = f"migrate-{digest[:32]}"
    if await connection.scalar(select(func.get_lock(name, _LOCK_SECONDS))) != 1:
        raise base_error("DATABASE_BUSY")
    try:
        await connection.run_sync(_run_alembic, branches)
    finally:
        await connection.scalar(select(func.release_lock(name)))


def _run_alembic(connection: Connection, branches: Sequence[MigrationBranch]) -> None:
    alembic = _load_alembic()
    config = alembic.config.Config()
    config.set_main_option("script_location", _escaped(_ENVIRONMENT))
    config.set_main_option("path_separator", "os")
    config.set_main_option("version_locations", os.pathsep.join(_escaped(branch.versions) for branch in branches))
    config.attributes["connection"] = connection
    try:
        for branch in branches:
            alembic.command.upgrade(config, f"{branch.label}@head")
    except alembic.util.CommandError as error:
        raise base_error("MIGRATION_NEEDED") from error


def _load_alembic() -> ModuleType:
    for part in ("command", "config", "util"):
        import_module(f"alembic.{part}")
    return import_module("alembic")


def _escaped(path: Path) -> str:
    """A path as Alembic's configuration reads it, where a percent sign begins an interpolation."""
    return str(path).replace("%", "%%")
