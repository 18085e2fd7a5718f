"""A moment settled against the reference: its kind and its readings, the preferred first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import zip_longest
from typing import TypeVar

from timeflow.timeexpr.calendar import Span, add_days, coming_weekday
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, PartOfDay, TimeContext
from timeflow.timeexpr.english.clock import MIDNIGHT, ClockRange, in_part
from timeflow.timeexpr.english.moment import Moment
from timeflow.timeexpr.english.specs import Spec, one_day, settle
from timeflow.timeexpr.resolve import Clock, at, on_day, part_span, part_without_day, without_day

T = TypeVar("T")
Edge = datetime | date | None
Reading = tuple[Edge, Edge]
_SENSIBLE_HOURS = range(7, 20)


@dataclass(frozen=True, slots=True)
class Settled:
    """What a moment means.

    Attributes:
        kind, granularity, rule: as in the result.
        readings: starts and exclusive ends, the preferred first; an end of None for a clock time.
        is_open: only the speaker can choose among the readings.
    """

    kind: ExpressionKind
    granularity: Granularity
    rule: str
    readings: tuple[Reading, ...]
    is_open: bool = False


def settled(moment: Moment, context: TimeContext) -> Settled | None:
    """Settle a moment; None where it names nothing that exists."""
    if moment.instant is not None:
        return Settled(ExpressionKind.INSTANT, "minute", "en.offset", ((moment.instant, None),))
    if moment.when is None:
        return _without_day(moment, context)
    spans = settle(moment.when, context)
    if not spans:
        return None
    spans, is_open = _agreed(moment.when, spans)
    rule = moment.when.rule
    if moment.hours is not None:
        hours = in_part_of(moment.hours, moment.part)
        pairs = _in_turn([hours_on(hours, span[0], context) for span in spans])
        kept = _ahead(pairs, moment, context)
        return Settled(ExpressionKind.RANGE, hours.granularity, rule, kept, is_open)
    if moment.clock is not None:
        is_midnight = moment.clock == MIDNIGHT
        moments = [_clock_on(moment.clock, moment, span[0], context) for span in spans]
        starts = [(found, None) for found in _in_turn(moments)]
        is_open = is_open or (is_midnight and moment.part is None)
        return Settled(ExpressionKind.INSTANT, moment.clock.granularity, rule, _ahead(starts, moment, context), is_open)
    if moment.part is not None:
        parts = [part_span(span[0], moment.part) for span in spans]
        return Settled(ExpressionKind.RANGE, "part_of_day", rule, tuple(parts), is_open)
    is_date = moment.is_day and add_days(spans[0][0], 1) == spans[0][1]
    kind = ExpressionKind.DATE if is_date else ExpressionKind.RANGE
    return Settled(kind, moment.when.granularity, rule, tuple(spans), is_open)


def _agreed(spec: Spec, spans: tuple[Span, ...]) -> tuple[tuple[Span, ...], bool]:
    """Where date and weekday disagree, the nearest such weekday is the other reading."""
    given = spans[0][0]
    if spec.said_weekday is None or spec.said_weekday == given.weekday():
        return spans, spec.is_open
    near = coming_weekday(add_days(given, -3), spec.said_weekday)
    return (spans[0], one_day(near)), True


def _without_day(moment: Moment, context: TimeContext) -> Settled | None:
    if moment.hours is not None:
        hours = in_part_of(moment.hours, moment.part)
        return Settled(ExpressionKind.RANGE, hours.granularity, "en.clock_range", _next_hours(hours, context))
    if moment.clock is not None:
        clock = in_part(moment.clock, moment.part) if moment.part is not None else moment.clock
        found = without_day(clock, context)
        readings = tuple((start, None) for start in found)
        return Settled(ExpressionKind.TIME_OF_DAY, clock.granularity, "en.clock", readings)
    if moment.part is not None:
        span = part_without_day(moment.part, context)
        return Settled(ExpressionKind.TIME_OF_DAY, "part_of_day", "en.part_of_day", (span,))
    return None


def in_part_of(hours: ClockRange, part: PartOfDay | None) -> ClockRange:
    """The hours with their start settled by the part of the day; the end follows the start."""
    return replace(hours, begin=in_part(hours.begin, part)) if part is not None else hours


def _clock_on(clock: Clock, moment: Moment, day: date, context: TimeContext) -> tuple[datetime, ...]:
    if clock == MIDNIGHT:
        return (
            (at(day, 24),) if moment.part is not None or day == context.reference.date() else (at(day, 24), at(day, 0))
        )
    return on_day(in_part(clock, moment.part) if moment.part is not None else clock, day, context)


def hours_on(hours: ClockRange, day: date, context: TimeContext) -> tuple[tuple[datetime, datetime], ...]:
    """The hours on a day: those still to come first, then those that begin between 07:00 and 19:59."""
    pairs = hours.on(day)
    is_today = day == context.reference.date() and not context.past
    return tuple(
        sorted(
            pairs,
            key=lambda pair: (is_today and pair[0] < context.reference, pair[0].hour not in _SENSIBLE_HOURS, pair[0]),
        )
    )


def _next_hours(hours: ClockRange, context: TimeContext) -> tuple[Reading, ...]:
    today = context.reference.date()
    shifts = (0, -1) if context.past else (-1, 0, 1)
    found: list[tuple[datetime, datetime]] = []
    for index in range(len(hours.on(today))):
        timeline = [hours.on(add_days(today, shift))[index] for shift in shifts]
        fitting = [pair for pair in timeline if (pair[0] >= context.reference) != context.past]
        found.append(fitting[0] if fitting else timeline[-1])
    return tuple(sorted(found, key=lambda pair: (pair[0].hour not in _SENSIBLE_HOURS, pair[0])))


def _in_turn(groups: Sequence[Sequence[T]]) -> list[T]:
    """The preferred of every group first, then the seconds, and so on."""
    return [member for row in zip_longest(*groups) for member in row if member is not None]


def _ahead(
    readings: Sequence[tuple[datetime, datetime | None]], moment: Moment, context: TimeContext
) -> tuple[Reading, ...]:
    """Without the readings that are over, where the day was left to us and another reading is still to come."""
    if moment.when is None or moment.when.fixed or context.past:
        return tuple(readings)
    ahead = tuple(reading for reading in readings if reading[0] >= context.reference)
    return ahead or tuple(readings)
