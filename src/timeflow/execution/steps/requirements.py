"""Step 3: the fixed registry of how each function runs: which facts, which scopes, whether a sub-agent is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from timeflow.data.contracts import QueryType
from timeflow.execution.contracts import MainAgentDecisionInput
from timeflow.execution.reasons import execution_error
from timeflow.functions.contracts import AgentName, FunctionName, FunctionParams, Operation, ScheduleTodoParams

Scope = Literal["range", "single", "ambiguous", "not_found"]
ALL_SCOPES: Final[tuple[Scope, ...]] = ("range", "single", "ambiguous", "not_found")
ONE_ITEM: Final[tuple[Scope, ...]] = ("single", "ambiguous", "not_found")


@dataclass(frozen=True, slots=True)
class FunctionRequirementsResult:
    """How one function, with its operation, is executed (decisions table).

    ``invocation`` and ``result`` name the contract classes of S; None where no sub-agent is called.
    """

    query_types: tuple[QueryType, ...]
    allowed_scopes: tuple[Scope, ...]
    calls_sub_agent: bool
    invocation: str | None
    result: str | None
    confirmation_policy: Literal["none", "owner"]


_ITEM_CONTENT: Final = ("ScheduleTodoInvocation", "ItemContentCandidate")

_SCHEDULE_TODO: Final[dict[Operation, FunctionRequirementsResult]] = {
    "create": FunctionRequirementsResult(("availability",), (), True, *_ITEM_CONTENT, "owner"),
    "update": FunctionRequirementsResult(("candidate_items", "availability"), ALL_SCOPES, False, None, None, "owner"),
    "delete": FunctionRequirementsResult(("candidate_items",), ALL_SCOPES, False, None, None, "owner"),
    "set_status": FunctionRequirementsResult(("candidate_items",), ALL_SCOPES, False, None, None, "owner"),
    "query": FunctionRequirementsResult(("candidate_items", "availability"), (), False, None, None, "none"),
}
_REVISE: Final = FunctionRequirementsResult(("candidate_items",), ALL_SCOPES, True, *_ITEM_CONTENT, "owner")
"""Any change that is not computed is about one item; of a range it is asked which (decisions 7)."""

_OTHERS: Final[dict[tuple[AgentName, FunctionName], FunctionRequirementsResult]] = {
    ("反馈 Agent", "normalize_feedback"): FunctionRequirementsResult(
        ("candidate_items",), ONE_ITEM, True, "FeedbackInvocation", "FeedbackContentCandidate", "owner"
    ),
    ("长任务拆分 Agent", "split_long_goal"): FunctionRequirementsResult(
        ("goal_tasks", "user_profile", "goal_scoped_profile", "availability"),
        ONE_ITEM,
        True,
        "GoalPlanInvocation",
        "LongGoalPlanCandidate",
        "owner",
    ),
    ("重排 Agent", "generate_replan_content"): FunctionRequirementsResult(
        ("candidate_items", "goal_tasks", "user_profile", "goal_scoped_profile", "availability"),
        ALL_SCOPES,
        True,
        "ReplanInvocation",
        "ReplanContentProposal",
        "owner",
    ),
    ("复盘 Agent", "generate_review"): FunctionRequirementsResult(
        ("review_facts", "goal_tasks"), ONE_ITEM, True, "ReviewInvocation", "ReviewResultDTO", "none"
    ),
}


def read_requirements(decision: MainAgentDecisionInput, params: FunctionParams) -> FunctionRequirementsResult:
    """The rules of the function. Raises FUNCTION_NOT_REGISTERED (RISK-B-02)."""
    if isinstance(params, ScheduleTodoParams):
        revises = params.operation == "update" and params.change is not None and params.change.kind == "revise"
        return _REVISE if revises else _SCHEDULE_TODO[params.operation]
    requirements = _OTHERS.get((decision.target_agent, decision.target_function))
    if requirements is None:
        raise execution_error("FUNCTION_NOT_REGISTERED", locale=decision.locale)
    return requirements
