"""Distances from a moment: ``in two days``, ``3 weeks ago``, ``two months from today``, ``5 days before Christmas``."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

from timeflow.timeexpr.calendar import add_days, coming_weekday
from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.days import day
from timeflow.timeexpr.english.lengths import Length, length
from timeflow.timeexpr.english.specs import Spec, fixed, one_day, settle
from timeflow.timeexpr.english.tables import WEEKDAY_PLURALS
from timeflow.timeexpr.english.tokens import Tokens, phrases, remembered
from timeflow.timeexpr.resolve import elapsed

Moved = tuple[Spec | datetime, Length, int]
LATER = phrases("from now", "from today", "later", "hence")
EARLIER = phrases("ago", "earlier", "before now", "back")
_TIME_ENDINGS = phrases("from now", "from today", "'s time", "time")


@remembered
def offset(tokens: Tokens, index: int, context: TimeContext) -> Moved | None:
    """A moved moment: a day where days or more are counted, else a datetime; the length; the next index."""
    return _inside(tokens, index, context) or _weekdays_on(tokens, index, context) or _moved(tokens, index, context)


def _weekdays_on(tokens: Tokens, index: int, context: TimeContext) -> Moved | None:
    """``two Fridays from now``."""
    count = numbers.cardinal(tokens, index)
    weekday = WEEKDAY_PLURALS.get(tokens.low(count[1])) if count is not None else None
    if count is None or weekday is None or not 1 <= count[0] <= 99:
        return None
    after = tokens.first_phrase(count[1] + 1, LATER)
    if after is None:
        return None
    first = coming_weekday(add_days(context.reference.date(), 1), weekday)
    weeks = Length(((Fraction(count[0]), "week"),))
    return fixed("day", "en.offset", one_day(add_days(first, 7 * (count[0] - 1)))), weeks, after


def _inside(tokens: Tokens, index: int, context: TimeContext) -> Moved | None:
    """``in two hours``, ``in a week's time``, ``in two days from today``."""
    if tokens.low(index) not in {"in", "after"}:
        return None
    found = _length(tokens, tokens.skip(index + 1, "about", "around", "another"))
    if found is None:
        return None
    amount, after = found
    after = tokens.first_phrase(after, _TIME_ENDINGS) or after
    return _from_now(amount, 1, context), amount, after


def _length(tokens: Tokens, index: int) -> tuple[Length, int] | None:
    at = tokens.skip(index, "a", "the")
    if tokens.low(at) == "fortnight":
        return Length(((Fraction(2), "week"),)), at + 1
    if tokens.phrase(index, "the day") is not None and tokens.low(index + 2) in {"after", "before"}:
        return Length(((Fraction(1), "day"),)), index + 2
    return length(tokens, index)


def _moved(tokens: Tokens, index: int, context: TimeContext) -> Moved | None:
    """``two hours ago``, ``30 min later``, ``a week from Friday``, ``5 days before new year``."""
    found = _length(tokens, index)
    if found is None:
        return None
    amount, at = found
    later = tokens.first_phrase(at, LATER)
    earlier = tokens.first_phrase(at, EARLIER)
    if later is not None or earlier is not None:
        after = later or earlier or at
        return _from_now(amount, 1 if later is not None else -1, context), amount, after
    if tokens.low(at) in {"tomorrow", "today"} and amount.unit == "week" and len(amount.parts) == 1:
        # "a week tomorrow"
        start = add_days(context.reference.date(), tokens.low(at) == "tomorrow")
        return fixed("day", "en.offset", one_day(amount.days_after(start))), amount, at + 1
    if tokens.low(at) not in {"from", "after", "before"} or amount.has_clock:
        return None
    base = day(tokens, tokens.skip(at + 1, "the") if tokens.low(at + 2) != "day" else at + 1, context)
    spans = settle(base[0], context) if base is not None else ()
    if base is None or not spans:
        return None
    sign = -1 if tokens.low(at) == "before" else 1
    moved = [one_day(amount.days_after(span[0], sign)) for span in spans]
    return Spec("day", "en.offset", tuple(moved), is_open=base[0].is_open), amount, base[1]


def _from_now(amount: Length, sign: int, context: TimeContext) -> Spec | datetime:
    moved = amount.without_clock().after(context.reference, sign)
    if amount.has_clock:
        return elapsed(moved, sign * timedelta(seconds=amount.clock_seconds), context.timezone)
    return fixed("day", "en.offset", one_day(moved.date()))
