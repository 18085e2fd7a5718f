"""How an output and what it was made from are written down in the corpora."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from timeflow.subagents.contracts import CANDIDATE_TYPES, ItemContentCandidate, ScheduleTodoAgentInput

START: Final = "2026-12-02T15:00:00+08:00"
END: Final = "2026-12-02T16:00:00+08:00"
"""A Wednesday."""


@dataclass(frozen=True)
class Case:
    name: str
    input_data: ScheduleTodoAgentInput
    output: ItemContentCandidate
    reason: str | None


def case(
    raw: str,
    title: str | None,
    said: str,
    *,
    description: str | None = None,
    kind: str = "schedule",
    required: dict[str, Any] | None = None,
    extra: dict[str, Any] | None = None,
    messages: tuple[str, ...] = (),
    current: dict[str, Any] | None = None,
    reason: str | None = None,
) -> Case:
    """``title`` and ``required`` were confirmed; ``said``, ``description`` and ``extra`` is what a model answered."""
    times = {"start_at": START, "end_at": END} if kind == "schedule" else {}
    requirements = {**times, "title": title, **(required or {})}
    held = {name: value for name, value in requirements.items() if name in CANDIDATE_TYPES[kind].model_fields}  # type: ignore[index]
    output = {**held, "item_type": kind, "title": said, "description": description, **(extra or {})}
    return Case(
        name=f"{said}|{description or ''}|{extra or ''}"[:60],
        input_data=ScheduleTodoAgentInput.model_validate(
            {
                "raw_input": raw,
                "generation_mode": "revise" if current else "compose",
                "item_type": kind,
                "content_requirements": requirements,
                "current_item_content": current,
                "recent_messages": [
                    {"role": "user", "content": text, "created_at": "2026-12-01T10:00:00+08:00"} for text in messages
                ],
            }
        ),
        output=CANDIDATE_TYPES[kind].model_validate(output),  # type: ignore[index]
        reason=reason,
    )
