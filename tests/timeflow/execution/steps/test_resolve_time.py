"""Times of new items: what was said stands, what was not is a stated default, and nothing is put in the past."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.timeflow.execution.busy_days import ZONE, facts, said
from timeflow.execution.planned_times import PlannedTimes, TimeFacts, TimeQuestion
from timeflow.execution.state import ChosenSlot
from timeflow.execution.steps.resolve_time import times_of_new_item
from timeflow.functions.contracts import ItemType, ScheduleTodoParams


async def settle(
    facts_: TimeFacts,
    when: str | None = None,
    *,
    due: str | None = None,
    duration: str | None = None,
    item_type: ItemType = "schedule",
    all_day: bool = False,
    slot: ChosenSlot | None = None,
    keep_time: bool = False,
) -> PlannedTimes | TimeQuestion:
    params = ScheduleTodoParams(
        operation="create",
        item_type=item_type,
        title="评审",
        when=said(when) if when else None,
        due=said(due) if due else None,
        duration=said(duration) if duration else None,
        all_day=all_day,
    )
    return await times_of_new_item(params, facts_, slot, keep_time=keep_time)


def planned(result: PlannedTimes | TimeQuestion) -> PlannedTimes:
    assert isinstance(result, PlannedTimes), result
    return result


def question(result: PlannedTimes | TimeQuestion) -> TimeQuestion:
    assert isinstance(result, TimeQuestion), result
    return result


async def test_an_explicit_time_and_length_stand_with_their_words_and_no_default() -> None:
    result = planned(await settle(facts(), "明天下午三点", duration="一小时"))
    assert result.values == {
        "local_start": datetime(2026, 12, 2, 15),
        "local_end": datetime(2026, 12, 2, 16),
    }
    assert [(source.field, source.words) for source in result.sources] == [
        ("start_at", "明天下午三点"),
        ("end_at", "一小时"),
    ]
    assert result.defaults == ()


async def test_a_missing_length_is_a_default_with_its_reason() -> None:
    result = planned(await settle(facts(), "明天下午三点"))
    assert result.values["local_end"] == datetime(2026, 12, 2, 16)
    (default,) = result.defaults
    assert default.field == "end_at"
    assert "60" in default.because


async def test_a_clock_range_gives_both_ends() -> None:
    result = planned(await settle(facts(), "明天下午1点半到3点"))
    assert result.values == {
        "local_start": datetime(2026, 12, 2, 13, 30),
        "local_end": datetime(2026, 12, 2, 15),
    }
    assert result.defaults == ()


async def test_a_day_without_a_clock_time_takes_its_earliest_free_slot() -> None:
    busy = facts(("站会", "2026-12-02T09:00:00", 90))
    result = planned(await settle(busy, "明天"))
    assert result.values["local_start"] == datetime(2026, 12, 2, 10, 30)
    assert {default.field for default in result.defaults} == {"start_at", "end_at"}


async def test_the_earliest_slot_keeps_lunch_free() -> None:
    busy = facts(("上午", "2026-12-02T09:00:00", 180))
    result = planned(await settle(busy, "明天"))
    assert result.values["local_start"] == datetime(2026, 12, 2, 13)


@pytest.mark.parametrize(
    ("words", "hour"), [("明天上午", 9), ("明天下午", 13), ("明天晚上", 18), ("明天中午", 12), ("明天傍晚", 17)]
)
async def test_a_part_of_the_day_is_searched_where_it_is(words: str, hour: int) -> None:
    result = planned(await settle(facts(), words))
    start = result.values["local_start"]
    assert isinstance(start, datetime)
    assert (start.date(), start.hour in {hour, 8, 12}) == (date(2026, 12, 2), True)


async def test_a_full_day_is_answered_with_near_slots() -> None:
    busy = facts(("封闭", "2026-12-02T09:00:00", 9 * 60))
    asked = question(await settle(busy, "明天"))
    assert asked.kind == "time"
    assert 1 <= len(asked.offers) <= 3
    assert all(offer.local_start.date() != date(2026, 12, 2) for offer in asked.offers)


async def test_no_day_at_all_is_answered_with_three_free_slots() -> None:
    asked = question(await settle(facts()))
    assert asked.kind == "time"
    assert len({offer.local_start.date() for offer in asked.offers}) == 3


async def test_a_taken_time_asks_to_keep_or_to_take_a_near_slot() -> None:
    busy = facts(("部门会", "2026-12-02T15:00:00", 60))
    asked = question(await settle(busy, "明天下午三点"))
    assert asked.kind == "conflict"
    assert "部门会" in asked.question
    kept, *others = asked.offers
    assert kept.keep
    assert kept.local_start == datetime(2026, 12, 2, 15)
    assert 1 <= len(others) <= 3
    assert all(offer.local_end <= kept.local_start or offer.local_start >= kept.local_end for offer in others)


async def test_a_taken_time_that_is_kept_lists_its_conflict() -> None:
    busy = facts(("部门会", "2026-12-02T15:00:00", 60))
    result = planned(await settle(busy, "明天下午三点", keep_time=True))
    assert [conflict.title for conflict in result.conflicts] == ["部门会"]


async def test_a_time_of_today_that_is_past_is_never_silently_kept() -> None:
    asked = question(await settle(facts(), "今天上午九点"))
    assert asked.kind == "time"
    assert asked.offers[0].keep
    assert all(offer.local_start >= datetime(2026, 12, 1, 10) for offer in asked.offers[1:])


async def test_today_without_a_clock_time_starts_from_now() -> None:
    result = planned(await settle(facts(now=datetime(2026, 12, 1, 10, 7, tzinfo=ZONE)), "今天"))
    assert result.values["local_start"] == datetime(2026, 12, 1, 10, 15)


async def test_a_clock_time_without_a_day_says_which_day_was_taken() -> None:
    result = planned(await settle(facts(), "下午三点", duration="一小时"))
    assert result.values["local_start"] == datetime(2026, 12, 1, 15)
    assert [default.field for default in result.defaults] == ["start_at"]


async def test_an_all_day_event_has_dates_and_no_clock() -> None:
    result = planned(await settle(facts(), "下周三", all_day=True))
    assert result.values == {"all_day": True, "start_date": date(2026, 12, 9), "end_date": date(2026, 12, 10)}


async def test_several_named_days_are_all_day() -> None:
    result = planned(await settle(facts(), "12月8日到10日"))
    assert result.values == {"all_day": True, "start_date": date(2026, 12, 8), "end_date": date(2026, 12, 11)}


async def test_a_week_is_a_window_and_not_an_event_of_seven_days() -> None:
    result = planned(await settle(facts(), "下周"))
    assert result.values["local_start"] == datetime(2026, 12, 7, 9)


async def test_what_recurs_is_made_once_at_its_first_occurrence() -> None:
    result = planned(await settle(facts(), "每周四上午九点", duration="一小时"))
    assert result.values["local_start"] == datetime(2026, 12, 3, 9)
    assert [default.field for default in result.defaults] == ["start_at"]


async def test_a_chosen_slot_stands_as_it_was_offered() -> None:
    slot = ChosenSlot(local_start=datetime(2026, 12, 2, 9), local_end=datetime(2026, 12, 2, 10))
    result = planned(await settle(facts(), "明天", slot=slot))
    assert result.values == {"local_start": slot.local_start, "local_end": slot.local_end}
    assert {(source.field, source.words) for source in result.sources} == {
        ("start_at", "12月2日 周三 09:00–10:00"),
        ("end_at", "12月2日 周三 09:00–10:00"),
    }
    assert result.defaults == ()


async def test_a_deadline_given_as_a_date_stays_a_date() -> None:
    result = planned(await settle(facts(), due="周五前", item_type="todo"))
    assert result.values == {"due_date": date(2026, 12, 4)}
    assert [(source.field, source.words) for source in result.sources] == [("due_date", "周五前")]


async def test_a_deadline_of_today_is_today() -> None:
    result = planned(await settle(facts(), due="今天之内", item_type="todo"))
    assert result.values == {"due_date": date(2026, 12, 1)}


async def test_a_deadline_with_a_clock_time_keeps_it() -> None:
    result = planned(await settle(facts(), due="明天下午5点前", item_type="todo"))
    assert result.values == {"local_due": datetime(2026, 12, 2, 17)}


async def test_a_todo_without_a_time_has_none() -> None:
    assert planned(await settle(facts(), item_type="todo")).values == {}


async def test_the_length_of_a_todo_is_its_estimate() -> None:
    result = planned(await settle(facts(), item_type="todo", duration="两小时"))
    assert result.values == {"estimated_minutes": 120}


async def test_the_deadline_of_a_goal_is_no_due_date() -> None:
    result = planned(await settle(facts(), due="2027年3月1日前", item_type="long_goal"))
    assert set(result.values) == {"deadline_date"}


async def test_a_zone_elsewhere_moves_no_wall_time() -> None:
    new_york = ZoneInfo("America/New_York")
    result = planned(await settle(facts(now=datetime(2026, 12, 1, 8, tzinfo=new_york), zone=new_york), "明天下午三点"))
    assert result.values["local_start"] == datetime(2026, 12, 2, 15)


async def test_a_past_time_that_is_kept_says_that_it_is_past() -> None:
    result = planned(await settle(facts(), "今天上午九点", keep_time=True))
    assert [notice for notice in result.notices if "已经过去" in notice]


async def test_an_end_on_the_next_day_is_told() -> None:
    result = planned(await settle(facts(), "明天下午3点到2点"))
    assert [notice for notice in result.notices if "第二天" in notice]


async def test_what_recurs_with_both_ends_says_that_it_is_the_first_time() -> None:
    result = planned(await settle(facts(), "每周四上午九点到十点"))
    assert "start_at" in {default.field for default in result.defaults}


async def test_an_afternoon_leaves_lunch_free() -> None:
    result = planned(await settle(facts(), "明天下午"))
    assert result.values["local_start"] == datetime(2026, 12, 2, 13)
