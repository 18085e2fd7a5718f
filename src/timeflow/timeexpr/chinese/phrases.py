"""Points, ranges, deadlines and open spans: the phrases that become expressions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from timeflow.timeexpr.calendar import add_days, coming_weekday
from timeflow.timeexpr.chinese.beside import day_beside
from timeflow.timeexpr.chinese.clock import hours_at
from timeflow.timeexpr.chinese.days import days_at
from timeflow.timeexpr.chinese.durations import length_at
from timeflow.timeexpr.chinese.lengths import length_phrase, within_length
from timeflow.timeexpr.chinese.periods import WEEKDAYS
from timeflow.timeexpr.chinese.pieces import Days, Hours, Pair, Phrase, Point, Scope
from timeflow.timeexpr.chinese.text import NUMERALS, TO
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, TimeExpression
from timeflow.timeexpr.resolve import (
    Clock,
    expression,
    moments,
    on_day,
    open_midnight,
    part_span,
    part_without_day,
    without_day,
)
from timeflow.timeexpr.workdays import holiday_span

# Hours behind these are those of each day.
_SEVERAL_DAYS = frozenset({"zh.two_days", "zh.dates", "zh.weekdays"})
_GAP = re.compile(r"(?:的|[那当]天的?|[ ,，]{1,2}|(?<=\d)T(?=\d))?")
_SEPARATOR = re.compile(rf"{TO}|(?:开始|起)?一?直?到|起至")
_BETWEEN = re.compile(r" ?[和与跟] ?")
_BETWEEN_END = re.compile(r"之间|间(?![隔断谍])")
_FROM = re.compile(r"(?:从|自从|自|由|在)? ?")
_DEADLINE_HEAD = re.compile(
    r"(?:截止日期|截止时间|截止|截至|最晚|最迟|不晚于|不迟于|最后期限|赶在|[dD][dD][lL])(?:到|至|于|是|为|在|:)? ?"
)
_BEFORE = re.compile(r"(?P<with>或|及|以及|和)?(?:之前|以前|前(?!提(?!交)|[端台面往途期任者辈景沿锋言后半天几]))")
_WITHIN = re.compile(r"(?:之内|以内|内(?![部容测存审科蒙裤训网饰阁心])|为止)")
_AFTER = re.compile(
    r"(?:的|或|及|以及)?(?:之后|以后|过后|以来|后(?![端台面续勤期来天会半])|起(?![床飞草来身步诉码点到诉立])|开始|往后)"
)


def point_at(scope: Scope, index: int) -> Point | None:
    """Days, hours, or days and hours."""
    days = days_at(scope, index)
    if days is None:
        hours = hours_at(scope, index, after_day=False)
        return None if hours is None else Point(hours.end, None, hours)
    if days.granularity != "day" or days.open_end or days.rule in _SEVERAL_DAYS:
        return Point(days.end, days, None)
    days = day_beside(scope, days)
    gap = _GAP.match(scope.text, days.end)
    start = gap.end() if gap else days.end
    hours = _hours_of_part(scope, start, days) if days.part else hours_at(scope, start, after_day=True)
    if hours is None and days.part is not None:
        hours = Hours(days.end, days.part, None)
    return Point(max(days.end, hours.end if hours else 0), days, hours)


def _hours_of_part(scope: Scope, index: int, days: Days) -> Hours | None:
    found = hours_at(scope, index, after_day=True)
    if found is None or found.clock is None:
        return None
    return replace(found, part=found.part or days.part, clock=replace(found.clock, part=found.part or days.part))


def phrase_at(scope: Scope, index: int) -> Phrase | None:
    """The whole phrase from ``index`` on: a range, a deadline, an open span, or a point alone."""
    text = scope.text
    if matched := _DEADLINE_HEAD.match(text, index):
        return _deadline(scope, matched.end())
    if found := length_phrase(scope, index):
        return found
    head = _FROM.match(text, index)
    start = head.end() if head else index
    point = point_at(scope, start)
    if point is None:
        return None
    if found := _range(scope, point, start):
        return found
    if start > index and text[index] == "在":
        return None
    after = _AFTER.match(text, point.end)
    if after is not None and (found := _open(scope, point, after, after_from=start > index)):
        return found
    if before := _BEFORE.match(text, point.end):
        return _until(scope, point, before.end(), inclusive=before["with"] is not None)
    if (within := _WITHIN.match(text, point.end)) and point.days is not None:
        return _until(scope, point, within.end(), inclusive=True)
    return _from_only(scope, point) if start > index else _alone(scope, point)


def _from_only(scope: Scope, point: Point) -> Phrase | None:
    days = point.days
    if days is not None and point.hours is None and days.granularity in {"year", "month", "week", "day", "quarter"}:
        return Phrase(point.end, ExpressionKind.RANGE, ((days.first, None),), days.granularity, point, "zh.since")
    return _alone(scope, point)


def _alone(scope: Scope, point: Point) -> Phrase:
    days, hours = point.days, point.hours
    if days is not None and hours is None:
        if days.open_end:
            return Phrase(point.end, ExpressionKind.RANGE, ((days.first, None),), "day", point, days.rule)
        one_day = days.granularity == "day" and days.until == add_days(days.first, 1)
        kind = ExpressionKind.DATE if one_day else ExpressionKind.RANGE
        return Phrase(
            point.end,
            kind,
            days.spans,
            days.granularity,
            point,
            days.rule,
            days.ambiguous,
            days.length_seconds,
            days.note,
        )
    assert hours is not None
    if hours.clock is not None:
        kind = ExpressionKind.INSTANT if days else ExpressionKind.TIME_OF_DAY
        moments_of_clock = clock_moments(scope, point)
        found: tuple[Pair, ...] = tuple((moment, None) for moment in moments_of_clock)
        if hours.spread:
            kind = ExpressionKind.RANGE if days else kind
            found = tuple((moment, moment + timedelta(hours=1)) for moment in moments_of_clock)
        rule = days.rule if days else "zh.clock"
        ambiguous = open_midnight(hours.clock) or bool(days and days.ambiguous)
        return Phrase(
            point.end, kind, found, hours.clock.granularity, point, rule, ambiguous, note=days.note if days else None
        )
    assert hours.part is not None
    kind = ExpressionKind.RANGE if days else ExpressionKind.TIME_OF_DAY
    spans = part_spans(scope, point)
    ambiguous = bool(days and days.ambiguous)
    rule = days.rule if days else "zh.part_of_day"
    return Phrase(point.end, kind, spans, "part_of_day", point, rule, ambiguous, note=days.note if days else None)


def part_spans(scope: Scope, point: Point) -> tuple[tuple[datetime, datetime], ...]:
    """The readings of a part of the day; one that is over gives way to one that is to come."""
    assert point.hours is not None and point.hours.part is not None
    part = point.hours.part
    if point.days is None:
        return (part_without_day(part, scope.context),)
    spans = [part_span(first, part) for first, _ in point.days.spans]
    ahead = [span for span in spans if span[1] > scope.context.reference]
    return tuple(ahead if ahead and not scope.past and len(spans) > 1 else spans)


def clock_moments(scope: Scope, point: Point) -> tuple[datetime, ...]:
    """The readings of a clock time, the preferred first; of several days one that has passed is no reading."""
    assert point.hours is not None and point.hours.clock is not None
    clock = point.hours.clock
    if point.days is None:
        return without_day(clock, scope.context)
    found = [moment for first, _ in point.days.spans for moment in on_day(clock, first, scope.context)]
    if len(point.days.spans) > 1 and not scope.past:
        if not point.days.ambiguous:
            best = [m for first, _ in point.days.spans for m in on_day(clock, first, scope.context)[:1]]
            found = best + [m for m in found if m not in best]
        if point.days.rule == "zh.relative_day" and point.days.spans[0][0] < scope.today:
            return tuple(found)
        ahead = [moment for moment in found if moment >= scope.context.reference]
        found = ahead or found
    return tuple(found)


def _range(scope: Scope, first: Point, start: int) -> Phrase | None:
    separator = _SEPARATOR.match(scope.text, first.end)
    between = None if separator else _BETWEEN.match(scope.text, first.end)
    joint = separator or between
    if joint is None:
        return None
    second = _second_point(scope, first, joint.end())
    if second is None:
        return None
    end = second.end
    closing = _BETWEEN_END.match(scope.text, end)
    if between is not None and closing is None:
        return None
    end = closing.end() if closing else end
    return (
        _day_range(scope, first, second, end, start) if first.hours is None else _hour_range(scope, first, second, end)
    )


def _second_point(scope: Scope, first: Point, index: int) -> Point | None:
    origin = first.days.first if first.days else scope.origin
    later = replace(scope, origin=origin, past=False, floor=index)
    if first.days is not None and first.days.rule.endswith("weekday") and first.hours is None:
        char, after = scope.text[index : index + 1], scope.text[index + 1 : index + 2]
        if char in WEEKDAYS and char != "天" and not (after in NUMERALS + "点月号日天个" and after):
            day = coming_weekday(origin, WEEKDAYS[char])
            return Point(index + 1, Days(index + 1, ((day, add_days(day, 1)),), "day", "zh.weekday"), None)
    found = point_at(later, index)
    if found is None and first.hours is not None and (hours := hours_at(later, index, after_day=True)):
        # What follows a clock time and 到 is one too (11点到1点聚会).
        return Point(hours.end, None, hours)
    return found


def _day_range(scope: Scope, first: Point, second: Point, end: int, start: int) -> Phrase | None:
    if first.days is None or second.days is None:
        return None
    if second.hours is not None:
        end = second.days.end
    begun, until, granularity = first.days.first, second.days.until, second.days.granularity
    if until <= begun:
        return None
    if first.days.yearless and second.days.yearless and not scope.past:
        running = _running_range(scope, start, first, end)
        if running is not None:
            begun, until = running
    point = Point(end, first.days, None)
    return Phrase(end, ExpressionKind.RANGE, ((begun, until),), granularity, point, "zh.range", first.days.ambiguous)


def _running_range(scope: Scope, start: int, first: Point, end: int) -> tuple[date, date] | None:
    """The same range begun before today, where today lies inside it: said in July, April to October is this year's."""
    if first.days is None or first.days.rule not in {"zh.date", "zh.month", "zh.nth_weekday"}:
        return None
    earlier = replace(scope, origin=scope.today, past=True)
    begun = point_at(earlier, start)
    if begun is None or begun.days is None:
        return None
    joint = _SEPARATOR.match(scope.text, begun.end) or _BETWEEN.match(scope.text, begun.end)
    second = joint and _second_point(scope, begun, joint.end())
    if not second or second.days is None:
        return None
    return (begun.days.first, second.days.until) if begun.days.first <= scope.today < second.days.until else None


