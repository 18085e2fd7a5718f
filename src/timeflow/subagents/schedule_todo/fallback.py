"""Deterministic content when all models fail: explicit input copied, nothing else (S §6.1, §8.11)."""

from __future__ import annotations

from pydantic import BaseModel, ValidationError

from agentbase.llm.contracts import AgentErrorCode, AgentErrorDTO
from timeflow.subagents.contracts import CANDIDATE_TYPES, ItemContentCandidate, ScheduleTodoAgentInput

_ELIGIBLE = frozenset(
    {AgentErrorCode.LLM_UNAVAILABLE, AgentErrorCode.NO_COMPATIBLE_MODEL, AgentErrorCode.OUTPUT_INVALID}
)
_NEVER_COPIED = frozenset({"item_type", "assumptions", "warnings"})


def may_fall_back(error: AgentErrorDTO) -> bool:
    """Only an unavailable model or invalid outputs; any other failure is told as it is."""
    return error.code in _ELIGIBLE


def copy_content(input_data: ScheduleTodoAgentInput) -> ItemContentCandidate | None:
    """The confirmed fields, over those of the current content in a revision; None without the least structure."""
    candidate_type = CANDIDATE_TYPES[input_data.item_type]
    values: dict[str, object] = {"item_type": input_data.item_type}
    for name in candidate_type.model_fields.keys() - _NEVER_COPIED:
        stated = getattr(input_data.content_requirements, name, None)
        values[name] = _current(input_data.current_item_content, name) if stated is None else stated
    try:
        return candidate_type.model_validate({name: value for name, value in values.items() if value is not None})
    except ValidationError:
        return None


def _current(current: BaseModel | None, name: str) -> object:
    return getattr(current, name, None)
