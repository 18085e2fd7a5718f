"""How many rows of tables and indexes MariaDB reads for each statement of an application."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPICursor

from agentbase.core.database import Database

_STATUS = "SHOW SESSION STATUS LIKE 'Handler_read%'"


@dataclass(slots=True)
class RowsRead:
    """Statements in order, each with the rows that it read (the sum of ``Handler_read_%``)."""

    by_statement: list[tuple[str, int]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All rows read."""
        return sum(rows for _, rows in self.by_statement)


@contextmanager
def rows_read(database: Database) -> Iterator[RowsRead]:
    """Watch a MariaDB database. Each statement is asked about on its own connection, so that no neighbour is counted.

    Asking reads rows as well; how many is found by asking twice, and taken off.
    """
    watched = RowsRead()
    engines = [side.engine.sync_engine for side in (database.engines.writer, database.engines.reader)]
    before: dict[int, int] = {}

    def ask(connection: Connection) -> int:
        cursor = connection.connection.cursor()
        cursor.execute(_STATUS)
        counts = cursor.fetchall()
        cursor.close()
        return sum(int(count) for _, count in counts)

    def on_before(connection: Connection, *_: object) -> None:
        first = ask(connection)
        second = ask(connection)
        before[id(connection)] = second + (second - first)

    def on_after(connection: Connection, cursor: DBAPICursor, statement: str, *_: object) -> None:
        watched.by_statement.append((statement, ask(connection) - before.pop(id(connection))))

    for engine in engines:
        event.listen(engine, "before_cursor_execute", on_before)
        event.listen(engine, "after_cursor_execute", on_after)
    try:
        yield watched
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", on_before)
            event.remove(engine, "after_cursor_execute", on_after)
