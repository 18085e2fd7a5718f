"""The offline provider takes the way of every other model."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.reasons import base_error
from agentbase.llm.contracts import LLMGenerationResult
from agentbase.llm.manager import LLMManager
from agentbase.llm.providers.offline import OfflineCall, OfflineHandler, OfflineProvider
from agentbase.llm.routes import RouteRegistry
from tests.agentbase.llm.support import PROMPTS, Note, Question, request, summary


async def ask(handlers: Mapping[str, OfflineHandler]) -> LLMGenerationResult[Note]:
    clock = SystemClock()
    manager = LLMManager(
        routes=RouteRegistry.from_settings([], {}),
        prompts=PROMPTS,
        providers={"offline": OfflineProvider(handlers, clock)},
        clock=clock,
    )
    return await manager.generate_with_fallback(request())


async def test_a_handler_is_found_by_prompt_key_and_answers_off_the_loop() -> None:
    calls: list[OfflineCall] = []
    threads: list[int] = []

    def handler(call: OfflineCall) -> Note:
        calls.append(call)
        threads.append(threading.get_ident())
        question = Question.model_validate(call.payload)
        return Note.model_validate({"title": question.words, "at": "2026-12-02T15:00:00+08:00"})

    result = await ask({"test.note": handler})
    assert result.made_by == "offline/standard"
    assert result.generated_content is not None
    assert result.generated_content.title == "买菜"
    assert threads != [threading.get_ident()]
    assert (calls[0].variant, calls[0].prompt_version) == ("standard", "v1")
    assert 0 < calls[0].deadline.remaining() <= 8
    assert result.prompt_tokens > 0
    assert result.output_tokens > 0


async def test_the_conservative_model_answers_where_the_standard_one_is_refused() -> None:
    def handler(call: OfflineCall) -> dict[str, object]:
        if call.variant == "standard":
            return {"title": "x", "at": "2026-12-02T15:00:00+08:00", "item_id": "1"}
        return {"title": "x", "at": "2026-12-02T15:00:00+08:00"}

    result = await ask({"test.note": handler})  # type: ignore[dict-item]
    assert result.made_by == "offline/conservative"
    assert summary(result)[0] == ("offline", "FORBIDDEN_OPERATION_FIELD", False)


@pytest.mark.parametrize(
    ("error", "reason"),
    [(ValueError("a secret"), "PROVIDER_UNAVAILABLE"), (base_error("DEADLINE_EXCEEDED"), "MODEL_TIMEOUT")],
)
async def test_a_handler_that_fails_is_a_normalised_failure(error: Exception, reason: str) -> None:
    def handler(_: OfflineCall) -> Note:
        raise error

    result = await ask({"test.note": handler})
    assert [code for _, code, _ in summary(result)] == [reason, reason]
    assert "secret" not in result.model_dump_json()


async def test_an_unknown_prompt_has_no_handler() -> None:
    result = await ask({})
    assert result.error is not None
    assert result.error.code == "LLM_UNAVAILABLE"
