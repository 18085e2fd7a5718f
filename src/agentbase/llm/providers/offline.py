"""The offline provider: rules and search instead of a model (design section 4).

A product registers a handler per prompt key. Its answer takes the same way as any other: JSON text, parser, validator.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import structlog
from pydantic import BaseModel

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.llm.contracts import (
    ProviderFailure,
    ProviderFailureDTO,
    ProviderReason,
    ProviderRequest,
    ProviderResponse,
)
from agentbase.llm.prompts import JsonObject, join_payload, to_json
from agentbase.llm.tokens import estimate_prompt_tokens, estimate_tokens

_log = structlog.get_logger(__name__)

Variant = Literal["standard", "conservative"]


@dataclass(frozen=True, slots=True)
class OfflineCall:
    """What a handler works from.

    Attributes:
        variant: ``standard``, or ``conservative``, which copies rather than composes.
        payload: the input of the function as JSON; validate it with the input's own class.
        deadline: to be polled by handlers that search (``deadline.check()``).
    """

    prompt_key: str
    prompt_version: str
    variant: Variant
    payload: JsonObject
    deadline: Deadline


OfflineHandler: TypeAlias = Callable[[OfflineCall], BaseModel | JsonObject]
"""Runs off the event loop; returns what will be the JSON of the answer."""


class OfflineProvider:
    """Implements ``LLMProviderPort`` for the models ``standard`` and ``conservative``."""

    def __init__(self, handlers: Mapping[str, OfflineHandler], clock: Clock) -> None:
        self._handlers = dict(handlers)
        self._clock = clock

    async def generate(self, request: ProviderRequest) -> ProviderResponse:
        """Answer by the handler of the prompt. Raises ProviderFailure where there is none or it fails."""
        handler = self._handlers.get(request.messages[0].prompt_key)
        if handler is None:
            raise _failure(request, "PROVIDER_UNAVAILABLE")
        call = self._call_of(request)
        try:
            answer = await asyncio.to_thread(_answer, handler, call)
        except AgentBaseError as error:
            expired = error.code == "DEADLINE_EXCEEDED"
            raise _failure(request, "MODEL_TIMEOUT" if expired else "PROVIDER_UNAVAILABLE") from error
        except Exception as error:
            _log.exception("offline_handler_failed", alert=True, prompt_key=call.prompt_key)
            raise _failure(request, "PROVIDER_UNAVAILABLE") from error
        return ProviderResponse(
            request_id=request.request_id,
            raw_content=answer,
            finish_reason="stop",
            input_tokens=estimate_prompt_tokens(request.messages),
            output_tokens=estimate_tokens(answer),
        )

    def _call_of(self, request: ProviderRequest) -> OfflineCall:
        # The user message comes second; what follows it in a repair is the earlier answer, which is not needed here.
        sections = {section.kind: section.content for section in request.messages[1].sections}
        facts = json.loads(sections["facts"])
        return OfflineCall(
            prompt_key=request.messages[0].prompt_key,
            prompt_version=request.messages[0].prompt_version,
            variant="conservative" if request.model_name == "conservative" else "standard",
            payload=join_payload(facts["input"], json.loads(sections["untrusted"])),
            deadline=Deadline.after(request.timeout_ms, self._clock),
        )


def _answer(handler: OfflineHandler, call: OfflineCall) -> str:
    answer = handler(call)
    return answer.model_dump_json() if isinstance(answer, BaseModel) else to_json(answer)


def _failure(request: ProviderRequest, reason_code: ProviderReason) -> ProviderFailure:
    return ProviderFailure(
        ProviderFailureDTO(
            provider_name="offline",
            model_name=request.model_name,
            reason_code=reason_code,
            retryable=True,
            safe_message="The offline model gave no answer.",
        )
    )
