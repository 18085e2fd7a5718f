"""A dialogue with the offline model on each database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from agentbase.core.database import Database
from tests.timeflow.perception.support import Dialogue, dialogue_on


@pytest.fixture
async def dialogue(database: Database) -> AsyncIterator[Dialogue]:
    async with dialogue_on(database) as dialogue:
        yield dialogue
