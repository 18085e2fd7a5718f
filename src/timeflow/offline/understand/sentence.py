"""A sentence as the rules see it: its times and quoted names are covered, so that no rule reads into them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from timeflow.perception.resolve_times import IMPOSSIBLE_AFTER, IMPOSSIBLE_BEFORE
from timeflow.timeexpr import ExpressionKind, TimeContext, TimeExpression, find_expressions

_LEAVE: Final = re.compile(r"^请.+假$")
"""``请一天假``: the length is a part of what is done."""
TIME: Final = "¤"
NAME: Final = "§"

Span = tuple[int, int]

_QUOTED: Final = re.compile(r"《[^《》]{1,80}》|“[^“”]{1,80}”|「[^「」]{1,80}」|\"[^\"\n]{1,80}\"|『[^『』]{1,80}』")
_CHINESE: Final = re.compile(r"[\u3400-\u9fff]")
COARSE: Final = frozenset({"month", "quarter", "season", "year", "decade", "century"})
_LONG_SECONDS: Final = 24 * 3600
_NEAR: Final = 40
"""How far the words reach that tell what an expression is for."""
_CLAUSE_END: Final = re.compile(r"[，,。；;！!？?\n、:：]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text with what the time grammar found in it.

    Attributes:
        text: the words as they stand.
        masked: the same length, lower case, times as ``¤`` and quoted names as ``§``.
        times: expressions that say when, outside quoted names, in order.
        attributes: expressions that only describe a thing (``下半年销售大会``, ``准备明天的会议``); never covered.
        names: spans of quoted names.
        reference: now, local.
    """

    text: str
    masked: str
    times: tuple[TimeExpression, ...]
    attributes: tuple[TimeExpression, ...]
    names: tuple[Span, ...]
    reference: datetime

    @property
    def chinese(self) -> bool:
        """Whether the words are Chinese, wholly or in part."""
        return _CHINESE.search(self.text) is not None

    @property
    def moments(self) -> tuple[TimeExpression, ...]:
        """Expressions that are not lengths."""
        return tuple(e for e in self.times if e.kind is not ExpressionKind.DURATION)

    @property
    def durations(self) -> tuple[TimeExpression, ...]:
        """Lengths alone."""
        return tuple(e for e in self.times if e.kind is ExpressionKind.DURATION)

    def is_past(self, expression: TimeExpression) -> bool:
        """Whether the expression is over."""
        end = expression.end if expression.end is not None else expression.start
        if end is None:
            return False
        if isinstance(end, datetime):
            return end <= self.reference
        return end <= self.reference.date()


def read(text: str, context: TimeContext, *, attributive: bool = True) -> Sentence:
    """Look for times and quoted names. ``attributive`` False covers describing expressions too (for targets)."""
    names = tuple(match.span() for match in _QUOTED.finditer(text))
    times: list[TimeExpression] = []
    attributes: list[TimeExpression] = []
    for found in find_expressions(text, context):
        expression = _whole(found, text)
        if _LEAVE.search(text[max(0, expression.span[0] - 1) : expression.span[1] + 1]):
            continue
        if any(start < expression.span[1] and expression.span[0] < end for start, end in names):
            continue
        (attributes if attributive and _describes(expression, text) else times).append(expression)
    return Sentence(
        text=text,
        masked=_mask(text, [e.span for e in times], names),
        times=tuple(times),
        attributes=tuple(attributes),
        names=names,
        reference=context.reference,
    )


def _whole(expression: TimeExpression, text: str) -> TimeExpression:
    """With the rest of a date or clock time that does not exist (``2月30日``, ``25点``): nobody may read half of it."""
    start, end = expression.span
    before = IMPOSSIBLE_BEFORE.search(text[max(0, start - _NEAR) : start])
    after = IMPOSSIBLE_AFTER.match(text[end : end + _NEAR])
    if before is None and after is None:
        return expression
    start -= len(before.group()) if before is not None else 0
    end += len(after.group()) if after is not None else 0
    return replace(expression, text=text[start:end], span=(start, end))


def _mask(text: str, times: list[Span], names: tuple[Span, ...]) -> str:
    letters = [letter.lower() if len(letter.lower()) == 1 else letter for letter in text]
    for start, end in names:
        letters[start:end] = NAME * (end - start)
    for start, end in times:
        letters[start:end] = TIME * (end - start)
    return "".join(letters)


_LEAD_IN: Final = re.compile(
    r"(?:请|麻烦你?|帮我|帮忙|给我|我想要?|我要|我们|我|在|于|把|将|从|到|自|安排|新建|创建|添加|加个|加一个|"
    r"约|一下|记下|"
    r"提醒我|别忘了|取消|删除|删掉|查一下|看一下|看看|看|和|就|是|for|on|at|in|by|my|the|cancel|delete|move|"
    r"schedule|add|a|an)\s*$",
    re.IGNORECASE,
)


_ATTENDS: Final = re.compile(
    r"参加|出席|赴|赶|去|开|见|约|听|上|陪|订|预约|拜访|接|送|看|\b(?:attend|join|go to|visit|meet|see|catch)\b",
    re.IGNORECASE,
)
"""Who attends something does it at the time that the thing has."""


_BOOKS: Final = ("预订", "预定", "订", "买", "抢", "准备", "布置", "写")
"""What is bought or prepared for a day is done before it (``预订元旦酒店``)."""


def _describes(expression: TimeExpression, text: str) -> bool:
    """``下半年`` before 销售大会, ``明天`` in 准备明天的会议, ``next week's`` in prepare next week's report."""
    start, end = expression.span
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    if expression.kind in {ExpressionKind.DEADLINE, ExpressionKind.INSTANT, ExpressionKind.RECURRENCE}:
        return False
    if expression.kind is ExpressionKind.DURATION:
        return after.startswith("的") and (expression.duration_seconds or 0) >= _LONG_SECONDS
    clause = _CLAUSE_END.split(before)[-1].strip()
    clause_has_verb = (
        bool(clause)
        and not _ATTENDS.search(clause)
        and not _LEAD_IN.search(clause)
        and not clause.endswith(("今天", "明天"))
    )
    if expression.time_given or expression.part_of_day:
        return False
    if clause_has_verb and (after.startswith("的") or re.match(r"['’]s\b", after)):
        return True
    if clause.endswith(_BOOKS) and re.match(r"[\u3400-\u9fff]{2}", after):
        return True
    noun_follows = re.match(r"[\u3400-\u9fff]|\s+(?!(?:at|on|in|by|for|to|with|and|from)\b)[A-Za-z]", after)
    return clause_has_verb and expression.granularity in COARSE and noun_follows is not None
