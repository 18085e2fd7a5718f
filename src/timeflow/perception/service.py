"""The door of perception (A sections 3 and 4): a sentence in, a decision or a question out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from agentbase.core.clock import Clock
from agentbase.core.contract import checked
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from agentbase.core.text import check_text
from agentbase.llm.ports import LLMManagerPort
from timeflow.perception import decision
from timeflow.perception.contracts import (
    RAW_CONTENT_LIMIT,
    SOURCE_URL_LIMIT,
    PerceptionAnalyzeRequest,
    PerceptionAnalyzeResponse,
    PerceptionAnswerRequest,
)
from timeflow.perception.messages import MessagesPort
from timeflow.perception.model_calls import PerceptionModel
from timeflow.perception.turn import PerceptionTurn

RequestT = TypeVar("RequestT", bound=PerceptionAnalyzeRequest)

DEFAULT_DEADLINE_MS = 20000

_log = structlog.get_logger(__name__)


class PerceptionService:
    """Understands sentences. Holds no state of any request; safe to share.

    ``messages`` keeps the dialogue; with ``NoDialogue`` nothing is read or saved (``parse``).
    ``timezone`` is the zone of requests that say none.
    ``deadline_ms`` bounds a call that brings no deadline of its own.
    """

    def __init__(
        self,
        *,
        messages: MessagesPort,
        manager: LLMManagerPort,
        clock: Clock,
        timezone: str,
        deadline_ms: int = DEFAULT_DEADLINE_MS,
    ) -> None:
        self._timezone = timezone
        self._messages = messages
        self._model = PerceptionModel(manager, clock)
        self._clock = clock
        self._deadline_ms = deadline_ms

    async def analyze(
        self, request: PerceptionAnalyzeRequest, *, deadline: Deadline | None = None, trace_id: str | None = None
    ) -> PerceptionAnalyzeResponse:
        """分析用户输入. Every failure is a response with ``status = "error"``; only cancellation is raised."""
        return await _answered(
            PerceptionAnalyzeRequest, request, lambda given: self._turn(given, deadline, trace_id).analyze()
        )

    async def answer(
        self, request: PerceptionAnswerRequest, *, deadline: Deadline | None = None, trace_id: str | None = None
    ) -> PerceptionAnalyzeResponse:
        """分析反问回答: go on with the request that the question was about; a question not found means ``analyze``."""
        return await _answered(
            PerceptionAnswerRequest,
            request,
            lambda given: self._turn(given, deadline, trace_id).answer(given.reply_to_question_id),
        )

    def _turn(
        self, request: PerceptionAnalyzeRequest, deadline: Deadline | None, trace_id: str | None
    ) -> PerceptionTurn:
        bound = deadline or Deadline.after(self._deadline_ms, self._clock)
        zone = request.timezone if request.timezone is not None else self._timezone
        return PerceptionTurn(request, zone, self._messages, self._model, bound, trace_id)


async def _answered(
    expected: type[RequestT], request: object, understand: Callable[[RequestT], Awaitable[PerceptionAnalyzeResponse]]
) -> PerceptionAnalyzeResponse:
    """The answer to a request that was checked at the door; a failure that nobody foresaw is one too."""
    try:
        given = checked(expected, request, "request")
        check_text("raw_content", given.raw_content, RAW_CONTENT_LIMIT)
        check_text("source_url", given.source_url or "", SOURCE_URL_LIMIT)
        return await understand(given)
    except AgentBaseError as error:
        return _failed(error)
    except Exception as error:  # the one exit
        _log.error("perception_failed", alert=True, exc_info=error)
        return _failed(base_error("INTERNAL_ERROR"))


def _failed(error: AgentBaseError) -> PerceptionAnalyzeResponse:
    fields = "; ".join(f"{one.field}: {one.message}" for one in error.field_errors)
    return decision.failed(f"{error.safe_message} {fields}".strip(), error.reason_code)
