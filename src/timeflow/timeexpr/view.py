"""An expression as ``timeflow time --json`` prints it (design section 7)."""

from __future__ import annotations

from datetime import date, datetime

from timeflow.timeexpr.contracts import TimeExpression

JsonReading = dict[str, str | None]
JsonValue = str | int | bool | None | list[JsonReading]


def expression_view(found: TimeExpression) -> dict[str, JsonValue]:
    """The fields of design section 7: local times without offset, dates as dates, ends exclusive."""
    return {
        "text": found.text,
        "kind": found.kind.value,
        "start": _written(found.start),
        "end": _written(found.end),
        "granularity": found.granularity,
        "recurrence": found.recurrence,
        "duration_seconds": found.duration_seconds,
        "ambiguous": found.ambiguous,
        "readings": [{"start": _written(r.start), "end": _written(r.end)} for r in found.readings],
    }


def _written(value: datetime | date | None) -> str | None:
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat()
