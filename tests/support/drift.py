"""What Alembic would still change in a migrated database to make it match the tables in the code."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, text
from sqlalchemy.ext.asyncio import create_async_engine


def import_models(package: str) -> None:
    """Import every room's ``model.py``, so that the metadata of the package knows all its tables."""
    root = Path(importlib.import_module(package).__file__ or "").parent
    for path in root.rglob("model.py"):
        importlib.import_module(".".join((package, *path.relative_to(root).with_suffix("").parts)))


async def drift(url: str, metadatas: Iterable[MetaData]) -> list[object]:
    """The differences, types and server defaults included; empty when there are none."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_differences, tuple(metadatas))
    finally:
        await engine.dispose()


def _differences(connection: Connection, metadatas: tuple[MetaData, ...]) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadatas))  # type: ignore[arg-type]  # it takes several, and says one


async def recorded(url: str) -> frozenset[str]:
    """The revisions that Alembic has recorded in a database."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return frozenset((await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars())
    finally:
        await engine.dispose()
