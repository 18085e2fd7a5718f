"""Clock readings, parts of the day and the finishing of expressions that both grammars share (design section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from timeflow.timeexpr.calendar import add_days
from timeflow.timeexpr.contracts import (
    ExpressionKind,
    Granularity,
    PartOfDay,
    Reading,
    TimeContext,
    TimeExpression,
)

PART_HOURS: dict[PartOfDay, tuple[int, int]] = {
    "凌晨": (0, 6),
    "早上": (6, 9),
    "上午": (8, 12),
    "中午": (12, 13),
    "下午": (12, 18),
    "傍晚": (17, 19),
    "晚上": (18, 24),
}
"""First hour and exclusive last hour of each part of the day; 24 is the next midnight."""

_SENSIBLE_HOURS = range(7, 20)
_LATEST_SENSIBLE_HOUR_TODAY = 20
# What has been counted from now is one moment, whatever the clocks do.
_COUNTED_FROM_NOW = frozenset({"zh.offset", "zh.now", "en.offset"})


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time as said, before it has a date.

    Attributes:
        hour: 0 to 24, as said; 24 is the midnight that ends the day.
        minute, second: zero where not said.
        part: the part of the day that the words name.
        certain: the half of the day is settled by the form (``20:00``, ``08:00``, ``3pm``); hours from 13 always are.
        granularity: the smallest unit said.
    """

    hour: int
    minute: int = 0
    second: int = 0
    part: PartOfDay | None = None
    certain: bool = False
    granularity: Granularity = "hour"


