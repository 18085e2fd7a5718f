"""The five invocations: everything that one call of one sub-agent needs, and what stays behind (decisions table).

``call()`` is what crosses the door: the envelope and the agent's own input. Real ids, versions and the map of refs stay
here (S section 4).
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, Field, PrivateAttr

from agentbase.core.contract import AwareDatetime, ContractModel, IdText
from timeflow.data.contracts import Availability, ItemReference, ItemSnapshot
from timeflow.data.profile import UserProfileSnapshot
from timeflow.execution.contracts import RecentMessage
from timeflow.functions.contracts import (
    AgentName,
    FeedbackParams,
    FunctionName,
    LongTaskSplitParams,
    ReplanParams,
    ReviewParams,
    ScheduleTodoParams,
)
from timeflow.subagents import (
    AgentCallContext,
    FeedbackAgentInput,
    GoalScopedProfileDTO,
    LongTaskSplitAgentInput,
    ReplanAgentInput,
    ReviewAgentInput,
    ScheduleTodoAgentInput,
)

TInput = TypeVar("TInput", bound=BaseModel)
TParams = TypeVar("TParams", bound=ContractModel)


class AgentExecutionBase(ContractModel):
    """Which call this is, for whom, until when. ``resolution``: whether a range, one item or none was settled."""

    run_id: IdText
    correlation_id: IdText
    request_id: IdText
    trace_id: IdText
    user_id: IdText
    deadline_at: AwareDatetime
    agent_name: AgentName
    function_name: FunctionName
    resolution: Literal["range", "single", "none"]


class AgentExecutionContext(ContractModel):
    """The facts that the function asks for, the others empty. ``profile_missing``: defaults are used."""

    resolved_items: tuple[ItemSnapshot, ...] = ()
    goal: ItemSnapshot | None = None
    existing_subtasks: tuple[ItemSnapshot, ...] = ()
    user_profile: UserProfileSnapshot | None = None
    goal_scoped_profile: GoalScopedProfileDTO | None = None
    profile_missing: bool = False
    availability: Availability | None = None
    review_facts: tuple[ItemSnapshot, ...] = ()
    recent_messages: Annotated[tuple[RecentMessage, ...], Field(max_length=20)] = ()


class AgentInvocation(ContractModel, Generic[TParams, TInput]):
    """One call, whole. ``agent_input`` holds final values only (decisions 8)."""

    base: AgentExecutionBase
    params: TParams
    context: AgentExecutionContext
    agent_input: TInput
    _ref_map: dict[str, ItemReference] = PrivateAttr(default_factory=dict)

    def call(self) -> tuple[AgentCallContext, TInput]:
        """What the dispatcher is given: no user, no id of an item."""
        envelope = AgentCallContext(
            request_id=self.base.request_id,
            trace_id=self.base.trace_id,
            deadline_at=self.base.deadline_at,
            agent_name=self.base.agent_name,
            function_name=self.base.function_name,
        )
        return envelope, self.agent_input


class ScheduleTodoInvocation(AgentInvocation[ScheduleTodoParams, ScheduleTodoAgentInput]):
    """日程待办 Agent / generate_item_content."""


class FeedbackInvocation(AgentInvocation[FeedbackParams, FeedbackAgentInput]):
    """反馈 Agent / normalize_feedback."""


class GoalPlanInvocation(AgentInvocation[LongTaskSplitParams, LongTaskSplitAgentInput]):
    """长任务拆分 Agent / split_long_goal."""


class ReplanInvocation(AgentInvocation[ReplanParams, ReplanAgentInput]):
    """重排 Agent / generate_replan_content."""


class ReviewInvocation(AgentInvocation[ReviewParams, ReviewAgentInput]):
    """复盘 Agent / generate_review."""
