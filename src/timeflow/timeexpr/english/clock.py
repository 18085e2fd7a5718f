"""Clock times: ``3pm``, ``3:30 p.m.``, ``15:00``, ``half past three``, ``noon``, ``5 o'clock``, ``3-5pm``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from timeflow.timeexpr.contracts import Granularity, PartOfDay
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.lengths import length
from timeflow.timeexpr.english.tokens import Tokens, phrases, remembered
from timeflow.timeexpr.resolve import Clock, moments

WHOLE_DAY = timedelta(hours=24)
_SOME_DAY = date(2000, 1, 3)
_HALVES = {"am": 0, "pm": 12, "a": 0, "p": 12}
_MINUTE_WORDS = {"half": 30, "quarter": 15}
_NOON = Clock(12, certain=True)
_NOON_WORDS = frozenset({"noon", "midday", "noonish", "noontime"})
MIDNIGHT = Clock(24, certain=True)
"""The word; with a day it may be either end of that day."""
_RANGE_WORDS = ("to", "-", "–", "—", "~", "until", "till", "til", "through", "thru")
_HOUR_ENDINGS = phrases("o'clock", "oclock", "o clock", "ish", "- ish")


def in_part(clock: Clock, part: PartOfDay) -> Clock:
    """The clock time with the part of the day beside it; a settled half stands, but 1 at night is the next date's."""
    is_small_hour = part == "晚上" and clock.hour < 5
    return replace(clock, part=part) if not clock.certain or is_small_hour else clock


