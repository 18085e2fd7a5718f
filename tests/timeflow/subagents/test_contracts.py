"""What the contracts of S refuse, and which combinations of a response exist."""

from __future__ import annotations

from datetime import datetime
from typing import Any, get_args

import pytest
from pydantic import AwareDatetime, BaseModel, ValidationError

import timeflow.subagents
from tests.timeflow.subagents.support import END, INPUTS, REVIEW_INPUT, START, call_context, item_input
from timeflow.subagents import contracts
from timeflow.subagents.contracts import (
    AgentResponse,
    FeedbackContentCandidate,
    ItemContentCandidate,
    LongGoalPlanCandidate,
    ReplanContentProposal,
    ReviewAgentInput,
    ReviewResultDTO,
    ScheduleTodoAgentInput,
    TimeRangeDTO,
    TodoContentCandidate,
)
from timeflow.subagents.responses import build_agent_response, error_of

MODELS = [
    value for name in contracts.__all__ if isinstance(value := getattr(contracts, name), type) and
    issubclass(value, BaseModel)
]  # fmt: skip
TODO = TodoContentCandidate(item_type="todo", title="写周报")
FEEDBACK = FeedbackContentCandidate.model_validate(
    {"target_ref": "T1", "execution_status": "completed", "raw_feedback": "好了", "normalized_feedback": "已完成",
     "occurred_at": START}
)  # fmt: skip
PLAN: dict[str, Any] = {
    "plan_status": "feasible", "plan_overview": "先换气后蛙泳", "planning_range": {"start_at": START, "end_at": END},
    "subtasks": [{"title": "换气", "start_at": START, "end_at": END, "estimated_minutes": 60, "rationale": "先学"}],
}  # fmt: skip
SUGGESTION: dict[str, Any] = {
    "suggestion_kind": "adjust_existing", "source_item_ref": "I1", "item_type": "todo",
    "proposed_content": {"item_type": "todo", "title": "写周报"}, "reason": "推后", "sort_order": 0,
}  # fmt: skip
PROPOSAL: dict[str, Any] = {
    "scope": "all_items", "plan_status": "feasible", "summary": "推后", "suggestions": [SUGGESTION],
}  # fmt: skip


def response(**changes: Any) -> AgentResponse[ItemContentCandidate]:
    values: dict[str, Any] = {
        "request_id": "r", "agent_name": "日程待办 Agent", "function_name": "generate_item_content",
        "response_type": "CONFIRM", "isNeedUser": True, "isDisplayResult": False, "isError": False,
        "result": TODO, "db_action": None, "generation_path": "primary_model", "error": None,
    }  # fmt: skip
    return AgentResponse[ItemContentCandidate](**(values | changes))


NAMES = """
AgentCallContext AgentResponse AgentErrorDTO ScheduleTodoAgentInput FeedbackAgentInput LongTaskSplitAgentInput
ReplanAgentInput ReviewAgentInput ItemContentRequirementsDTO ItemContentCandidate ScheduleContentCandidate
TodoContentCandidate SubtaskContentCandidate LongGoalContentCandidate TargetItemContextDTO SubtaskCandidate
FeedbackContentCandidate LongGoalPlanCandidate LongGoalContextDTO UserProfileDTO GoalScopedProfileDTO TimeSlotDTO
TimeRangeDTO ConversationMessageDTO ReplanItemContextDTO FeedbackContextDTO ReplanContentProposal
ReplanContentSuggestion ReviewItemFactDTO FeedbackFactDTO DataCoverageDTO ReviewResultDTO SubAgentDispatcher
LLMGenerationRequest LLMGenerationResult LLMAttemptDTO SkippedModelDTO ModelRouteConfigDTO ModelConfigDTO
ProviderRequest ProviderResponse ProviderFailureDTO ErrorReasonPolicyRegistry
"""


@pytest.mark.parametrize("name", NAMES.split())
def test_every_name_of_the_specification_is_exported(name: str) -> None:
    assert name in timeflow.subagents.__all__
    assert hasattr(timeflow.subagents, name)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_contract_refuses_unknown_fields_trims_and_checks_assignments(model: type[BaseModel]) -> None:
    assert model.model_config["extra"] == "forbid"
    assert model.model_config["str_strip_whitespace"]
    assert model.model_config["validate_assignment"]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_datetime_of_a_contract_needs_an_offset(model: type[BaseModel]) -> None:
    for name, field in model.model_fields.items():
        kinds = {field.annotation, *get_args(field.annotation)}
        if datetime in kinds or AwareDatetime in kinds:
            with pytest.raises(ValidationError) as raised:
                model.model_validate({name: "2026-12-02T15:00:00"})
            assert any(error["loc"] == (name,) and error["type"] == "timezone_aware" for error in raised.value.errors())


def test_a_range_ends_after_it_starts() -> None:
    for end in (START, "2026-12-02T14:00:00+08:00"):
        with pytest.raises(ValidationError):
            TimeRangeDTO.model_validate({"start_at": START, "end_at": end})


def test_there_are_at_most_twenty_messages_of_the_two_roles() -> None:
    message = {"role": "user", "content": "好", "created_at": START}
    item_input(recent_messages=[message] * 20)
    for messages in ([message] * 21, [{**message, "role": "system"}]):
        with pytest.raises(ValidationError):
            item_input(recent_messages=messages)


def test_an_assignment_is_checked_again() -> None:
    todo = TODO.model_copy()
    with pytest.raises(ValidationError):
        todo.title = ""


