"""From a phrase to the expression that callers see."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta

from timeflow.timeexpr.calendar import add_days
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, TimeContext, TimeExpression
from timeflow.timeexpr.english.clock import ClockRange, in_part
from timeflow.timeexpr.english.moment import Moment
from timeflow.timeexpr.english.phrases import Phrase, Shape
from timeflow.timeexpr.english.settled import Edge, Reading, Settled, settled
from timeflow.timeexpr.english.specs import fixed, settle_pair
from timeflow.timeexpr.resolve import expression

Place = tuple[str, tuple[int, int]]
_FINE_TO_COARSE: tuple[Granularity, ...] = (
    "second", "minute", "hour", "part_of_day", "day", "weekend", "week", "month", "quarter", "season", "year",
    "decade", "century",
)  # fmt: skip


def express(place: Place, phrase: Phrase, context: TimeContext) -> TimeExpression | None:
    """The expression for a phrase, or None where it names nothing that exists.

    ``place``: the sentence and the span of the phrase in it. Raises ``ValueError`` or ``OverflowError`` for a date
    outside the calendar.
    """
    if phrase.is_past:
        context = replace(context, past=True)
    if phrase.shape in {Shape.LENGTH, Shape.WITHIN}:
        return _length(place, phrase, context)
    if phrase.shape is Shape.FROM_TO:
        return _from_to(place, phrase, context)
    found = settled(phrase.first, context)
    if found is None:
        return None
    if phrase.shape is Shape.FOR:
        return _lasting(place, phrase, found)
    if phrase.shape is not Shape.AT:
        found = _bounded(phrase.shape, found)
    return _finish(place, phrase.first, found)


def _finish(place: Place, moment: Moment, found: Settled, seconds: int | None = None) -> TimeExpression:
    is_early = found.is_open and found.rule == "en.relative_day" and len(found.readings) > 1
    return expression(
        *place,
        found.kind,
        found.readings,
        granularity=found.granularity,
        rule=found.rule,
        ambiguous=found.is_open,
        part_of_day=moment.part,
        duration_seconds=seconds,
        date_given=moment.when is not None or moment.instant is not None,
        time_given=moment.has_time,
        note="day_start" if is_early else None,
    )


def _bounded(shape: Shape, found: Settled) -> Settled:
    """An open range or a deadline; only what lasts has an end of its own."""

    def edge(reading: Reading, *, last: bool) -> Edge:
        return reading[1] if last and reading[1] is not None else reading[0]

    # "after the start of May" begins with May, "before the end of May" has all of it.
    if shape in {Shape.FROM, Shape.AFTER}:
        is_last = shape is Shape.AFTER and found.rule != "en.start_of_period"
        readings: list[Reading] = [(edge(r, last=is_last), None) for r in found.readings]
        return replace(found, kind=ExpressionKind.RANGE, readings=tuple(readings))
    is_last = shape is Shape.UNTIL or found.rule == "en.end_of_period"
    readings = [(None, edge(r, last=is_last)) for r in found.readings]
    return replace(found, kind=ExpressionKind.DEADLINE, readings=tuple(readings))


def _length(place: Place, phrase: Phrase, context: TimeContext) -> TimeExpression | None:
    amount = phrase.length
    if amount is None or amount.seconds == 0:
        return None
    seconds = amount.seconds
    if phrase.shape is Shape.LENGTH:
        found = Settled(ExpressionKind.DURATION, amount.granularity, "en.duration", ((None, None),))
        return replace(_finish(place, Moment(), found, seconds), date_given=False)
    now = (
        context.reference if amount.has_clock else context.reference.replace(hour=0, minute=0, second=0, microsecond=0)
    )
    begin, finish = sorted((now, amount.after(now, phrase.sign)))
    reading: Reading = (begin, finish) if amount.has_clock else (begin.date(), finish.date())
    if reading[0] == reading[1]:
        return None
    found = Settled(ExpressionKind.RANGE, amount.granularity, "en.within", (reading,))
    return replace(_finish(place, Moment(), found, seconds), date_given=True, time_given=amount.has_clock)


def _lasting(place: Place, phrase: Phrase, found: Settled) -> TimeExpression | None:
    amount = phrase.length
    if amount is None:
        return None
    readings: list[Reading] = []
    for start, _ in found.readings:
        if isinstance(start, datetime):
            readings.append((start, amount.after(start)))
        elif start is not None and not amount.has_clock:
            readings.append((start, amount.days_after(start)))
    if not readings:
        return None
    lasting = replace(found, kind=ExpressionKind.RANGE, readings=tuple(readings))
    return _finish(place, phrase.first, lasting, amount.seconds)


def _from_to(place: Place, phrase: Phrase, context: TimeContext) -> TimeExpression | None:
    first, last = phrase.first, phrase.last
    if first.clock is not None and last.clock is not None and last.when is None:
        return _hours(place, first, last, context)
    has_time = first.has_time or last.has_time or first.part is not None or last.part is not None
    if not has_time and first.when is not None and last.when is not None:
        spans = settle_pair(first.when, last.when, context)
        if spans is None:
            return None
        granularity = min(first.when.granularity, last.when.granularity, key=_FINE_TO_COARSE.index)
        rule = "en.date_range"
        found = Settled(ExpressionKind.RANGE, granularity, rule, ((spans[0][0], spans[1][1]),), first.when.is_open)
        return _finish(place, first, found)
    return _moments(place, first, last, context)


def _hours(place: Place, first: Moment, last: Moment, context: TimeContext) -> TimeExpression | None:
    if first.clock is None or last.clock is None:
        return None
    begin = in_part(first.clock, first.part) if first.part is not None else first.clock
    finish = in_part(last.clock, last.part) if last.part is not None else last.clock
    granularity = min(begin.granularity, finish.granularity, key=_FINE_TO_COARSE.index)
    whole = Moment(when=first.when, hours=ClockRange(begin, finish, granularity))
    found = settled(whole, context)
    return _finish(place, whole, found) if found is not None else None


def _moments(place: Place, first: Moment, last: Moment, context: TimeContext) -> TimeExpression | None:
    """From one moment to another of which at least one has a clock time."""
    if first.when is not None and last.when is not None:
        spans = settle_pair(first.when, last.when, context)
        if spans is None:
            return None
        first = replace(first, when=fixed("day", first.when.rule, spans[0]))
        last = replace(last, when=fixed("day", last.when.rule, spans[1]))
    if last.instant is not None and first.instant is None:
        begins = settled(first, replace(context, past=True))
        ends = settled(last, context)
    else:
        begins = settled(first, context)
        start = _moment_of(begins.readings[0][0]) if begins is not None else None
        ends = settled(last, replace(context, reference=start) if start is not None and last.when is None else context)
    if begins is None or ends is None:
        return None
    finer: Granularity = min(begins.granularity, ends.granularity, key=_FINE_TO_COARSE.index)
    first_edge, last_edge = begins.readings[0][0], ends.readings[0][1] or ends.readings[0][0]
    if isinstance(first_edge, datetime) != isinstance(last_edge, datetime):
        if isinstance(last_edge, datetime) and last.instant is None:
            return None
        first_edge, last_edge = _as_dates(first_edge, last_edge)
        finer = "day"
    if first_edge is None or last_edge is None or not _ordered(first_edge, last_edge):
        return None
    given = Moment(when=first.when or last.when, instant=first.instant, clock=first.clock or last.clock)
    return _finish(place, given, Settled(ExpressionKind.RANGE, finer, "en.range", ((first_edge, last_edge),)))


def _moment_of(edge: Edge) -> datetime | None:
    return edge if isinstance(edge, datetime) else None


def _as_dates(start: Edge, end: Edge) -> tuple[date | None, date | None]:
    """Both as dates; the day of a moment that ends a range belongs to it."""
    first = start.date() if isinstance(start, datetime) else start
    return first, add_days(end.date(), 1) if isinstance(end, datetime) else end


def _ordered(start: datetime | date, end: datetime | date) -> bool:
    if isinstance(start, datetime) and isinstance(end, datetime):
        return end - start > timedelta(0)
    return start < end if not isinstance(start, datetime) and not isinstance(end, datetime) else False
