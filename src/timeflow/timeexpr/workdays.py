"""Workdays of mainland China: holidays with their make-up days where published, the holidays fixed by law elsewhere."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

import chinese_calendar  # type: ignore[import-untyped]

from timeflow.timeexpr.calendar import Span
from timeflow.timeexpr.festivals import FESTIVALS

_DAY = timedelta(days=1)
_LONGEST_WORKDAY_COUNT = 2000
# Festival, days before it, days from it on (State Council regulation on holidays, as of 2025).
_BY_LAW = (
    ("new_year", 0, 1),
    ("spring_festival", 1, 3),
    ("清明", 0, 1),
    ("labour_day", 0, 2),
    ("dragon_boat", 0, 1),
    ("mid_autumn", 0, 1),
    ("national_day", 0, 3),
)


@lru_cache(maxsize=128)
def _free_by_law(year: int) -> frozenset[date]:
    days: set[date] = set()
    for name, before, length in _BY_LAW:
        festival = FESTIVALS[name](year)
        if festival is not None:
            days.update(festival + step * _DAY for step in range(-before, length))
    return frozenset(days)


def is_workday(day: date) -> tuple[bool, bool]:
    """Whether ``day`` is worked in mainland China, make-up days included, and whether its year's days are published.

    For a year that is not published: Monday to Friday without the holidays fixed by law.
    """
    try:
        return bool(chinese_calendar.is_workday(day)), True
    except NotImplementedError:
        return day.weekday() < 5 and day not in _free_by_law(day.year), False


def add_workdays(day: date, count: int) -> tuple[date, bool]:
    """The ``count``-th workday after ``day`` (before it where negative).

    Also whether the make-up days of every year on the way are published.
    """
    if abs(count) > _LONGEST_WORKDAY_COUNT:
        raise OverflowError("too many workdays")
    step = _DAY if count > 0 else -_DAY
    published = True
    for _ in range(abs(count)):
        day += step
        worked, known = is_workday(day)
        while not worked:
            day += step
            worked, known = is_workday(day)
        published = published and known
    return day, published


def holiday_span(day: date) -> tuple[Span, bool]:
    """The unbroken run of free days around a holiday, and whether its year is published.

    Only the day itself where it is worked (a festival without a holiday).
    """
    published = is_workday(day)[1]
    first, until = day, day + _DAY
    if is_workday(day)[0]:
        return (first, until), published
    while not is_workday(first - _DAY)[0]:
        first -= _DAY
    while not is_workday(until)[0]:
        until += _DAY
    return (first, until), published


def next_holiday(today: date) -> tuple[date, Span, bool]:
    """The nearest holiday by law that is not over: its festival, its run of free days, whether that is published."""
    festivals = (FESTIVALS[name](year) for name, _, _ in _BY_LAW for year in (today.year, today.year + 1))
    runs = [(day, *holiday_span(day)) for day in festivals if day is not None]
    return min((run for run in runs if run[1][1] > today), key=lambda run: run[1])
