"""Moves, shifts and roll-overs: computed, one change per item, wall times kept where only the day changes."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from tests.timeflow.execution.busy_days import NOW, ZONE, facts, said
from timeflow.data.contracts import ItemSnapshot
from timeflow.execution.planned_times import TimeFacts, TimeQuestion
from timeflow.execution.steps.compute_changes import ComputedChange, computed_change
from timeflow.execution.steps.compute_range import computed_range
from timeflow.functions.contracts import ItemChange


def event(
    start: str = "2026-12-02T15:00", minutes_end: str = "2026-12-02T16:00", zone: ZoneInfo = ZONE
) -> ItemSnapshot:
    return ItemSnapshot(
        item_id="i1",
        item_type="schedule",
        title="评审",
        status="active",
        version=1,
        timezone=zone.key,
        start_at=datetime.fromisoformat(start).replace(tzinfo=zone),
        end_at=datetime.fromisoformat(minutes_end).replace(tzinfo=zone),
        created_at=NOW,
    )


def todo(due_date: date | None = None, due_at: str | None = None) -> ItemSnapshot:
    return ItemSnapshot(
        item_id="t1",
        item_type="todo",
        title="交报告",
        status="active",
        version=1,
        timezone=ZONE.key,
        due_date=due_date,
        due_at=datetime.fromisoformat(due_at).replace(tzinfo=ZONE) if due_at else None,
        created_at=NOW,
    )


async def change(
    item: ItemSnapshot, wanted: ItemChange, facts_: TimeFacts | None = None, *, alone: bool = True
) -> ComputedChange:
    result = await computed_change(item, wanted, facts_ or facts(), None, keep_time=False, alone=alone)
    assert isinstance(result, ComputedChange), result
    return result


async def test_a_move_to_a_day_and_time_keeps_the_length() -> None:
    made = await change(event(), ItemChange(kind="move_to", when=said("后天上午十点")))
    assert made.planned.values == {"local_start": datetime(2026, 12, 3, 10), "local_end": datetime(2026, 12, 3, 11)}
    assert [default.field for default in made.planned.defaults] == ["end_at"]


async def test_a_move_to_a_day_keeps_the_time_of_day() -> None:
    made = await change(event(), ItemChange(kind="move_to", when=said("周五")))
    assert made.planned.values["local_start"] == datetime(2026, 12, 4, 15)


async def test_a_move_to_a_time_of_day_keeps_the_day() -> None:
    made = await change(event(), ItemChange(kind="move_to", when=said("下午四点")))
    assert made.planned.values["local_start"] == datetime(2026, 12, 2, 16)


async def test_a_move_into_an_afternoon_takes_its_earliest_free_slot() -> None:
    busy = facts(("站会", "2026-12-03T12:00:00", 90))
    made = await change(event(), ItemChange(kind="move_to", when=said("后天下午")), busy)
    assert made.planned.values["local_start"] == datetime(2026, 12, 3, 13, 30)


async def test_a_single_move_into_a_taken_time_asks() -> None:
    busy = facts(("部门会", "2026-12-03T10:00:00", 60))
    wanted = ItemChange(kind="move_to", when=said("后天上午十点"))
    result = await computed_change(event(), wanted, busy, None, keep_time=False, alone=True)
    assert isinstance(result, TimeQuestion)
    assert result.kind == "conflict"


async def test_one_of_several_moved_into_a_taken_time_lists_the_conflict() -> None:
    busy = facts(("部门会", "2026-12-02T15:30:00", 60))
    wanted = ItemChange(kind="shift", shift=said("半小时"), direction="later")
    other = event("2026-12-02T18:00", "2026-12-02T19:00")
    made = await computed_range((event(), other), wanted, busy)
    assert [[conflict.title for conflict in one.planned.conflicts] for one in made] == [["部门会"], []]


async def test_a_shift_moves_both_ends() -> None:
    made = await change(event(), ItemChange(kind="shift", shift=said("半小时"), direction="later"))
    assert made.planned.values == {
        "local_start": datetime(2026, 12, 2, 15, 30),
        "local_end": datetime(2026, 12, 2, 16, 30),
    }


async def test_a_shift_can_go_back() -> None:
    made = await change(event(), ItemChange(kind="shift", shift=said("一小时"), direction="earlier"))
    assert made.planned.values["local_start"] == datetime(2026, 12, 2, 14)


async def test_hours_are_real_time_over_a_change_of_clocks_and_days_are_not() -> None:
    new_york = ZoneInfo("America/New_York")
    now = datetime(2026, 10, 30, 9, tzinfo=new_york)
    item = event("2026-10-31T23:30", "2026-11-01T00:30", new_york)
    hours = ItemChange(kind="shift", shift=said("三小时"), direction="later")
    made = await change(item, hours, facts(now=now, zone=new_york))
    assert made.planned.values["local_start"] == datetime(2026, 11, 1, 1, 30)
    days = ItemChange(kind="shift", shift=said("两天"), direction="later")
    made = await change(item, days, facts(now=now, zone=new_york))
    assert made.planned.values["local_start"] == datetime(2026, 11, 2, 23, 30)


async def test_a_due_date_is_shifted_by_days_and_stays_a_date() -> None:
    made = await change(todo(date(2026, 12, 4)), ItemChange(kind="shift", shift=said("两天"), direction="later"))
    assert made.planned.values == {"due_date": date(2026, 12, 6)}


async def test_a_roll_over_moves_a_todo_to_the_day() -> None:
    made = await change(todo(date(2026, 11, 30)), ItemChange(kind="roll_over", when=said("今天")))
    assert made.planned.values == {"due_date": date(2026, 12, 1), "local_due": None}
    assert made.selected


async def test_a_hard_deadline_that_has_passed_comes_unticked() -> None:
    missed = todo(due_at="2026-11-30T17:00")
    made = await change(missed, ItemChange(kind="roll_over", when=said("今天")), alone=False)
    assert not made.selected


async def test_another_length_keeps_the_start() -> None:
    made = await change(event(), ItemChange(kind="set_length", duration=said("两小时")))
    assert made.planned.values == {"local_start": datetime(2026, 12, 2, 15), "local_end": datetime(2026, 12, 2, 17)}


async def test_another_deadline_takes_the_place_of_the_old_one() -> None:
    made = await change(todo(date(2026, 12, 4)), ItemChange(kind="set_due", due=said("下周一前")))
    assert made.planned.values == {"due_date": date(2026, 12, 7), "local_due": None}


async def test_an_all_day_item_moves_by_days() -> None:
    item = event().model_copy(update={"all_day": True, "start_date": date(2026, 12, 2), "end_date": date(2026, 12, 4)})
    made = await change(item, ItemChange(kind="move_to", when=said("下周一")))
    assert made.planned.values == {"start_date": date(2026, 12, 7), "end_date": date(2026, 12, 9)}


@pytest.mark.parametrize(("direction", "end"), [("later", time(16, 30)), ("earlier", time(15, 30))])
async def test_a_moved_end_keeps_the_start(direction: Literal["later", "earlier"], end: time) -> None:
    made = await change(event(), ItemChange(kind="move_end", shift=said("半小时"), direction=direction))
    assert made.planned.values == {
        "local_start": datetime(2026, 12, 2, 15),
        "local_end": datetime.combine(date(2026, 12, 2), end),
    }
    assert [source.field for source in made.planned.sources] == ["end_at"]


async def test_nothing_is_shortened_to_nothing() -> None:
    made = await change(event(), ItemChange(kind="move_end", shift=said("一小时"), direction="earlier"))
    assert made.planned.values == {}


async def test_a_todo_takes_longer_by_the_length() -> None:
    made = await change(todo(), ItemChange(kind="move_end", shift=said("半小时"), direction="later"))
    assert made.planned.values == {"estimated_minutes": 30}
