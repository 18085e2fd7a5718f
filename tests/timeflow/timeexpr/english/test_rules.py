"""The rules of design section 5 that depend on when something is said."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.timeflow.timeexpr.english.reading import meaning, read
from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.english import match


@pytest.mark.parametrize(
    ("phrase", "said", "meant"),
    [
        # Next week's, or the nearer one of this week: open only while both are ahead.
        ("next Saturday", "2026-12-01T10:00", "date 2026-12-12 or 2026-12-05 (open)"),
        ("next Monday", "2026-12-04T10:00", "date 2026-12-07"),
        ("next Friday", "2026-12-04T10:00", "date 2026-12-11"),
        ("next weekend", "2026-12-05T10:00", "range 2026-12-12..2026-12-14"),
        ("last Monday", "2026-12-04T10:00", "date 2026-11-23 or 2026-11-30 (open)"),
        ("last Friday", "2026-11-30T10:00", "date 2026-11-27"),
        # A date without a year is the nearest to come.
        ("Dec 5", "2026-12-05T10:00", "date 2026-12-05"),
        ("Dec 5", "2026-12-06T10:00", "date 2027-12-05"),
        ("in May", "2026-05-20T10:00", "range 2026-05-01..2026-06-01"),
        ("the 1st", "2026-12-02T10:00", "date 2027-01-01"),
        ("the 31st", "2027-02-01T10:00", "date 2027-03-31"),
        ("from August to October", "2026-09-07T10:00", "range 2026-08-01..2026-11-01"),
        # Today is never in the past: the half of the day that is gone is no reading of choice.
        ("today at 5", "2026-12-01T16:00", "instant 2026-12-01T17:00 or 2026-12-01T05:00"),
        ("at 9", "2026-12-01T21:30", "time_of_day 2026-12-02T09:00 or 2026-12-02T21:00"),
        ("Tuesday at 9am", "2026-12-01T10:00", "instant 2026-12-08T09:00"),
        ("Tuesday at 11am", "2026-12-01T10:00", "instant 2026-12-01T11:00 or 2026-12-08T11:00"),
        # Before the person's day has begun, tomorrow names both dates.
        ("tomorrow", "2026-12-01T00:20", "date 2026-12-02 or 2026-12-01 (open)"),
        ("today", "2026-12-01T00:20", "date 2026-12-01"),
        ("tomorrow", "2026-12-01T04:00", "date 2026-12-02"),
        # Intervals count from the first day that fits.
        ("every two weeks on Monday", "2026-12-01T10:00", "recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=MO @ 2026-12-07"),
        ("every other day at 9am", "2026-12-01T10:00", "recurrence FREQ=DAILY;INTERVAL=2 @ 2026-12-02T09:00"),
        ("every morning", "2026-12-01T07:00", "recurrence FREQ=DAILY @ 2026-12-01T08:00..2026-12-01T12:00"),
    ],
)
def test_the_meaning_follows_from_when_it_is_said(phrase: str, said: str, meant: str) -> None:
    assert meaning(phrase, datetime.fromisoformat(said)) == meant


@pytest.mark.parametrize(
    ("phrase", "meant"),
    [
        ("on Friday", "date 2026-11-27"),
        ("on Tuesday", "date 2026-11-24"),
        ("on Dec 5", "date 2025-12-05"),
        ("in May", "range 2026-05-01..2026-06-01"),
        ("this Monday", "date 2026-11-30"),
        ("on the 15th", "date 2026-11-15"),
    ],
)
def test_in_a_sentence_about_the_past_the_nearest_one_gone_by_is_meant(phrase: str, meant: str) -> None:
    assert meaning(phrase, past=True) == meant


def test_a_day_that_was_filled_in_is_told_from_one_that_was_said() -> None:
    [alone], [dated] = read("3pm"), read("tomorrow at 3pm")
    assert (alone.date_given, alone.time_given) == (False, True)
    assert (dated.date_given, dated.time_given) == (True, True)


def test_a_part_of_the_day_is_no_clock_time() -> None:
    [found] = read("tomorrow morning")
    assert (found.part_of_day, found.time_given, found.granularity) == ("上午", False, "part_of_day")


def test_a_weekday_that_disagrees_with_its_date_leaves_both_open() -> None:
    [found] = read("Friday Dec 5")
    assert found.ambiguous
    assert len(found.readings) == 2


def test_tomorrow_before_the_start_of_the_day_says_why_it_is_open() -> None:
    context = TimeContext(datetime(2026, 12, 1, 0, 20), "Asia/Shanghai", "en")
    [found] = match("tomorrow", context)
    assert found.note == "day_start"
    [later] = match("tomorrow", TimeContext(datetime(2026, 12, 1, 0, 20), "Asia/Shanghai", "en", day_start_hour=0))
    assert later.note is None


def test_a_range_with_a_length_carries_it() -> None:
    [found] = read("tomorrow 3pm for 2 hours")
    assert found.duration_seconds == 7200