def _hour_range(scope: Scope, first: Point, second: Point, end: int) -> Phrase | None:
    if first.hours is None or second.hours is None or (first.hours.clock is None) != (second.hours.clock is None):
        return None
    if first.hours.clock is None or second.hours.clock is None:
        begun = part_spans(scope, first)[0][0]
        last = part_spans(scope, Point(second.end, second.days or _same_day(first, begun), second.hours))[0][1]
        readings: tuple[Pair, ...] = ((begun, last),)
        granularity: Granularity = "part_of_day"
    else:
        starts = clock_moments(scope, first)
        readings = tuple(
            (moment, last)
            for moment in starts
            for last in _range_ends(scope, first.hours, second, moment)
            if last > moment
        )
        granularity = second.hours.clock.granularity
    if not readings:
        return None
    ambiguous = bool(first.days and first.days.ambiguous)
    return Phrase(end, ExpressionKind.RANGE, readings, granularity, first, "zh.range", ambiguous)


def _same_day(first: Point, begun: datetime) -> Days:
    return first.days or Days(first.end, ((begun.date(), add_days(begun.date(), 1)),), "day", "zh.clock")


def _range_ends(scope: Scope, first: Hours, second: Point, start: datetime) -> list[datetime]:
    """Where a range of clock times ends: on its own day, or at the next such time; the part of the day carries over."""
    assert second.hours is not None and second.hours.clock is not None and first.clock is not None
    clock = second.hours.clock
    if second.days is not None:
        return [m for m in moments(clock, second.days.first) if m > start]
    day = start.date()
    candidates = [m for d in (day, add_days(day, 1)) for m in moments(clock, d)]
    if clock.part is None and not clock.certain and clock.hour <= 12:
        candidates += [m + timedelta(hours=12) for m in candidates]
    later = sorted(m for m in candidates if m > start)
    return later[:1]