def at(day: date, hour: int, minute: int = 0, second: int = 0) -> datetime:
    """The moment on ``day``; hours from 24 on are the next day's."""
    return datetime.combine(add_days(day, hour // 24), time(hour % 24, minute, second))


def moments(clock: Clock, day: date) -> tuple[datetime, ...]:
    """What the clock time can mean on the named day, the preferred first.

    Without a part of the day the half that lies within 07:00 to 19:59 is preferred. The small hours of a named evening
    are the coming night's: ``晚上1点`` is the next date's 01:00.
    """
    hours = _hours_by_part(clock) if clock.part else _hours_by_sense(clock)
    return tuple(at(day, hour, clock.minute, clock.second) for hour in hours)


def open_midnight(clock: Clock) -> bool:
    """Whether the words are 晚上12点, which may be the midnight that ends the day or the one that began it."""
    return clock.part == "晚上" and clock.hour == 12


def _hours_by_part(clock: Clock) -> tuple[int, ...]:
    hour, part = clock.hour, clock.part
    if hour == 12:
        return {"凌晨": (0,), "晚上": (24, 0)}.get(part or "", (12,))
    if hour == 0:
        return (24,) if part == "晚上" else (0,)
    if hour > 12 or part in {"凌晨", "早上", "上午"}:
        return (hour,)
    if part == "中午":
        return (hour,) if hour >= 10 else (hour + 12,)
    if part == "晚上" and hour < 5:
        return (hour + 24,)
    return (hour + 12,)


def _hours_by_sense(clock: Clock) -> tuple[int, ...]:
    hour = clock.hour
    if clock.certain or hour > 12 or hour == 0:
        return (hour,)
    if hour == 12:
        return (12, 24)
    return (hour, hour + 12) if hour in _SENSIBLE_HOURS else (hour + 12, hour)


def on_day(clock: Clock, day: date, context: TimeContext) -> tuple[datetime, ...]:
    """The clock time on a named day, the preferred reading first.

    On today a reading that is still to come goes before one that has passed; where both have passed the day is kept.
    """
    found = moments(clock, day)
    if context.past or day != context.reference.date():
        return found
    ahead = [moment for moment in found if moment >= context.reference]
    if open_midnight(clock):
        return tuple(ahead) or found
    return (*ahead, *(moment for moment in found if moment not in ahead))


def without_day(clock: Clock, context: TimeContext) -> tuple[datetime, ...]:
    """The next occurrences of a clock time said without a day (the latest ones in a sentence about the past)."""
    today = context.reference.date()
    dates = [add_days(today, offset) for offset in ((0, -1, -2) if context.past else (-1, 0, 1))]
    halves: list[datetime] = []
    for index in range(len(moments(clock, today))):
        timeline = [moments(clock, day)[index] for day in dates]
        fitting = [m for m in timeline if (m <= context.reference if context.past else m >= context.reference)]
        halves.append((max if context.past else min)(fitting) if fitting else timeline[-1])
    if open_midnight(clock):
        return (halves[0], halves[0] + timedelta(days=1))
    if len(halves) > 1 and not context.past:
        soon = [m for m in halves if 7 <= m.hour <= _LATEST_SENSIBLE_HOUR_TODAY]
        first = min(soon) if soon else halves[0]
        return (first, *(m for m in halves if m != first))
    return tuple(halves)


def part_span(day: date, part: PartOfDay) -> tuple[datetime, datetime]:
    """Start and exclusive end of a part of the day on ``day``."""
    first, last = PART_HOURS[part]
    return at(day, first), at(day, last)


def part_without_day(part: PartOfDay, context: TimeContext) -> tuple[datetime, datetime]:
    """The part of the day that is not over yet (or that has begun, where the sentence is about the past)."""
    today = context.reference.date()
    start, end = part_span(today, part)
    if context.past:
        return (start, end) if start <= context.reference else part_span(add_days(today, -1), part)
    return (start, end) if end > context.reference else part_span(add_days(today, 1), part)


def relative_days(offset: int, context: TimeContext) -> tuple[date, ...]:
    """``今天`` plus ``offset`` days, by the calendar first.

    Said before the person's day has started, tomorrow and yesterday may be counted from the day before; a reading
    that would put the future into the past is none, so ``今天`` has one reading always.
    """
    today = context.reference.date()
    day = add_days(today, offset)
    if offset == 0 or context.reference.hour >= context.day_start_hour:
        return (day,)
    return (day, add_days(day, -1))


def first_occurrence(
    recurrence: str, context: TimeContext, clock: Clock | None = None, day: date | None = None
) -> datetime | date:
    """The first occurrence of RRULE parts from now on: a datetime where a clock time is said, else a date (also today).

    ``day`` is where counting starts, today by default. Raises ``ValueError`` where the rule never occurs.
    """
    start_day = day or context.reference.date()
    start = datetime.combine(start_day, time())
    not_before = start
    if clock is not None:
        moment = moments(clock, start_day)[0]
        start = moment
        not_before = max(context.reference, moment) if day is None else moment
    found = rrulestr(recurrence, dtstart=start).after(not_before, inc=True)
    if found is None:
        raise ValueError("a rule without occurrences")
    return found if clock is not None else found.date()


def expression(
    text: str,
    span: tuple[int, int],
    kind: ExpressionKind,
    readings: Sequence[tuple[datetime | date | None, datetime | date | None]],
    *,
    granularity: Granularity,
    rule: str,
    ambiguous: bool = False,
    part_of_day: PartOfDay | None = None,
    recurrence: str | None = None,
    duration_seconds: int | None = None,
    date_given: bool = True,
    time_given: bool = False,
    note: str | None = None,
) -> TimeExpression:
    """Build an expression from its readings, the preferred first. ``text`` is the whole sentence.

    Readings that are the same count once; a single reading is never ambiguous.
    """
    distinct = list(dict.fromkeys(readings))
    start, end = distinct[0]
    return TimeExpression(
        text=text[span[0] : span[1]],
        span=span,
        kind=kind,
        start=start,
        end=end,
        granularity=granularity,
        rule=rule,
        part_of_day=part_of_day,
        recurrence=recurrence,
        duration_seconds=duration_seconds,
        date_given=date_given,
        time_given=time_given,
        ambiguous=ambiguous and len(distinct) > 1,
        readings=tuple(Reading(*reading) for reading in distinct) if len(distinct) > 1 else (),
        note=note,
    )


def elapsed(moment: datetime, length: timedelta, timezone: str) -> datetime:
    """The wall time in ``timezone`` after ``length`` has passed: across a change of its offset not the sum.

    A wall time that comes twice keeps its ``fold``. Raises ``OverflowError`` outside the calendar.
    """
    zone = _zone(timezone)
    passed = moment.replace(tzinfo=zone).astimezone(UTC) + length
    return passed.astimezone(zone).replace(tzinfo=None)


def in_zone(found: TimeExpression, context: TimeContext) -> TimeExpression:
    """The expression with the readings that a change of the zone's offset forces on it.

    A wall time that is skipped gets the times before and after the gap. One that comes twice is the first of the two,
    since nobody can choose between two times that read the same. Only expressions with a clock time can meet either.
    """
    edge = found.end if found.kind is ExpressionKind.DEADLINE else found.start
    if not found.time_given or not isinstance(edge, datetime) or found.rule in _COUNTED_FROM_NOW:
        return found
    note, moments_of_edge = _offset_change(edge, context.timezone)
    if note is None or note == "dst_fold":
        return found if note is None else replace(found, note=note)
    if found.kind is ExpressionKind.DEADLINE:
        readings = tuple(Reading(None, moment) for moment in moments_of_edge)
    else:
        length = found.end - edge if isinstance(found.end, datetime) else None
        readings = tuple(Reading(moment, None if length is None else moment + length) for moment in moments_of_edge)
    return replace(found, start=readings[0].start, end=readings[0].end, ambiguous=True, readings=readings, note=note)


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _offset_change(moment: datetime, timezone: str) -> tuple[str | None, tuple[datetime, ...]]:
    zone = _zone(timezone)
    early, late = moment.replace(tzinfo=zone, fold=0), moment.replace(tzinfo=zone, fold=1)
    if early.utcoffset() == late.utcoffset():
        return None, ()
    round_trip = early.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    if round_trip == moment:
        return "dst_fold", (moment,)
    # In a gap fold=0 reads the clock before the change and lands after the gap, fold=1 the other way round.
    return "dst_gap", (round_trip, late.astimezone(UTC).astimezone(zone).replace(tzinfo=None))
