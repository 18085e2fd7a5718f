"""Perception's two model calls, as requests to the manager (decisions 3, 4)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from agentbase.llm.cancellation import CancellationToken
from agentbase.llm.contracts import GenerationOptions, LLMGenerationRequest, LLMGenerationResult
from agentbase.llm.ports import LLMManagerPort
from timeflow.perception.long_task_questions import LongTaskQuestions, LongTaskQuestionsInput
from timeflow.perception.prompt import ASK_LONG_TASK_KEY, PROMPT_VERSION, UNDERSTAND_INPUT_KEY
from timeflow.perception.understanding import Understanding, UnderstandingInput
from timeflow.perception.validators import LongTaskQuestionsValidator, UnderstandInputValidator

MAIN_AGENT: Final = "主 Agent"
_MAX_OUTPUT_TOKENS: Final = 1024


class PerceptionModel:
    """``主 Agent/understand_input`` and ``主 Agent/ask_long_task``. Failures are results, never exceptions."""

    def __init__(self, manager: LLMManagerPort, clock: Clock) -> None:
        self._manager = manager
        self._clock = clock

    async def understand(
        self, given: UnderstandingInput, deadline: Deadline, trace_id: str | None
    ) -> LLMGenerationResult[Understanding]:
        """One structured call for intent, parameters and the wording of questions."""
        request = LLMGenerationRequest[Understanding](
            request_id=str(new_uuid7()),
            trace_id=trace_id,
            deadline_at=self._clock.now() + timedelta(seconds=deadline.remaining()),
            agent_name=MAIN_AGENT,
            function_name="understand_input",
            prompt_key=UNDERSTAND_INPUT_KEY,
            prompt_version=PROMPT_VERSION,
            input_payload=given,
            output_model=Understanding,
            content_style="structured_factual",
            output_validator=UnderstandInputValidator(),
            generation_options=GenerationOptions(max_output_tokens=_MAX_OUTPUT_TOKENS),
            cancellation_token=CancellationToken(),
        )
        return await self._manager.generate_with_fallback(request)

    async def ask_long_task(
        self, given: LongTaskQuestionsInput, deadline: Deadline, trace_id: str | None
    ) -> LLMGenerationResult[LongTaskQuestions]:
        """The questions before a split."""
        request = LLMGenerationRequest[LongTaskQuestions](
            request_id=str(new_uuid7()),
            trace_id=trace_id,
            deadline_at=self._clock.now() + timedelta(seconds=deadline.remaining()),
            agent_name=MAIN_AGENT,
            function_name="ask_long_task",
            prompt_key=ASK_LONG_TASK_KEY,
            prompt_version=PROMPT_VERSION,
            input_payload=given,
            output_model=LongTaskQuestions,
            content_style="structured_factual",
            output_validator=LongTaskQuestionsValidator(),
            generation_options=GenerationOptions(max_output_tokens=_MAX_OUTPUT_TOKENS),
            cancellation_token=CancellationToken(),
        )
        return await self._manager.generate_with_fallback(request)