def range_end(scope: Scope, first: Hours, index: int, start: datetime) -> tuple[int, datetime] | None:
    """The other end of a range of clock times that began at ``start``, with the offset after it."""
    joint = _SEPARATOR.match(scope.text, index)
    second = joint and hours_at(replace(scope, floor=joint.end()), joint.end(), after_day=True)
    if not second or second.clock is None:
        return None
    ends = _range_ends(scope, first, Point(second.end, None, second), start)
    return (second.end, ends[0]) if ends else None


def _open(scope: Scope, point: Point, after: re.Match[str], *, after_from: bool) -> Phrase | None:
    """之后, 以来, 起, 开始: a span whose end is open. 下午三点开始 is a clock time unless 从 stands before it."""
    words = after[0]
    if point.hours is not None:
        if words in {"开始", "起", "以来"} and not after_from:
            return None
        start = _alone(scope, point).readings[0][0]
        return Phrase(after.end(), ExpressionKind.RANGE, ((start, None),), "hour", point, "zh.after")
    days = point.days
    assert days is not None
    if days.open_end or days.rule in {"zh.offset", "zh.stretch"}:
        return None
    begins = any(word in words for word in ("起", "开始", "以来", "或", "及"))
    start_day = days.first
    if not begins and days.before_start:
        start_day = holiday_span(days.first)[0][1] if days.rule == "zh.festival" else days.until
    elif not begins and days.granularity != "day":
        start_day = days.until
    end = after.end()
    return Phrase(end, ExpressionKind.RANGE, ((start_day, None),), days.granularity, point, "zh.after", note=days.note)


