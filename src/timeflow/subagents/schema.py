"""``TimeFlow_MVP_SubAgentContract.schema.json``: the public contracts of S as one JSON Schema (S §9)."""

from __future__ import annotations

import json
from typing import Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from timeflow.subagents.contracts import (
    AgentCallContext,
    AgentErrorDTO,
    AgentResponse,
    FeedbackAgentInput,
    FeedbackContentCandidate,
    ItemContentCandidate,
    LongGoalPlanCandidate,
    LongTaskSplitAgentInput,
    ReplanAgentInput,
    ReplanContentProposal,
    ReviewAgentInput,
    ReviewResultDTO,
    ScheduleTodoAgentInput,
)

SCHEMA_FILE: Final = "TimeFlow_MVP_SubAgentContract.schema.json"


class ItemContentResponse(AgentResponse[ItemContentCandidate]):
    """AgentResponse[ItemContentCandidate]."""


class FeedbackResponse(AgentResponse[FeedbackContentCandidate]):
    """AgentResponse[FeedbackContentCandidate]."""


class LongGoalPlanResponse(AgentResponse[LongGoalPlanCandidate]):
    """AgentResponse[LongGoalPlanCandidate]."""


class ReplanResponse(AgentResponse[ReplanContentProposal]):
    """AgentResponse[ReplanContentProposal]."""


class ReviewResponse(AgentResponse[ReviewResultDTO]):
    """AgentResponse[ReviewResultDTO]."""


_PUBLIC: Final[tuple[type[BaseModel], ...]] = (
    AgentCallContext,
    AgentErrorDTO,
    ScheduleTodoAgentInput,
    FeedbackAgentInput,
    LongTaskSplitAgentInput,
    ReplanAgentInput,
    ReviewAgentInput,
    ItemContentResponse,
    FeedbackResponse,
    LongGoalPlanResponse,
    ReplanResponse,
    ReviewResponse,
)


def export_schema() -> str:
    """The schema file's text: every public model under ``$defs``, deterministic, with a final line feed."""
    _, document = models_json_schema([(model, "validation") for model in _PUBLIC])
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "TimeFlow MVP SubAgent Contract",
        **document,
    }
    return json.dumps(schema, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
