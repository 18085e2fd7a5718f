"""What is recorded of a call, without any content (S §8.13, §9.2)."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Literal, Protocol

import structlog
from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import AgentName, FunctionName
from timeflow.subagents.contracts import GenerationPath

_log = structlog.get_logger(__name__)

CAPACITY: Final = 1000


class AgentRunSummary(ContractModel):
    """One call of one agent. ``made_by`` is ``provider/model``, or ``code`` for a deterministic fallback."""

    request_id: str
    trace_id: str | None
    agent_name: AgentName
    function_name: FunctionName
    status: Literal["succeeded", "failed"]
    generation_path: GenerationPath
    made_by: str | None
    prompt_version: str
    attempts: int = Field(ge=0)
    prompt_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)
    error_code: str | None
    reason_code: str | None
    started_at: AwareDatetime
    finished_at: AwareDatetime
    duration_ms: int = Field(ge=0)


class AgentRunSummaryPort(Protocol):
    """Where the summaries go. Called once a call, before its response is returned."""

    def record_agent_run_summary(self, summary: AgentRunSummary) -> None:
        """Keep a summary; must not block."""


class RunSummaries:
    """Keeps the last summaries until whoever dispatched the call takes its own, by request id."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, AgentRunSummary] = OrderedDict()

    def record_agent_run_summary(self, summary: AgentRunSummary) -> None:
        """Keep a summary; beyond CAPACITY the oldest is dropped."""
        self._kept[summary.request_id] = summary
        while len(self._kept) > CAPACITY:
            self._kept.popitem(last=False)

    def take(self, request_id: str) -> AgentRunSummary | None:
        """The summary of a request, once."""
        return self._kept.pop(request_id, None)


def record_safely(port: AgentRunSummaryPort, summary: AgentRunSummary) -> None:
    """Record, and let no failure of the log reach the result (S §9.2)."""
    try:
        port.record_agent_run_summary(summary)
    except Exception as error:
        _log.error("run_summary_failed", alert=True, request_id=summary.request_id, error=type(error).__name__)
