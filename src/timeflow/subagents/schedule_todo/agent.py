"""日程待办 Agent: ``generate_item_content`` (S §6.1)."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel

from agentbase.core.clock import Clock
from agentbase.llm.contracts import (
    AgentErrorDTO,
    GenerationOptions,
    LLMGenerationRequest,
    LLMGenerationResult,
    ValidationDecision,
)
from agentbase.llm.ports import CancellationTokenPort, LLMManagerPort
from timeflow.subagents.contracts import (
    CANDIDATE_TYPES,
    AgentCallContext,
    AgentResponse,
    ItemContentCandidate,
    ScheduleTodoAgentInput,
)
from timeflow.subagents.recording import RunRecorder
from timeflow.subagents.responses import build_agent_response, build_error_response, error_of
from timeflow.subagents.run_summary import AgentRunSummaryPort
from timeflow.subagents.schedule_todo.fallback import copy_content, may_fall_back
from timeflow.subagents.schedule_todo.input_checks import check_input
from timeflow.subagents.schedule_todo.output_validator import ItemContentValidator
from timeflow.subagents.schedule_todo.prompt import PROMPT_KEY, PROMPT_VERSION

_OPTIONS: Final = GenerationOptions(temperature=0, max_output_tokens=1500)
_VALIDATOR: Final = ItemContentValidator()


class ScheduleTodoAgent:
    """Makes one item's content from confirmed requirements; writes nothing, asks nothing, calls no other agent."""

    def __init__(self, llm: LLMManagerPort, run_summaries: AgentRunSummaryPort, clock: Clock) -> None:
        self._llm = llm
        self._run_summaries = run_summaries
        self._clock = clock

    async def generate_item_content(
        self, context: AgentCallContext, input_data: ScheduleTodoAgentInput, *, cancellation: CancellationTokenPort
    ) -> AgentResponse[ItemContentCandidate]:
        """One candidate to confirm, or one structured error.

        A faulty input is refused before any model is called. When all models fail, explicit input is copied where it
        holds the least structure.
        """
        recorder = RunRecorder(self._run_summaries, self._clock, PROMPT_VERSION)
        generation: LLMGenerationResult[BaseModel] | None = None
        refusal = check_input(input_data)
        if refusal is not None:
            response = build_error_response(context, error_of(refusal.reason_code, refusal.fields))
        else:
            generation = await self._llm.generate_with_fallback(_generation_request(context, input_data, cancellation))
            response = _respond(context, input_data, generation)
        recorder.record(response, generation)
        return response


def _generation_request(
    context: AgentCallContext, input_data: ScheduleTodoAgentInput, cancellation: CancellationTokenPort
) -> LLMGenerationRequest[BaseModel]:
    return LLMGenerationRequest[BaseModel](
        request_id=context.request_id,
        trace_id=context.trace_id,
        deadline_at=context.deadline_at,
        agent_name=context.agent_name,
        function_name=context.function_name,
        prompt_key=PROMPT_KEY,
        prompt_version=PROMPT_VERSION,
        input_payload=input_data,
        output_model=CANDIDATE_TYPES[input_data.item_type],
        content_style="structured_factual",
        output_validator=_VALIDATOR,
        generation_options=_OPTIONS,
        cancellation_token=cancellation,
    )


def _respond(
    context: AgentCallContext, input_data: ScheduleTodoAgentInput, generation: LLMGenerationResult[BaseModel]
) -> AgentResponse[ItemContentCandidate]:
    if generation.generated_content is not None:
        return build_agent_response(context, generation.generated_content, generation.generation_path)
    error = generation.error or error_of("INTERNAL_EXCEPTION")
    return _terminal_fallback(context, input_data, error)


def _terminal_fallback(
    context: AgentCallContext, input_data: ScheduleTodoAgentInput, error: AgentErrorDTO
) -> AgentResponse[ItemContentCandidate]:
    copied = copy_content(input_data) if may_fall_back(error) else None
    if copied is None or _VALIDATOR.validate(input_data, copied).decision is not ValidationDecision.ACCEPT:
        return build_error_response(context, error)
    return build_agent_response(context, copied, "deterministic_fallback")
