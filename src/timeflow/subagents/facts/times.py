"""Times in words against confirmed times: 下午三点 is 15:00, and nothing else is.

No reference time is known here, so relative words (明天, 下周) can only be compared with the same words of a source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Final

from timeflow.subagents.facts.folding import plain_times, squash
from timeflow.timeexpr import ExpressionKind, TimeContext, TimeExpression, find_expressions

MAX_READ: Final = 4000
"""Characters of the sources that are read for times; whatever stands there literally is found without this."""
_SETTLED_HALF: Final = re.compile(r"[ap]\.?m|\b0\d[:：]|1[3-9]|2[0-4]", re.IGNORECASE)
_RELATIVE: Final = re.compile(
    r"[今明昨后前][天日早晚]|[上下本这]|[今明去后前]年|以?[后前]$|此刻|现在|刚才|最近"
    r"|\b(?:today|tonight|tomorrow|yesterday|next|last|this|coming|ago|from now|later|now)\b|^in\b",
    re.IGNORECASE,
)
"""Words whose meaning hangs on a reference time; part-of-day words (上午, 下午) are taken out first."""
_OFFSET: Final = re.compile(
    r"以?[后前]$|^再?过|现在|此刻|刚才|马上|立刻"
    r"|\b(?:ago|later|from now|now|right away)\b|^in\b.*\b(?:hours?|minutes?|mins?|half)",
    re.IGNORECASE,
)
_PART_OF_DAY: Final = re.compile("[上下中]午")
_WEEKDAY: Final = re.compile(
    r"(?:周|星期|礼拜)[一二三四五六日天]|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"(?P<month>\d{1,2}[-/月.]|[一二三四五六七八九十]月|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)"
    r"|\d{1,2}[日号]|[一二三四五六七八九十][日号]",
    re.IGNORECASE,
)
_DAY: Final = timedelta(days=1)
_DAY_OR_FINER: Final = frozenset({"second", "minute", "hour", "part_of_day", "day"})
_ANY_MONDAY: Final = date(2026, 1, 5)


def read_times(text: str, anchor: date) -> tuple[TimeExpression, ...]:
    """The expressions of a text (NFKC), resolved from the beginning of ``anchor``."""
    context = TimeContext(reference=datetime.combine(anchor, time.min), timezone="UTC", day_start_hour=0)
    return find_expressions(text, context)


@dataclass(frozen=True)
class TimeFacts:
    """Which times may be told.

    Attributes:
        moments: confirmed times as naive wall times of their own offset.
        durations: confirmed lengths in seconds.
        sources: the texts whose words may be repeated, the most important first.
    """

    moments: tuple[datetime, ...]
    durations: frozenset[int]
    sources: tuple[str, ...]
    _squashed: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_squashed", "\n".join(squash(text) for text in self.sources))

    @cached_property
    def anchor(self) -> date:
        """The day from which dates without a year are read."""
        return min(self._days, default=_ANY_MONDAY)

    @cached_property
    def _source_expressions(self) -> tuple[TimeExpression, ...]:
        text = plain_times("\n".join(self.sources))[:MAX_READ]
        return read_times(text, self.anchor)

    @cached_property
    def _days(self) -> frozenset[date]:
        # A deadline given as a date ends at the next midnight and is shown as that date (decisions 14).
        eves = {moment.date() - _DAY for moment in self.moments if moment.time() == time.min}
        return frozenset({moment.date() for moment in self.moments} | eves)

    def read(self, text: str) -> tuple[TimeExpression, ...]:
        """The expressions of an output text (already passed through ``plain_times``)."""
        return read_times(text, self.anchor)

    def allows(self, expression: TimeExpression) -> bool:
        """Whether a time of the output stands in a source or equals a confirmed time."""
        if squash(expression.text) in self._squashed or any(
            _same(expression, source) for source in self._source_expressions
        ):
            return True
        if is_relative(expression):
            return False
        return self._is_confirmed(expression)

    def _is_confirmed(self, expression: TimeExpression) -> bool:
        match expression.kind:
            case ExpressionKind.RECURRENCE:
                return False
            case ExpressionKind.DURATION:
                return expression.duration_seconds in self.durations
            case ExpressionKind.DEADLINE:
                return self._knows(expression.end, expression, exclusive=True)
        if expression.granularity == "part_of_day":
            return any(_within(moment, expression) for moment in self.moments)
        if expression.time_given:
            bounds = [bound for bound in (expression.start, expression.end) if bound is not None]
            return all(self._knows(bound, expression, exclusive=False) for bound in bounds)
        return all(day in self._days for day in _days_of(expression))

    def _knows(self, bound: datetime | date | None, expression: TimeExpression, *, exclusive: bool) -> bool:
        if isinstance(bound, datetime):
            return any(
                _same_clock(moment.time(), bound.time(), expression)
                and (not expression.date_given or moment.date() == bound.date())
                for moment in self.moments
            )
        return bound is not None and (bound - _DAY if exclusive else bound) in self._days


def _same(output: TimeExpression, source: TimeExpression) -> bool:
    """Same meaning; a clock time of the source may be told without its day."""
    if output.kind is ExpressionKind.DURATION or source.kind is ExpressionKind.DURATION:
        return output.duration_seconds is not None and output.duration_seconds == source.duration_seconds
    if (output.start, output.end, output.recurrence) == (source.start, source.end, source.recurrence):
        return True
    if output.date_given or output.recurrence or not (output.time_given and source.time_given):
        return False
    clocks = {bound.time() for bound in (source.start, source.end) if isinstance(bound, datetime)}
    wanted = [bound for bound in (output.start, output.end) if isinstance(bound, datetime)]
    return bool(wanted) and all(any(_same_clock(clock, bound.time(), output) for clock in clocks) for bound in wanted)


def _same_clock(confirmed: time, said: time, expression: TimeExpression) -> bool:
    if (confirmed.hour, confirmed.minute) == (said.hour, said.minute):
        return True
    return is_half_open(expression) and confirmed.minute == said.minute and (confirmed.hour - said.hour) % 12 == 0


def is_fine(expression: TimeExpression) -> bool:
    """Whether the words name a day, a clock time or a length; ``第二季`` may be part of a name."""
    return expression.granularity in _DAY_OR_FINER


def is_relative(expression: TimeExpression) -> bool:
    """Whether the words name a day or period by its distance from an unknown now."""
    return _RELATIVE.search(_PART_OF_DAY.sub("", expression.text)) is not None


def is_offset(expression: TimeExpression) -> bool:
    """Whether the words count from an unknown now (半小时后, in two hours): not even their clock time is known."""
    return expression.kind is not ExpressionKind.DEADLINE and _OFFSET.search(expression.text) is not None


def day_agrees(expression: TimeExpression, said: date, confirmed: date) -> bool:
    """Whether a day in words can be the confirmed one, as far as that shows without a reference time.

    A date is compared by month and day (by day alone for ``5号``), a weekday by itself; anything else agrees.
    """
    if (match := _DATE.search(expression.text)) is not None:
        has_month = match["month"] is not None
        return said.day == confirmed.day and (not has_month or said.month == confirmed.month)
    if _WEEKDAY.search(expression.text):
        return said.weekday() == confirmed.weekday()
    return True


def is_half_open(expression: TimeExpression) -> bool:
    """Whether the words leave the half of the day open: ``三点``, but not ``下午三点``, ``3 pm`` or ``03:00``."""
    is_clock = isinstance(expression.start, datetime) and expression.part_of_day is None
    return is_clock and not _SETTLED_HALF.search(expression.text)


def _within(moment: datetime, expression: TimeExpression) -> bool:
    start, end = expression.start, expression.end
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return False
    if expression.date_given and moment.date() != start.date():
        return False
    length = (end - start).total_seconds()
    since = (datetime.combine(start.date(), moment.time()) - start).total_seconds() % _DAY.total_seconds()
    return since <= length


def _days_of(expression: TimeExpression) -> Iterator[date]:
    start, end = expression.start, expression.end
    if start is not None:
        yield start.date() if isinstance(start, datetime) else start
    if end is not None and not (isinstance(end, date) and start is not None and _next_day(start) == end):
        yield end.date() if isinstance(end, datetime) else end - _DAY


def _next_day(day: datetime | date) -> date:
    return (day.date() if isinstance(day, datetime) else day) + _DAY


def confirmed_durations(minutes: Iterable[int], moments: Iterable[tuple[datetime, datetime]]) -> frozenset[int]:
    """Lengths in seconds: estimates in minutes, and from each start to its end."""
    lengths = {int((end - start).total_seconds()) for start, end in moments}
    return frozenset(lengths | {60 * amount for amount in minutes})
