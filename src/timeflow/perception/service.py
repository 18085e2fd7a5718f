"""The door of perception (A sections 3 and 4): a sentence in, a decision or a question out."""

from __future__ import annotations

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.llm.ports import LLMManagerPort
from timeflow.perception.contracts import PerceptionAnalyzeRequest, PerceptionAnalyzeResponse, PerceptionAnswerRequest
from timeflow.perception.messages import MessagesPort
from timeflow.perception.model_calls import PerceptionModel
from timeflow.perception.turn import PerceptionTurn

DEFAULT_DEADLINE_MS = 20000


class PerceptionService:
    """Understands sentences. Holds no state of any request; safe to share.

    ``messages`` keeps the dialogue; with ``NoDialogue`` nothing is read or saved (``parse``).
    ``deadline_ms`` bounds a call that brings no deadline of its own.
    """

    def __init__(
        self, *, messages: MessagesPort, manager: LLMManagerPort, clock: Clock, deadline_ms: int = DEFAULT_DEADLINE_MS
    ) -> None:
        self._messages = messages
        self._model = PerceptionModel(manager, clock)
        self._clock = clock
        self._deadline_ms = deadline_ms

    async def analyze(
        self, request: PerceptionAnalyzeRequest, *, deadline: Deadline | None = None, trace_id: str | None = None
    ) -> PerceptionAnalyzeResponse:
        """分析用户输入. Every failure is a response with ``status = "error"``; only cancellation is raised."""
        return await self._turn(request, deadline, trace_id).analyze()

    async def answer(
        self, request: PerceptionAnswerRequest, *, deadline: Deadline | None = None, trace_id: str | None = None
    ) -> PerceptionAnalyzeResponse:
        """分析反问回答: go on with the request that the question was about; a question not found means ``analyze``."""
        return await self._turn(request, deadline, trace_id).answer(request.reply_to_question_id)

    def _turn(
        self, request: PerceptionAnalyzeRequest, deadline: Deadline | None, trace_id: str | None
    ) -> PerceptionTurn:
        bound = deadline or Deadline.after(self._deadline_ms, self._clock)
        return PerceptionTurn(request, self._messages, self._model, bound, trace_id)
