"""复盘 Agent (S §6.5)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictFloat, StrictInt

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import ItemStatus
from timeflow.subagents.contracts.common import (
    ExecutionStatus,
    LongGoalContextDTO,
    LongText,
    RecentMessages,
    TimeRangeDTO,
    Title,
)
from timeflow.subagents.contracts.items import ShortTexts


class ReviewItemFactDTO(ContractModel):
    """One item of the range as a fact."""

    item_type: Literal["schedule", "todo", "subtask"]
    title: Title
    status: ItemStatus
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None


class FeedbackFactDTO(ContractModel):
    """One feedback of the range as a fact."""

    item_title: Title
    execution_status: ExecutionStatus
    normalized_feedback: LongText
    occurred_at: AwareDatetime


class DataCoverageDTO(ContractModel):
    """What the facts cover. That ``partial`` has notes is checked by the agent (DATA_COVERAGE_INVALID)."""

    coverage_status: Literal["complete", "partial"]
    covered_range: TimeRangeDTO
    notes: ShortTexts = Field(default_factory=list)


MetricValue = StrictInt | Annotated[StrictFloat, Field(allow_inf_nan=False)]


class ReviewAgentInput(ContractModel):
    """The facts and the computed numbers of a range; no other number may be told."""

    raw_input: LongText
    review_type: Literal["all_items", "single_long_goal"]
    review_time_range: TimeRangeDTO
    long_goal: LongGoalContextDTO | None = None
    schedules: list[ReviewItemFactDTO] = Field(default_factory=list)
    todos: list[ReviewItemFactDTO] = Field(default_factory=list)
    subtasks: list[ReviewItemFactDTO] = Field(default_factory=list)
    feedback: list[FeedbackFactDTO] = Field(default_factory=list)
    computed_metrics: dict[str, MetricValue]
    data_coverage: DataCoverageDTO
    recent_messages: RecentMessages


class ReviewResultDTO(ContractModel):
    """The review as text to read."""

    review_text: LongText
