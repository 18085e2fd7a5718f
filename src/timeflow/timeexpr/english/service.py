"""The door of the English grammar."""

from __future__ import annotations

from timeflow.timeexpr.contracts import TimeContext, TimeExpression
from timeflow.timeexpr.english.express import express
from timeflow.timeexpr.english.phrases import phrase
from timeflow.timeexpr.english.recurrences import express_rule, recurrence
from timeflow.timeexpr.english.titles import without_titles
from timeflow.timeexpr.english.tokens import Tokens, may_hold_english, tokenize
from timeflow.timeexpr.english.vocabulary import places


def match(text: str, context: TimeContext) -> list[TimeExpression]:
    """All English time expressions of ``text`` in order, none overlapping another.

    Prepositions that belong to a time (``on``, ``at``, ``by``) are part of its span. Pure, and linear in the length of
    the text.
    """
    if not may_hold_english(text):
        return []
    tokens = tokenize(without_titles(text))
    found: list[TimeExpression] = []
    end = 0
    for index in places(tokens):
        hit = _at(text, tokens, index, context) if index >= end else None
        if hit is not None:
            expression, end = hit
            found.append(expression)
    return found


def _at(text: str, tokens: Tokens, index: int, context: TimeContext) -> tuple[TimeExpression, int] | None:
    try:
        expression, end = _longest(text, tokens, index, context)
    except (ValueError, OverflowError):
        # A date that the calendar does not have is no time.
        return None
    return None if expression is None else (expression, end)


def _longest(text: str, tokens: Tokens, index: int, context: TimeContext) -> tuple[TimeExpression | None, int]:
    rule = recurrence(tokens, index)
    found = phrase(tokens, index, context)
    if rule is not None and (found is None or rule[1] >= found.end):
        return express_rule((text, _span(tokens, index, rule[1])), rule[0], context), rule[1]
    if found is None:
        return None, index
    return express((text, _span(tokens, index, found.end)), found, context), found.end


def _span(tokens: Tokens, start: int, end: int) -> tuple[int, int]:
    return tokens[start].start, tokens[end - 1].end
