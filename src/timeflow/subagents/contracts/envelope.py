"""The envelope of a call, the table of the five routes and the one response (S §4.4, §4.5, §7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, Literal, Self, TypeVar

from pydantic import BaseModel, Field, SerializeAsAny, model_validator

from agentbase.core.contract import AwareDatetime, ContractModel
from agentbase.llm.contracts import AgentErrorDTO
from timeflow.functions.contracts import AgentName, FunctionName
from timeflow.subagents.contracts.feedback import FeedbackAgentInput, FeedbackContentCandidate
from timeflow.subagents.contracts.items import CANDIDATE_TYPES, ScheduleTodoAgentInput
from timeflow.subagents.contracts.long_task import LongGoalPlanCandidate, LongTaskSplitAgentInput
from timeflow.subagents.contracts.replan import ReplanAgentInput, ReplanContentProposal
from timeflow.subagents.contracts.review import ReviewAgentInput, ReviewResultDTO

TResult_co = TypeVar("TResult_co", bound=BaseModel, covariant=True)

ResponseType = Literal["DISPLAY", "CONFIRM", "ERROR"]
GenerationPath = Literal["primary_model", "fallback_model", "deterministic_fallback", "none"]


class AgentCallContext(ContractModel):
    """One call. No user, no permission. That the names pair up is the dispatcher's check (CONTRACT_MISMATCH)."""

    request_id: str = Field(min_length=1, max_length=128)
    trace_id: str | None = Field(default=None, max_length=128)
    deadline_at: AwareDatetime
    agent_name: AgentName
    function_name: FunctionName


@dataclass(frozen=True, slots=True)
class SubAgentRoute:
    """The only input and output types of a pair, and whether code may answer when all models fail (S §8.11)."""

    input_type: type[BaseModel]
    result_types: tuple[type[BaseModel], ...]
    deterministic_fallback: bool = False


ROUTES: Final[dict[tuple[AgentName, FunctionName], SubAgentRoute]] = {
    ("日程待办 Agent", "generate_item_content"): SubAgentRoute(
        ScheduleTodoAgentInput, tuple(CANDIDATE_TYPES.values()), deterministic_fallback=True
    ),
    ("反馈 Agent", "normalize_feedback"): SubAgentRoute(FeedbackAgentInput, (FeedbackContentCandidate,)),
    ("长任务拆分 Agent", "split_long_goal"): SubAgentRoute(LongTaskSplitAgentInput, (LongGoalPlanCandidate,)),
    ("重排 Agent", "generate_replan_content"): SubAgentRoute(ReplanAgentInput, (ReplanContentProposal,)),
    ("复盘 Agent", "generate_review"): SubAgentRoute(ReviewAgentInput, (ReviewResultDTO,), deterministic_fallback=True),
}
"""The fixed table of S §4.5."""


def response_type_of(result: BaseModel) -> ResponseType:
    """DISPLAY for a review and for a plan that proposes nothing, else CONFIRM (S §6)."""
    if isinstance(result, ReviewResultDTO):
        return "DISPLAY"
    if isinstance(result, LongGoalPlanCandidate | ReplanContentProposal):
        return "CONFIRM" if result.plan_status in {"feasible", "partial"} else "DISPLAY"
    return "CONFIRM"


class AgentResponse(ContractModel, Generic[TResult_co]):
    """One checked result or one structured error; the control fields know three combinations (S §7)."""

    request_id: str
    trace_id: str | None = None
    agent_name: AgentName
    function_name: FunctionName
    response_type: ResponseType
    isNeedUser: bool  # noqa: N815 - the name of the wire (S §7.1)
    isDisplayResult: bool  # noqa: N815 - the name of the wire (S §7.1)
    isError: bool  # noqa: N815 - the name of the wire (S §7.1)
    result: SerializeAsAny[TResult_co] | None
    db_action: None
    generation_path: GenerationPath
    error: AgentErrorDTO | None = None

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        flags = (self.isNeedUser, self.isDisplayResult, self.isError)
        expected = (self.response_type == "CONFIRM", self.response_type == "DISPLAY", self.response_type == "ERROR")
        if flags != expected:
            raise ValueError("isNeedUser, isDisplayResult and isError must follow response_type")
        if self.response_type == "ERROR":
            self._check_error()
        else:
            self._check_success()
        return self

    def _check_error(self) -> None:
        if self.result is not None or self.error is None or self.generation_path != "none":
            raise ValueError("an error has no result and the path none")

    def _check_success(self) -> None:
        if self.result is None or self.error is not None or self.generation_path == "none":
            raise ValueError("a success has a result, a path and no error")
        route = ROUTES.get((self.agent_name, self.function_name))
        if route is None or not isinstance(self.result, route.result_types):
            raise ValueError("the result must be of the type of its agent and function")
        if self.generation_path == "deterministic_fallback" and not route.deterministic_fallback:
            raise ValueError("this agent has no deterministic fallback")
        if self.response_type != response_type_of(self.result):
            raise ValueError("response_type must follow the result")