def _deadline(scope: Scope, index: int) -> Phrase | None:
    point = point_at(scope, index)
    if point is None:
        length = length_at(scope, index)
        within = length and _WITHIN.match(scope.text, length.end)
        return within_length(scope, length, within.end()) if length and within else None
    suffix = _BEFORE.match(scope.text, point.end) or _WITHIN.match(scope.text, point.end)
    return _until(scope, point, suffix.end() if suffix else point.end, inclusive=True)


def _until(scope: Scope, point: Point, end: int, *, inclusive: bool) -> Phrase | None:
    """A deadline: a day is included, a period is over before it begins (下周前) unless the words include it."""
    days, hours = point.days, point.hours
    ambiguous = False
    if hours is not None and hours.clock is not None:
        readings: tuple[Pair, ...] = tuple((None, moment) for moment in clock_moments(scope, point))
        ambiguous = open_midnight(hours.clock) or bool(days and days.ambiguous)
        granularity: Granularity = hours.clock.granularity
    elif hours is not None:
        spans = part_spans(scope, point)
        starts = hours.part in {"中午", "傍晚", "晚上"} and not inclusive
        readings, granularity = tuple((None, span[0] if starts else span[1]) for span in spans), "part_of_day"
    else:
        assert days is not None
        if days.open_end or days.length_seconds is not None or days.rule == "zh.offset":
            return None
        before_it = (days.granularity != "day" or days.before_start) and not inclusive and days.first > scope.today
        if days.granularity in {"year", "decade", "century"} and not inclusive and days.until <= scope.today:
            before_it = True
        readings = tuple((None, span[0] if before_it else span[1]) for span in days.spans)
        granularity, ambiguous = days.granularity, days.ambiguous
    note = days.note if days else None
    return Phrase(end, ExpressionKind.DEADLINE, readings, granularity, point, "zh.deadline", ambiguous, note=note)


def to_expression(text: str, span: tuple[int, int], found: Phrase) -> TimeExpression:
    """The finished expression; ``text`` is the sentence as it was written, ``span`` the place of the words in it."""
    point = found.point
    clock: Clock | None = point.hours.clock if point and point.hours else None
    timed = found.kind is not ExpressionKind.DURATION and (
        clock is not None or (point is None and found.granularity in {"hour", "minute", "second"})
    )
    return expression(
        text,
        span,
        found.kind,
        found.readings,
        granularity=found.granularity,
        rule=found.rule,
        ambiguous=found.ambiguous,
        part_of_day=point.hours.part if point and point.hours else None,
        recurrence=found.recurrence,
        duration_seconds=found.seconds,
        date_given=found.kind is not ExpressionKind.DURATION and (point is None or point.days is not None),
        time_given=timed,
        note=found.note,
    )
