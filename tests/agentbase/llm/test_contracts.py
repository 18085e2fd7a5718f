"""Every combination that S §8.3, §8.4 and §8.12 forbid cannot be built."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from agentbase.core.reasons import REASONS
from agentbase.llm.contracts import (
    AgentErrorDTO,
    LLMAttemptDTO,
    LLMGenerationResult,
    ModelConfigDTO,
    ModelRouteConfigDTO,
    OutputValidation,
    ProviderRequest,
    ValidationDecision,
)
from agentbase.testing.scripted_model import scripted_route
from tests.agentbase.llm.support import Note

CONTENT = Note.model_validate({"title": "a", "at": "2026-12-02T15:00:00+08:00"})


def error(reason_code: str) -> AgentErrorDTO:
    return AgentErrorDTO.from_error(REASONS.build_error("S", reason_code))


def attempt(number: int, *, accepted: bool = False, repair: bool = False) -> LLMAttemptDTO:
    return LLMAttemptDTO(
        attempt_no=number,
        provider_name="p",
        model_name="m",
        status="accepted" if accepted else "failed",
        reason_code=None if accepted else "RATE_LIMITED",
        is_format_repair=repair,
        duration_ms=1,
    )


def success(**changes: Any) -> LLMGenerationResult[Note]:
    values: dict[str, Any] = {
        "request_id": "r", "status": "success", "generated_content": CONTENT, "generation_path": "primary_model",
        "provider_name": "p", "model_name": "m", "prompt_version": "v1", "attempts": [attempt(1, accepted=True)],
    }  # fmt: skip
    return LLMGenerationResult[Note](**(values | changes))


def failure(**changes: Any) -> LLMGenerationResult[Note]:
    values: dict[str, Any] = {
        "request_id": "r", "status": "failed", "generation_path": "none", "prompt_version": "v1",
        "attempts": [attempt(1)], "error": error("ALL_MODELS_FAILED"),
    }  # fmt: skip
    return LLMGenerationResult[Note](**(values | changes))


def test_the_two_honest_results_can_be_built() -> None:
    assert success().made_by == "p/m"
    assert failure().made_by is None


@pytest.mark.parametrize(
    "changes",
    [
        {"generated_content": None},
        {"error": error("ALL_MODELS_FAILED")},
        {"generation_path": "none"},
        {"provider_name": None},
        {"model_name": None},
        {"model_name": "another"},
        {"attempts": []},
        {"attempts": [attempt(1)]},
        {"attempts": [attempt(1, accepted=True), attempt(2, accepted=True)]},
        {"attempts": [attempt(2, accepted=True)]},
        {"attempts": [attempt(1, repair=True), attempt(2, repair=True), attempt(3, accepted=True)]},
        {"unknown": 1},
    ],
)
def test_a_dishonest_success_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        success(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"generated_content": CONTENT},
        {"error": None},
        {"generation_path": "primary_model"},
        {"provider_name": "p"},
        {"attempts": [attempt(1, accepted=True)]},
        {"status": "blocked"},
        {"error": error("CONTENT_BLOCKED")},
    ],
)
def test_a_dishonest_failure_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        failure(**changes)


def test_an_attempt_has_a_reason_exactly_when_it_was_not_accepted() -> None:
    values = {"attempt_no": 1, "provider_name": "p", "model_name": "m", "duration_ms": 0}
    for status, reason_code in [("accepted", "RATE_LIMITED"), ("failed", None), ("blocked", None)]:
        with pytest.raises(ValidationError):
            LLMAttemptDTO.model_validate({**values, "status": status, "reason_code": reason_code})


def test_a_verdict_has_a_reason_exactly_when_it_does_not_accept() -> None:
    with pytest.raises(ValidationError):
        OutputValidation(decision=ValidationDecision.BLOCKED)
    with pytest.raises(ValidationError):
        OutputValidation(decision=ValidationDecision.ACCEPT, reason_code="X")


@pytest.mark.parametrize(
    "changes",
    [
        {"fallback_models": []},
        {"fallback_models": [scripted_route("a", "b").primary_model] * 3},
        {"fallback_models": [scripted_route("a", "b").primary_model]},
        {"per_attempt_timeout_ms": 6000},
        {"max_attempts": 0},
        {"request_deadline_ms": 0},
    ],
)
def test_a_route_with_contradicting_limits_is_refused(changes: dict[str, Any]) -> None:
    route = scripted_route("a", "b")
    with pytest.raises(ValidationError):
        ModelRouteConfigDTO.model_validate({**route.model_dump(), **changes})


@pytest.mark.parametrize("key", ["sk-abcdefghijk", "Bearer abc", "A" * 60, ""])
def test_a_key_is_no_credential_alias(key: str) -> None:
    with pytest.raises(ValidationError):
        ModelConfigDTO(provider_name="p", model_name="m", credential_ref=key, context_window=1, max_output_tokens=1)


def test_fallbacks_are_tried_by_priority() -> None:
    route = scripted_route("a", "b", "c")
    route.fallback_models[0].priority = 5
    assert [model.provider_name for model in route.in_order()] == ["a", "c", "b"]


def test_a_provider_request_has_exactly_the_fields_of_the_specification() -> None:
    assert set(ProviderRequest.model_fields) == {
        "request_id", "trace_id", "model_name", "messages", "output_schema", "timeout_ms", "temperature",
        "max_output_tokens",
    }  # fmt: skip


def test_an_error_of_the_base_is_told_within_the_closed_enums() -> None:
    told = AgentErrorDTO.from_error(REASONS.build_error("S", "NEVER_REGISTERED"))
    assert (told.code, told.category) == ("INTERNAL_ERROR", "internal")
