"""From a response and its generation to a run summary."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel

from agentbase.core.clock import Clock
from agentbase.llm.contracts import LLMGenerationResult
from timeflow.subagents.contracts import AgentResponse
from timeflow.subagents.run_summary import AgentRunSummary, AgentRunSummaryPort, record_safely

MADE_BY_CODE: Final = "code"


class RunRecorder:
    """Measures one call from its construction to ``record``."""

    def __init__(self, port: AgentRunSummaryPort, clock: Clock, prompt_version: str) -> None:
        self._port = port
        self._clock = clock
        self._prompt_version = prompt_version
        self._started_at = clock.now()
        self._started = clock.monotonic()

    def record(self, response: AgentResponse[Any], generation: LLMGenerationResult[BaseModel] | None) -> None:
        """Hand over the summary; a failing log changes nothing."""
        made_by = None if generation is None else generation.made_by
        record_safely(
            self._port,
            AgentRunSummary(
                request_id=response.request_id,
                trace_id=response.trace_id,
                agent_name=response.agent_name,
                function_name=response.function_name,
                status="failed" if response.isError else "succeeded",
                generation_path=response.generation_path,
                made_by=MADE_BY_CODE if response.generation_path == "deterministic_fallback" else made_by,
                prompt_version=self._prompt_version,
                attempts=0 if generation is None else len(generation.attempts),
                prompt_tokens=0 if generation is None else generation.prompt_tokens,
                output_tokens=0 if generation is None else generation.output_tokens,
                error_code=None if response.error is None else response.error.code,
                reason_code=None if response.error is None else response.error.reason_code,
                started_at=self._started_at,
                finished_at=self._clock.now(),
                duration_ms=max(0, round((self._clock.monotonic() - self._started) * 1000)),
            ),
        )
