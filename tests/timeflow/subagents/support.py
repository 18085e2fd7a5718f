"""Inputs of the five agents, and a dispatcher over scripted models."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from pydantic import BaseModel

from agentbase.core.clock import SystemClock
from agentbase.llm.ports import LLMManagerPort
from agentbase.llm.prompts import PromptRegistry
from agentbase.testing.scripted_model import Answer, ScriptedModel, scripted_manager
from timeflow.subagents.contracts import (
    AgentCallContext,
    FeedbackAgentInput,
    LongTaskSplitAgentInput,
    ReplanAgentInput,
    ReviewAgentInput,
    ScheduleTodoAgentInput,
)
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.run_summary import AgentRunSummaryPort, RunSummaries
from timeflow.subagents.schedule_todo.agent import ScheduleTodoAgent
from timeflow.subagents.schedule_todo.prompt import ITEM_CONTENT_PROMPT

START: Final = "2026-12-02T15:00:00+08:00"
END: Final = "2026-12-02T16:00:00+08:00"
GOOD: Final[dict[str, Any]] = {
    "item_type": "schedule", "title": "和王工评审接口", "start_at": START, "end_at": END,
    "description": None, "assumptions": [], "warnings": [],
}  # fmt: skip


def call_context(
    agent_name: str = "日程待办 Agent", function_name: str = "generate_item_content", *, seconds: float = 30
) -> AgentCallContext:
    return AgentCallContext.model_validate(
        {
            "request_id": "r1",
            "trace_id": "t1",
            "deadline_at": datetime.now(UTC) + timedelta(seconds=seconds),
            "agent_name": agent_name,
            "function_name": function_name,
        }
    )


def item_input(**changes: Any) -> ScheduleTodoAgentInput:
    """``明天下午三点和王工评审接口，一小时``; requirement fields are given as ``required={…}``."""
    required = {"title": "和王工评审接口", "start_at": START, "end_at": END, **changes.pop("required", {})}
    values: dict[str, Any] = {
        "raw_input": "明天下午三点和王工评审接口，一小时", "generation_mode": "compose", "item_type": "schedule",
        "content_requirements": required, "recent_messages": [],
    }  # fmt: skip
    return ScheduleTodoAgentInput.model_validate(values | changes)


def _range(first: str, last: str) -> dict[str, str]:
    return {"start_at": f"{first}T00:00:00+08:00", "end_at": f"{last}T00:00:00+08:00"}


FEEDBACK_INPUT: Final = FeedbackAgentInput.model_validate(
    {
        "raw_feedback": "评审做完了", "feedback_time_range": _range("2026-12-01", "2026-12-02"),
        "occurred_at": "2026-12-01T10:00:00+08:00", "recent_messages": [],
        "target_item": {"target_ref": "T1", "item_type": "schedule", "title": "评审", "status": "active"},
    }
)  # fmt: skip
SPLIT_INPUT: Final = LongTaskSplitAgentInput.model_validate(
    {
        "raw_input": "拆一下", "long_goal": {"title": "学游泳"}, "existing_subtasks": [], "recent_messages": [],
        "user_profile": {"timezone": "Asia/Shanghai"}, "current_time": "2026-12-01T10:00:00+08:00",
        "available_time_slots": [_range("2026-12-02", "2026-12-03")],
        "planning_range": _range("2026-12-02", "2026-12-12"),
    }
)  # fmt: skip
REPLAN_INPUT: Final = ReplanAgentInput.model_validate(
    {
        "raw_input": "重排", "scope": "all_items", "reason": "生病", "current_time": "2026-12-01T10:00:00+08:00",
        "future_items": [{"item_ref": "I1", "item_type": "todo", "title": "写周报", "status": "active"}],
        "user_profile": {"timezone": "Asia/Shanghai"}, "recent_messages": [],
    }
)  # fmt: skip
REVIEW_INPUT: Final = ReviewAgentInput.model_validate(
    {
        "raw_input": "复盘上周", "review_type": "all_items", "review_time_range": _range("2026-11-23", "2026-11-30"),
        "computed_metrics": {"completed": 3, "rate": 0.5}, "recent_messages": [],
        "data_coverage": {"coverage_status": "complete", "covered_range": _range("2026-11-23", "2026-11-30")},
    }
)  # fmt: skip
INPUTS: Final[dict[tuple[str, str], BaseModel]] = {
    ("日程待办 Agent", "generate_item_content"): item_input(),
    ("反馈 Agent", "normalize_feedback"): FEEDBACK_INPUT,
    ("长任务拆分 Agent", "split_long_goal"): SPLIT_INPUT,
    ("重排 Agent", "generate_replan_content"): REPLAN_INPUT,
    ("复盘 Agent", "generate_review"): REVIEW_INPUT,
}


PROMPTS: Final = PromptRegistry([ITEM_CONTENT_PROMPT])


def dispatcher_over(manager: LLMManagerPort, summaries: AgentRunSummaryPort) -> SubAgentDispatcher:
    """A dispatcher with the one agent that exists."""
    clock = SystemClock()
    agent = ScheduleTodoAgent(manager, summaries, clock)
    return SubAgentDispatcher({("日程待办 Agent", "generate_item_content"): agent.generate_item_content}, clock)


def subagents(
    first: list[Answer] | None = None,
    second: list[Answer] | None = None,
    *,
    summaries: AgentRunSummaryPort | None = None,
) -> tuple[SubAgentDispatcher, ScriptedModel, ScriptedModel]:
    """The real dispatcher and agent over two scripted models."""
    primary, fallback = ScriptedModel(first or []), ScriptedModel(second or [])
    manager = scripted_manager(primary, fallback, prompts=PROMPTS)
    return dispatcher_over(manager, summaries or RunSummaries()), primary, fallback
