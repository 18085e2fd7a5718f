"""Short written forms of English expressions with all their readings, for tables of phrases."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tests.timeflow.timeexpr.telling import told
from timeflow.timeexpr.contracts import TimeContext, TimeExpression
from timeflow.timeexpr.english import match

TUESDAY_AT_TEN = datetime(2026, 12, 1, 10)
"""The usual reference."""


def read(text: str, reference: datetime = TUESDAY_AT_TEN, *, past: bool = False) -> list[TimeExpression]:
    """The expressions of a sentence in English."""
    return match(text, TimeContext(reference, "Asia/Shanghai", "en", past=past))


def meaning(text: str, reference: datetime = TUESDAY_AT_TEN, *, past: bool = False) -> str:
    """``date 2026-12-12 or 2026-12-05 (open)``: each expression with its readings, joined by semicolons."""
    return "; ".join(map(_written, read(text, reference, past=past)))


def _written(found: TimeExpression) -> str:
    others = [told(replace(found, start=other.start, end=other.end)) for other in found.readings[1:]]
    whole = " or ".join([told(found), *(other.split(" ", 1)[1] for other in others)])
    return whole + (" (open)" if found.ambiguous else "")
