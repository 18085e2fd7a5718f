"""Step 5 (范围内指代消解): which of the candidates are meant: one structured call, checked against the facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from agentbase.llm.contracts import AgentErrorCode, AgentErrorDTO, GenerationOptions, LLMGenerationRequest
from agentbase.llm.ports import CancellationTokenPort, LLMManagerPort
from timeflow.data.contracts import ItemSnapshot
from timeflow.execution.contracts import (
    MainAgentDecisionInput,
    ResolvedItem,
    ScopeDisambiguationInput,
    ScopeDisambiguationResult,
)
from timeflow.execution.disambiguation import (
    AGENT_NAME,
    FUNCTION_NAME,
    PROMPT_KEY,
    PROMPT_VERSION,
    ScopeValidator,
)
from timeflow.execution.planned_times import TimeFacts
from timeflow.execution.reasons import agent_error, execution_error
from timeflow.execution.run_notes import RunNotes
from timeflow.execution.steps.gather_facts import Candidates
from timeflow.execution.steps.requirements import ONE_ITEM, FunctionRequirementsResult, Scope
from timeflow.functions.contracts import Operation

_OPTIONS: Final = GenerationOptions(temperature=0, max_output_tokens=1024)
_OWN_ERRORS: Final = {
    AgentErrorCode.DEADLINE_EXCEEDED,
    AgentErrorCode.REQUEST_CANCELLED,
    AgentErrorCode.CONFIG_ERROR,
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """What the call settled: all, one, several to choose from, or none."""

    resolution_type: Scope
    items: tuple[ItemSnapshot, ...]
    made_by: str


async def disambiguate(
    decision: MainAgentDecisionInput,
    operation: Operation | None,
    candidates: Candidates,
    requirements: FunctionRequirementsResult,
    facts: TimeFacts,
    *,
    llm: LLMManagerPort,
    notes: RunNotes,
    deadline_at: datetime,
    cancellation: CancellationTokenPort,
) -> Resolution:
    """Ask which candidates are meant. No candidate: no call (decisions 6).

    Raises UNDERSTANDING_FAILED when no model gives a usable answer.
    """
    if not candidates.items:
        return Resolution("not_found", (), "")
    by_ref = {f"R{place}": item for place, item in enumerate(candidates.items, start=1)}
    started = notes.start()
    result = await llm.generate_with_fallback(
        LLMGenerationRequest[ScopeDisambiguationResult](
            request_id=str(new_uuid7()),
            trace_id=decision.trace_id,
            deadline_at=deadline_at,
            agent_name=AGENT_NAME,
            function_name=FUNCTION_NAME,
            prompt_key=PROMPT_KEY,
            prompt_version=PROMPT_VERSION,
            input_payload=ScopeDisambiguationInput(
                query=decision.query,
                operation=operation,
                recent_messages=decision.recent_messages,
                current_time=facts.now,
                candidates=tuple(_candidate(ref, item, facts) for ref, item in by_ref.items()),
                allowed_scopes=allowed_scopes(candidates, requirements),
            ),
            output_model=ScopeDisambiguationResult,
            content_style="structured_factual",
            output_validator=ScopeValidator(),
            generation_options=_OPTIONS,
            cancellation_token=cancellation,
        )
    )
    await notes.of_generation("disambiguation", FUNCTION_NAME, result, started)
    answer = result.generated_content
    if answer is None:
        raise _failure(result.error, decision)
    named = answer.resolved_refs or answer.ambiguous_refs or ((answer.resolved_ref,) if answer.resolved_ref else ())
    return Resolution(answer.resolution_type, tuple(by_ref[ref] for ref in named), result.made_by or "")


def _failure(error: AgentErrorDTO | None, decision: MainAgentDecisionInput) -> AgentBaseError:
    """The call's own error where time ran out, it was cancelled or nothing is configured for it, else B's."""
    if error is not None and error.code in _OWN_ERRORS:
        return agent_error(error)
    return execution_error("UNDERSTANDING_FAILED", locale=decision.locale)


def allowed_scopes(candidates: Candidates, requirements: FunctionRequirementsResult) -> tuple[Scope, ...]:
    """A wide look or a cut list is never a range (decisions 6)."""
    if candidates.wide or candidates.truncated:
        return tuple(scope for scope in requirements.allowed_scopes if scope in ONE_ITEM)
    return requirements.allowed_scopes


def _candidate(ref: str, item: ItemSnapshot, facts: TimeFacts) -> ResolvedItem:
    return ResolvedItem(
        ref=ref,
        item_type=item.item_type,
        title=item.title,
        start_at=_local(item.start_at, facts),
        end_at=_local(item.end_at, facts),
        due_at=_local(item.due_at, facts),
        status=item.status,
    )


def _local(instant: datetime | None, facts: TimeFacts) -> str | None:
    return None if instant is None else instant.astimezone(facts.zone).isoformat()
