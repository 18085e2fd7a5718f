"""Pieces that are one time: ``明天3pm``, ``tomorrow下午三点``, ``daily standup at 9``, ``每天站会九点``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from dateutil.rrule import rrulestr

from timeflow.timeexpr.contracts import ExpressionKind, Reading, TimeContext, TimeExpression

_BETWEEN: Final = re.compile(r"[ \t]{0,2}(?:的|at|@|,|，)?[ \t]{0,2}")
# What recurs may be named between how often and when: by up to three words, or six Chinese characters.
_NAMED_BETWEEN: Final = re.compile(
    r"[ \t]{0,2}(?:的|at |@)?| ?(?:[A-Za-z][A-Za-z-]* ){1,3}(?:on |at |@ ?)?|[\u4e00-\u9fff]{1,6} ?"
)
_DAY: Final = timedelta(days=1)
_BARE_WEEKLY: Final = re.compile(r"FREQ=WEEKLY(?:;INTERVAL=\d+)?")


def join_pieces(text: str, pieces: Iterable[TimeExpression], context: TimeContext) -> list[TimeExpression]:
    """The expressions in order, each day joined to the clock time directly behind it.

    A rule and its clock time or weekdays may have a name between them; both expressions stay, because the name is no
    part of the time, and the rule takes what the other says.
    """
    joined: list[TimeExpression] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        if before is not None and _belong_together(text, before, piece):
            joined[-1] = _on_its_day(text, before, piece)
            continue
        if before is not None and _is_rule_of(text, before, piece):
            joined[-1:] = _ruled(before, piece, context)
            continue
        joined.append(piece)
    return joined


def _belong_together(text: str, day: TimeExpression, clock: TimeExpression) -> bool:
    return (
        day.kind is ExpressionKind.DATE
        and day.granularity == "day"
        and not day.ambiguous
        and _is_clock(clock)
        and _BETWEEN.fullmatch(text, day.span[1], clock.span[0]) is not None
    )


def _is_clock(piece: TimeExpression) -> bool:
    is_kind = piece.kind in {ExpressionKind.TIME_OF_DAY, ExpressionKind.RANGE}
    return is_kind and not piece.date_given and isinstance(piece.start, datetime)


def _is_rule_of(text: str, rule: TimeExpression, piece: TimeExpression) -> bool:
    if rule.kind is not ExpressionKind.RECURRENCE or rule.time_given or rule.part_of_day is not None:
        return False
    is_days = (
        piece.kind is ExpressionKind.RECURRENCE
        and _BARE_WEEKLY.fullmatch(rule.recurrence or "") is not None
        and (piece.recurrence or "").startswith("FREQ=WEEKLY;BYDAY=")
    )
    is_timed = _is_clock(piece) and piece.time_given and rule.granularity not in {"hour", "minute"}
    return (is_days or is_timed) and _NAMED_BETWEEN.fullmatch(text, rule.span[1], piece.span[0]) is not None


def _ruled(rule: TimeExpression, piece: TimeExpression, context: TimeContext) -> tuple[TimeExpression, TimeExpression]:
    if piece.kind is ExpressionKind.RECURRENCE:
        return _on_its_weekdays(rule, piece), _on_its_weekdays(rule, piece, of=piece)
    assert isinstance(rule.start, date)
    assert isinstance(piece.start, datetime)
    length = piece.end - piece.start if isinstance(piece.end, datetime) else None
    start = datetime.combine(rule.start, piece.start.time())
    if start < context.reference:
        parts = re.sub(r";(?:INTERVAL|COUNT)=\d+", "", rule.recurrence or "")
        start = rrulestr(parts, dtstart=start).after(context.reference, inc=True) or start
    timed = replace(
        rule,
        start=start,
        end=None if length is None else start + length,
        granularity=piece.granularity,
        part_of_day=piece.part_of_day,
        time_given=True,
    )
    return timed, piece


def _on_its_weekdays(rule: TimeExpression, days: TimeExpression, of: TimeExpression | None = None) -> TimeExpression:
    """``biweekly sync on Thursdays``: how often by the one, when by the other."""
    interval = (rule.recurrence or "").partition(";")[2]
    parts = (days.recurrence or "").replace("FREQ=WEEKLY;", f"FREQ=WEEKLY;{interval};" if interval else "FREQ=WEEKLY;")
    return replace(
        of or rule,
        recurrence=parts,
        start=days.start,
        end=days.end,
        granularity=days.granularity,
        part_of_day=days.part_of_day,
        time_given=days.time_given,
    )


def _on_its_day(text: str, day: TimeExpression, clock: TimeExpression) -> TimeExpression:
    assert isinstance(day.start, date)
    assert isinstance(clock.start, datetime)
    step = (day.start - clock.start.date()) // _DAY * _DAY
    first, last = day.span[0], clock.span[1]
    return replace(
        clock,
        text=text[first:last],
        span=(first, last),
        kind=ExpressionKind.INSTANT if clock.end is None else ExpressionKind.RANGE,
        start=clock.start + step,
        end=None if clock.end is None else clock.end + step,
        rule=day.rule,
        date_given=True,
        readings=tuple(_shifted(reading, day.start) for reading in clock.readings),
        note=clock.note or day.note,
    )


def _shifted(reading: Reading, day: date) -> Reading:
    if not isinstance(reading.start, datetime):
        return reading
    start = datetime.combine(day, reading.start.time())
    return Reading(start, None if reading.end is None else reading.end + (start - reading.start))
