"""Tables to quarrel over: forty rows of one owner, and bookings of slots."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import create_async_engine

from tests.agentbase.core.database.contended import items


@pytest.fixture
async def contended_url(database_url: str) -> AsyncIterator[str]:
    """The address of each database in turn, with the contended tables."""
    engine = create_async_engine(database_url)
    async with engine.begin() as connection:
        await connection.run_sync(items.metadata.create_all)
        await connection.execute(insert(items), [{"item_id": number, "touched": 0} for number in range(40)])
    yield database_url
    async with engine.begin() as connection:
        await connection.run_sync(items.metadata.drop_all)
    await engine.dispose()