@dataclass(frozen=True, slots=True)
class ClockRange:
    """From one clock time to another; the end is the first one after the start, be it on the next day."""

    begin: Clock
    finish: Clock
    granularity: Granularity
    is_24h: bool = False

    def on(self, day: date) -> tuple[tuple[datetime, datetime], ...]:
        """The readings on a day, ascending; a settled end settles an open start to the shorter range."""
        ends = moments(self.finish, day)
        pairs = [
            (start, min(end + WHOLE_DAY * ((start - end) // WHOLE_DAY + 1) for end in ends))
            for start in sorted(moments(self.begin, day))
        ]
        if len(ends) > 1 or len(pairs) == 1:
            return tuple(pairs)
        # Who writes 17:00 writes the start in the same form.
        return (pairs[0] if self.is_24h else min(pairs, key=lambda pair: pair[1] - pair[0]),)


@remembered
def clock(tokens: Tokens, index: int, *, loose: bool = False) -> tuple[Clock, int] | None:
    """A clock time at ``index``; ``loose`` also takes a bare hour (``5``, ``nine thirty``, ``2.30``)."""
    if tokens[index].digits is None:
        return (
            _named(tokens, index)
            or _past(tokens, index)
            or _counted(tokens, index)
            or _spoken(tokens, index, loose=loose)
        )
    return _past(tokens, index) or _counted(tokens, index) or _digital(tokens, index, loose=loose)


def _named(tokens: Tokens, index: int) -> tuple[Clock, int] | None:
    if tokens.low(index) in _NOON_WORDS:
        return _NOON, index + 1
    if tokens.low(index) == "midnight":
        return MIDNIGHT, index + 1
    after = tokens.phrase(index, "mid night")
    return (MIDNIGHT, after) if after is not None else None


def _past(tokens: Tokens, index: int) -> tuple[Clock, int] | None:
    """``half past seven``, ``quarter to five``, ``ten past 9``, ``thirty-six minutes past eight``."""
    start = tokens.skip(index, "a")
    word = tokens.low(start)
    if word in _MINUTE_WORDS:
        minutes, after, is_plain = _MINUTE_WORDS[word], start + 1, False
    else:
        number = numbers.cardinal(tokens, index)
        if number is None or not 1 <= number[0] <= 59:
            return None
        minutes, after = number
        is_plain = tokens.low(after) not in {"minutes", "minute", "mins", "min"}
        after += not is_plain
    relation = tokens.low(after)
    # "five to seven" is a range; only "quarter to" and "ten minutes to" count back. "after" needs the same.
    if relation not in ({"past"} if is_plain else {"past", "to", "till", "before", "after"}):
        return None
    hour = _hour(tokens, after + 1)
    if hour is None:
        return None
    found, end = hour
    if relation in {"past", "after"}:
        return replace(found, minute=minutes, granularity="minute"), end
    before = found.hour - 1 if found.hour not in {0, 1} else found.hour + (23 if found.certain else 11)
    return replace(found, hour=before, minute=60 - minutes, granularity="minute"), end


def _counted(tokens: Tokens, index: int) -> tuple[Clock, int] | None:
    """``half an hour before 5``, ``two hours after noon``."""
    found = length(tokens, index)
    if found is None or not found[0].has_clock or tokens.low(found[1]) not in {"before", "after", "past"}:
        return None
    base = clock(tokens, found[1] + 1) or _hour(tokens, found[1] + 1)
    if base is None:
        return None
    sign = -1 if tokens.low(found[1]) == "before" else 1
    seconds = base[0].hour * 3600 + base[0].minute * 60 + base[0].second + sign * found[0].seconds
    cycle = 86_400 if base[0].certain or base[0].hour > 12 else 43_200
    hour, rest = divmod(seconds % cycle, 3600)
    shifted = replace(base[0], hour=hour or (12 if cycle < 86_400 else 0), minute=rest // 60, granularity="minute")
    return shifted, base[1]


def _hour(tokens: Tokens, index: int) -> tuple[Clock, int] | None:
    named = _named(tokens, index)
    if named is not None:
        return named
    number = numbers.cardinal(tokens, index)
    if number is None or not 1 <= number[0] <= 12:
        return None
    return _with_half(tokens, number[1], number[0], 0)


def _spoken(tokens: Tokens, index: int, *, loose: bool) -> tuple[Clock, int] | None:
    """``seven o'clock``, ``nine thirty``, ``three pm``."""
    hour = numbers.small(tokens, index)
    if hour is None or not 1 <= hour[0] <= 12:
        return None
    minutes = numbers.small(tokens, hour[1])
    if minutes is not None and 10 <= minutes[0] <= 59 and tokens.low(hour[1] - 1) not in {"twenty", "thirty"}:
        found = _with_half(tokens, minutes[1], hour[0], minutes[0])
        return found if loose or found[0].certain else None
    found = _with_half(tokens, hour[1], hour[0], 0)
    is_told = found[1] > hour[1]
    return found if loose or is_told else None


def _digital(tokens: Tokens, index: int, *, loose: bool) -> tuple[Clock, int] | None:
    token = tokens[index]
    hour = token.digits or 0
    if tokens.glued(index + 1, ":") and tokens.glued(index + 2) and len(tokens[index + 2].text) == 2:
        return _colon(tokens, index)
    following = tokens[index + 2]
    if tokens.glued(index + 1, ".") and following.glued and following.digits is not None:
        if len(following.text) != 2 or following.digits > 59 or hour > 23:
            return None
        found = _with_half(tokens, index + 3, hour, following.digits)
        return found if loose or found[1] > index + 3 else None
    if len(token.text) == 4 and hour % 100 < 60 and hour < 2400:
        is_padded = token.text[0] == "0"
        is_led = loose and (is_padded or tokens.low(index - 1) == "at")
        is_hours = tokens.low(index + 1) in {"hours", "hrs"} and (is_led or is_padded)
        if is_hours or is_led:
            return _with_half(tokens, index + 1 + is_hours, hour // 100, hour % 100, is_24h=is_hours or is_padded)
        return None
    if len(token.text) == 3 and hour % 100 < 60 and 1 <= hour // 100 <= 12 and tokens.low(index + 1) in {"am", "pm"}:
        return _with_half(tokens, index + 1, hour // 100, hour % 100)
    if len(token.text) > 2 or hour > 23:
        return None
    found = _with_half(tokens, index + 1, hour, 0)
    is_told = found[1] > index + 1
    return found if is_told or loose else None


def _colon(tokens: Tokens, index: int) -> tuple[Clock, int] | None:
    token, minute = tokens[index], tokens[index + 2].digits
    hour, after, second = token.digits, index + 3, 0
    if hour is None or minute is None or hour > 24 or minute > 59 or len(token.text) > 2:
        return None
    has_seconds = tokens.glued(after, ":") and tokens.glued(after + 1) and len(tokens[after + 1].text) == 2
    if has_seconds:
        second, after = tokens[after + 1].digits or 0, after + 2
    if second > 59 or (hour == 24 and minute + second > 0):
        return None
    found, end = _with_half(tokens, after, hour, minute, is_24h=token.text[0] == "0")
    return replace(found, second=second, granularity="second" if has_seconds else "minute"), end


def _with_half(tokens: Tokens, index: int, hour: int, minute: int, *, is_24h: bool = False) -> tuple[Clock, int]:
    """Take ``pm``, ``o'clock``, ``ish``, ``noon`` or ``midnight`` after the figures."""
    granularity: Granularity = "minute" if minute else "hour"
    after = tokens.first_phrase(index, _HOUR_ENDINGS) or index
    word = tokens.low(after)
    if word == "ampm":
        return Clock(hour, minute, granularity=granularity), after + 1
    if word in _HALVES and (len(word) == 2 or tokens.glued(after)):
        told = hour % 12 + _HALVES[word] if hour <= 12 else hour
        return Clock(told, minute, certain=True, granularity=granularity), after + 1
    if hour == 12 and not minute:
        named = _named(tokens, after)
        if named is not None:
            return named
    is_certain = is_24h or hour == 0 or hour > 12
    return Clock(hour, minute, certain=is_certain, granularity=granularity), after


@remembered
def clock_range(tokens: Tokens, index: int, *, loose: bool = False, joiner: str = "") -> tuple[ClockRange, int] | None:
    """``3-5pm``, ``3 to 5pm``, ``10 to 11:30``; bare hours on both sides only when ``loose``.

    ``joiner`` is a further word that may stand between, the ``and`` of ``between 2 and 4``.
    """
    first = clock(tokens, index, loose=True)
    if first is None:
        return None
    begin, after = first
    words = (*_RANGE_WORDS, joiner) if joiner else _RANGE_WORDS
    if tokens.low(after) not in words:
        return None
    second = clock(tokens, tokens.skip(after + 1, "around", "about"), loose=True)
    if second is None:
        return None
    finish, end = second
    is_told = any(clock(tokens, at) is not None for at in (index, after + 1))
    if not is_told and not loose:
        return None
    granularity = finish.granularity if begin.granularity == "hour" else begin.granularity
    is_24h = finish.certain and finish.hour > 12 and finish != MIDNIGHT and tokens.low(end - 1) not in _HALVES
    return ClockRange(begin, finish, granularity, is_24h), end
