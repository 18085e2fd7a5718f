"""长任务拆分 Agent (S §6.3)."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.subagents.contracts.common import (
    GoalScopedProfileDTO,
    LongGoalContextDTO,
    LongText,
    PlanStatus,
    RecentMessages,
    TimeRangeDTO,
    TimeSlotDTO,
    Title,
    UserProfileDTO,
)
from timeflow.subagents.contracts.items import ShortTexts, SubtaskContentCandidate


class LongTaskSplitAgentInput(ContractModel):
    """One goal, what is planned already, and the free slots of the next 7 to 14 days."""

    raw_input: LongText
    long_goal: LongGoalContextDTO
    existing_subtasks: list[SubtaskContentCandidate]
    user_profile: UserProfileDTO
    goal_scoped_profile: GoalScopedProfileDTO | None = None
    current_time: AwareDatetime
    available_time_slots: list[TimeSlotDTO]
    planning_range: TimeRangeDTO
    recent_messages: RecentMessages


class SubtaskCandidate(ContractModel):
    """One near subtask with its slot and why it is there."""

    title: Title
    description: LongText | None = None
    start_at: AwareDatetime
    end_at: AwareDatetime
    estimated_minutes: int = Field(ge=1)
    rationale: LongText

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.end_at <= self.start_at:
            raise PydanticCustomError("SUBTASK_TIME_INVALID", "end_at must be later than start_at")
        return self


class LongGoalPlanCandidate(ContractModel):
    """The overall plan and the near subtasks. Subtasks exist exactly when the plan is feasible or partial."""

    plan_status: PlanStatus
    plan_overview: LongText
    planning_range: TimeRangeDTO
    subtasks: Annotated[list[SubtaskCandidate], Field(max_length=100)]
    assumptions: ShortTexts = Field(default_factory=list)
    capacity_warnings: ShortTexts = Field(default_factory=list)
    tradeoffs: ShortTexts = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_status(self) -> Self:
        if (self.plan_status in {"feasible", "partial"}) != bool(self.subtasks):
            raise PydanticCustomError("PLAN_STATUS_MISMATCH", "subtasks exist exactly when feasible or partial")
        return self
