"""Statements under watch: each is counted, and carries the time that its request has left."""

from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPICursor, ExecutionContext
from sqlalchemy.ext.asyncio import AsyncEngine

from agentbase.core.deadline import Deadline

_SAVEPOINTS = ("SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
_BEGINNINGS = ("BEGIN", "START TRANSACTION")


@dataclass
class StatementCounter:
    """Counts what is sent to the database inside a ``with`` block, tasks that are started there included.

    ``sql`` holds the statements in order, without their parameters; the owner lock is one of them. Beginnings and
    ends are counted apart; a reading ends with a rollback. Counters nest: each sees all that happens inside its own
    block.
    """

    sql: list[str] = field(default_factory=list)
    begins: int = 0
    commits: int = 0
    rollbacks: int = 0
    _token: Token[tuple["StatementCounter", ...]] | None = None

    @property
    def statements(self) -> int:
        """How many statements were sent."""
        return len(self.sql)

    def __enter__(self) -> Self:
        self._token = _counters.set((*_counters.get(), self))
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._token is not None:
            _counters.reset(self._token)


_counters: ContextVar[tuple[StatementCounter, ...]] = ContextVar("statement_counters", default=())


@dataclass
class Watch:
    """What a database connection knows of the request that uses it; lives as long as the connection does.

    SQLite's progress handler asks ``keep_running`` from the connection's own thread.
    """

    deadline: Deadline | None = None
    cancelled: bool = False
    thread_id: int | None = None

    def keep_running(self) -> int:
        """0 to go on, 1 to interrupt the statement."""
        return int(self.cancelled or (self.deadline is not None and self.deadline.expired))


WATCH = "watch"
"""The key of a connection's `Watch` in its ``info``."""


def watch_statements(engine: AsyncEngine) -> None:
    """Count and bound every statement of an engine."""
    event.listen(engine.sync_engine, "before_cursor_execute", _before_cursor_execute, retval=True)
    event.listen(engine.sync_engine, "handle_error", _handle_error)
    event.listen(engine.sync_engine, "commit", _on_commit)
    event.listen(engine.sync_engine, "rollback", _on_rollback)


def _before_cursor_execute(
    connection: Connection,
    cursor: DBAPICursor,
    statement: str,
    parameters: object,
    context: ExecutionContext | None,
    executemany: bool,
) -> tuple[str, object]:
    if statement.startswith(_BEGINNINGS):
        for counter in _counters.get():
            counter.begins += 1
        return statement, parameters
    for counter in _counters.get():
        counter.sql.append(statement)
    return _bounded(connection, statement, executemany), parameters


def _bounded(connection: Connection, statement: str, executemany: bool) -> str:
    watch = connection.info.get(WATCH)
    if watch is None or watch.deadline is None:
        return statement
    watch.deadline.check()
    # The driver sends many rows as one INSERT only when the statement begins with that word. Savepoints do not take the
    # prefix, and MySQL has none. The bound of the whole transaction still holds there.
    if executemany or statement.startswith(_SAVEPOINTS) or not getattr(connection.dialect, "is_mariadb", False):
        return statement
    seconds = max(watch.deadline.remaining(), 0.001)
    return f"SET STATEMENT max_statement_time={seconds:.6f} FOR {statement}"


def _handle_error(context: ExceptionContext) -> None:
    # An exception that is none of the driver's means that the waiting was cut short while the statement still runs.
    if context.connection is None or isinstance(context.original_exception, Exception):
        return
    watch = context.connection.info.get(WATCH)
    if watch is None:
        return
    watch.cancelled = True
    if context.dialect.name == "sqlite":
        # Keep the connection. A closed one would hold its lock for as long as anybody still refers to the cursor;
        # this one stops its statement at the next look at the watch, and then rolls back.
        context.is_disconnect = False


def _on_commit(connection: Connection) -> None:
    for counter in _counters.get():
        counter.commits += 1


def _on_rollback(connection: Connection) -> None:
    for counter in _counters.get():
        counter.rollbacks += 1
