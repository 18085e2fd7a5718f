"""Transactions as the design has them (section 3): one way to write, one to read, one to claim."""

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeVar

import structlog
from sqlalchemy import CursorResult, Executable
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from agentbase.core.clock import Clock
from agentbase.core.database.engine import Engines, Side, create_engines, prepare_file
from agentbase.core.database.faults import Fault, classify, own_error
from agentbase.core.database.model import owners
from agentbase.core.database.statements import WATCH, StatementCounter, Watch
from agentbase.core.database.waiting import to_the_end, within
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from agentbase.core.trigger import reach

T = TypeVar("T")
Parameters = Mapping[str, object] | Sequence[Mapping[str, object]]

MAX_RETRIES = 3
_COMMIT_GRACE_SECONDS = 2.0
_CLEAN_UP_SECONDS = 2.0
_OPEN_SECONDS = 5.0
_random = secrets.SystemRandom()
_log = structlog.get_logger(__name__)


class Owner(NamedTuple):
    """Whose data it is. The embedded default has the tenant "local"."""

    tenant_id: str
    owner_id: str


@dataclass(frozen=True, slots=True)
class UnitOfWork:
    """One open transaction, as repositories see it. They execute statements and never commit.

    ``counter`` knows the statements of this transaction alone.

    ``owner`` is the owner whose row is locked, None in reads and claims.
    """

    connection: AsyncConnection
    owner: Owner | None
    deadline: Deadline
    counter: StatementCounter

    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> CursorResult[Any]:
        """Execute one statement, counted and bounded by the time that is left.

        Raises DEADLINE_EXCEEDED, and SQLAlchemy's errors: the repository may catch ``IntegrityError``.
        """
        try:
            return await self.connection.execute(statement, parameters)
        except StatementError as error:
            if (own := own_error(error)) is not None:
                raise own from None
            raise


Work = Callable[[UnitOfWork], Awaitable[T]]


