"""Which of a sentence's time expressions say when, until when and how long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.perception.understanding import QuotedTime
from timeflow.timeexpr import ExpressionKind, TimeExpression

_ENDS: Final = re.compile(r"^\s*(?:结束|散会|散场|收尾|下课|完事)")
_MAX_PIECES: Final = 3


def quoted(expressions: Sequence[TimeExpression]) -> QuotedTime | None:
    """The expressions as quoted pieces, in the order of the sentence."""
    if not expressions:
        return None
    return QuotedTime(words=[e.text[:200] for e in expressions])


def outside(expressions: Iterable[TimeExpression], spans: Sequence[Span]) -> tuple[TimeExpression, ...]:
    """Those that lie in none of the spans."""
    return tuple(e for e in expressions if not any(s <= e.span[0] and e.span[1] <= t for s, t in spans))


def together(moments: Sequence[TimeExpression], sentence: Sentence) -> list[TimeExpression]:
    """The first moment and the pieces that complete it: ``明天`` … ``下午三点``, ``三点开始`` … ``四点结束``."""
    chosen: list[TimeExpression] = []
    for expression in moments:
        if not chosen or (
            len(chosen) < _MAX_PIECES and (_completes(chosen, expression) or _ends(chosen[-1], expression, sentence))
        ):
            chosen.append(expression)
    return chosen


def _completes(chosen: Sequence[TimeExpression], other: TimeExpression) -> bool:
    clock_said = any(e.time_given for e in chosen)
    day_said = any(e.date_given for e in chosen)
    if other.kind is ExpressionKind.DEADLINE or any(e.kind is ExpressionKind.DEADLINE for e in chosen):
        return False
    if day_said and not other.date_given:
        return not clock_said and (other.time_given or all(e.part_of_day is None for e in chosen))
    return not day_said and other.date_given and not other.time_given


def _ends(before: TimeExpression, other: TimeExpression, sentence: Sentence) -> bool:
    if not before.time_given or not other.time_given or other.date_given or before.end is not None:
        return False
    return _ENDS.match(sentence.text[other.span[1] :]) is not None


def deadlines(moments: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions that name a last moment."""
    return [e for e in moments if e.kind is ExpressionKind.DEADLINE]


def spans_of(expressions: Iterable[TimeExpression]) -> list[Span]:
    """Where they stand."""
    return [e.span for e in expressions]
