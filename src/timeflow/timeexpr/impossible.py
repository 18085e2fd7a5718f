"""What reads like a time and is none: no expression stands for a part of it (2月30日, 明天25点, ``in 9000 years``)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from timeflow.timeexpr.calendar import valid_date
from timeflow.timeexpr.contracts import ExpressionKind, Reading, TimeContext, TimeExpression

LAST_YEAR: Final = 9998
"""The last year whose days all have a day after them."""
LEAP_YEAR: Final = 2000
"""Stands for the year of a date that names none."""

_TIGHT: Final = re.compile(r"[ \t]{0,2}(?:的|[-–—~T(（@]|[,，]|at|on|of|by|from)?[ \t]{0,2}", re.IGNORECASE)
_RANGE: Final = re.compile(
    r"[ \t]{0,2}(?:到|至|-{1,2}|[–—~～]|to|until|till|through)[ \t]{0,2}(?:the )?", re.IGNORECASE
)
_DIGIT: Final = re.compile(r"[0-9０-９]")
_THREE: Final = re.compile(
    r"(?<![\d./-])(?P<a>\d{1,6})(?P<mark>[-/.])(?P<b>\d{1,3})(?P=mark)(?P<c>\d{1,6})(?!\d|[./-]\d)", re.ASCII
)
_TWO: Final = re.compile(r"(?<![\d./-])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?!\d|[./-]\d|%)", re.ASCII)
_CLOCK: Final = re.compile(
    r"(?<![\d:：.])(?:(?P<hour>\d{1,6})[:：](?P<minute>\d{1,6})(?:[:：](?P<second>\d{1,6}))?(?![\d:：])"
    r"(?: ?[ap]\.?m\b\.?)?|(?P<half>\d{1,6})(?:[:.](?P<past>\d{2}))?(?: ?[ap]\.?m\b\.?| o'?clock))",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A passage that names a date or a clock time which does not exist.

    Attributes:
        span: half-open offsets in the sentence.
        is_clock: a clock time, else a date or a distance outside the calendar.
    """

    span: tuple[int, int]
    is_clock: bool = False


def coming_year(month: int, context: TimeContext) -> int:
    """The year in which a month said without one comes next."""
    return context.reference.year + (month < context.reference.month)


def impossible_figures(text: str) -> Iterator[Impossible]:
    """Dates and clock times in figures that do not exist: ``2027-02-30``, ``13/45/2026``, ``2/30``, ``25:00``."""
    for found in _THREE.finditer(text):
        if _is_like_a_date(found) and not _is_date(found):
            yield Impossible(found.span())
    for found in _TWO.finditer(text):
        a, b = sorted((int(found["a"]), int(found["b"])))
        if 1 <= a <= 12 and b <= 31 and not _is_month_day(a, b):
            yield Impossible(found.span())
    for found in _CLOCK.finditer(text):
        hour, minute = int(found["hour"] or found["half"]), int(found["minute"] or found["past"] or 0)
        second = int(found["second"] or 0)
        is_midnight = hour == 24 and minute == second == 0
        if not is_midnight and (hour > 23 or minute > 59 or second > 59):
            yield Impossible(found.span(), is_clock=True)


def _is_like_a_date(found: re.Match[str]) -> bool:
    """Whether three figures can be meant as a date, and are no telephone number or version."""
    first, second, last = (len(found[name]) for name in "abc")
    if first >= 4:
        return last <= 3 and (first == 4 or found["mark"] != ".")
    return first <= 2 and second <= 2 and (last == 4 or (found["mark"] == "/" and last in {2, 5}))


def _is_date(found: re.Match[str]) -> bool:
    a, b, c = (int(found[name]) for name in "abc")
    if len(found["a"]) >= 4:
        return len(found["c"]) <= 2 and a <= LAST_YEAR and valid_date(a, b, c) is not None
    year = c + 2000 if len(found["c"]) == 2 else c
    return year <= LAST_YEAR and any(valid_date(year, *order) is not None for order in ((a, b), (b, a)))


