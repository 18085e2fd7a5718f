"""What the indexed branches find is what a plain look at every item finds."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from tests.timeflow.data.builders import NOW, item, meeting, store
from timeflow.data.contracts import CandidateCriteria, TimeWindow
from timeflow.data.repository import Window, select_candidates, select_facts, select_taking_time
from timeflow.data.stored import StoredItem

LENGTHS = (1, 30, 60, 600, 1440, 1559, 1561, 11_519, 11_521, 92_160, 92_161, 737_280, 737_281, 2_000_000)
"""Minutes, on both sides of every limit of a span class."""


def items(dice: random.Random) -> list[StoredItem]:
    made = []
    for number in range(250):
        start = datetime(2026, 12, 1, 10) + timedelta(minutes=dice.randint(-1_000_000, 1_000_000))
        kind = dice.choice(["meeting", "meeting", "meeting", "days", "todo", "due date", "goal"])
        if kind == "meeting":
            status = dice.choice(["active", "active", "completed"])
            made.append(meeting(f"{number}", start.isoformat(), dice.choice(LENGTHS), status=status))
        elif kind == "days":
            until = start.date() + timedelta(days=dice.choice([1, 2, 8, 30, 700]))
            made.append(item(f"{number}", all_day=True, start_date=start.date(), end_date=until))
        elif kind == "todo":
            made.append(item(f"{number}", "todo", local_due=start))
        elif kind == "due date":
            made.append(item(f"{number}", "todo", due_date=start.date()))
        else:
            made.append(item(f"{number}", "long_goal", deadline_date=start.date(), local_start=start))
    return made


def in_window(one: StoredItem, window: Window) -> bool:
    """As the contract has it: overlaps, is due, or has its deadline in the window."""
    start, end = window
    times, fields = one.times, one.fields
    if times.start_at is not None and times.end_at is not None and times.start_at < end and times.end_at > start:
        return True
    limits = ((times.due_at, fields.due_date), (times.deadline_at, fields.deadline_date))
    return any(at is not None and (start < at <= end if day else start <= at < end) for at, day in limits)


async def test_windows_find_exactly_what_lies_in_them(database: Database, owner: Owner, deadline: Deadline) -> None:
    dice = random.Random(20261201)
    stored = items(dice)
    await store(database, owner, deadline, *stored)

    async def check(uow: UnitOfWork) -> None:
        for _ in range(60):
            start = NOW + timedelta(minutes=dice.randint(-1_100_000, 1_100_000))
            end = start + timedelta(minutes=dice.choice([1, 60, 1440, 10_080, 100_000]))
            criteria = CandidateCriteria(window=TimeWindow(start_at=start, end_at=end))
            found = await select_candidates(uow, owner, criteria, 1000)
            assert {one.item_id for one in found} == {one.item_id for one in stored if in_window(one, (start, end))}
            assert len(found) == len({one.item_id for one in found})
            taking = {one.item_id for one in stored if one.takes_time and in_window(one, (start, end))}
            assert {one.item_id for one in await select_taking_time(uow, owner, (start, end))} == taking
            facts = await select_facts(uow, owner, [stored[0].item_id], [(start, end)])
            assert sorted(one.item_id for one in facts) == sorted(taking | {stored[0].item_id})

    await database.read(deadline, check)
