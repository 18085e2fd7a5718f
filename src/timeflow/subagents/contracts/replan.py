"""重排 Agent (S §6.4)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import ItemStatus
from timeflow.subagents.contracts.common import (
    ExecutionStatus,
    GoalScopedProfileDTO,
    ItemRef,
    LongGoalContextDTO,
    LongText,
    PlanStatus,
    RecentMessages,
    Title,
    UserProfileDTO,
)
from timeflow.subagents.contracts.items import (
    ScheduleContentCandidate,
    ShortTexts,
    SubtaskContentCandidate,
    TodoContentCandidate,
)

ReplanScope = Literal["all_items", "single_long_goal"]
ReplanItemType = Literal["schedule", "todo", "subtask"]


class ReplanItemContextDTO(ContractModel):
    """One future item by its reference."""

    item_ref: ItemRef
    item_type: ReplanItemType
    title: Title
    description: LongText | None = None
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    status: ItemStatus


class FeedbackContextDTO(ContractModel):
    """What was said about a future item that is not finished."""

    item_ref: ItemRef
    normalized_feedback: LongText
    execution_status: ExecutionStatus


class ReplanAgentInput(ContractModel):
    """The scope, its future items, and which of them stay where they are."""

    raw_input: LongText
    scope: ReplanScope
    long_goal: LongGoalContextDTO | None = None
    reason: LongText
    current_time: AwareDatetime
    future_items: list[ReplanItemContextDTO]
    unfinished_feedback_items: list[FeedbackContextDTO] = Field(default_factory=list)
    user_profile: UserProfileDTO
    goal_scoped_profile: GoalScopedProfileDTO | None = None
    fixed_item_refs: list[ItemRef] = Field(default_factory=list)
    recent_messages: RecentMessages


ProposedContent = Annotated[
    ScheduleContentCandidate | TodoContentCandidate | SubtaskContentCandidate, Field(discriminator="item_type")
]


class ReplanContentSuggestion(ContractModel):
    """One suggestion about content; not an action."""

    suggestion_kind: Literal["adjust_existing", "propose_new"]
    source_item_ref: ItemRef | None = None
    item_type: ReplanItemType
    proposed_content: ProposedContent
    reason: LongText
    sort_order: int = Field(ge=0)

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if (self.suggestion_kind == "adjust_existing") != (self.source_item_ref is not None):
            raise PydanticCustomError("SUGGESTION_KIND_MISMATCH", "only adjust_existing has a source_item_ref")
        if self.item_type != self.proposed_content.item_type:
            raise PydanticCustomError("PROPOSED_CONTENT_INVALID", "item_type must be that of proposed_content")
        return self


class ReplanContentProposal(ContractModel):
    """A whole proposal. Suggestions exist exactly when it is feasible or partial; no item is adjusted twice."""

    scope: ReplanScope
    plan_status: PlanStatus
    summary: LongText
    suggestions: Annotated[list[ReplanContentSuggestion], Field(max_length=100)]
    warnings: ShortTexts = Field(default_factory=list)
    tradeoffs: ShortTexts = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if (self.plan_status in {"feasible", "partial"}) != bool(self.suggestions):
            raise PydanticCustomError("PLAN_STATUS_MISMATCH", "suggestions exist exactly when feasible or partial")
        sources = [item.source_item_ref for item in self.suggestions if item.source_item_ref is not None]
        if len(set(sources)) != len(sources):
            raise PydanticCustomError("SOURCE_ITEM_REF_INVALID", "an item is adjusted at most once")
        return self
