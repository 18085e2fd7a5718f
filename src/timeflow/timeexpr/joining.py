"""A day in one language and a clock time in the other are one time: ``明天3pm``, ``tomorrow下午三点``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from timeflow.timeexpr.contracts import ExpressionKind, Reading, TimeExpression

_BETWEEN: Final = re.compile(r"[ \t]{0,2}(?:的|at|@|,|，)?[ \t]{0,2}")
_DAY: Final = timedelta(days=1)


def join_days_and_clocks(text: str, pieces: Iterable[TimeExpression]) -> list[TimeExpression]:
    """The expressions in order, with each day that stands directly before a clock time joined to it."""
    joined: list[TimeExpression] = []
    for piece in pieces:
        before = joined[-1] if joined else None
        if before is not None and _belong_together(text, before, piece):
            joined[-1] = _on_its_day(text, before, piece)
        else:
            joined.append(piece)
    return joined


def _belong_together(text: str, day: TimeExpression, clock: TimeExpression) -> bool:
    return (
        day.kind is ExpressionKind.DATE
        and day.granularity == "day"
        and not day.ambiguous
        and clock.kind in {ExpressionKind.TIME_OF_DAY, ExpressionKind.RANGE}
        and not clock.date_given
        and isinstance(clock.start, datetime)
        and _BETWEEN.fullmatch(text, day.span[1], clock.span[0]) is not None
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
