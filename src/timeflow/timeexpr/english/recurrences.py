"""What recurs: ``every Monday``, ``daily``, ``Tuesdays and Thursdays at 9``, ``19th of every month``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from timeflow.timeexpr.calendar import rrule_days
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, PartOfDay, TimeContext, TimeExpression
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.clock import ClockRange, clock, clock_range, in_part
from timeflow.timeexpr.english.cues import ends_clean, follows_well, month_at, starts_clean
from timeflow.timeexpr.english.holidays import holiday
from timeflow.timeexpr.english.moment import part_of_day
from timeflow.timeexpr.english.numeric import month_day
from timeflow.timeexpr.english.settled import hours_on, in_part_of
from timeflow.timeexpr.english.tables import PARTS, UNITS, WEEKDAY_PLURALS, WEEKDAYS, Unit
from timeflow.timeexpr.english.tokens import Phrases, Tokens, phrases
from timeflow.timeexpr.resolve import Clock, expression, first_occurrence, part_span

_EVERY = frozenset({"every", "each"})
_LISTS = (",", "and", "&", "or", "/")
_FREQUENCIES: dict[Unit, tuple[str, int, Granularity]] = {
    "minute": ("MINUTELY", 1, "minute"),
    "hour": ("HOURLY", 1, "hour"),
    "day": ("DAILY", 1, "day"),
    "week": ("WEEKLY", 1, "week"),
    "month": ("MONTHLY", 1, "month"),
    "quarter": ("MONTHLY", 3, "quarter"),
    "year": ("YEARLY", 1, "year"),
    "decade": ("YEARLY", 10, "decade"),
}
_WORKWEEK = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
_WEEKEND = "FREQ=WEEKLY;BYDAY=SA,SU"
_GROUPS = {"weekday": _WORKWEEK, "weekend": _WEEKEND}
_ADVERBS: Phrases[tuple[str, Granularity]] = Phrases(
    {
        "hourly": ("FREQ=HOURLY", "hour"),
        "daily": ("FREQ=DAILY", "day"),
        "everyday": ("FREQ=DAILY", "day"),
        "nightly": ("FREQ=DAILY", "day"),
        "weekly": ("FREQ=WEEKLY", "week"),
        "biweekly": ("FREQ=WEEKLY;INTERVAL=2", "week"),
        "bi - weekly": ("FREQ=WEEKLY;INTERVAL=2", "week"),
        "fortnightly": ("FREQ=WEEKLY;INTERVAL=2", "week"),
        "monthly": ("FREQ=MONTHLY", "month"),
        "bimonthly": ("FREQ=MONTHLY;INTERVAL=2", "month"),
        "bi - monthly": ("FREQ=MONTHLY;INTERVAL=2", "month"),
        "quarterly": ("FREQ=MONTHLY;INTERVAL=3", "quarter"),
        "semiannual": ("FREQ=MONTHLY;INTERVAL=6", "month"),
        "semiannually": ("FREQ=MONTHLY;INTERVAL=6", "month"),
        "semi - annual": ("FREQ=MONTHLY;INTERVAL=6", "month"),
        "semi - annually": ("FREQ=MONTHLY;INTERVAL=6", "month"),
        "yearly": ("FREQ=YEARLY", "year"),
        "annually": ("FREQ=YEARLY", "year"),
        "weekdays": (_WORKWEEK, "day"),
        "workdays": (_WORKWEEK, "day"),
        "weekends": (_WEEKEND, "weekend"),
    }
)
_MOST_IN_LIST = 7
_TO = frozenset({"to", "through", "thru", "-", "–"})
_PLURAL_PARTS: dict[str, PartOfDay] = {f"{word}s": PARTS[word] for word in ("morning", "afternoon", "evening", "night")}
_EVERY_YEAR = phrases("every year", "each year", "of every year", "of each year")
_HOW_OFTEN = phrases("once", "twice")
_OF_MONTH = phrases("of the month", "of each month", "of every month", "in the month", "in each month")


@dataclass(frozen=True, slots=True)
class Rule:
    """RRULE parts and what stands beside them; ``since`` is the weekday on which a run of days begins."""

    parts: str
    granularity: Granularity
    part: PartOfDay | None = None
    clock: Clock | None = None
    hours: ClockRange | None = None
    since: int | None = None


Found = tuple[Rule, int]


def recurrence(tokens: Tokens, index: int) -> Found | None:
    """A rule at ``index`` with the clock time before or behind it, and the next index."""
    start = tokens.skip(index, "on", "at", "from")
    found = _rule(tokens, start)
    if found is not None:
        return _with_time(tokens, *found)
    if not starts_clean(tokens, start):
        return None
    is_led = start > index and tokens.low(index) != "on"
    hours = clock_range(tokens, start, loose=is_led)
    if hours is not None:
        rule = _rule(tokens, tokens.skip(hours[1], "on"))
        return (replace(rule[0], hours=hours[0]), rule[1]) if rule is not None else None
    timed = clock(tokens, start, loose=is_led)
    rule = None if timed is None else _rule(tokens, tokens.skip(timed[1], "on"))
    return (replace(rule[0], clock=timed[0]), rule[1]) if timed is not None and rule is not None else None


def _rule(tokens: Tokens, index: int) -> Found | None:
    return (
        _every(tokens, index)
        or _plural_weekdays(tokens, index)
        or _adverb(tokens, index)
        or _of_every(tokens, index)
        or _times_a(tokens, index)
        or _parts_of_days(tokens, index)
        or _weekday_run(tokens, index)
    )


def _every(tokens: Tokens, index: int) -> Found | None:
    """``every Monday and Thursday``, ``every other Friday``, ``every 2 weeks``, ``every third Thursday``."""
    if tokens.low(index) not in _EVERY:
        return None
    at = tokens.skip(index + 1, "single")
    interval = 1
    nth = _monthly(tokens, at) if tokens.low(at) == "second" else None
    of_month = tokens.first_phrase(nth[1], _OF_MONTH) if nth is not None else None
    if nth is not None and of_month is not None:
        return Rule(f"FREQ=MONTHLY;{nth[0]}", "day"), of_month
    if tokens.low(at) in {"other", "second", "alternate"} and tokens.low(at + 1) not in {"of", "half"}:
        interval, at = 2, at + 1
    else:
        nth = _monthly(tokens, at)
        if nth is not None and nth[0].startswith("BYDAY"):
            return Rule(f"FREQ=MONTHLY;{nth[0]}", "day"), tokens.first_phrase(nth[1], _OF_MONTH) or nth[1]
        count = numbers.cardinal(tokens, at)
        is_count = count is not None and tokens.low(count[1]) in UNITS and tokens.low(count[1]) not in {"s", "h", "d"}
        if count is not None and is_count and 1 <= count[0] <= 999:
            interval, at = count
    step = f";INTERVAL={interval}" if interval > 1 else ""
    days = _weekday_list(tokens, at, WEEKDAYS) or _weekday_list(tokens, at, WEEKDAY_PLURALS)
    if days is not None:
        return Rule(f"FREQ=WEEKLY{step};BYDAY={rrule_days(days[0])}", "day"), days[1]
    part = part_of_day(tokens, at) if tokens.low(at) not in {"in", "during"} else None
    if part is not None:
        return Rule(f"FREQ=DAILY{step}", "day", part=part[0]), part[1]
    unit = UNITS.get(tokens.low(at))
    if unit in {"weekday", "weekend"}:
        base = _WORKWEEK if unit == "weekday" else _WEEKEND
        return Rule(base.replace("WEEKLY", f"WEEKLY{step}"), "day" if unit == "weekday" else "weekend"), at + 1
    if unit in _FREQUENCIES and len(tokens.low(at)) > 1:
        frequency, factor, granularity = _FREQUENCIES[unit]
        interval *= factor
        step = f";INTERVAL={interval}" if interval > 1 else ""
        return _narrowed(tokens, Rule(f"FREQ={frequency}{step}", granularity), at + 1)
    return _yearly(tokens, at, step)


def _narrowed(tokens: Tokens, rule: Rule, index: int) -> Found:
    """``every month on the 15th``, ``every week on Monday and Friday``."""
    at = tokens.skip(index, "on")
    if rule.granularity == "week" and at > index:
        days = _weekday_list(tokens, at, WEEKDAYS) or _weekday_list(tokens, at, WEEKDAY_PLURALS)
        if days is not None:
            return replace(rule, parts=f"{rule.parts};BYDAY={rrule_days(days[0])}"), days[1]
    if rule.granularity == "month" and at > index:
        chosen = _monthly(tokens, at)
        if chosen is not None:
            return replace(rule, parts=f"{rule.parts};{chosen[0]}"), chosen[1]
    if rule.granularity == "year" and rule.parts == "FREQ=YEARLY":
        dated = _yearly(tokens, at, "") or _day_first(tokens, tokens.skip(at, "the"))
        if dated is not None and at > index:
            return dated
    return rule, index


def _monthly(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """The BY part of ``the 15th``, ``the last day``, ``first Monday``."""
    at = tokens.skip(index, "the")
    if tokens.low(at) == "last":
        number, after = -1, at + 1
    else:
        ordinal = numbers.ordinal(tokens, at)
        if ordinal is None:
            return None
        number, after = ordinal
    weekday = WEEKDAYS.get(tokens.low(after))
    if weekday is not None:
        return (f"BYDAY={number}{rrule_days((weekday,))}", after + 1) if -1 <= number <= 5 else None
    if tokens.low(after) == "day":
        after += 1
    elif number == -1:
        return None
    return (f"BYMONTHDAY={number}", after) if -1 <= number <= 31 else None


def _yearly(tokens: Tokens, index: int, step: str) -> Found | None:
    """``every December 25``, ``every 4th of July``, ``every March``, ``every Christmas``."""
    month = month_at(tokens, index)
    if month is not None:
        number = numbers.ordinal(tokens, tokens.skip(index + 1, "the")) or numbers.cardinal(tokens, index + 1)
        if number is not None and month_day(month, number[0]) is not None:
            return Rule(f"FREQ=YEARLY{step};BYMONTH={month};BYMONTHDAY={number[0]}", "day"), number[1]
        return Rule(f"FREQ=YEARLY{step};BYMONTH={month};BYMONTHDAY=1", "month"), index + 1
    ordinal = numbers.ordinal(tokens, index)
    if ordinal is not None:
        month_index = tokens.skip(ordinal[1], "of")
        month = month_at(tokens, month_index)
        if month is not None and month_day(month, ordinal[0]) is not None:
            return Rule(f"FREQ=YEARLY{step};BYMONTH={month};BYMONTHDAY={ordinal[0]}", "day"), month_index + 1
        return _month_days(tokens, index, step)
    feast = holiday(tokens, index)
    if feast is None or feast[0].yearly is None:
        return None
    # Only a feast that keeps its date is a rule: these four years differ in weekday, Easter and new moon.
    dates = {(span[0].month, span[0].day) for span in map(feast[0].yearly, range(2023, 2027)) if span is not None}
    if len(dates) != 1:
        return None
    month, day = dates.pop()
    return Rule(f"FREQ=YEARLY{step};BYMONTH={month};BYMONTHDAY={day}", "day"), feast[1]


def _month_days(tokens: Tokens, index: int, step: str) -> Found | None:
    """``every 15th``, ``every 1st and 15th``."""
    days: list[int] = []
    after = index
    while len(days) < _MOST_IN_LIST:
        at = tokens.skip(after, *_LISTS) if days else index
        number = numbers.ordinal(tokens, at) if tokens[at].digits is not None and (at > after or not days) else None
        if number is None or not 1 <= number[0] <= 31:
            break
        days, after = [*days, number[0]], number[1]
    if not days or not follows_well(tokens, after):
        return None
    return Rule(f"FREQ=MONTHLY{step};BYMONTHDAY={','.join(map(str, days))}", "day"), after


def _weekday_list(tokens: Tokens, index: int, names: dict[str, int]) -> tuple[list[int], int] | None:
    """``Monday, Wednesday and Friday``; a list may go on in either form of the names, a range by ``to``."""
    first = names.get(tokens.low(index))
    if first is None:
        return None
    days, after = [first], index + 1
    if tokens.low(after) in _TO:
        last = names.get(tokens.low(after + 1))
        if last is not None:
            return [(first + step) % 7 for step in range((last - first) % 7 + 1)], after + 2
    while len(days) < _MOST_IN_LIST:
        at = tokens.skip(tokens.skip(after, *_LISTS), "and", "on", "every")
        more = names.get(tokens.low(at)) if at > after else None
        if more is None:
            break
        days, after = [*days, more], at + 1
    return days, after


def _plural_weekdays(tokens: Tokens, index: int) -> Found | None:
    """``Mondays``, ``Tuesdays and Thursdays``, ``Friday mornings``, ``Monday and Friday evenings``."""
    days = _weekday_list(tokens, index, WEEKDAY_PLURALS)
    if days is not None:
        return Rule(f"FREQ=WEEKLY;BYDAY={rrule_days(days[0])}", "day"), days[1]
    group = _GROUPS.get(tokens.low(index))
    if group is not None and (part := _PLURAL_PARTS.get(tokens.low(index + 1))) is not None:
        return Rule(group, "day", part=part), index + 2
    days = _weekday_list(tokens, index, WEEKDAYS)
    part = _PLURAL_PARTS.get(tokens.low(days[1])) if days is not None else None
    if days is None or part is None:
        return None
    return Rule(f"FREQ=WEEKLY;BYDAY={rrule_days(days[0])}", "day", part=part), days[1] + 1


def _adverb(tokens: Tokens, index: int) -> Found | None:
    found = _ADVERBS.at(tokens, index)
    return _narrowed(tokens, Rule(*found[0]), found[1]) if found is not None else None


def _of_every(tokens: Tokens, index: int) -> Found | None:
    """``19th of every month``, ``the last Friday of each month``, ``19 June every year``, ``Christmas every year``."""
    chosen = _monthly(tokens, index)
    if chosen is not None and tokens.low(chosen[1]) in {"of", "in"} and tokens.low(chosen[1] + 1) in _EVERY | {"the"}:
        if tokens.low(chosen[1] + 1) in _EVERY and tokens.low(chosen[1] + 2) == "month":
            return Rule(f"FREQ=MONTHLY;{chosen[0]}", "day"), chosen[1] + 3
        return None
    at = tokens.skip(index, "the")
    dated = _yearly(tokens, at, "") or _day_first(tokens, at)
    after = tokens.first_phrase(dated[1], _EVERY_YEAR) if dated else None
    return (dated[0], after) if dated is not None and after is not None else None


def _day_first(tokens: Tokens, index: int) -> Found | None:
    number = tokens[index].digits
    month = month_at(tokens, index + 1)
    if number is None or month is None or month_day(month, number) is None:
        return None
    return Rule(f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={number}", "day"), index + 2


def _times_a(tokens: Tokens, index: int) -> Found | None:
    """``once a week``; ``twice a week`` is a rule only where its days are named."""
    after = tokens.first_phrase(index, _HOW_OFTEN)
    if after is None:
        count = numbers.cardinal(tokens, index)
        after = count[1] + 1 if count is not None and tokens.low(count[1]) == "times" else None
    if after is None:
        return None
    if tokens.low(after) in _EVERY:
        return _every(tokens, after)
    unit = UNITS.get(tokens.low(after + 1)) if tokens.low(after) in {"a", "an", "per"} else None
    if unit not in _FREQUENCIES or unit is None:
        return None
    frequency, factor, granularity = _FREQUENCIES[unit]
    step = f";INTERVAL={factor}" if factor > 1 else ""
    found = _narrowed(tokens, Rule(f"FREQ={frequency}{step}", granularity), after + 2)
    return found if tokens.low(index) == "once" or found[1] > after + 2 else None


def _parts_of_days(tokens: Tokens, index: int) -> Found | None:
    """``in the mornings``."""
    at = tokens.skip(tokens.skip(index, "in"), "the")
    part = _PLURAL_PARTS.get(tokens.low(at))
    return (Rule("FREQ=DAILY", "day", part=part), at + 1) if part is not None and at > index else None


def _weekday_run(tokens: Tokens, index: int) -> Found | None:
    """``Mon-Fri 9-5``: hours behind a run of weekdays are those of each; of the whole week, of every week."""
    found = _weekday_list(tokens, index, WEEKDAYS)
    if found is None or tokens.low(index + 1) not in _TO or tokens.low(index - 1) in {"next", "last", "this"}:
        return None
    days, after = found
    at = tokens.skip(tokens.skip(after, ","), "at", "from", "between", "@")
    hours = clock_range(tokens, at, loose=True)
    if len(days) < 2 or (hours is None and clock(tokens, at) is None):
        return None
    if days[0] == 0 and len(days) in {5, 7}:
        rule = Rule(f"FREQ=WEEKLY;BYDAY={rrule_days(days)}", "day")
    else:
        rule = Rule(f"FREQ=DAILY;COUNT={len(days)}", "day", since=days[0])
    return (replace(rule, hours=hours[0]), hours[1]) if hours is not None else (rule, after)


def _with_time(tokens: Tokens, rule: Rule, index: int) -> Found | None:
    """Take the clock time, hours and part of the day behind a rule."""
    if not ends_clean(tokens, index):
        return None
    for _ in range(2):
        at = tokens.skip(tokens.skip(index, ","), "at", "@", "from", "between", "around")
        is_led = at > index and tokens.low(at - 1) != ","
        part = part_of_day(tokens, at) if rule.part is None else None
        hours = clock_range(tokens, at, loose=is_led, joiner="and" if tokens.low(at - 1) == "between" else "")
        timed = clock(tokens, at) or (clock(tokens, at, loose=True) if is_led else None)
        if part is not None:
            rule, index = replace(rule, part=part[0]), part[1]
        elif rule.clock is not None or rule.hours is not None:
            break
        elif hours is not None:
            rule, index = replace(rule, hours=hours[0]), hours[1]
        elif timed is not None:
            rule, index = replace(rule, clock=timed[0]), timed[1]
        else:
            break
    return rule, index


def express_rule(place: tuple[str, tuple[int, int]], rule: Rule, context: TimeContext) -> TimeExpression:
    """The expression for a rule: its first occurrence from now on, with the clock times of that day.

    Raises:
        ValueError: the rule never occurs.
    """
    start, end = _first(rule, context)
    return expression(
        *place,
        ExpressionKind.RECURRENCE,
        [(start, end)],
        granularity=rule.granularity,
        rule="en.recurrence",
        part_of_day=rule.part,
        recurrence=rule.parts,
        time_given=rule.clock is not None or rule.hours is not None,
    )


def _first(rule: Rule, context: TimeContext) -> tuple[datetime | date, datetime | None]:
    # What recurs at intervals begins with the first day that fits; only then the intervals count.
    parts = re.sub(r";(?:INTERVAL|COUNT)=\d+", "", rule.parts)
    if rule.since is not None:
        parts = f"FREQ=WEEKLY;BYDAY={rrule_days((rule.since,))}"
    if rule.clock is not None:
        timed = in_part(rule.clock, rule.part) if rule.part is not None else rule.clock
        return first_occurrence(parts, context, timed), None
    if rule.hours is None and rule.part is None:
        return first_occurrence(parts, context), None
    later = replace(context, reference=context.reference + timedelta(days=1))
    spans = [_span(rule, first_occurrence(parts, since), context) for since in (context, later)]
    return next((span for span in spans if span[0] >= context.reference), spans[1])


def _span(rule: Rule, found: date, context: TimeContext) -> tuple[datetime, datetime]:
    day = date(found.year, found.month, found.day)
    if rule.hours is None:
        return part_span(day, rule.part or "上午")
    # Every day has the same hours, whether or not today's are over.
    midnight = replace(context, reference=datetime.combine(day, time()))
    return hours_on(in_part_of(rule.hours, rule.part), day, midnight)[0]
