"""Festivals and lunar dates, as a date for each Gregorian year (None where the tables end or there is none)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import lru_cache

from borax.calendars.lunardate import LunarDate, TermUtils  # type: ignore[import-untyped]
from dateutil.easter import easter

from timeflow.timeexpr.calendar import months_span, nth_weekday, valid_date

DateOfYear = Callable[[int], date | None]


@lru_cache(maxsize=4096)
def lunar_date(year: int, month: int, day: int, *, leap: bool = False) -> date | None:
    """The day of a lunar year, month and day (years 1900 to 2100), or None.

    A 30th that a short month lacks is its 29th.
    """
    for candidate in (day, 29) if day == 30 else (day,):
        try:
            day_found: date = LunarDate(year, month, candidate, int(leap)).to_solar_date()
        except ValueError:
            continue
        return day_found
    return None


def lunar_month_end(first: date) -> date | None:
    """The day after the lunar month that begins on ``first``, or None where the tables end."""
    for length in (29, 30):
        until = first + timedelta(days=length)
        try:
            if LunarDate.from_solar(until).day == 1:
                return until
        except ValueError:
            return None
    return None


def lunar_new_year_eve(year: int) -> date | None:
    """The eve of the lunar new year that falls into the Gregorian ``year``."""
    new_year = lunar_date(year, 1, 1)
    return new_year and new_year - timedelta(days=1)


@lru_cache(maxsize=1024)
def solar_term(year: int, name: str) -> date | None:
    """The day of a solar term such as 清明 by its Chinese name (years 1900 to 2100)."""
    if not 1900 <= year <= 2100:
        return None
    day: date = TermUtils.day_start_from_term(year, name)
    return day


def _fixed(month: int, day: int) -> DateOfYear:
    return lambda year: valid_date(year, month, day)


def _lunar(month: int, day: int) -> DateOfYear:
    return lambda year: lunar_date(year, month, day)


def _lunar_of_winter(day: int) -> DateOfYear:
    """A day of the twelfth lunar month, which mostly falls into the next Gregorian year."""

    def find(year: int) -> date | None:
        found = lunar_date(year - 1, 12, day)
        if found is not None and found.year < year:
            later = lunar_date(year, 12, day)
            return later if later is not None and later.year == year else None
        return found

    return find


def _nth(month: int, weekday: int, number: int) -> DateOfYear:
    return lambda year: nth_weekday(months_span(year, month), weekday, number)


def _term(name: str) -> DateOfYear:
    return lambda year: solar_term(year, name)


FESTIVALS: Mapping[str, DateOfYear] = {
    "new_year": _fixed(1, 1),
    "valentine": _fixed(2, 14),
    "womens_day": _fixed(3, 8),
    "arbor_day": _fixed(3, 12),
    "fools_day": _fixed(4, 1),
    "labour_day": _fixed(5, 1),
    "youth_day": _fixed(5, 4),
    "childrens_day": _fixed(6, 1),
    "party_day": _fixed(7, 1),
    "army_day": _fixed(8, 1),
    "teachers_day": _fixed(9, 10),
    "national_day": _fixed(10, 1),
    "halloween": _fixed(10, 31),
    "singles_day": _fixed(11, 11),
    "double_twelve": _fixed(12, 12),
    "christmas_eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "new_years_eve": _fixed(12, 31),
    "mothers_day": _nth(5, 6, 2),
    "fathers_day": _nth(6, 6, 3),
    "thanksgiving": _nth(11, 3, 4),
    "easter": easter,
    "spring_festival": _lunar(1, 1),
    "lunar_new_year_eve": lunar_new_year_eve,
    "lantern_festival": _lunar(1, 15),
    "dragon_head": _lunar(2, 2),
    "dragon_boat": _lunar(5, 5),
    "double_seventh": _lunar(7, 7),
    "ghost_festival": _lunar(7, 15),
    "mid_autumn": _lunar(8, 15),
    "double_ninth": _lunar(9, 9),
    "laba": _lunar_of_winter(8),
    "little_new_year": _lunar_of_winter(23),
    **{
        name: _term(name)
        for name in (
            *("小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "清明", "谷雨", "立夏", "小满", "芒种", "夏至"),
            *("小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至"),
        )
    },
}
"""The date of a festival in a Gregorian year, by a stable key; solar terms by their Chinese names."""
