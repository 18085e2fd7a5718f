"""Steps 8 and 9: the one call of the one sub-agent, and whether its answer may go on (RISK-B-10, RISK-B-12)."""

from __future__ import annotations

from timeflow.execution.contracts import MainAgentDecisionInput
from timeflow.execution.invocations import ScheduleTodoInvocation
from timeflow.execution.reasons import agent_error, execution_error
from timeflow.execution.run_notes import RunNotes
from timeflow.subagents import (
    CANDIDATE_TYPES,
    AgentResponse,
    GenerationPath,
    ItemContentCandidate,
)
from timeflow.subagents.dispatcher import SubAgentDispatcher


async def call_schedule_todo(
    decision: MainAgentDecisionInput,
    invocation: ScheduleTodoInvocation,
    dispatcher: SubAgentDispatcher,
    notes: RunNotes,
) -> tuple[ItemContentCandidate, GenerationPath, str]:
    """Call the agent and check what comes back; with it how and by whom it was made.

    Raises the agent's own error, or AGENT_RESPONSE_INVALID where the envelope, the pair, ``db_action`` or the kind is
    not what was called for.
    """
    context, agent_input = invocation.call()
    response = await dispatcher.dispatch(context, agent_input)
    made_by = await notes.of_agent(context.request_id)
    check_response(decision, response, context.request_id)
    content = response.result
    wanted = CANDIDATE_TYPES[agent_input.item_type]
    if not isinstance(content, wanted):
        raise execution_error("AGENT_RESPONSE_INVALID", locale=decision.locale)
    return content, response.generation_path, made_by


def check_response(
    decision: MainAgentDecisionInput, response: AgentResponse[ItemContentCandidate], request_id: str
) -> None:
    """The same request and pair, no write by the agent (decisions 1). Raises the agent's error, where it has one."""
    if response.error is not None:
        raise agent_error(response.error)
    pair = (response.agent_name, response.function_name)
    if (
        response.request_id != request_id
        or pair != (decision.target_agent, decision.target_function)
        or response.db_action is not None
        or response.response_type == "ERROR"
    ):
        raise execution_error("AGENT_RESPONSE_INVALID", locale=decision.locale)
