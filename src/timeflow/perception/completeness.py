"""校验参数完整性: what is missing or has several meanings (A section 6). No model is called.

Defaults go before questions (decisions 13): a missing length, day or clock time is not asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from timeflow.functions.contracts import ResolvedTime
from timeflow.perception.contracts import ParameterCompletenessResult
from timeflow.perception.parse_params import FunctionUnderstanding, Parsed
from timeflow.perception.understanding import (
    FeedbackUnderstanding,
    LongTaskUnderstanding,
    QuotedChange,
    QuotedTarget,
    ScheduleTodoUnderstanding,
)

GapKind = Literal["missing", "ambiguous_time", "unreadable_time", "ambiguous_reference"]


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing that only the person can say. ``words`` are theirs; ``time`` holds the readings to choose from."""

    field_name: str
    kind: GapKind
    words: str | None = None
    time: ResolvedTime | None = None


def gaps_of(request: FunctionUnderstanding, parsed: Parsed) -> list[Gap]:
    """All gaps, the one that decides most first."""
    gaps = [*_reference_gaps(request), *_missing(request)]
    gaps += [Gap(field, "unreadable_time", words) for field, words in parsed.unreadable.items()]
    asked: set[str] = set()
    for field, resolved in parsed.times.items():
        if resolved.ambiguous and len(resolved.readings) > 1 and resolved.words not in asked:
            asked.add(resolved.words)
            gaps.append(Gap(field, "ambiguous_time", resolved.words, resolved))
    return gaps


def completeness_of(gaps: list[Gap]) -> ParameterCompletenessResult:
    """The result by the name of A section 7."""
    return ParameterCompletenessResult(complete=not gaps, missing_fields=[gap.field_name for gap in gaps])


def _reference_gaps(request: FunctionUnderstanding) -> list[Gap]:
    target = getattr(request, "target", None)
    if isinstance(target, QuotedTarget) and target.pronoun is not None and not target.words:
        return [Gap("reference", "ambiguous_reference", target.pronoun)]
    return []


def _missing(request: FunctionUnderstanding) -> list[Gap]:
    match request:
        case ScheduleTodoUnderstanding(operation="create"):
            return [] if request.title else [Gap("title", "missing")]
        case ScheduleTodoUnderstanding(operation="query"):
            return []
        case ScheduleTodoUnderstanding():
            gaps = [] if _points_somewhere(request.target) else [Gap("candidate_query", "missing")]
            if request.operation == "update" and not _changes_something(request.change):
                gaps.append(Gap("change", "missing"))
            return gaps
        case FeedbackUnderstanding():
            return [] if _points_somewhere(request.target) else [Gap("candidate_query", "missing")]
        case LongTaskUnderstanding():
            return [] if request.goal_title else [Gap("goal_title", "missing")]
        case _:
            return []


def _points_somewhere(target: QuotedTarget | None) -> bool:
    if target is None:
        return False
    named = target.words or target.time or target.overdue or target.goal_title or target.pronoun or target.item_types
    return bool(named) or target.every


def _changes_something(change: QuotedChange | None) -> bool:
    if change is None:
        return False
    match change.kind:
        case "revise":
            return bool(change.title or change.description)
        case "move_to" | "roll_over":
            return change.when is not None
        case "set_due":
            return change.due is not None or change.when is not None
        case "set_length":
            return change.duration is not None
        case _:
            return change.shift is not None