@pytest.mark.parametrize("value", [True, "3", None, float("nan"), float("inf")])
def test_a_metric_is_a_finite_number(value: Any) -> None:
    with pytest.raises(ValidationError):
        ReviewAgentInput.model_validate({**REVIEW_INPUT.model_dump(), "computed_metrics": {"completed": value}})


def test_every_input_survives_json() -> None:
    for input_data in INPUTS.values():
        assert type(input_data).model_validate_json(input_data.model_dump_json()) == input_data


@pytest.mark.parametrize("flags", [(a, b, c) for a in (True, False) for b in (True, False) for c in (True, False)])
@pytest.mark.parametrize("kind", ["DISPLAY", "CONFIRM", "ERROR"])
def test_control_fields_have_exactly_three_combinations(kind: str, flags: tuple[bool, bool, bool]) -> None:
    allowed = {"DISPLAY": (False, True, False), "CONFIRM": (True, False, False), "ERROR": (False, False, True)}
    values: dict[str, Any] = {
        "response_type": kind, "isNeedUser": flags[0], "isDisplayResult": flags[1], "isError": flags[2],
    }  # fmt: skip
    if kind == "ERROR":
        values |= {"result": None, "generation_path": "none", "error": error_of("ALL_MODELS_FAILED")}
    if kind == "DISPLAY":
        values |= {"result": ReviewResultDTO(review_text="好"), "agent_name": "复盘 Agent"}
        values |= {"function_name": "generate_review"}
    build = AgentResponse[ReviewResultDTO] if kind == "DISPLAY" else AgentResponse[ItemContentCandidate]
    base = response().model_dump() | {"result": TODO} | values
    if flags == allowed[kind]:
        assert build(**base).response_type == kind
    else:
        with pytest.raises(ValidationError):
            build(**base)


@pytest.mark.parametrize(
    "changes",
    [
        {"result": None},
        {"error": error_of("ALL_MODELS_FAILED")},
        {"generation_path": "none"},
        {"db_action": "create"},
        {"db_action": {}},
        {"result": FEEDBACK},
        {"agent_name": "反馈 Agent"},
        {"response_type": "DISPLAY", "isNeedUser": False, "isDisplayResult": True},
    ],
)
def test_a_success_that_contradicts_itself_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        response(**changes)


def test_db_action_must_be_given_and_can_only_be_null() -> None:
    values = response().model_dump() | {"result": TODO}
    values.pop("db_action")
    with pytest.raises(ValidationError):
        AgentResponse[ItemContentCandidate](**values)


@pytest.mark.parametrize(
    ("pair", "result"),
    [
        (("反馈 Agent", "normalize_feedback"), FEEDBACK),
        (("长任务拆分 Agent", "split_long_goal"), LongGoalPlanCandidate.model_validate(PLAN)),
        (("重排 Agent", "generate_replan_content"), ReplanContentProposal.model_validate(PROPOSAL)),
    ],
)
def test_three_agents_can_never_answer_by_template(pair: tuple[str, str], result: BaseModel) -> None:
    context = call_context(*pair)
    assert build_agent_response(context, result, "primary_model").response_type == "CONFIRM"
    refused = build_agent_response(context, result, "deterministic_fallback")
    assert refused.error is not None
    assert refused.error.code == "CONTRACT_MISMATCH"


def test_a_plan_without_candidates_is_displayed() -> None:
    plan = LongGoalPlanCandidate.model_validate({**PLAN, "plan_status": "no_change", "subtasks": []})
    shown = build_agent_response(call_context("长任务拆分 Agent", "split_long_goal"), plan, "primary_model")
    assert shown.response_type == "DISPLAY"


@pytest.mark.parametrize(
    ("model", "values", "reason"),
    [
        (LongGoalPlanCandidate, {**PLAN, "subtasks": []}, "PLAN_STATUS_MISMATCH"),
        (LongGoalPlanCandidate, {**PLAN, "plan_status": "infeasible"}, "PLAN_STATUS_MISMATCH"),
        (LongGoalPlanCandidate, {**PLAN, "subtasks": [{**PLAN["subtasks"][0], "end_at": START}]},
         "SUBTASK_TIME_INVALID"),
        (ReplanContentProposal, {**PROPOSAL, "plan_status": "no_change"}, "PLAN_STATUS_MISMATCH"),
        (ReplanContentProposal, {**PROPOSAL, "suggestions": [SUGGESTION] * 2}, "SOURCE_ITEM_REF_INVALID"),
        (ReplanContentProposal, {**PROPOSAL, "suggestions": [{**SUGGESTION, "source_item_ref": None}]},
         "SUGGESTION_KIND_MISMATCH"),
        (ReplanContentProposal, {**PROPOSAL, "suggestions": [{**SUGGESTION, "suggestion_kind": "propose_new"}]},
         "SUGGESTION_KIND_MISMATCH"),
        (ReplanContentProposal, {**PROPOSAL, "suggestions": [{**SUGGESTION, "item_type": "subtask"}]},
         "PROPOSED_CONTENT_INVALID"),
    ],
)  # fmt: skip
def test_a_contradicting_plan_is_refused_with_its_reason(
    model: type[BaseModel], values: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValidationError) as raised:
        model.model_validate(values)
    assert [error["type"] for error in raised.value.errors()] == [reason]


def test_rules_with_a_reason_code_do_not_stop_an_input_from_being_built() -> None:
    built = item_input(generation_mode="revise", required={"start_at": END, "end_at": START})
    assert isinstance(built, ScheduleTodoAgentInput)
