"""Which texts and times the content of an item may repeat."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from timeflow.subagents.contracts import TIME_FIELDS, ItemContentCandidate, ScheduleTodoAgentInput
from timeflow.subagents.facts import SourceFacts
from timeflow.subagents.facts.times import confirmed_durations

ALL_TIMES = ("start_at", "end_at", "due_at", "deadline_at")


def expected_value(input_data: ScheduleTodoAgentInput, field: str) -> object:
    """The final value of a field: the requirement's, else in a revision that of the current content."""
    stated: object = getattr(input_data.content_requirements, field, None)
    if stated is None and input_data.generation_mode == "revise":
        return getattr(input_data.current_item_content, field, None)
    return stated


def source_facts(input_data: ScheduleTodoAgentInput) -> SourceFacts:
    """Raw input, requirements, current content and recent messages, the most important first."""
    stated = [getattr(input_data.content_requirements, field) for field in ALL_TIMES]
    before = [getattr(input_data.current_item_content, field, None) for field in ALL_TIMES]
    moments = [value for value in (*stated, *before) if isinstance(value, datetime)]
    return SourceFacts.of(_texts(input_data), moments, _durations(input_data))


def _durations(input_data: ScheduleTodoAgentInput) -> frozenset[int]:
    estimate = expected_value(input_data, "estimated_minutes")
    start, end = expected_value(input_data, "start_at"), expected_value(input_data, "end_at")
    spans = [(start, end)] if isinstance(start, datetime) and isinstance(end, datetime) else []
    return confirmed_durations([estimate] if isinstance(estimate, int) else [], spans)


def _texts(input_data: ScheduleTodoAgentInput) -> Iterator[str | None]:
    required = input_data.content_requirements
    yield input_data.raw_input
    yield from (required.title, required.description, required.plan_overview)
    yield from required.must_keep_terms
    yield from required.additional_constraints
    if input_data.current_item_content is not None:
        yield from content_texts(input_data.current_item_content)
    yield from (message.content for message in reversed(input_data.recent_messages))


def content_texts(content: ItemContentCandidate) -> Iterator[str]:
    """Every text of an item's content."""
    plan_overview: str | None = getattr(content, "plan_overview", None)
    yield from (text for text in (content.title, content.description, plan_overview) if text)
    yield from content.assumptions
    yield from content.warnings


def time_fields(input_data: ScheduleTodoAgentInput) -> tuple[str, ...]:
    """The time fields that the requested type can hold."""
    return TIME_FIELDS[input_data.item_type]
