"""Busy and free time."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tests.timeflow.data.builders import NOW, item, meeting, window
from timeflow.data.availability import Span, availability_of, without, working_spans
from timeflow.data.contracts import Availability, TimeWindow
from timeflow.data.profile import ProfileDefaults
from timeflow.data.stored import StoredItem

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")
HOURS = ProfileDefaults()
DAY = window("2026-12-02T00:00:00", "2026-12-03T00:00:00")


def shown(availability: Availability) -> list[str]:
    return [f"{slot.start_at:%d %H:%M}-{slot.end_at:%d %H:%M}" for slot in availability.free]


def free(*items: StoredItem, hours: ProfileDefaults | None = HOURS, minutes: int = 1) -> list[str]:
    return shown(availability_of(items, DAY, SHANGHAI, minutes=minutes, hours=hours))


def test_an_empty_day_is_free_in_working_hours_but_for_lunch() -> None:
    assert free() == ["02 09:00-02 12:00", "02 13:00-02 18:00"]
    assert free(hours=None) == ["02 00:00-03 00:00"]


def test_items_take_their_time_out_of_it() -> None:
    items = (meeting("早", "2026-12-02T09:00:00", 90), meeting("跨午", "2026-12-02T11:30:00", 120))
    assert free(*items) == ["02 10:30-02 11:30", "02 13:30-02 18:00"]
    assert free(*items, minutes=90) == ["02 13:30-02 18:00"]


def test_what_runs_over_midnight_is_cut_to_the_window() -> None:
    night = meeting("夜班", "2026-12-01T22:00:00", 600)
    found = availability_of([night], DAY, SHANGHAI, minutes=1, hours=None)
    assert [(slot.start_at.isoformat(), slot.end_at.isoformat()) for slot in found.busy] == [
        ("2026-12-02T00:00:00+08:00", "2026-12-02T08:00:00+08:00")
    ]
    assert shown(found) == ["02 08:00-03 00:00"]


def test_all_day_items_and_what_is_no_longer_active_leave_the_day_free() -> None:
    items = (
        item("出差", all_day=True, start_date="2026-12-01", end_date="2026-12-05"),
        meeting("取消了", "2026-12-02T09:00:00", status="cancelled"),
        item("待办", "todo", due_date="2026-12-02"),
    )
    assert free(*items) == free()


def test_working_hours_keep_their_wall_time_when_clocks_change() -> None:
    week = TimeWindow(start_at=datetime(2027, 3, 13, tzinfo=NEW_YORK), end_at=datetime(2027, 3, 16, tzinfo=NEW_YORK))
    found = availability_of([], week, NEW_YORK, minutes=1, hours=HOURS)
    assert {slot.start_at.time() for slot in found.free} == {time(9), time(13)}
    assert len(found.free) == 6


def test_a_night_in_which_clocks_go_back_has_one_hour_more() -> None:
    night = TimeWindow(
        start_at=datetime(2027, 11, 7, 0, tzinfo=NEW_YORK), end_at=datetime(2027, 11, 7, 4, tzinfo=NEW_YORK)
    )
    found = availability_of([], night, NEW_YORK, minutes=300, hours=None)
    assert len(found.free) == 1
    start, end = (instant.astimezone(UTC) for instant in (found.free[0].start_at, found.free[0].end_at))
    assert end - start == timedelta(hours=5)


def spans_of(pairs: list[tuple[int, int]]) -> list[Span]:
    return [(NOW + timedelta(minutes=a), NOW + timedelta(minutes=a + b)) for a, b in pairs]


pairs = st.lists(st.tuples(st.integers(-200, 3000), st.integers(1, 600)), max_size=12)


def minutes_of(spans: list[Span]) -> set[int]:
    return {
        minute
        for start, end in spans
        for minute in range(int((start - NOW).total_seconds()) // 60, int((end - NOW).total_seconds()) // 60)
    }


@given(taken=pairs, length=st.integers(1, 2800))
def test_free_and_busy_cover_the_window_and_never_meet(taken: list[tuple[int, int]], length: int) -> None:
    whole = spans_of([(0, length)])
    left = without(whole, spans_of(taken))
    assert all(before[1] < after[0] for before, after in itertools.pairwise(left))
    assert all(start < end for start, end in left)
    assert minutes_of(left) == minutes_of(whole) - minutes_of(spans_of(taken))


@given(
    items=st.lists(st.tuples(st.integers(0, 3 * 24 * 60), st.integers(1, 900)), max_size=10),
    length=st.integers(30, 3 * 24 * 60),
    minutes=st.integers(1, 240),
    work=st.booleans(),
)
def test_an_availability_is_ordered_disjoint_and_long_enough(
    items: list[tuple[int, int]], length: int, minutes: int, work: bool
) -> None:
    local = datetime(2026, 12, 1, 10)
    meetings = [meeting("x", (local + timedelta(minutes=a)).isoformat(), b) for a, b in items]
    asked = TimeWindow(start_at=NOW, end_at=NOW + timedelta(minutes=length))
    found = availability_of(meetings, asked, SHANGHAI, minutes=minutes, hours=HOURS if work else None)
    whole = (asked.start_at, asked.end_at)
    open_minutes = minutes_of(list(working_spans(whole, SHANGHAI, HOURS)) if work else [whole])
    busy = minutes_of([(slot.start_at, slot.end_at) for slot in found.busy])
    free_spans = [(slot.start_at, slot.end_at) for slot in found.free]
    assert [slot.start_at for slot in found.busy] == sorted(slot.start_at for slot in found.busy)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(free_spans))
    assert all(end - start >= timedelta(minutes=minutes) for start, end in free_spans)
    assert minutes_of(free_spans) <= open_minutes - busy
    if minutes == 1:
        assert minutes_of(free_spans) == open_minutes - busy
