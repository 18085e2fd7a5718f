"""The dispatcher: one pair, one input type, one handler (S §4.5)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.errors import AgentBaseError
from agentbase.llm.ports import CancellationTokenPort
from agentbase.testing.scripted_model import Hang
from tests.timeflow.subagents.support import GOOD, INPUTS, call_context, item_input, subagents
from timeflow.subagents.contracts import (
    ROUTES,
    AgentCallContext,
    AgentResponse,
    ContractModel,
    ItemContentRequirementsDTO,
    ScheduleTodoAgentInput,
)
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.responses import build_error_response, error_of

PAIRS = list(ROUTES)


class Handler:
    def __init__(self, error: Exception | None = None) -> None:
        self.calls = 0
        self._error = error

    async def __call__(
        self, context: AgentCallContext, input_data: Any, *, cancellation: CancellationTokenPort
    ) -> AgentResponse[Any]:
        self.calls += 1
        if self._error is not None:
            raise self._error
        return build_error_response(context, error_of("ALL_MODELS_FAILED"))


def counting() -> tuple[SubAgentDispatcher, dict[tuple[str, str], Handler]]:
    handlers = {pair: Handler() for pair in PAIRS}
    return SubAgentDispatcher(handlers, SystemClock()), {(pair[0], pair[1]): handlers[pair] for pair in PAIRS}


async def test_the_five_pairs_reach_exactly_their_own_handler() -> None:
    for pair in PAIRS:
        dispatcher, handlers = counting()
        await dispatcher.dispatch(call_context(*pair), INPUTS[pair])
        assert {name: handler.calls for name, handler in handlers.items()} == {
            name: int(name == pair) for name in handlers
        }


@pytest.mark.parametrize("agent", [pair[0] for pair in PAIRS])
@pytest.mark.parametrize("function", [pair[1] for pair in PAIRS])
async def test_every_other_combination_of_agent_function_and_input_calls_no_handler(agent: str, function: str) -> None:
    for pair, input_data in INPUTS.items():
        if pair == (agent, function):
            continue
        dispatcher, handlers = counting()
        response = await dispatcher.dispatch(call_context(agent, function), input_data)
        assert response.error is not None
        assert response.error.code == "CONTRACT_MISMATCH"
        assert (response.request_id, response.agent_name, response.function_name) == ("r1", agent, function)
        assert [handler.calls for handler in handlers.values()] == [0] * 5


async def test_a_wrong_pairing_calls_no_model() -> None:
    dispatcher, first, second = subagents([dict(GOOD)])
    response = await dispatcher.dispatch(call_context("日程待办 Agent", "generate_review"), item_input())
    assert response.error is not None
    assert response.error.reason_code == "ROUTE_MISMATCH"
    assert "agent_name" in response.error.safe_message
    assert (first.requests, second.requests) == ([], [])


@pytest.mark.parametrize("input_data", [None, {}, "text", ContractModel(), ItemContentRequirementsDTO()])
async def test_an_input_of_no_agent_is_a_contract_mismatch_that_names_it(input_data: Any) -> None:
    dispatcher, handlers = counting()
    response = await dispatcher.dispatch(call_context(), input_data)
    assert response.error is not None
    assert (response.error.code, response.error.reason_code) == ("CONTRACT_MISMATCH", "INPUT_TYPE_MISMATCH")
    assert "input_data" in response.error.safe_message
    assert sum(handler.calls for handler in handlers.values()) == 0


async def test_an_input_made_without_validation_is_found_out() -> None:
    dispatcher, handlers = counting()
    values: dict[str, Any] = {"raw_input": "x", "item_type": "meeting"}
    broken = ScheduleTodoAgentInput.model_construct(**values)
    response = await dispatcher.dispatch(call_context(), broken)
    assert response.error is not None
    assert response.error.code == "INPUT_INVALID"
    for field in ("generation_mode", "item_type", "content_requirements", "recent_messages"):
        assert field in response.error.safe_message
    assert sum(handler.calls for handler in handlers.values()) == 0


HALF_A_CONTEXT: dict[str, Any] = {"request_id": "r"}


@pytest.mark.parametrize("context", [None, {}, AgentCallContext.model_construct(**HALF_A_CONTEXT)])
async def test_without_a_valid_context_there_is_nothing_to_answer(context: Any) -> None:
    dispatcher, _ = counting()
    with pytest.raises(AgentBaseError) as raised:
        await dispatcher.dispatch(context, item_input())
    assert raised.value.reason_code == "CALL_CONTEXT_INVALID"
    assert raised.value.field_errors


async def test_a_deadline_that_has_passed_calls_no_handler() -> None:
    dispatcher, handlers = counting()
    response = await dispatcher.dispatch(call_context(seconds=-1), item_input())
    assert response.error is not None
    assert response.error.code == "DEADLINE_EXCEEDED"
    assert sum(handler.calls for handler in handlers.values()) == 0


@pytest.mark.parametrize("pair", PAIRS[1:])
async def test_an_agent_that_does_not_exist_yet_says_so(pair: tuple[str, str]) -> None:
    dispatcher, first, _ = subagents([dict(GOOD)])
    response = await dispatcher.dispatch(call_context(*pair), INPUTS[pair])
    assert response.error is not None
    assert (response.error.code, response.error.reason_code) == ("CONFIG_ERROR", "HANDLER_NOT_AVAILABLE")
    assert first.requests == []


async def test_a_handler_that_breaks_tells_nothing_of_its_insides() -> None:
    dispatcher = SubAgentDispatcher({PAIRS[0]: Handler(ValueError("sk-secret prompt text"))}, SystemClock())
    response = await dispatcher.dispatch(call_context(), item_input())
    assert response.error is not None
    assert response.error.code == "INTERNAL_ERROR"
    assert "secret" not in response.model_dump_json()


async def test_a_running_call_can_be_cancelled_by_its_request_id() -> None:
    dispatcher, _, second = subagents([Hang()], [dict(GOOD)])
    running = asyncio.create_task(dispatcher.dispatch(call_context(), item_input()))
    await asyncio.sleep(0.1)
    assert dispatcher.cancel("another") is False
    assert dispatcher.cancel("r1") is True
    response = await running
    assert response.error is not None
    assert response.error.code == "REQUEST_CANCELLED"
    assert second.requests == []
    assert dispatcher.cancel("r1") is False


async def test_calls_side_by_side_do_not_touch_each_other() -> None:
    dispatcher, _, _ = subagents([dict(GOOD)] * 20)
    responses = await asyncio.gather(*(dispatcher.dispatch(call_context(), item_input()) for _ in range(20)))
    assert {response.response_type for response in responses} == {"CONFIRM"}


@pytest.mark.parametrize("text", ["评审\x00接口", "评审\ud83d接口"])
async def test_text_that_cannot_be_stored_is_refused_by_its_field(text: str) -> None:
    dispatcher, handlers = counting()
    given = item_input().model_copy(update={"raw_input": text})
    response = await dispatcher.dispatch(call_context(*PAIRS[0]), given)
    assert response.error is not None
    assert (response.error.code, "raw_input" in response.error.safe_message) == ("INPUT_INVALID", True)
    assert all(handler.calls == 0 for handler in handlers.values())
