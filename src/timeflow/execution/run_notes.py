"""How the components of one turn ran: kept as summaries, and who made what for the card (B section 4, row 17)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from agentbase.core.clock import Clock
from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from agentbase.llm.contracts import LLMGenerationResult
from agentbase.run.contracts import AgentRunRecordInput
from agentbase.run.service import RunSummaries
from timeflow.execution.contracts import MainAgentDecisionInput
from timeflow.subagents.run_summary import RunSummaries as AgentSummaries


class RunNotes:
    """The summaries of one run. A summary that cannot be kept alerts and changes nothing (decisions 19)."""

    def __init__(
        self,
        summaries: RunSummaries,
        agent_summaries: AgentSummaries,
        clock: Clock,
        owner: Owner,
        decision: MainAgentDecisionInput,
        deadline: Deadline,
    ) -> None:
        self._summaries = summaries
        self._agent_summaries = agent_summaries
        self._clock = clock
        self._owner = owner
        self._decision = decision
        self._deadline = deadline

    def start(self) -> datetime:
        """When a component began, by the system clock."""
        return self._clock.now()

    async def of_agent(self, request_id: str) -> str:
        """Keep the summary of a sub-agent's call; who made its content, ``code`` where nobody says."""
        summary = self._agent_summaries.take(request_id)
        if summary is None:
            return "code"
        record = {
            **self._of_run(),
            **summary.model_dump(exclude={"request_id", "trace_id", "agent_name", "function_name"}),
            "component": summary.agent_name,
            "function": summary.function_name,
        }
        await self._summaries.save(self._owner, self._deadline, AgentRunRecordInput.model_validate(record))
        return summary.made_by or "code"

    async def of_generation(
        self, component: str, function: str, result: LLMGenerationResult[Any], started: datetime
    ) -> None:
        """Keep the summary of one model call."""
        now = self._clock.now()
        error = result.error
        await self._summaries.save(
            self._owner,
            self._deadline,
            AgentRunRecordInput(
                **self._of_run(),
                component=component,
                function=function,
                status="failed" if error else "succeeded",
                generation_path=result.generation_path,
                made_by=result.made_by,
                prompt_version=result.prompt_version,
                attempts=len(result.attempts),
                prompt_tokens=result.prompt_tokens,
                output_tokens=result.output_tokens,
                error_code=error.code.value if error else None,
                reason_code=error.reason_code if error else None,
                started_at=started,
                finished_at=now,
                duration_ms=max(0, round((now - started).total_seconds() * 1000)),
            ),
        )

    def _of_run(self) -> dict[str, str]:
        return {
            "record_id": str(new_uuid7()),
            "run_id": self._decision.run_id,
            "correlation_id": self._decision.correlation_id,
            "trace_id": self._decision.trace_id,
            "user_id": self._owner.owner_id,
        }
