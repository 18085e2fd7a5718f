"""反馈 Agent (S §6.2)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import ItemStatus
from timeflow.subagents.contracts.common import ExecutionStatus, ItemRef, LongText, RecentMessages, TimeRangeDTO, Title


class TargetItemContextDTO(ContractModel):
    """The one item that the feedback is about, by a reference of this request."""

    target_ref: ItemRef
    item_type: Literal["schedule", "subtask"]
    title: Title
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    status: ItemStatus


class FeedbackAgentInput(ContractModel):
    """What the person said about one item, and when it happened."""

    raw_feedback: LongText
    feedback_time_range: TimeRangeDTO
    occurred_at: AwareDatetime
    target_item: TargetItemContextDTO
    recent_messages: RecentMessages


class FeedbackContentCandidate(ContractModel):
    """Feedback sorted and put clearly; never an instruction to change the item."""

    target_ref: ItemRef
    execution_status: ExecutionStatus
    raw_feedback: LongText
    normalized_feedback: LongText
    duration_minutes: int | None = Field(default=None, ge=0)
    occurred_at: AwareDatetime
