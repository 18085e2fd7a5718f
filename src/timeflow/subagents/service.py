"""The door of the sub-agents: one dispatcher with every agent that exists (S §4.5, decisions 30)."""

from __future__ import annotations

from agentbase.core.clock import Clock
from agentbase.llm.ports import LLMManagerPort
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.run_summary import AgentRunSummaryPort
from timeflow.subagents.schedule_todo.agent import ScheduleTodoAgent
from timeflow.subagents.schedule_todo.prompt import ITEM_CONTENT_PROMPT

SUBAGENT_PROMPTS = (ITEM_CONTENT_PROMPT,)
"""For the prompt registry of the application."""


def build_subagents(llm: LLMManagerPort, run_summaries: AgentRunSummaryPort, clock: Clock) -> SubAgentDispatcher:
    """The dispatcher. A pair without an agent answers CONFIG_ERROR / HANDLER_NOT_AVAILABLE."""
    schedule_todo = ScheduleTodoAgent(llm, run_summaries, clock)
    return SubAgentDispatcher({("日程待办 Agent", "generate_item_content"): schedule_todo.generate_item_content}, clock)
