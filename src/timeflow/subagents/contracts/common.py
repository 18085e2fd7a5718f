"""What the five inputs share: time ranges, messages, profiles and the context of a long goal (S §4.3, §6)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, model_validator

from agentbase.core.contract import AwareDatetime, ContractModel

Title = Annotated[str, Field(min_length=1, max_length=200)]
LongText = Annotated[str, Field(min_length=1, max_length=20_000)]
"""Free text: at least what may be said in one turn, and the longest text that an item holds."""
ItemRef = Annotated[str, Field(min_length=1, max_length=64)]
"""A temporary reference, valid within one request only; never a stored id (S §4)."""
PlanStatus = Literal["feasible", "partial", "infeasible", "no_change"]
ExecutionStatus = Literal["completed", "not_completed", "partially_completed", "deferred", "cancelled"]


class TimeRangeDTO(ContractModel):
    """From ``start_at`` to the later ``end_at``, both aware."""

    start_at: AwareDatetime
    end_at: AwareDatetime

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.end_at <= self.start_at:
            raise ValueError("end_at must be later than start_at")
        return self


class TimeSlotDTO(ContractModel):
    """A free slot. Its order, bounds and overlaps are checked by the agent (AVAILABLE_SLOT_INVALID)."""

    start_at: AwareDatetime
    end_at: AwareDatetime


class ConversationMessageDTO(ContractModel):
    """One message of the dialogue as context only; not the class of the same name of perception (decisions 10)."""

    role: Literal["user", "assistant"]
    content: LongText
    created_at: AwareDatetime


RecentMessages = Annotated[list[ConversationMessageDTO], Field(max_length=20)]
"""At most the last 20 messages, oldest first, without the current one."""


class UserProfileDTO(ContractModel):
    """What the person has confirmed about themselves: the IANA zone and preferences by name."""

    timezone: str = Field(min_length=1, max_length=64)
    preferences: dict[str, JsonValue] = Field(default_factory=dict)


class GoalScopedProfileDTO(ContractModel):
    """Confirmed preferences that hold for the current goal only."""

    preferences: dict[str, JsonValue] = Field(default_factory=dict)


class LongGoalContextDTO(ContractModel):
    """The one goal that is meant, without its id. The order of its times is checked by the agent."""

    title: Title
    description: LongText | None = None
    start_at: AwareDatetime | None = None
    deadline_at: AwareDatetime | None = None
    plan_overview: LongText | None = None
