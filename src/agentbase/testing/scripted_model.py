"""A model that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import BaseModel

from agentbase.core.clock import Clock, SystemClock
from agentbase.llm.contracts import (
    FinishReason,
    ModelConfigDTO,
    ModelRouteConfigDTO,
    ProviderFailure,
    ProviderFailureDTO,
    ProviderReason,
    ProviderRequest,
    ProviderResponse,
)
from agentbase.llm.manager import LLMManager
from agentbase.llm.ports import LLMProviderPort, PromptRegistryPort
from agentbase.llm.prompts import JsonObject, to_json
from agentbase.llm.routes import DEFAULT_ROUTE, RouteRegistry


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole response, for what plain text cannot say. ``request_id`` None means the one that was asked for."""

    text: str = ""
    finish_reason: FinishReason = "stop"
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """The call fails with a normalised reason."""

    reason_code: ProviderReason


@dataclass(frozen=True, slots=True)
class Raise:
    """The adapter breaks its contract and raises something of its own."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Delay:
    """Wait, then answer."""

    seconds: float
    answer: Answer


@dataclass(frozen=True, slots=True)
class Hang:
    """Never answer. With ``stubborn`` the call also ignores its cancellation for that many seconds."""

    stubborn: float = 0.0


Answer: TypeAlias = "str | BaseModel | JsonObject | Reply | Failure | Raise | Delay | Hang"


class ScriptedModel:
    """Implements ``LLMProviderPort`` from a queue of answers; an exhausted queue fails as PROVIDER_UNAVAILABLE.

    Attributes:
        requests: every request in order.
    """

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self.requests: list[ProviderRequest] = []
        self._answers = deque(answers)

    def add(self, *answers: Answer) -> None:
        """Put further answers at the end of the queue."""
        self._answers.extend(answers)

    async def generate(self, request: ProviderRequest) -> ProviderResponse:
        """The next answer of the queue."""
        self.requests.append(request)
        answer: Answer = self._answers.popleft() if self._answers else Failure("PROVIDER_UNAVAILABLE")
        return await _play(answer, request)


async def _play(answer: Answer, request: ProviderRequest) -> ProviderResponse:
    match answer:
        case Delay(seconds=seconds, answer=later):
            await asyncio.sleep(seconds)
            return await _play(later, request)
        case Hang(stubborn=stubborn):
            return await _hang(stubborn)
        case Failure(reason_code=reason_code):
            raise ProviderFailure(
                ProviderFailureDTO(
                    provider_name="scripted",
                    model_name=request.model_name,
                    reason_code=reason_code,
                    retryable=True,
                    safe_message="scripted failure",
                )
            )
        case Raise(error=error):
            raise error
        case Reply():
            return _response(answer, request)
        case BaseModel():
            return _response(Reply(answer.model_dump_json()), request)
        case str():
            return _response(Reply(answer), request)
        case _:
            return _response(Reply(to_json(answer)), request)


async def _hang(stubborn: float) -> ProviderResponse:
    try:
        await asyncio.Event().wait()
    finally:
        if stubborn:
            await asyncio.sleep(stubborn)
    raise AssertionError("an event that nobody sets was set")


def _response(reply: Reply, request: ProviderRequest) -> ProviderResponse:
    return ProviderResponse(
        request_id=request.request_id if reply.request_id is None else reply.request_id,
        raw_content=reply.text,
        finish_reason=reply.finish_reason,
    )


def scripted_route(
    *names: str,
    request_deadline_ms: int = 5000,
    per_attempt_timeout_ms: int = 2000,
    max_attempts: int = 4,
) -> ModelRouteConfigDTO:
    """A default route over models ``NAME/model``, the first one primary; each has its own credential."""
    models = [
        ModelConfigDTO(
            provider_name=name,
            model_name="model",
            credential_ref=f"env:{name}",
            capabilities=["structured", "text"],
            context_window=32768,
            max_output_tokens=4096,
        )
        for name in names
    ]
    return ModelRouteConfigDTO(
        route_key=DEFAULT_ROUTE,
        primary_model=models[0],
        fallback_models=models[1:],
        request_deadline_ms=request_deadline_ms,
        per_attempt_timeout_ms=per_attempt_timeout_ms,
        max_attempts=max_attempts,
        required_capabilities=["structured"],
    )


def scripted_manager(
    primary: LLMProviderPort,
    fallback: LLMProviderPort,
    *,
    prompts: PromptRegistryPort,
    clock: Clock | None = None,
    route: ModelRouteConfigDTO | None = None,
) -> LLMManager:
    """A manager whose every function goes to ``primary``, then to ``fallback`` (models ``first`` and ``second``)."""
    return LLMManager(
        routes=RouteRegistry([route or scripted_route("first", "second")]),
        prompts=prompts,
        providers={"first": primary, "second": fallback},
        clock=clock or SystemClock(),
    )
