"""``schedule_todo.generate_item_content.v1``: type, times, kept terms, forbidden and invented things (S §8.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pydantic import BaseModel

from agentbase.llm.contracts import ACCEPTED, OutputValidation, refused
from timeflow.subagents.contracts import CANDIDATE_TYPES, ItemContentCandidate, ScheduleTodoAgentInput
from timeflow.subagents.facts import squash
from timeflow.subagents.schedule_todo.sources import content_texts, expected_value, source_facts, time_fields

_LEAST_KEPT: Final = 0.5
"""How much of a confirmed text must be left after its wording was cleaned up."""


class ItemContentValidator:
    """Implements ``OutputValidator``; holds no state."""

    validator_id: Final = "schedule_todo.generate_item_content.v1"
    reason_namespace: Final = "S"
    schema_reasons: Mapping[str, str] = MappingProxyType(
        {"*": "ITEM_OUTPUT_TYPE_MISMATCH", "item_type": "ITEM_OUTPUT_TYPE_MISMATCH"}
    )

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        """Compare a candidate with its input; the first fault decides."""
        if not isinstance(input_data, ScheduleTodoAgentInput):
            return refused("ITEM_OUTPUT_TYPE_MISMATCH")
        candidate_type = CANDIDATE_TYPES[input_data.item_type]
        if not isinstance(output_data, candidate_type):
            return refused("ITEM_OUTPUT_TYPE_MISMATCH")
        reason_code = next(_faults(input_data, output_data), None)
        return ACCEPTED if reason_code is None else refused(reason_code)


def _faults(input_data: ScheduleTodoAgentInput, output: ItemContentCandidate) -> Iterator[str]:
    facts = source_facts(input_data)
    texts = list(content_texts(output))
    if any(facts.operation(text) is not None for text in texts):
        yield "FORBIDDEN_OPERATION_FIELD"
    yield from _wrong_values(input_data, output)
    if not _keeps_terms(input_data, output):
        yield "MUST_KEEP_TERM_MISSING"
    if not _keeps_texts(input_data, output):
        yield "INVENTED_ITEM_FACT"
    if any(facts.invention(text) is not None for text in texts):
        yield "INVENTED_ITEM_FACT"
    if any(facts.talk(text) is not None for text in texts):
        yield "BUSINESS_OUTPUT_INVALID"


def _wrong_values(input_data: ScheduleTodoAgentInput, output: ItemContentCandidate) -> Iterator[str]:
    """Confirmed times and estimates are final: changed or added is invented, left out is incomplete."""
    for field in (*time_fields(input_data), "estimated_minutes"):
        if field not in type(output).model_fields:
            continue
        said, expected = getattr(output, field), expected_value(input_data, field)
        if said is None and expected is not None:
            yield "ITEM_OUTPUT_TYPE_MISMATCH"
        elif said != expected:
            yield "INVENTED_ITEM_FACT"


def _told(output: ItemContentCandidate) -> str:
    plan_overview: str | None = getattr(output, "plan_overview", None)
    return squash("\n".join(text for text in (output.title, output.description, plan_overview) if text))


def _keeps_terms(input_data: ScheduleTodoAgentInput, output: ItemContentCandidate) -> bool:
    return all(squash(term) in _told(output) for term in input_data.content_requirements.must_keep_terms)


def _keeps_texts(input_data: ScheduleTodoAgentInput, output: ItemContentCandidate) -> bool:
    """A confirmed text may be cleaned up; it is neither replaced nor dropped."""
    title = expected_value(input_data, "title")
    if not squash(output.title) or not _is_kept(title, squash(output.title)):
        return False
    names = {"description", "plan_overview"} & type(output).model_fields.keys()
    return all(_is_kept(expected_value(input_data, name), _told(output)) for name in names)


def _is_kept(confirmed: object, told: str) -> bool:
    wanted = squash(confirmed) if isinstance(confirmed, str) else ""
    return sum(character in told for character in wanted) >= _LEAST_KEPT * len(wanted)