def _is_month_day(a: int, b: int) -> bool:
    return valid_date(LEAP_YEAR, a, b) is not None


def without_impossible(
    text: str, found: Sequence[TimeExpression], passages: Iterable[Impossible]
) -> list[TimeExpression]:
    """The expressions of ``text`` in order, without those that are part of a passage or belong to one.

    The clock time of a date that does not exist goes with it, and so does the other end of a range. Beside a clock
    time that does not exist the day stands alone, with the words of both and ``note="clock_invalid"``.
    """
    kept = [one for one in found if not _cuts_a_number(text, one)]
    for passage in sorted(passages, key=lambda one: (one.is_clock, one.span)):
        near, span = _touching(text, kept, passage)
        touching = kept[near]
        if passage.is_clock and any(_reads(one, passage) for one in touching):
            continue
        named = next((one for one in touching if passage.is_clock and one.date_given), None)
        kept[near] = [] if named is None else [_day_alone(text, named, span)]
    return kept


def _reads(one: TimeExpression, passage: Impossible) -> bool:
    """Whether a grammar made sense of the whole clock time after all (九十点 is nine or ten)."""
    return one.time_given and one.span[0] <= passage.span[0] and passage.span[1] <= one.span[1]


def _cuts_a_number(text: str, found: TimeExpression) -> bool:
    return any(
        0 < edge < len(text) and _DIGIT.match(text, edge - 1) and _DIGIT.match(text, edge) for edge in found.span
    )


def _touching(text: str, found: Sequence[TimeExpression], passage: Impossible) -> tuple[slice, tuple[int, int]]:
    """Which of the expressions overlap the passage or are joined to it, and the span of them all."""
    first, last = passage.span
    low = high = bisect_right(found, first, key=lambda one: one.span[1])
    while high < len(found) and _belongs(text, (last, found[high].span[0]), found[high], passage):
        first, last = min(first, found[high].span[0]), max(last, found[high].span[1])
        high += 1
    while low > 0 and _belongs(text, (found[low - 1].span[1], first), found[low - 1], passage):
        low -= 1
        first = found[low].span[0]
    return slice(low, high), (first, last)


def _belongs(text: str, between: tuple[int, int], one: TimeExpression, passage: Impossible) -> bool:
    if between[0] > between[1]:
        return True
    if one.kind is ExpressionKind.DURATION:
        return False
    if _RANGE.fullmatch(text, *between):
        return True
    is_before_clock = passage.is_clock and one.span[1] <= passage.span[0]
    # Behind a comma another date is a new one; hours still belong to the date before them.
    is_new = one.date_given and not is_before_clock and any(mark in text[slice(*between)] for mark in ",，")
    return not is_new and _TIGHT.fullmatch(text, *between) is not None


def _day_alone(text: str, named: TimeExpression, span: tuple[int, int]) -> TimeExpression:
    """The day without its hours; a deadline or several days stay as they are."""
    noted = replace(named, text=text[slice(*span)], span=span, note="clock_invalid")
    if not isinstance(named.start, datetime):
        return noted
    is_rule = named.kind is ExpressionKind.RECURRENCE
    starts = (named.start, *(reading.start for reading in named.readings))
    days = dict.fromkeys(start.date() for start in starts if isinstance(start, datetime))
    readings = tuple(Reading(day, None if is_rule else _next(day)) for day in days)
    return replace(
        noted,
        kind=ExpressionKind.RECURRENCE if is_rule else ExpressionKind.DATE,
        start=readings[0].start,
        end=readings[0].end,
        granularity="day",
        time_given=False,
        ambiguous=named.ambiguous and len(readings) > 1,
        readings=readings if len(readings) > 1 else (),
        duration_seconds=None,
    )


def _next(day: date) -> date:
    return day + timedelta(days=1)
