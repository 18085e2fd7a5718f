"""Short written forms of expressions, so that a table of phrases reads like one."""

from __future__ import annotations

from datetime import date, datetime

from timeflow.timeexpr import ExpressionKind, TimeContext, TimeExpression, find_expressions

TUESDAY = datetime(2026, 12, 1, 9, 30)
"""The usual reference: a Tuesday, half past nine in the morning."""


def context(reference: datetime = TUESDAY, timezone: str = "Asia/Shanghai", *, past: bool = False) -> TimeContext:
    """A Chinese context."""
    return TimeContext(reference=reference, timezone=timezone, past=past)


def only(
    text: str, reference: datetime = TUESDAY, timezone: str = "Asia/Shanghai", *, past: bool = False
) -> TimeExpression:
    """The one expression of a sentence."""
    found = find_expressions(text, context(reference, timezone, past=past))
    assert len(found) == 1, [e.text for e in found]
    return found[0]


def told(found: TimeExpression) -> str:
    """``date 2026-12-02``, ``range 2026-12-07..2026-12-14``, ``deadline ..2026-12-05``, ``recurrence RULE @ START``."""
    start, end = _written(found.start), _written(found.end)
    if found.kind is ExpressionKind.DURATION:
        return f"duration {found.duration_seconds}"
    if found.kind is ExpressionKind.RECURRENCE:
        return f"recurrence {found.recurrence} @ {start}" + (f"..{end}" if end else "")
    if found.kind is ExpressionKind.DATE or not (end or found.kind is ExpressionKind.RANGE):
        return f"{found.kind.value} {start}"
    return f"{found.kind.value} {start}..{end}"


def _written(value: date | None) -> str:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds" if value.second else "minutes")
    return value.isoformat() if value else ""


def table(rows: str) -> list[tuple[str, str]]:
    """Rows of ``phrase | what it means``."""
    lines = [line.split("|") for line in rows.strip().splitlines()]
    return [(phrase.strip(), meaning.strip()) for phrase, meaning in lines]
