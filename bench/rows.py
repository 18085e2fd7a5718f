"""Rows that MariaDB reads for a turn, in a small and in a large calendar."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Final

from bench.calendars import fill_calendar, name_of
from bench.databases import fresh_database
from bench.sections import Row, Section
from tests.support.dialogue import NOW, Dialogue, open_dialogue
from tests.support.rows_read import rows_read

SIZES: Final = (100, 100_000)
_TOMORROW: Final = NOW.date() + timedelta(days=1)


def turns_in(count: int) -> dict[str, str]:
    """What a person does, by name, in a calendar of ``count`` items."""
    number = name_of(_TOMORROW, count)
    return {
        "create, with a look for conflicts": "后天下午三点和王工评审接口，一小时",
        "move, found by its words": f"把例会{number}改到明天下午四点",
        "query a day": "明天有什么安排",
        "tick off, found by its words": f"提交材料{number}完成了",
    }


async def count_rows(dialogue: Dialogue, count: int) -> dict[str, int]:
    """Fill the calendar, then read rows turn by turn. Raises AssertionError where one does not find what it should."""
    await fill_calendar(dialogue, count)
    for _ in range(2):  # what is opened for the first time is read from the server's own tables
        await dialogue.done("大后天下午六点散步，半小时")
        await dialogue.done("把散步删掉")
    rows = {}
    for name, sentence in turns_in(count).items():
        with rows_read(dialogue.app.database) as read:
            response = await dialogue.say(sentence)
        assert response.type == ("display" if name.startswith("query") else "confirmation_required"), response
        rows[name] = read.total
    return rows


def measure() -> list[Section]:
    """One row for each turn, with a column for each size."""
    found = {}
    for count in SIZES:
        with fresh_database("mariadb") as (url, folder):
            found[count] = asyncio.run(_count(url, folder, count))
    rows: list[Row] = [
        {"turn": name, **{f"rows_at_{count}": found[count][name] for count in SIZES}} for name in turns_in(SIZES[0])
    ]
    title = "Rows that MariaDB reads for a turn (words without a day look at the year around now)"
    return [Section("rows", title, tuple(rows))]


async def _count(url: str, folder: Path, count: int) -> dict[str, int]:
    async with open_dialogue(url, folder) as dialogue:
        return await count_rows(dialogue, count)
