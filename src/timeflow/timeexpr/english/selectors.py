"""Days and periods taken from a longer one: ``first Monday of May``, ``end of month``, ``mid-November``.

Also the one entry to everything that the calendar names: :func:`calendar_part`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from timeflow.timeexpr.calendar import (
    Span,
    add_days,
    add_months,
    nth_week,
    nth_weekday,
    period_span,
    week_span,
    weekend_span,
)
from timeflow.timeexpr.contracts import Granularity, TimeContext
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.days import day, day_of_month
from timeflow.timeexpr.english.offsets import offset
from timeflow.timeexpr.english.periods import period, unit_span
from timeflow.timeexpr.english.specs import Spec, fixed, one_day, settle
from timeflow.timeexpr.english.tables import UNITS, WEEKDAYS
from timeflow.timeexpr.english.tokens import Tokens, phrases, remembered

Found = tuple[Spec, int]
_ENDS = frozenset({"end", "close"})
_STARTS = frozenset({"start", "beginning"})
_THIRDS = {"early": 0, "mid": 1, "middle": 1, "late": 2}
_SHORT_ENDS = {"eom": "month", "eoy": "year", "eow": "week", "eoq": "quarter"}
_WORKDAY = phrases("business day", "working day", "work day", "workday", "weekday")
_RESTS = phrases("rest of", "remainder of", "remaining of")


@dataclass(frozen=True, slots=True)
class Selector:
    """What to take from a period: ``first Monday``, ``15th day``, ``last 3 weeks``."""

    granularity: Granularity
    take: Callable[[Span], Span | None]

    def of(self, whole: Spec) -> Spec | None:
        """The part of ``whole``, settled as far as that is."""
        return derive(whole, self.granularity, "en.part_of_period", self.take)


def derive(whole: Spec, granularity: Granularity, rule: str, take: Callable[[Span], Span | None]) -> Spec | None:
    """A spec whose spans are taken from those of ``whole``."""
    if whole.fixed:
        spans = tuple(span for span in map(take, whole.fixed) if span is not None)
        return replace(whole, granularity=granularity, rule=rule, fixed=spans) if spans else None
    if whole.yearly is None:
        return None
    in_year = whole.yearly

    def part_in_year(year: int) -> Span | None:
        span = in_year(year)
        return take(span) if span is not None else None

    return Spec(granularity, rule, yearly=part_in_year)


@remembered
def calendar_part(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """The longest day or period at ``index`` and the next index."""
    moved = offset(tokens, index, context)
    candidates = [
        _selected(tokens, index, context),
        _edge(tokens, index, context),
        _rest(tokens, index, context),
        _around_day(tokens, index, context),
        (moved[0], moved[2]) if moved is not None and isinstance(moved[0], Spec) else None,
        day(tokens, index, context),
        period(tokens, index, context),
    ]
    found = [candidate for candidate in candidates if candidate is not None]
    return max(found, key=lambda candidate: candidate[1]) if found else None


def selector(tokens: Tokens, index: int) -> tuple[Selector, int] | None:
    """What to take, without the period to take it from."""
    at = tokens.skip(index, "the")
    if tokens.low(at) in {"last", "final"}:
        number, at = -1, at + 1
    else:
        ordinal = numbers.ordinal(tokens, at)
        if ordinal is None or ordinal[0] > 366:
            return None
        number, at = ordinal
    count = numbers.cardinal(tokens, at)
    length = 1
    if count is not None and tokens.low(count[1]) in {"weeks", "months", "days"}:
        length, at = count
    word = tokens.low(at)
    workday = tokens.first_phrase(at, _WORKDAY)
    if workday is not None:
        return Selector("day", lambda whole: _workday_in(whole, number)), workday
    weekday = WEEKDAYS.get(word)
    if weekday is not None:
        return Selector("day", lambda whole: _weekday_in(whole, weekday, number)), at + 1
    unit = UNITS.get(word)
    if unit == "day":
        return Selector("day", lambda whole: _days_in(whole, number, length)), at + 1
    if unit == "week":
        return Selector("week", lambda whole: _weeks_in(whole, number, length)), at + 1
    if unit == "weekend":
        return Selector("weekend", lambda whole: _weekend_in(whole, number)), at + 1
    if unit == "month":
        return Selector("month", lambda whole: _months_in(whole, number, length)), at + 1
    return None


def _selected(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    chosen = selector(tokens, index)
    if chosen is None or tokens.low(chosen[1]) not in {"of", "in"}:
        return None
    whole = _whole(tokens, chosen[1] + 1, context)
    part = chosen[0].of(whole[0]) if whole is not None else None
    return (part, whole[1]) if part is not None and whole is not None else None


def _whole(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """A period to take from; ``month`` and ``the year`` alone are the current ones."""
    found = period(tokens, index, context)
    if found is not None:
        return found
    year = numbers.year(tokens, index)
    if year is not None:
        return period_of_year(year[0]), year[1]
    unit = UNITS.get(tokens.low(index))
    span = unit_span(unit, context, 0) if unit is not None else None
    return (fixed(span[1], f"en.{span[1]}", span[0]), index + 1) if span is not None else None


def period_of_year(year: int) -> Spec:
    """A whole year."""
    return fixed("year", "en.year", period_span(date(year, 1, 1), 12))


def _weekday_in(whole: Span, weekday: int, number: int) -> Span | None:
    found = nth_weekday(whole, weekday, number)
    return one_day(found) if found is not None else None


def _workday_in(whole: Span, number: int) -> Span | None:
    """Monday to Friday by the week alone, as English lengths count them."""
    days = [day for step in range((whole[1] - whole[0]).days) if (day := add_days(whole[0], step)).weekday() < 5]
    place = number if number < 0 else number - 1
    return one_day(days[place]) if -len(days) <= place < len(days) else None


def _days_in(whole: Span, number: int, length: int) -> Span | None:
    start = add_days(whole[0], number - 1) if number > 0 else add_days(whole[1], -length)
    return (start, add_days(start, length)) if whole[0] <= start < whole[1] else None


def _weeks_in(whole: Span, number: int, length: int) -> Span:
    if number > 0 or length == 1:
        return nth_week(whole, number, length)
    last = nth_week(whole, -1)
    return add_days(last[1], -7 * length), last[1]


def _weekend_in(whole: Span, number: int) -> Span | None:
    saturday = nth_weekday(whole, 5, number)
    return (saturday, add_days(saturday, 2)) if saturday is not None else None


def _months_in(whole: Span, number: int, length: int) -> Span | None:
    start = add_months(whole[0], number - 1) if number > 0 else add_months(whole[1], -length)
    return (start, add_months(start, length)) if whole[0] <= start < whole[1] else None


def _edge(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``end of (the) month``, ``start of 2008``, ``mid-November``, ``late July``, ``EOY``."""
    short = _SHORT_ENDS.get(tokens.low(tokens.skip(index, "the")))
    if short is not None:
        span = unit_span(UNITS[short], context, 0)
        return _end_of(fixed(span[1], "", span[0]), tokens.skip(index, "the") + 1) if span is not None else None
    at = tokens.skip(index, "the")
    word = tokens.low(at)
    if word not in _ENDS and word not in _STARTS and word not in _THIRDS:
        return None
    after = tokens.skip(at + 1, "of", "-")
    if after == at + 1 and word not in _THIRDS:
        return None
    whole = _whole(tokens, after, context)
    if whole is None or whole[0].granularity == "day" or (word in _THIRDS and whole[0].granularity == "weekend"):
        return None
    if word in _ENDS:
        return _end_of(*whole)
    if word in _STARTS:
        part = derive(whole[0], "day", "en.start_of_period", lambda span: one_day(span[0]))
    else:
        third = _THIRDS[word]
        part = derive(whole[0], whole[0].granularity, "en.third", lambda span: _third(span, third))
    return (part, whole[1]) if part is not None else None


