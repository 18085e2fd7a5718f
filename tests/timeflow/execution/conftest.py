"""A person's dialogue with the whole application: a SQLite file, the offline model, a clock that stands still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agentbase.testing.clock import FrozenClock
from tests.support.dialogue import Dialogue, open_dialogue


@pytest.fixture
async def dialogue(sqlite_database_url: str, tmp_path: Path, frozen_clock: FrozenClock) -> AsyncIterator[Dialogue]:
    async with open_dialogue(sqlite_database_url, tmp_path, clock=frozen_clock) as opened:
        yield opened
