"""The two engines of a database: one that writes, one that reads. Everything that differs between the kinds is here."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import URL, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from agentbase.core.database.statements import WATCH, Watch, watch_statements
from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error

_SQLITE = "sqlite+aiosqlite"
_MYSQL = "mysql+asyncmy"
_BUSY_MS = 100  # a wait inside SQLite cannot be cancelled, so it is short and repeated
_PREPARE_TRIES = 45
_PROGRESS_STEPS = 1000  # virtual machine instructions between two looks at the clock
_RECYCLE_SECONDS = 1800
_SQL_MODE = "STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION"


@dataclass(frozen=True)
class Side:
    """One engine, how its transactions begin, whether they end in a commit, and the places that it has.

    Waiting for a place happens here and not in SQLAlchemy's pool, whose wait knows no request: first come, first
    served, and a cancelled waiter leaves nothing behind.
    """

    engine: AsyncEngine
    begin: str | None
    commits: bool
    places: asyncio.Semaphore


@dataclass(frozen=True)
class Engines:
    """The sides of one database. ``control`` opens a connection for itself alone, to stop what was abandoned."""

    kind: Literal["sqlite", "mysql"]
    url: URL
    writer: Side
    reader: Side
    control: AsyncEngine | None

    async def dispose(self) -> None:
        """Close every connection."""
        await self.writer.engine.dispose()
        await self.reader.engine.dispose()


def parse_url(url: str) -> URL:
    """Read a database address. Raises CONFIG_ERROR for any other than a SQLite file, MariaDB or MySQL."""
    try:
        parsed = make_url(url)
    except Exception as error:
        raise _unusable("不是数据库地址 / not a database address") from error
    if parsed.drivername not in {_SQLITE, _MYSQL}:
        raise _unusable(f"要以 {_SQLITE} 或 {_MYSQL} 开头 / starts with {_SQLITE} or {_MYSQL}")
    if not parsed.database or parsed.database == ":memory:":
        raise _unusable("要指明文件或库名 / names a file or a database")
    return parsed


def create_engines(url: str, *, pool_size: int) -> Engines:
    """Build the engines; nothing is connected yet.

    Raises CONFIG_ERROR for an address that cannot be used.
    """
    parsed = parse_url(url)
    if parsed.drivername == _SQLITE:
        return _sqlite_engines(parsed, pool_size)
    return _mysql_engines(parsed, pool_size)


def prepare_file(path: str) -> None:
    """Make the SQLite file where there is none, in write-ahead mode, which it then keeps. Blocks for 5 seconds at most.

    Raises ``sqlite3.Error`` when that cannot be. Here and not in a pool, whose driver leaves its thread behind when the
    first connection fails.
    """
    with closing(sqlite3.connect(path, timeout=_BUSY_MS / 1000)) as connection:
        for _ in range(_PREPARE_TRIES):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                # The first processes of a new file meet while one of them changes its mode.
                if not str(error).startswith("database is locked"):
                    raise
                time.sleep(0.01)
            else:
                return
    raise sqlite3.OperationalError("database is locked")


def _sqlite_engines(url: URL, pool_size: int) -> Engines:
    # Python's sqlite3 would begin transactions by itself, deferred and not at a SELECT; with None it never does.
    options = {"isolation_level": None, "timeout": _BUSY_MS / 1000}
    writer = create_async_engine(url, pool_size=1, max_overflow=0, hide_parameters=True, connect_args=options)
    reader = create_async_engine(url, pool_size=pool_size, max_overflow=0, hide_parameters=True, connect_args=options)
    for engine in (writer, reader):
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        watch_statements(engine)
    event.listen(reader.sync_engine, "connect", _forbid_writing)
    return Engines(
        "sqlite",
        url,
        Side(writer, "BEGIN IMMEDIATE", True, asyncio.Semaphore(1)),
        Side(reader, "BEGIN", False, asyncio.Semaphore(pool_size)),
        None,
    )


def _prepare_sqlite(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    watch = entry.info[WATCH] = Watch()
    connection.run_async(lambda driver: driver.set_progress_handler(watch.keep_running, _PROGRESS_STEPS))
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _forbid_writing(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _mysql_engines(url: URL, pool_size: int) -> Engines:
    options = {"init_command": f"SET SESSION sql_mode='{_SQL_MODE}'", "connect_timeout": 10}

    def side(isolation: Literal["READ COMMITTED", "REPEATABLE READ"], begin: str | None, commits: bool) -> Side:
        engine = create_async_engine(
            url,
            isolation_level=isolation,
            pool_size=pool_size,
            max_overflow=0,
            pool_recycle=_RECYCLE_SECONDS,
            hide_parameters=True,
            connect_args=options,
        )
        event.listen(engine.sync_engine, "connect", _prepare_mysql)
        watch_statements(engine)
        return Side(engine, begin, commits, asyncio.Semaphore(pool_size))

    return Engines(
        "mysql",
        url,
        side("READ COMMITTED", None, True),
        side("REPEATABLE READ", "START TRANSACTION READ ONLY", False),
        create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=options),
    )


def _prepare_mysql(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    thread_id = connection.driver_connection.thread_id()
    entry.info[WATCH] = Watch(thread_id=thread_id)


def _unusable(problem: str) -> Exception:
    return base_error("CONFIG_ERROR", field_errors=(FieldError("database.url", problem),))
