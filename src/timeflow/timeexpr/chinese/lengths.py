"""Phrases made of a length: 半小时后, 十分钟前, 三天内, 之后5分钟, 上个小时, 一个半小时."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from timeflow.timeexpr.calendar import add_days, add_months
from timeflow.timeexpr.chinese.days import shifted
from timeflow.timeexpr.chinese.durations import length_at
from timeflow.timeexpr.chinese.pieces import Edge, Length, Pair, Phrase, Scope
from timeflow.timeexpr.chinese.text import NUMERALS
from timeflow.timeexpr.chinese.vague import neighbour_lengths
from timeflow.timeexpr.contracts import ExpressionKind
from timeflow.timeexpr.resolve import elapsed

_LEFT = re.compile(r"(?:还剩|还剩下|剩下|只剩) ?")
_COMING_LENGTH = re.compile(r"(?:之后|接下来|未来|今后|随后|后)的? ?(?=[\d一二两三四五六七八九十半])")
_GONE_LENGTH = re.compile(r"(?:过去|最近|近|前)的? ?(?=[\d一二两三四五六七八九十半])")
_ONE_UNIT = re.compile(r"(?P<way>上|下)一?个?(?P<unit>半?小时|钟头|分钟)")
_ADVANCE = re.compile(r"(?:再过|过|再等|等)(?= ?[\d一二两三四五六七八九十半])")
_LATER = re.compile(r"(?:之后|以后|后(?![端台面续])|过后)")
_AGO = re.compile(r"(?:之前|以前|前(?![端台面]))")
_NOW = re.compile(r"(?:现在|马上|立刻|立即|此刻|刚刚|刚才|这会儿)")
_SECOND_UNIT = {"小时": 3600, "钟头": 3600, "分钟": 60, "半小时": 1800}
_MOVES = set("提推延往挪错之以目靠")
"""Before 前 or 后 these say that something moves (提前半小时), not when."""
_WITHIN = re.compile(r"之内|以内|内(?![部容存])")


def length_phrase(scope: Scope, index: int) -> Phrase | None:
    """Phrases made of a length: 半小时后, 十分钟前, 三天内, 之后5分钟, 上个小时, 还剩五分钟, 现在."""
    text, now = scope.text, scope.context.reference
    if matched := _NOW.match(text, index):
        return Phrase(matched.end(), ExpressionKind.INSTANT, ((now, None),), "second", None, "zh.now")
    if matched := _ONE_UNIT.match(text, index):
        step = timedelta(seconds=_SECOND_UNIT[matched["unit"]])
        pair = (now - step, now) if matched["way"] == "上" else (now, now + step)
        return Phrase(matched.end(), ExpressionKind.RANGE, (pair,), "hour", None, "zh.relative_hour")
    head = _LEFT.match(text, index) or _COMING_LENGTH.match(text, index) or _GONE_LENGTH.match(text, index)
    advance = None if head else _ADVANCE.match(text, index)
    if head is not None and scope.text[index] in "前后" and scope.before(index) in _MOVES:
        return None
    start = head.end() if head else advance.end() if advance else index
    if head is None and (two := neighbour_lengths(scope, start)) is not None:
        return _neighbours(scope, index, two, advance=advance is not None)
    before = scope.before(index)
    if start == index and before and (before in NUMERALS or before in "第几数多."):
        return None
    length = length_at(scope, start)
    if length is None:
        return None
    if head is not None:
        left = _LEFT.match(text, index) is not None
        if length.in_days and not left:
            return None
        step = timedelta(seconds=length.total_seconds)
        gone = not left and _GONE_LENGTH.match(text, index) is not None
        pair = (now - step, now) if gone else (now, now + step)
        return Phrase(
            length.end,
            ExpressionKind.RANGE,
            (pair,),
            length.granularity,
            None,
            "zh.stretch",
            seconds=length.total_seconds,
        )
    if within := _WITHIN.match(text, length.end):
        return within_length(scope, length, within.end())
    if length.in_days:
        return None
    later, ago = _LATER.match(text, length.end), _AGO.match(text, length.end)
    if later is None and ago is None and advance is None:
        return None
    moment = _moved(scope, length, -1 if ago else 1)
    end = later.end() if later else ago.end() if ago else length.end
    return Phrase(end, ExpressionKind.INSTANT, ((moment, None),), length.granularity, None, "zh.offset")


def _neighbours(scope: Scope, index: int, two: tuple[Length, Length], *, advance: bool) -> Phrase | None:
    """两三天后, 过五六分钟: both are readings, and only the speaker can choose; 两三天内 by the longer one."""
    text, high = scope.text, two[1]
    if (scope.before(index) or "x") in NUMERALS + "第几数多.":
        return None
    if within := _WITHIN.match(text, high.end):
        return within_length(scope, high, within.end())
    later, ago = _LATER.match(text, high.end), _AGO.match(text, high.end)
    if later is None and ago is None and not advance:
        return None
    link = later or ago
    end, sign = link.end() if link else high.end, -1 if ago else 1
    if high.in_days:
        days = [shifted(scope.today, length, sign) for length in two]
        readings: tuple[Pair, ...] = tuple((day, add_days(day, 1)) for day in days)
        return Phrase(end, ExpressionKind.DATE, readings, high.granularity, None, "zh.offset", ambiguous=True)
    moments = tuple((_moved(scope, length, sign), None) for length in two)
    return Phrase(end, ExpressionKind.INSTANT, moments, high.granularity, None, "zh.offset", ambiguous=True)


def _moved(scope: Scope, length: Length, sign: int) -> datetime:
    """The moment a length from now: whole days by the calendar, hours and minutes as they pass."""
    day = add_days(add_months(scope.today, sign * length.months), sign * length.days)
    moment = datetime.combine(day, scope.context.reference.time())
    return elapsed(moment, timedelta(seconds=sign * length.seconds), scope.context.timezone)


def within_length(scope: Scope, length: Length, end: int) -> Phrase:
    """No later than a length from now: 三天内 ends with the third day, 两小时内 at the minute."""
    if length.in_days:
        last: Edge = add_days(shifted(scope.today, length, 1), 1)
    else:
        last = _moved(scope, length, 1)
    return Phrase(end, ExpressionKind.DEADLINE, ((None, last),), length.granularity, None, "zh.within")


def duration_at(scope: Scope, index: int) -> Phrase | None:
    """A length that is only a length: 一个半小时; of 两三个小时 the longer one."""
    before = scope.before(index)
    if before and (before in NUMERALS or before in "第几数多.这那哪每"):
        return None
    two = neighbour_lengths(scope, index)
    length = two[1] if two else length_at(scope, index)
    if length is None or length.total_seconds <= 0:
        return None
    return Phrase(
        length.end,
        ExpressionKind.DURATION,
        ((None, None),),
        length.granularity,
        None,
        "zh.duration",
        seconds=length.total_seconds,
    )