class Database:
    """The one database of a process. Made by `open`, closed by `close`."""

    def __init__(self, engines: Engines, clock: Clock) -> None:
        self._engines = engines
        self._clock = clock

    @classmethod
    async def open(cls, url: str, *, clock: Clock, pool_size: int = 10) -> Self:
        """Open ``sqlite+aiosqlite:///path`` or ``mysql+asyncmy://user:password@host/name``.

        ``pool_size`` bounds the connections of each side (reading, writing; SQLite always writes through one).
        Raises CONFIG_ERROR for an address that cannot be used, DATABASE_UNAVAILABLE where nothing answers.
        """
        database = cls(create_engines(url, pool_size=pool_size), clock)
        try:
            await database._first_contact()
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def engines(self) -> Engines:
        """The engines, for migrations and diagnosis; repositories have no use for them."""
        return self._engines

    async def close(self) -> None:
        """Close every connection. Transactions must have ended."""
        await self._engines.dispose()

    async def write(self, owner: Owner, deadline: Deadline, work: Work[T]) -> T:
        """Run ``work`` in one transaction that holds the owner's row, and commit it.

        On a deadlock, a lock time-out or a busy file the whole of it is run again, three times at most, so ``work``
        must have no effect outside the transaction. Any error of ``work`` rolls back and propagates.

        Raises DEADLINE_EXCEEDED, DATABASE_BUSY, DATABASE_UNAVAILABLE (nothing was written), or COMMIT_OUTCOME_UNKNOWN
        (ask again under the same key).
        """
        return await self._run(self._engines.writer, owner, deadline, work)

    async def claim(self, deadline: Deadline, work: Work[T]) -> T:
        """As `write`, but without an owner's row: for taking rows from a queue, and for nothing else."""
        return await self._run(self._engines.writer, None, deadline, work)

    async def read(self, deadline: Deadline, work: Work[T]) -> T:
        """Run ``work`` in a transaction that sees one state of the database and cannot write."""
        return await self._run(self._engines.reader, None, deadline, work)

    async def _run(self, side: Side, owner: Owner | None, deadline: Deadline, work: Work[T]) -> T:
        for attempt in range(MAX_RETRIES + 1):
            try:
                return await self._attempt(side, owner, deadline, work)
            except DBAPIError as error:
                fault = classify(error, reading=not side.commits)
                if fault is Fault.OUT_OF_TIME:
                    raise base_error("DEADLINE_EXCEEDED") from error
                if fault is Fault.OTHER:
                    raise
                if attempt == MAX_RETRIES:
                    reason = "DATABASE_BUSY" if fault is Fault.CONFLICT else "DATABASE_UNAVAILABLE"
                    raise base_error(reason) from error
                _log.info("transaction_retried", fault=fault.value, attempt=attempt + 1)
            await asyncio.sleep(deadline.at_most(_random.uniform(0.002, 0.02) * 2**attempt))
        raise AssertionError("unreachable")

    async def _attempt(self, side: Side, owner: Owner | None, deadline: Deadline, work: Work[T]) -> T:
        with StatementCounter() as counter:
            async with self._connection(side, deadline) as connection:
                async with within(deadline):
                    await self._begin(side, connection, deadline)
                    unit = UnitOfWork(connection, owner, deadline, counter)
                    if owner is not None:
                        await self._lock(unit, owner)
                    result = await work(unit)
                    if not side.commits:
                        return result
                    await reach("transaction.before_commit")
                deadline.check()
                await self._commit(connection, deadline)
        await reach("transaction.after_commit")
        return result

    @asynccontextmanager
    async def _connection(self, side: Side, deadline: Deadline) -> AsyncIterator[AsyncConnection]:
        """A connection that knows the deadline, and goes back clean or not at all."""
        async with within(deadline):
            await side.places.acquire()
        try:
            async with within(deadline):
                connection = await self._connect(side)
            watch = _watch(connection)
            watch.deadline = deadline
            try:
                yield connection
            finally:
                watch.deadline = None
                await self._clean_up(connection, watch)
        finally:
            side.places.release()

    async def _connect(self, side: Side) -> AsyncConnection:
        try:
            return await side.engine.connect()
        except OSError as error:
            raise base_error("DATABASE_UNAVAILABLE") from error

    async def _clean_up(self, connection: AsyncConnection, watch: Watch) -> None:
        try:
            await to_the_end(self._give_back(connection, watch), _CLEAN_UP_SECONDS)
        except TimeoutError:
            _log.warning("connection_abandoned")
            await connection.invalidate()

    async def _give_back(self, connection: AsyncConnection, watch: Watch) -> None:
        if watch.cancelled and watch.thread_id is not None:
            await self._kill(watch.thread_id)
        await connection.close()
        watch.cancelled = False

    async def _kill(self, thread_id: int) -> None:
        """Stop on the server what its client no longer waits for."""
        if self._engines.control is None:
            return
        try:
            async with asyncio.timeout(_CLEAN_UP_SECONDS / 2), self._engines.control.connect() as control:
                await control.exec_driver_sql("KILL %s", (thread_id,))
        except (DBAPIError, OSError, TimeoutError) as error:
            _log.info("statement_not_killed", error=type(error).__name__)

    async def _begin(self, side: Side, connection: AsyncConnection, deadline: Deadline) -> None:
        if side.begin is None:
            return
        while True:
            try:
                await connection.exec_driver_sql(side.begin)
            except DBAPIError as error:
                # Only another process can hold the file: in this one there is one writer.
                if classify(error) is not Fault.CONFLICT:
                    raise
                deadline.check()
                await asyncio.sleep(deadline.at_most(_random.uniform(0.001, 0.01)))
            else:
                return

    async def _lock(self, unit: UnitOfWork, owner: Owner) -> None:
        """Lock the owner's row, created when absent, in one statement."""
        values = {"tenant_id": owner.tenant_id, "owner_id": owner.owner_id, "created_at": self._clock.now()}
        if self._engines.kind == "sqlite":
            await unit.execute(sqlite.insert(owners).values(values).on_conflict_do_nothing())
        else:
            # An update that changes nothing still takes the exclusive lock; INSERT IGNORE would take a shared one,
            # and two of those deadlock.
            insert = mysql.insert(owners).values(values)
            await unit.execute(insert.on_duplicate_key_update(tenant_id=owners.c.tenant_id))

    async def _commit(self, connection: AsyncConnection, deadline: Deadline) -> None:
        _watch(connection).deadline = None
        try:
            await to_the_end(connection.commit(), max(deadline.remaining(), _COMMIT_GRACE_SECONDS))
        except (TimeoutError, OSError) as error:
            raise base_error("COMMIT_OUTCOME_UNKNOWN") from error
        except DBAPIError as error:
            if classify(error) is Fault.LOST:
                raise base_error("COMMIT_OUTCOME_UNKNOWN") from error
            raise

    async def _first_contact(self) -> None:
        """Meet the server, or make the SQLite file."""
        deadline = Deadline.after(_OPEN_SECONDS * 1000, self._clock)
        try:
            async with within(deadline):
                if self._engines.kind == "sqlite":
                    await asyncio.to_thread(prepare_file, self._engines.url.database or "")
                    return
                async with self._connection(self._engines.writer, deadline) as connection:
                    await connection.exec_driver_sql("SELECT 1")
        except (AgentBaseError, DBAPIError, sqlite3.Error) as error:
            raise base_error("DATABASE_UNAVAILABLE") from error


def _watch(connection: AsyncConnection) -> Watch:
    sync = connection.sync_connection
    assert sync is not None
    watch: Watch = sync.info[WATCH]
    return watch
