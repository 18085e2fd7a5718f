"""What is refused before any model is called (S §6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from timeflow.subagents.contracts import ScheduleTodoAgentInput
from timeflow.subagents.schedule_todo.conflicts import conflicting_fields
from timeflow.subagents.schedule_todo.sources import ALL_TIMES, expected_value, time_fields

_REQUIREMENTS = "content_requirements"


@dataclass(frozen=True, slots=True)
class InputRefusal:
    """A reason code and the dotted names of the fields at fault."""

    reason_code: str
    fields: tuple[str, ...]


def check_input(input_data: ScheduleTodoAgentInput) -> InputRefusal | None:
    """The first fault of an input, or None: mode, type, times, then facts against each other."""
    is_revision = input_data.generation_mode == "revise"
    current = input_data.current_item_content
    if is_revision != (current is not None):
        return InputRefusal("GENERATION_MODE_MISMATCH", ("generation_mode", "current_item_content"))
    if current is not None and current.item_type != input_data.item_type:
        return InputRefusal("ITEM_TYPE_MISMATCH", ("item_type", "current_item_content.item_type"))
    if faulty := tuple(dict.fromkeys(_faulty_times(input_data))):
        return InputRefusal("ITEM_TIME_INVALID", tuple(f"{_REQUIREMENTS}.{field}" for field in faulty))
    if conflicts := conflicting_fields(input_data):
        return InputRefusal("FACT_CONFLICT", tuple(f"{_REQUIREMENTS}.{field}" for field in conflicts))
    return None


def _faulty_times(input_data: ScheduleTodoAgentInput) -> Iterator[str]:
    held = time_fields(input_data)
    for field in ALL_TIMES:
        # A confirmed time that this type cannot hold would be lost without a word.
        if field not in held and getattr(input_data.content_requirements, field) is not None:
            yield field
    times = {field: value for field in held if isinstance(value := expected_value(input_data, field), datetime)}
    if input_data.item_type == "schedule":
        yield from (field for field in held if field not in times)
    for earlier, later, may_be_equal in (
        ("start_at", "end_at", False),
        ("start_at", "deadline_at", False),
        ("start_at", "due_at", False),
        ("end_at", "due_at", True),
    ):
        if earlier in times and later in times:
            first, last = times[earlier], times[later]
            if first > last or (first == last and not may_be_equal):
                yield later
