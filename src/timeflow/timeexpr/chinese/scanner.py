"""Walk over the sentence and read a phrase wherever one can start."""

from __future__ import annotations

from dataclasses import replace

from timeflow.timeexpr.chinese import eras, festive
from timeflow.timeexpr.chinese.guards import blocked_spans
from timeflow.timeexpr.chinese.lengths import duration_at
from timeflow.timeexpr.chinese.phrases import phrase_at, to_expression
from timeflow.timeexpr.chinese.pieces import Phrase, Scope
from timeflow.timeexpr.chinese.recurrences import daily_hours, recurrence_at
from timeflow.timeexpr.chinese.text import NUMERALS, closed_up, plain
from timeflow.timeexpr.contracts import TimeContext, TimeExpression

_STARTS = frozenset(
    NUMERALS
    + "今明昨前后大这本该当上下去来周星礼月年季最过再等近之未接往随还剩只半初差从自由在截不赶"
    + "早晚凌清一中正午晌傍黄夜深子拂俩仨个单双春夏秋冬现马立此刚每逢隔天工QqDd"
    + festive.STARTS
    + eras.STARTS
)


def match(text: str, context: TimeContext) -> list[TimeExpression]:
    """Every Chinese time expression of ``text``; spans are offsets in it."""
    closed, places = closed_up(plain(text))
    scope = Scope(closed, context, context.reference.date(), context.past)
    found: list[TimeExpression] = []
    blocked = blocked_spans(scope.text)
    index = 0
    while index < len(closed):
        if index in blocked:
            index = blocked[index]
            scope = replace(scope, floor=index)
            continue
        phrase = _read(scope, index) if scope.text[index] in _STARTS else None
        if phrase is None or phrase.end <= index:
            index += 1
            continue
        found.append(to_expression(text, (places[index], places[phrase.end - 1] + 1), phrase))
        index = phrase.end
        scope = replace(scope, floor=index)
    return found


def _read(scope: Scope, index: int) -> Phrase | None:
    for rule in (recurrence_at, phrase_at, duration_at):
        try:
            phrase = rule(scope, index)
        except (OverflowError, ValueError):
            # The words name a time outside the calendar (99999999天后): no time that anybody can act on.
            continue
        if phrase is not None:
            return daily_hours(scope, index, phrase)
    return None
