"""Date arithmetic that both grammars share: weeks, months, quarters and the nearest date to come.

All dates are local and all spans half-open. Weeks start on Monday; weekdays count from 0 (Monday) to 6 (Sunday),
months from 1. A result outside the years 1 to 9999 raises ``OverflowError`` or ``ValueError``, which the grammars
take as "no such time".
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import date, timedelta

Span = tuple[date, date]
"""First day and the day after the last."""

_LONGEST_WAIT_YEARS = 60
"""A given leap month can be decades away."""


def add_days(day: date, count: int) -> date:
    """The day ``count`` days later; negative counts go back."""
    return day + timedelta(days=count)


def add_months(day: date, count: int) -> date:
    """The same day ``count`` months later, or that month's last day where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    if not 1 <= year <= 9999:
        raise OverflowError("year out of range")
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def last_of_month(day: date) -> date:
    """The last day of the month that contains ``day``."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def week_span(day: date, shift: int = 0) -> Span:
    """Monday to Monday of the week that contains ``day``, ``shift`` weeks later."""
    monday = add_days(day, shift * 7 - day.weekday())
    return monday, add_days(monday, 7)


def weekend_span(day: date, shift: int = 0) -> Span:
    """Saturday to Monday of the week that contains ``day``, ``shift`` weeks later."""
    monday = week_span(day, shift)[0]
    return add_days(monday, 5), add_days(monday, 7)


def months_span(year: int, month: int, length: int = 1) -> Span:
    """``length`` whole months from the first of ``month``: 1 a month, 3 a quarter, 6 half a year, 12 a year."""
    first = date(year, month, 1)
    return first, add_months(first, length)


def period_span(day: date, length: int, shift: int = 0) -> Span:
    """The month, quarter, half or year (``length`` 1, 3, 6, 12) that contains ``day``, ``shift`` such periods later."""
    first = add_months(day.replace(day=1), -((day.month - 1) % length) + shift * length)
    return first, add_months(first, length)


def years_span(first_year: int, length: int = 1) -> Span:
    """``length`` whole years: 1 a year, 10 a decade, 100 a century."""
    return date(first_year, 1, 1), date(first_year + length, 1, 1)


def weekday_of_week(day: date, weekday: int, shift: int = 0) -> date:
    """The given weekday in the week that contains ``day``, ``shift`` weeks later."""
    return add_days(week_span(day, shift)[0], weekday)


def coming_weekday(origin: date, weekday: int, *, past: bool = False) -> date:
    """The nearest such weekday from ``origin`` on (itself included), or up to it where ``past``."""
    if past:
        return add_days(origin, -((origin.weekday() - weekday) % 7))
    return add_days(origin, (weekday - origin.weekday()) % 7)


def nth_weekday(span: Span, weekday: int, number: int) -> date | None:
    """The ``number``-th such weekday within the span (1 the first, -1 the last), or None."""
    if number > 0:
        day = add_days(coming_weekday(span[0], weekday), 7 * (number - 1))
    else:
        day = add_days(coming_weekday(add_days(span[1], -1), weekday, past=True), 7 * (number + 1))
    return day if number and span[0] <= day < span[1] else None


def nth_week(span: Span, number: int, length: int = 1) -> Span:
    """``length`` weeks from the ``number``-th week of a month or year (1 the first, -1 the last).

    As in ISO 8601 a week belongs to the period in which most of its days lie.
    """
    if number > 0:
        monday = add_days(week_span(add_days(span[0], 3))[0], 7 * (number - 1))
    else:
        monday = add_days(week_span(add_days(span[1], -4))[0], 7 * (number + 1))
    return monday, add_days(monday, 7 * length)


def nearest(dates: Callable[[int], date | None], origin: date, *, past: bool = False) -> date | None:
    """The nearest date to come (or gone by) of something that has at most one date a year.

    ``dates`` gives the date for a year, or None. ``origin`` itself counts.
    """
    step = -1 if past else 1
    for offset in range(-1, _LONGEST_WAIT_YEARS):
        year = origin.year + step * offset
        day = dates(year) if 1 <= year <= 9999 else None
        if day is not None and (day <= origin if past else day >= origin):
            return day
    return None


def nearest_month_day(month: int, day: int, origin: date, *, past: bool = False) -> date | None:
    """The nearest such date to come (or gone by); 29 February waits for its leap year."""
    return nearest(lambda year: valid_date(year, month, day), origin, past=past)


def nearest_day_of_month(day: int, origin: date, *, past: bool = False) -> date | None:
    """The nearest such day of a month to come (or gone by), in a month that has it."""
    for offset in range(12):
        first = add_months(origin.replace(day=1), -offset if past else offset)
        found = valid_date(first.year, first.month, day)
        if found is not None and (found <= origin if past else found >= origin):
            return found
    return None


def nearest_month(month: int, origin: date, *, past: bool = False) -> date | None:
    """The first day of the nearest such month that is not over (or that has begun)."""
    month_of_origin = origin.replace(day=1)
    return nearest(lambda year: valid_date(year, month, 1), month_of_origin, past=past)


def valid_date(year: int, month: int, day: int) -> date | None:
    """The date, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def rrule_days(weekdays: Iterable[int]) -> str:
    """Weekdays as the value of BYDAY, in the order of the week: ``TU,TH``."""
    return ",".join(("MO", "TU", "WE", "TH", "FR", "SA", "SU")[weekday] for weekday in sorted(set(weekdays)))
