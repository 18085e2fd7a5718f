"""The state machine of S §8.9, path by path."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import RootModel

from agentbase.llm.cancellation import CancellationToken
from agentbase.llm.contracts import (
    LLMGenerationRequest,
    OutputValidation,
    ProviderReason,
    ProviderRequest,
    ProviderResponse,
    ValidationDecision,
    refused,
)
from agentbase.llm.manager import LLMManager
from agentbase.llm.prompts import PromptRegistry
from agentbase.llm.routes import RouteRegistry
from agentbase.testing.clock import FrozenClock
from agentbase.testing.scripted_model import (
    Answer,
    Delay,
    Failure,
    Hang,
    Raise,
    Reply,
    ScriptedModel,
    scripted_manager,
    scripted_route,
)
from tests.agentbase.llm.support import GOOD, PROMPTS, Note, Question, Validator, generate, request, summary

NAIVE = '{"title":"买菜","at":"2026-12-02T15:00:00"}'
WRONG_TYPE = '{"title":5,"at":"2026-12-02T15:00:00+08:00"}'


async def test_the_primary_model_answers_and_no_other_is_asked() -> None:
    result, _, second = await generate([GOOD])
    assert (result.status, result.generation_path, result.made_by) == ("success", "primary_model", "first/model")
    assert result.generated_content is not None
    assert result.generated_content.title == "买菜"
    assert summary(result) == [("first", None, False)]
    assert second.requests == []


@pytest.mark.parametrize(
    "reason",
    ["MODEL_TIMEOUT", "RATE_LIMITED", "NETWORK_ERROR", "PROVIDER_UNAVAILABLE", "PROVIDER_AUTH_FAILED",
     "PROVIDER_PERMISSION_DENIED", "CONTEXT_WINDOW_INSUFFICIENT"],
)  # fmt: skip
async def test_a_technical_failure_switches_to_the_fallback(reason: ProviderReason) -> None:
    result, _, _ = await generate([Failure(reason)], [GOOD])
    assert (result.generation_path, result.made_by) == ("fallback_model", "second/model")
    assert summary(result) == [("first", reason, False), ("second", None, False)]


async def test_a_technical_error_that_the_route_does_not_list_stops_the_chain() -> None:
    route = scripted_route("first", "second").model_copy(update={"retryable_errors": ["RATE_LIMITED"]})
    result, _, second = await generate([Failure("NETWORK_ERROR")], [GOOD], route=route)
    assert result.error is not None
    assert (result.error.code, result.error.reason_code) == ("LLM_UNAVAILABLE", "NETWORK_ERROR")
    assert second.requests == []


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "EMPTY_RESPONSE"),
        (Reply(GOOD, finish_reason="length"), "RESPONSE_TRUNCATED"),
        (Reply(GOOD, finish_reason="other"), "UNEXPECTED_PROVIDER_RESPONSE"),
        (Reply(GOOD, request_id="another"), "UNEXPECTED_PROVIDER_RESPONSE"),
        (NAIVE, "TEST_TITLE_WRONG"),
        ('{"title":"买菜"}', "TEST_TITLE_WRONG"),
        ('{"title":null,"at":"2026-12-02T15:00:00+08:00"}', "TEST_TITLE_WRONG"),
        ('{"title":"买菜","at":"2026-12-02T15:00:00+08:00","item_id":"x"}', "FORBIDDEN_OPERATION_FIELD"),
        (Raise(ValueError("secret body")), "INTERNAL_EXCEPTION"),
    ],
)
async def test_what_no_repair_can_mend_switches_at_once(answer: Answer, reason: str) -> None:
    result, _, _ = await generate([answer], [GOOD])
    assert summary(result) == [("first", reason, False), ("second", None, False)]


async def test_a_broken_shape_is_repaired_once_by_the_same_model_with_the_same_prompt() -> None:
    result, first, second = await generate([WRONG_TYPE, GOOD])
    assert summary(result) == [("first", "OUTPUT_SCHEMA_INVALID", False), ("first", None, True)]
    original, repair = first.requests
    assert repair.messages[:2] == original.messages
    assert repair.output_schema == original.output_schema
    assert [section.kind for message in repair.messages[2:] for section in message.sections] == ["untrusted", "task"]
    assert repair.messages[2].sections[0].content == WRONG_TYPE
    assert second.requests == []


async def test_the_whole_request_has_one_repair() -> None:
    result, _, _ = await generate(["no json", "still none"], ["nor here", GOOD])
    assert summary(result) == [
        ("first", "OUTPUT_PARSE_FAILED", False),
        ("first", "OUTPUT_PARSE_FAILED", True),
        ("second", "OUTPUT_PARSE_FAILED", False),
    ]
    assert result.error is not None
    assert (result.error.code, result.error.reason_code) == ("OUTPUT_INVALID", "OUTPUT_PARSE_FAILED")


async def test_a_repair_counts_towards_max_attempts() -> None:
    route = scripted_route("first", "second", max_attempts=2)
    result, _, second = await generate(["no json", "still none"], [GOOD], route=route)
    assert len(result.attempts) == 2
    assert second.requests == []
    assert result.error is not None
    assert result.error.code == "OUTPUT_INVALID"


async def test_only_invalid_outputs_end_with_the_last_business_reason() -> None:
    validator = Validator(refused("TEST_TITLE_WRONG"))
    result, _, _ = await generate([GOOD], ["no json", "no json"], wanted=request(validator=validator))
    assert result.error is not None
    assert (result.error.code, result.error.reason_code) == ("OUTPUT_INVALID", "TEST_TITLE_WRONG")


@pytest.mark.parametrize("others", [[""], ["no json", "no json"], [NAIVE]])
async def test_any_technical_failure_among_the_attempts_ends_as_unavailable(others: list[Answer]) -> None:
    result, _, _ = await generate([Failure("RATE_LIMITED")], others)
    assert result.error is not None
    assert (result.error.code, result.error.reason_code) == ("LLM_UNAVAILABLE", "ALL_MODELS_FAILED")


async def test_only_internal_failures_end_as_internal() -> None:
    result, _, _ = await generate([Raise(KeyError("k"))], [Reply(GOOD, request_id="another")])
    assert result.error is not None
    assert result.error.code == "INTERNAL_ERROR"


@pytest.mark.parametrize("answer", [Failure("CONTENT_BLOCKED"), Reply(GOOD, finish_reason="content_filter")])
async def test_blocked_content_is_never_taken_to_another_model(answer: Answer) -> None:
    result, _, second = await generate([answer], [GOOD])
    assert result.status == "blocked"
    assert result.error is not None
    assert result.error.code == "CONTENT_BLOCKED"
    assert [attempt.status for attempt in result.attempts] == ["blocked"]
    assert second.requests == []


async def test_the_four_verdicts_of_a_validator_take_four_ways() -> None:
    accepted, _, _ = await generate([GOOD], wanted=request(validator=Validator()))
    assert accepted.status == "success"

    retried, _, _ = await generate([GOOD], [GOOD], wanted=request(validator=Validator(refused("TEST_TITLE_WRONG"))))
    assert retried.generation_path == "fallback_model"

    verdict = OutputValidation(decision=ValidationDecision.NON_RETRYABLE_INPUT_INVALID, reason_code="FACT_CONFLICT")
    stopped, _, second = await generate([GOOD], [GOOD], wanted=request(validator=Validator(verdict)))
    assert stopped.error is not None
    assert stopped.error.code == "FACT_CONFLICT"
    assert second.requests == []

    verdict = OutputValidation(decision=ValidationDecision.BLOCKED, reason_code="TEST_TITLE_WRONG")
    blocked, _, second = await generate([GOOD], [GOOD], wanted=request(validator=Validator(verdict)))
    assert blocked.status == "blocked"
    assert second.requests == []


async def test_a_validator_that_raises_accepts_nothing() -> None:
    result, _, _ = await generate([GOOD], [GOOD], wanted=request(validator=Validator(RuntimeError("boom"))))
    assert summary(result) == [("first", "INTERNAL_EXCEPTION", False), ("second", None, False)]


async def test_a_hanging_model_is_left_after_its_time_and_the_next_one_answers() -> None:
    route = scripted_route("first", "second", per_attempt_timeout_ms=250)
    result, _, _ = await generate([Hang(stubborn=2)], [GOOD], route=route)
    assert summary(result) == [("first", "MODEL_TIMEOUT", False), ("second", None, False)]
    assert result.attempts[0].duration_ms < 1000


async def test_all_attempts_share_one_deadline_even_when_models_ignore_their_cancellation() -> None:
    route = scripted_route("first", "second", request_deadline_ms=600, per_attempt_timeout_ms=300)
    started = time.monotonic()
    result, _, _ = await generate([Hang(stubborn=5)], [Hang(stubborn=5)], route=route)
    assert time.monotonic() - started < 1.2
    assert result.error is not None
    assert result.error.code == "DEADLINE_EXCEEDED"


async def test_the_callers_deadline_cuts_an_attempt_and_ends_the_request() -> None:
    result, _, second = await generate([Hang()], [GOOD], wanted=request(seconds=0.3))
    assert result.error is not None
    assert (result.error.code, result.error.reason_code) == ("DEADLINE_EXCEEDED", "REQUEST_DEADLINE_EXCEEDED")
    assert second.requests == []


async def test_too_little_time_after_a_failure_starts_no_further_call() -> None:
    wanted = request(seconds=0.35)
    result, _, second = await generate([Delay(0.2, Failure("RATE_LIMITED"))], [GOOD], wanted=wanted)
    assert second.requests == []
    assert result.error is not None
    assert result.error.code == "LLM_UNAVAILABLE"


async def test_a_result_that_the_validator_finished_too_late_is_dropped() -> None:
    clock = FrozenClock()

    class Slow(Validator):
        def validate(self, input_data: object, output_data: object) -> OutputValidation:
            clock.advance(60)
            return OutputValidation(decision=ValidationDecision.ACCEPT)

    manager = scripted_manager(ScriptedModel([GOOD]), ScriptedModel([GOOD]), prompts=PROMPTS, clock=clock)
    result = await manager.generate_with_fallback(request(validator=Slow(), now=clock.now()))
    assert result.generated_content is None
    assert result.error is not None
    assert result.error.code == "DEADLINE_EXCEEDED"


async def test_nothing_is_called_when_the_deadline_has_passed() -> None:
    result, first, _ = await generate([GOOD], wanted=request(seconds=-1))
    assert result.error is not None
    assert result.error.code == "DEADLINE_EXCEEDED"
    assert (first.requests, result.attempts) == ([], [])


async def test_nothing_is_called_when_the_request_was_cancelled_before() -> None:
    token = CancellationToken()
    token.cancel()
    result, first, _ = await generate([GOOD], wanted=request(token=token))
    assert result.error is not None
    assert result.error.code == "REQUEST_CANCELLED"
    assert first.requests == []


async def test_a_cancellation_ends_the_running_attempt_and_starts_no_other() -> None:
    token = CancellationToken()
    asyncio.get_running_loop().call_later(0.05, token.cancel)
    result, _, second = await generate([Hang(stubborn=1)], [GOOD], wanted=request(token=token))
    assert result.error is not None
    assert result.error.code == "REQUEST_CANCELLED"
    assert second.requests == []


async def test_cancelling_the_task_is_never_swallowed() -> None:
    task = asyncio.create_task(generate([Hang()], [GOOD]))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_models_behind_a_refused_credential_are_skipped() -> None:
    route = scripted_route("first", "second", "third")
    same = route.fallback_models[0].model_copy(update={"credential_ref": route.primary_model.credential_ref})
    route = route.model_copy(update={"fallback_models": [same, route.fallback_models[1]]})
    first, second, third = (
        ScriptedModel([Failure("PROVIDER_AUTH_FAILED")]),
        ScriptedModel([GOOD]),
        ScriptedModel([GOOD]),
    )
    manager = LLMManager(
        routes=RouteRegistry([route]),
        prompts=PROMPTS,
        providers={"first": first, "second": second, "third": third},
        clock=FrozenClock(datetime.now(UTC)),
    )
    result = await manager.generate_with_fallback(request())
    assert second.requests == []
    assert result.made_by == "third/model"
    assert [(item.provider_name, item.reason_code) for item in result.skipped_models] == [
        ("second", "PROVIDER_AUTH_FAILED")
    ]


async def test_disabled_incapable_and_unwired_models_are_skipped_with_their_reasons() -> None:
    route = scripted_route("first", "second", "third")
    route = route.model_copy(
        update={
            "primary_model": route.primary_model.model_copy(update={"enabled": False}),
            "fallback_models": [
                route.fallback_models[0].model_copy(update={"capabilities": ["text"]}),
                route.fallback_models[1],
            ],
        }
    )
    result, first, second = await generate([GOOD], [GOOD], route=route)
    assert [item.reason_code for item in result.skipped_models] == [
        "MODEL_DISABLED", "CAPABILITY_MISMATCH", "PROVIDER_NOT_CONFIGURED",
    ]  # fmt: skip
    assert result.error is not None
    assert result.error.code == "NO_COMPATIBLE_MODEL"
    assert (first.requests, second.requests, result.attempts) == ([], [], [])


async def test_missing_configuration_calls_no_model() -> None:
    unknown_prompt, first, _ = await generate([GOOD], wanted=request(prompt_version="v9"))
    assert unknown_prompt.error is not None
    assert (unknown_prompt.error.code, unknown_prompt.error.reason_code) == ("CONFIG_ERROR", "PROMPT_CONFIG_MISSING")
    assert first.requests == []

    manager = LLMManager(routes=RouteRegistry([]), prompts=PromptRegistry(), providers={}, clock=FrozenClock())
    no_route = await manager.generate_with_fallback(request(now=FrozenClock().now()))
    assert no_route.error is not None
    assert no_route.error.reason_code == "MODEL_ROUTE_NOT_FOUND"


async def test_nothing_of_the_provider_reaches_the_error() -> None:
    result, _, _ = await generate([Raise(RuntimeError("sk-secret at host"))], [Raise(RuntimeError("sk-secret"))])
    text = result.model_dump_json()
    assert "secret" not in text
    assert result.error is not None
    assert "model" not in result.error.safe_message.lower()


async def test_hanging_calls_are_bounded_in_number() -> None:
    first = ScriptedModel([Hang(stubborn=1)] * 80)
    route = scripted_route("first", "second", per_attempt_timeout_ms=210, request_deadline_ms=5000, max_attempts=1)
    manager = scripted_manager(first, ScriptedModel(), prompts=PROMPTS, route=route)
    await asyncio.gather(*(manager.generate_with_fallback(request()) for _ in range(64)))
    result = await manager.generate_with_fallback(request())
    assert len(first.requests) == 64
    assert [item.reason_code for item in result.skipped_models] == ["TOO_MANY_ABANDONED_CALLS"] * 2
    assert result.error is not None
    assert result.error.code == "LLM_UNAVAILABLE"


async def test_the_request_to_a_provider_carries_the_limits_that_hold() -> None:
    _, first, _ = await generate([GOOD], route=scripted_route("first", "second", per_attempt_timeout_ms=700))
    sent = first.requests[0]
    assert sent.timeout_ms == 700
    assert sent.max_output_tokens == 1024
    assert [section.kind for message in sent.messages for section in message.sections] == [
        "system_rules", "task", "facts", "untrusted", "schema",
    ]  # fmt: skip
    facts, untrusted = sent.messages[1].sections[0].content, sent.messages[1].sections[1].content
    assert "买菜" not in facts
    assert untrusted == '{"words":"买菜"}'


class Root(RootModel[Note | Question]):
    pass


async def test_an_output_model_whose_root_is_no_object_is_a_configuration_error() -> None:
    wanted: LLMGenerationRequest[Any] = request()
    result, first, _ = await generate([GOOD], wanted=wanted.model_copy(update={"output_model": Root}))
    assert result.error is not None
    assert result.error.reason_code == "OUTPUT_SCHEMA_CONFIG_INVALID"
    assert first.requests == []


async def test_a_provider_that_cancels_itself_is_a_fault_of_the_provider() -> None:
    class Cancelling:
        async def generate(self, request: ProviderRequest) -> ProviderResponse:
            raise asyncio.CancelledError

    manager = scripted_manager(Cancelling(), ScriptedModel([GOOD]), prompts=PROMPTS)
    result = await manager.generate_with_fallback(request())
    assert summary(result) == [("first", "INTERNAL_EXCEPTION", False), ("second", None, False)]


async def test_what_is_no_response_is_never_read() -> None:
    class Careless:
        async def generate(self, request: ProviderRequest) -> ProviderResponse:
            return GOOD  # type: ignore[return-value]

    manager = scripted_manager(Careless(), ScriptedModel([GOOD]), prompts=PROMPTS)
    result = await manager.generate_with_fallback(request())
    assert summary(result) == [("first", "UNEXPECTED_PROVIDER_RESPONSE", False), ("second", None, False)]
