"""The migrated tables are those that the code writes to."""

from __future__ import annotations

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

import timeflow.execution.model  # noqa: F401  (its table is in the metadata)
from agentbase.core.database import Database
from timeflow.data.model import metadata


def differences(connection: Connection) -> list[object]:
    """What a migration would still have to do. Other packages' tables do not count."""
    context = MigrationContext.configure(
        connection,
        opts={
            "compare_type": True,
            "include_name": lambda name, kind, _: kind != "table" or name in metadata.tables,
        },
    )
    return list(compare_metadata(context, metadata))


async def test_the_migrated_tables_are_the_declared_ones(database: Database) -> None:
    async with database.engines.reader.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
