"""The Chinese grammar of time expressions."""

from __future__ import annotations

from timeflow.timeexpr.contracts import TimeContext, TimeExpression


def match(text: str, context: TimeContext) -> list[TimeExpression]:
    """Every Chinese time expression of ``text``; spans are offsets in it."""
    return []
