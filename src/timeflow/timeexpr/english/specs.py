"""Calendar parts of a phrase before and after they are settled against the reference.

A :class:`Spec` says which dates can be meant: fixed ones (``tomorrow``), or one a year (``May 5``), a month
(``the 15th``) or a week (``Friday``). Only settling chooses among them, because a later word may still give the
year or the month.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from timeflow.timeexpr.calendar import Span, add_days, add_months, coming_weekday, weekday_of_week
from timeflow.timeexpr.contracts import Granularity, TimeContext

# A 29 February may be eight years away, a Friday the 13th fourteen months.
_YEARS_AHEAD = 9
_MONTHS_AHEAD = 100


def one_day(day: date) -> Span:
    """The span of a single day."""
    return day, add_days(day, 1)


@dataclass(frozen=True, slots=True)
class Spec:
    """The dates that some words can mean.

    Attributes:
        granularity: the unit named.
        rule: the name of the rule, for the source on the card.
        fixed: the spans meant, the preferred first; empty while something recurring still has to be settled.
        yearly, monthly: the span in a given year, or year and month; None where it does not exist there.
        weekday: 0 for Monday, where the words name no more than a weekday.
        said_weekday: a weekday that stands beside a date and should agree with it.
        is_open: the fixed spans are readings between which only the speaker can choose.
    """

    granularity: Granularity
    rule: str
    fixed: tuple[Span, ...] = ()
    yearly: Callable[[int], Span | None] | None = None
    monthly: Callable[[int, int], Span | None] | None = None
    weekday: int | None = None
    said_weekday: int | None = None
    is_open: bool = False

    def in_year(self, year: int) -> Spec | None:
        """The same with its year given; None where it takes none."""
        if self.yearly is None:
            return None
        span = self.yearly(year)
        return replace(self, fixed=(span,), yearly=None) if span else None

    def in_month(self, month: Span) -> Spec | None:
        """A day of the month, with that month given; None where it takes none."""
        if self.monthly is None:
            return None
        span = self.monthly(month[0].year, month[0].month)
        return replace(self, fixed=(span,), monthly=None) if span else None

    def occurrences(self, since: date) -> Iterator[Span]:
        """All spans in order, from the year, month or week of ``since`` on."""
        if self.fixed:
            yield from self.fixed
        elif self.yearly is not None:
            for year in range(max(since.year - 1, 1), min(since.year + _YEARS_AHEAD, 9998)):
                span = self.yearly(year)
                if span is not None:
                    yield span
        elif self.monthly is not None:
            first = since.year * 12 + since.month - 1
            for index in range(first, min(first + _MONTHS_AHEAD, 9998 * 12)):
                span = self.monthly(index // 12, index % 12 + 1)
                if span is not None:
                    yield span
        elif self.weekday is not None:
            yield from (one_day(weekday_of_week(since, self.weekday, week)) for week in range(3))

    def next_from(self, day: date) -> Span | None:
        """The first span that is not over at ``day``."""
        return next((span for span in self.occurrences(day) if span[1] > day), None)

    def last_until(self, day: date) -> Span | None:
        """The last span that has begun at ``day``."""
        since = add_days(day, -7) if self.weekday is not None else add_months(day, -13)
        begun = [span for span in islice(self.occurrences(since), 30) if span[0] <= day]
        return begun[-1] if begun else None


def fixed(granularity: Granularity, rule: str, *spans: Span) -> Spec:
    """A spec that needs no settling; the preferred span first."""
    return Spec(granularity, rule, fixed=spans)


def yearly(granularity: Granularity, rule: str, make: Callable[[int], Span | None]) -> Spec:
    """A spec that occurs once a year, or not at all in some."""
    return Spec(granularity, rule, yearly=make)


def settle(spec: Spec, context: TimeContext) -> tuple[Span, ...]:
    """The spans meant, the preferred first: the nearest to come, or gone by where the sentence is about the past.

    A weekday said on that weekday is open: today, or a week on.
    """
    if spec.fixed:
        return spec.fixed
    today = context.reference.date()
    if spec.weekday is not None:
        return _settle_weekday(spec.weekday, today, past=context.past)
    span = spec.last_until(today) if context.past else spec.next_from(today)
    return (span,) if span is not None else ()


def _settle_weekday(weekday: int, today: date, *, past: bool) -> tuple[Span, ...]:
    if past:
        return (one_day(coming_weekday(add_days(today, -1), weekday, past=True)),)
    coming = coming_weekday(today, weekday)
    return (one_day(coming), one_day(add_days(today, 7))) if coming == today else (one_day(coming),)


def settle_pair(first: Spec, last: Spec, context: TimeContext) -> tuple[Span, Span] | None:
    """Both ends of a range of dates: what one end leaves open (year, month, week) follows from the other.

    ``from May to October 2020`` takes the year for both; ``Friday to Monday`` the Monday after that Friday.
    """
    if not first.fixed and last.fixed:
        begin = first.last_until(last.fixed[0][0])
        return (begin, last.fixed[0]) if begin is not None else None
    begin = _begin(first, last, context)
    if begin is None:
        return None
    end = last.fixed[0] if last.fixed else last.next_from(begin[0])
    if end is None or end[1] < begin[0]:
        return None
    return begin, end


def _begin(first: Spec, last: Spec, context: TimeContext) -> Span | None:
    """The start to come; of a yearly range that is not over the one gone by; a bare day is the last before the end."""
    if first.monthly is not None and last.yearly is not None:
        ends = settle(last, context)
        return first.last_until(ends[0][0]) if ends else None
    today = context.reference.date()
    if first.yearly is not None and last.yearly is not None and not context.past:
        begun = first.last_until(today)
        end = last.next_from(begun[0]) if begun is not None else None
        if end is not None and end[1] > today:
            return begun
    begins = settle(first, context)
    return begins[0] if begins else None
