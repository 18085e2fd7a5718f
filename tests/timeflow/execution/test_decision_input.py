"""What A hands over, and what a sub-agent hands back: whole and allowed, or an error and nothing done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from agentbase.llm.ports import CancellationTokenPort
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import meeting
from tests.timeflow.execution.stored import items_of, put
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    ErrorEvent,
    ExecutionResponse,
    MainAgentDecisionInput,
)
from timeflow.execution.preparing import Preparing
from timeflow.execution.service import ExecutionService
from timeflow.subagents import AgentCallContext, AgentResponse, ScheduleContentCandidate, TodoContentCandidate
from timeflow.subagents.dispatcher import SubAgentDispatcher

STRANGER = "01a22d87-0000-7000-8000-000000000001"
PAIR = {"target_agent": "日程待办 Agent", "target_function": "generate_item_content"}
CREATE: dict[str, Any] = {"operation": "create", "item_type": "todo", "title": "写周报"}
QUERY: dict[str, Any] = {"words": ["周报"]}


def decision(dialogue: Dialogue, params: dict[str, Any], **changes: Any) -> MainAgentDecisionInput:
    return MainAgentDecisionInput.model_validate(
        {
            "correlation_id": "c",
            "trace_id": "t",
            "run_id": "r",
            "user_id": dialogue.auth.user_id,
            "query": "写周报",
            "current_time": dialogue.now,
            "timezone": dialogue.zone,
            "parsed_params": params,
            "candidate_query": params.get("candidate_query"),
            **PAIR,
            **changes,
        }
    )


async def execute(dialogue: Dialogue, params: dict[str, Any], **changes: Any) -> ExecutionResponse:
    return await dialogue.app.execution.execute(decision(dialogue, params, **changes), dialogue.auth)


async def test_a_whole_decision_comes_to_a_card(dialogue: Dialogue) -> None:
    assert isinstance(await execute(dialogue, CREATE), ConfirmationRequiredResponse)


@pytest.mark.parametrize("missing", ["target_agent", "target_function", "parsed_params", "query", "user_id"])
def test_a_decision_without_one_of_its_parts_is_none(missing: str) -> None:
    """RISK-B-01."""
    whole = {
        "correlation_id": "c", "trace_id": "t", "run_id": "r", "user_id": "u", "query": "q",
        "current_time": "2026-12-01T10:00:00+08:00", "timezone": "Asia/Shanghai", "parsed_params": CREATE, **PAIR,
    }  # fmt: skip
    MainAgentDecisionInput.model_validate(whole)
    with pytest.raises(ValidationError, match=missing):
        MainAgentDecisionInput.model_validate({name: value for name, value in whole.items() if name != missing})


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"operation": "fly"}, "parsed_params.operation"),
        ({**CREATE, "title": ""}, "parsed_params.title"),
        ({**CREATE, "colour": "red"}, "parsed_params.colour"),
        ({**CREATE, "title": None}, "title"),
        ({**CREATE, "item_type": None}, "title"),
        ({**CREATE, "candidate_query": QUERY}, "candidate_query"),
        ({"operation": "delete"}, "candidate_query"),
        ({"operation": "update", "candidate_query": QUERY}, "change"),
        ({"operation": "update", "candidate_query": QUERY, "change": {"kind": "revise"}}, "change"),
        ({"operation": "update", "candidate_query": QUERY, "change": {"kind": "move_to"}}, "change"),
        ({"operation": "update", "candidate_query": QUERY, "change": {"kind": "shift"}}, "change"),
        ({"operation": "set_status", "candidate_query": QUERY}, "new_status"),
        ({"operation": "query", "candidate_query": QUERY}, "query"),
    ],
)
async def test_parameters_that_do_not_belong_together_are_refused(
    dialogue: Dialogue, params: dict[str, Any], field: str
) -> None:
    response = await execute(dialogue, params)
    assert isinstance(response, ErrorEvent) and response.reason_code == "DECISION_INVALID"
    assert response.field_errors[0].field == field
    assert dialogue.model.requests == []


async def test_two_different_candidate_queries_are_refused(dialogue: Dialogue) -> None:
    params = {"operation": "delete", "candidate_query": QUERY}
    response = await execute(dialogue, params, candidate_query={"words": ["月报"]})
    assert isinstance(response, ErrorEvent) and response.reason_code == "DECISION_INVALID"


@pytest.mark.parametrize(
    ("agent", "function"),
    [("日程待办 Agent", "split_long_goal"), ("复盘 Agent", "generate_item_content"), ("反馈 Agent", "generate_review")],
)
async def test_a_pair_that_is_not_registered_calls_nothing(dialogue: Dialogue, agent: str, function: str) -> None:
    """RISK-B-02."""
    response = await execute(dialogue, CREATE, target_agent=agent, target_function=function)
    assert isinstance(response, ErrorEvent) and response.reason_code == "FUNCTION_NOT_REGISTERED"
    assert dialogue.model.requests == []


async def test_an_unfinished_sub_agent_says_so(dialogue: Dialogue) -> None:
    """Decisions 30."""
    response = await execute(
        dialogue, {"review_type": "all_items"}, target_agent="复盘 Agent", target_function="generate_review"
    )
    assert isinstance(response, ErrorEvent)
    assert (response.code, response.reason_code) == ("CONFIG_ERROR", "HANDLER_NOT_AVAILABLE")
    assert dialogue.model.requests == []


async def test_a_decision_for_somebody_else_finds_nothing(dialogue: Dialogue) -> None:
    """RISK-B-11."""
    await put(dialogue, meeting("周报会", "2026-12-02T15:00:00"))
    response = await execute(dialogue, {"operation": "delete", "candidate_query": QUERY}, user_id=STRANGER)
    assert isinstance(response, ErrorEvent) and response.reason_code == "TARGET_NOT_FOUND"
    stranger = dialogue.as_another(STRANGER)
    response = await execute(stranger, {"operation": "delete", "candidate_query": QUERY})
    assert isinstance(response, ErrorEvent) and response.reason_code == "TARGET_NOT_FOUND"
    assert (await items_of(dialogue)).keys() == {"周报会"}


async def test_an_unknown_zone_is_named(dialogue: Dialogue) -> None:
    response = await execute(dialogue, {**CREATE, "item_type": "schedule"}, timezone="Mars/Olympus")
    assert isinstance(response, ErrorEvent) and response.field_errors[0].field == "timezone"


TODO = TodoContentCandidate(item_type="todo", title="写周报")
SCHEDULE = ScheduleContentCandidate(
    item_type="schedule", title="写周报", start_at="2026-12-02T15:00:00+08:00", end_at="2026-12-02T16:00:00+08:00"
)


@pytest.mark.parametrize(
    "changes",
    [
        {"db_action": {"create": "写周报"}},
        {"request_id": "another"},
        {"function_name": "generate_review"},
        {"agent_name": "复盘 Agent"},
        {"result": SCHEDULE},
        {"result": None},
        {"response_type": "ERROR"},
    ],
    ids=lambda changes: next(iter(changes)),
)
async def test_an_answer_of_a_sub_agent_that_breaks_the_rules_goes_no_further(
    dialogue: Dialogue, changes: dict[str, Any]
) -> None:
    """RISK-B-10: whatever it is, it is neither shown nor stored."""

    async def handler(
        context: AgentCallContext, input_data: BaseModel, *, cancellation: CancellationTokenPort
    ) -> AgentResponse[Any]:
        whole: dict[str, Any] = {
            "request_id": context.request_id, "trace_id": context.trace_id, "agent_name": context.agent_name,
            "function_name": context.function_name, "response_type": "CONFIRM", "isNeedUser": True,
            "isDisplayResult": False, "isError": False, "result": TODO, "db_action": None,
            "generation_path": "primary_model", "error": None,
        }  # fmt: skip
        return AgentResponse[Any].model_construct(**{**whole, **changes})

    response = await _with_agent(dialogue, handler).execute(decision(dialogue, CREATE), dialogue.auth)
    assert isinstance(response, ErrorEvent) and response.reason_code == "AGENT_RESPONSE_INVALID"
    assert response.retryable
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == ()


async def test_a_sub_agent_that_fails_is_an_error_of_its_own(dialogue: Dialogue) -> None:
    """RISK-B-12."""

    async def handler(
        context: AgentCallContext, input_data: BaseModel, *, cancellation: CancellationTokenPort
    ) -> AgentResponse[Any]:
        raise RuntimeError("secret details")

    response = await _with_agent(dialogue, handler).execute(decision(dialogue, CREATE), dialogue.auth)
    assert isinstance(response, ErrorEvent) and response.reason_code == "INTERNAL_EXCEPTION"
    assert "secret" not in response.model_dump_json()


def _with_agent(dialogue: Dialogue, handler: Any) -> ExecutionService:
    """The application's execution with another sub-agent."""
    app = dialogue.app
    dispatcher = SubAgentDispatcher({("日程待办 Agent", "generate_item_content"): handler}, app.clock)
    parts = app.execution._parts
    preparing = Preparing(parts.preparing._llm, dispatcher, app.clock, app.settings.profile)
    return ExecutionService(replace(parts, preparing=preparing))
