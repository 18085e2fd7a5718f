from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agentbase.migrations import BRANCH as BASE_BRANCH
from bench.calendars import ITEMS_A_DAY, fill_calendar, name_of
from tests.support.database import Branches
from tests.support.dialogue import NOW, open_dialogue
from timeflow.migrations import BRANCH


@pytest.fixture
def migration_branches() -> Branches:
    return (BASE_BRANCH, BRANCH)


async def test_a_calendar_holds_the_same_on_each_day_around_now(sqlite_database_url: str, tmp_path: Path) -> None:
    tomorrow = NOW.date() + timedelta(days=1)
    async with open_dialogue(sqlite_database_url, tmp_path) as dialogue:
        await fill_calendar(dialogue, 100)
        titles = {item.title for item in await dialogue.agenda(tomorrow.isoformat())}
        every = await dialogue.agenda((NOW.date() - timedelta(days=400)).isoformat(), "2028-01-01")
    number = name_of(tomorrow, 100)
    assert {f"例会{number}", f"提交材料{number}", f"值班{number}"} <= titles
    undated = 100 // ITEMS_A_DAY
    assert len(every) == 100 - undated