def _end_of(whole: Spec, after: int) -> Found | None:
    """The last day; a week may end with its Friday or its Sunday."""
    if whole.granularity == "week" and whole.fixed:
        monday = whole.fixed[0][0]
        readings = (one_day(add_days(monday, 4)), one_day(add_days(monday, 6)))
        return Spec("day", "en.end_of_period", readings, is_open=True), after
    part = derive(whole, "day", "en.end_of_period", lambda span: (add_days(span[1], -1), span[1]))
    return (part, after) if part is not None else None


def _third(span: Span, third: int) -> Span:
    """Months by tens of days, years by four months, anything else by length."""
    days = (span[1] - span[0]).days
    if days > 300:
        start = add_months(span[0], days // 365 * 4 * third)
        return start, add_months(start, days // 365 * 4) if third < 2 else span[1]
    step = 10 if 28 <= days <= 31 else days // 3
    start = add_days(span[0], third * step)
    return start, add_days(start, step) if third < 2 else span[1]


def _rest(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``earlier this week``, ``later this year``, ``the rest of the month``."""
    at = tokens.skip(index, "the")
    rest = tokens.first_phrase(at, _RESTS)
    word = tokens.low(at)
    if rest is None and word not in {"earlier", "later"}:
        return None
    whole = period(tokens, rest if rest is not None else tokens.skip(at + 1, "in"), context)
    if whole is None or not whole[0].fixed:
        return None
    today, (start, end) = context.reference.date(), whole[0].fixed[0]
    if not start <= today < end:
        return None
    rest_start = today if rest is not None else add_days(today, 1)
    span = (start, today) if word == "earlier" else (rest_start, end)
    return (fixed(whole[0].granularity, "en.rest_of_period", span), whole[1]) if span[0] < span[1] else None


def _around_day(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``the week of the 18th``, ``week commencing February 4``, ``Halloween weekend 2021``."""
    at = tokens.skip(index, "the")
    word = tokens.low(at)
    if word not in {"week", "weekend"}:
        named = day(tokens, index, context)
        if named is None or named[0].rule != "en.holiday" or tokens.low(named[1]) != "weekend":
            return None
        year = numbers.year(tokens, named[1] + 1)
        dated = named[0].in_year(year[0]) if year is not None else None
        whole = dated if dated is not None else named[0]
        after = year[1] if year is not None and dated is not None else named[1] + 1
        return _weekend_around(whole, after)
    if tokens.low(at + 1) not in {"of", "commencing", "beginning", "starting"}:
        return None
    at = tokens.skip(at + 2, "on")
    found = day(tokens, at, context) or _bare_day(tokens, at)
    if found is None:
        return None
    if word == "weekend":
        return _weekend_around(*found)
    spans = tuple(week_span(span[0]) for span in settle(found[0], context)[:1])
    return (fixed("week", "en.week_of", *spans), found[1]) if spans else None


def _bare_day(tokens: Tokens, index: int) -> Found | None:
    number = numbers.ordinal(tokens, tokens.skip(index, "the"))
    return (day_of_month(number[0]), number[1]) if number is not None and number[0] <= 31 else None


def _weekend_around(named: Spec, after: int) -> Found | None:
    """The weekend of the same week, lengthened to reach a Thursday, Friday or Monday holiday beside it."""
    part = derive(named, "weekend", "en.weekend_of", _weekend_with)
    return (part, after) if part is not None else None


def _weekend_with(span: Span) -> Span:
    given = span[0]
    if given.weekday() == 0:
        return add_days(given, -2), add_days(given, 1)
    saturday, end = weekend_span(given)
    return (given if given.weekday() in {3, 4} else saturday), end
