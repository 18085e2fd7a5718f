"""A real database that is gone after the block."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database import Database
from agentbase.core.database.migrate import MigrationBranch, upgrade_embedded


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite+aiosqlite:///{path}"


@asynccontextmanager
async def temporary_database(
    branches: Sequence[MigrationBranch], *, clock: Clock | None = None
) -> AsyncIterator[Database]:
    """An embedded database with the tables of ``branches``, in a folder of its own that is removed at the end."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "test.db"
        await upgrade_embedded(path, branches)
        database = await Database.open(sqlite_url(path), clock=clock or SystemClock())
        try:
            yield database
        finally:
            await database.close()
