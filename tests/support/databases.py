"""Both databases of the base, empty and with its tables, for the tests of the rooms."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from sqlalchemy import MetaData

import agentbase.audit.model
import agentbase.confirmation.model
import agentbase.event.model
import agentbase.run.model
import agentbase.session.model  # noqa: F401  (imported, so that their tables are known)
from agentbase.core.clock import Clock
from agentbase.core.database import Database, metadata

KINDS = ("sqlite", "mariadb")


@asynccontextmanager
async def fresh_database(url: str, clock: Clock, more: Iterable[MetaData] = ()) -> AsyncIterator[Database]:
    """The database at ``url``, with all tables of the base (and ``more``) new and empty."""
    database = await Database.open(url, clock=clock)
    try:
        async with database.engines.writer.engine.begin() as connection:
            for tables in (metadata, *more):
                await connection.run_sync(tables.create_all)
                # A server's database outlives the test, and emptying tables is quicker than making them anew.
                for table in tables.tables.values():
                    await connection.execute(table.delete())
        yield database
    finally:
        await database.close()
