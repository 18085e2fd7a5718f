"""The arithmetic under both grammars."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeflow.timeexpr import TimeContext
from timeflow.timeexpr.calendar import (
    add_months,
    coming_weekday,
    nearest_month_day,
    nth_week,
    nth_weekday,
    period_span,
    rrule_days,
    week_span,
)
from timeflow.timeexpr.contracts import PartOfDay
from timeflow.timeexpr.festivals import FESTIVALS, lunar_date
from timeflow.timeexpr.resolve import PART_HOURS, Clock, first_occurrence, part_without_day, without_day
from timeflow.timeexpr.workdays import add_workdays, holiday_span, is_workday, next_holiday

DATES = st.dates(date(1901, 1, 1), date(2098, 12, 31))


@given(DATES, st.integers(-200, 200))
def test_a_week_starts_on_monday_and_shifts_by_seven_days(day: date, shift: int) -> None:
    first, until = week_span(day, shift)
    assert (first.weekday(), (until - first).days) == (0, 7)
    assert (first - week_span(day)[0]).days == 7 * shift


@given(DATES, st.integers(-1000, 1000))
def test_months_added_keep_the_day_or_end_the_month(day: date, count: int) -> None:
    moved = add_months(day, count)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == count
    assert moved.day == day.day or moved.day == (add_months(moved.replace(day=1), 1) - date.resolution).day


@given(DATES, st.sampled_from([1, 3, 6, 12]), st.integers(-20, 20))
def test_periods_of_a_kind_meet_without_gap(day: date, length: int, shift: int) -> None:
    assert period_span(day, length, shift)[1] == period_span(day, length, shift + 1)[0]
    first, until = period_span(day, length)
    assert first <= day < until


@given(DATES, st.integers(0, 6))
def test_the_coming_weekday_is_within_a_week(day: date, weekday: int) -> None:
    ahead, back = coming_weekday(day, weekday), coming_weekday(day, weekday, past=True)
    assert ahead.weekday() == back.weekday() == weekday
    assert 0 <= (ahead - day).days < 7
    assert 0 <= (day - back).days < 7


def test_the_29th_of_february_waits_for_a_leap_year() -> None:
    assert nearest_month_day(2, 29, date(2026, 3, 1)) == date(2028, 2, 29)
    assert nearest_month_day(2, 29, date(2026, 3, 1), past=True) == date(2024, 2, 29)
    assert nearest_month_day(2, 30, date(2026, 3, 1)) is None


def test_weeks_of_a_year_follow_iso() -> None:
    year = (date(2021, 1, 1), date(2022, 1, 1))
    assert nth_week(year, 1) == (date(2021, 1, 4), date(2021, 1, 11))
    assert nth_week((date(2019, 1, 1), date(2020, 1, 1)), -3, 3) == (date(2019, 12, 9), date(2019, 12, 30))


def test_the_nth_weekday_stays_inside_its_month() -> None:
    month = (date(2026, 12, 1), date(2027, 1, 1))
    assert nth_weekday(month, 4, -1) == date(2026, 12, 25)
    assert nth_weekday(month, 4, 5) is None


def test_make_up_days_are_worked() -> None:
    assert is_workday(date(2026, 10, 1)) == (False, True)
    assert is_workday(date(2026, 10, 10)) == (True, True)
    assert is_workday(date(2027, 10, 12)) == (True, False)
    assert add_workdays(date(2026, 9, 30), 1) == (date(2026, 10, 8), True)
    assert add_workdays(date(2026, 10, 8), -1) == (date(2026, 9, 30), True)
    with pytest.raises(OverflowError):
        add_workdays(date(2026, 10, 8), 10**6)


def test_holidays_fixed_by_law_are_free_before_the_year_is_published() -> None:
    assert is_workday(date(2027, 2, 8)) == (False, False)
    assert add_workdays(date(2027, 2, 6), 1) == (date(2027, 2, 9), False)
    assert holiday_span(date(2027, 10, 1)) == ((date(2027, 10, 1), date(2027, 10, 4)), False)


def test_a_festival_that_is_worked_is_a_day_alone() -> None:
    assert holiday_span(date(2026, 3, 12)) == ((date(2026, 3, 12), date(2026, 3, 13)), True)


def test_the_next_holiday_is_the_nearest_that_is_not_over() -> None:
    assert next_holiday(date(2026, 10, 2))[0] == date(2026, 10, 1)
    assert next_holiday(date(2026, 12, 10))[0] == date(2027, 1, 1)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("spring_festival", date(2026, 2, 17)),
        ("lunar_new_year_eve", date(2026, 2, 16)),
        ("mid_autumn", date(2026, 9, 25)),
        ("清明", date(2026, 4, 5)),
        ("laba", date(2026, 1, 26)),
        ("thanksgiving", date(2026, 11, 26)),
        ("easter", date(2026, 4, 5)),
        ("mothers_day", date(2026, 5, 10)),
    ],
)
def test_festivals_fall_on_their_days(name: str, day: date) -> None:
    assert FESTIVALS[name](2026) == day


@given(st.integers(1, 9998), st.sampled_from(sorted(FESTIVALS)))
def test_a_festival_lies_in_the_year_asked_for_or_is_unknown(year: int, name: str) -> None:
    day = FESTIVALS[name](year)
    assert day is None or day.year == year


def test_a_lunar_date_outside_the_tables_is_unknown() -> None:
    assert lunar_date(1899, 1, 1) is None
    assert lunar_date(2101, 1, 1) is None
    assert lunar_date(2026, 6, 1, leap=True) is None
    assert lunar_date(2025, 6, 3, leap=True) == date(2025, 7, 27)


@pytest.mark.parametrize(
    ("lunar", "day"),
    [((1933, 6, 1), date(1933, 7, 23)), ((1978, 8, 1), date(1978, 9, 3)), ((2100, 1, 1), date(2100, 2, 9))],
)
def test_lunar_months_begin_where_the_published_tables_say(lunar: tuple[int, int, int], day: date) -> None:
    assert lunar_date(*lunar) == day


def test_weekdays_are_written_in_the_order_of_the_week() -> None:
    assert rrule_days([3, 1, 1]) == "TU,TH"


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2050, 1, 1)),
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from([None, *PART_HOURS]),
)
def test_a_clock_time_without_a_day_is_still_to_come(
    reference: datetime, hour: int, minute: int, part: PartOfDay | None
) -> None:
    clock = Clock(hour, minute, part=part)
    context = TimeContext(reference, "Asia/Shanghai")
    found = without_day(clock, context)
    assert all(reference <= moment for moment in found)


@given(st.datetimes(datetime(2000, 1, 1), datetime(2050, 1, 1)))
def test_a_part_of_the_day_without_a_day_is_not_over(reference: datetime) -> None:
    for part in PART_HOURS:
        start, end = part_without_day(part, TimeContext(reference, "Asia/Shanghai"))
        assert start < end
        assert end > reference


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)), st.integers(1, 31))
def test_the_first_occurrence_of_a_rule_fits_it_and_is_not_past(reference: datetime, day: int) -> None:
    context = TimeContext(reference, "Asia/Shanghai")
    found = first_occurrence(f"FREQ=MONTHLY;BYMONTHDAY={day}", context, Clock(9, certain=True))
    assert isinstance(found, datetime)
    assert found >= reference
    assert (found.day, found.hour) == (day, 9)
