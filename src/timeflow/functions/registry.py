"""The one table of the five pairs (S section 4.5): A's capability table and the source of B's function registry."""

from __future__ import annotations

from typing import Final

from timeflow.functions.contracts import (
    AgentFunctionDefinition,
    AgentName,
    FeedbackParams,
    FunctionName,
    FunctionParams,
    LongTaskSplitParams,
    ReplanParams,
    ReviewParams,
    ScheduleTodoParams,
)

PARAMS_BY_PAIR: Final[dict[tuple[AgentName, FunctionName], type[FunctionParams]]] = {
    ("日程待办 Agent", "generate_item_content"): ScheduleTodoParams,
    ("反馈 Agent", "normalize_feedback"): FeedbackParams,
    ("长任务拆分 Agent", "split_long_goal"): LongTaskSplitParams,
    ("重排 Agent", "generate_replan_content"): ReplanParams,
    ("复盘 Agent", "generate_review"): ReviewParams,
}

_DESCRIPTIONS: Final[dict[AgentName, str]] = {
    "日程待办 Agent": "新建、修改、移动、删除、查询日程和待办，或改变其状态；查询空闲时间",
    "反馈 Agent": "记录某个日程或子任务的执行情况",
    "长任务拆分 Agent": "把一个长期目标拆成未来 7–14 天的子任务",
    "重排 Agent": "因为情况变化，重新安排未来的事项",
    "复盘 Agent": "总结一段时间或一个目标的完成情况",
}


def available_functions() -> list[AgentFunctionDefinition]:
    """The capability table that the understanding call sees."""
    return [
        AgentFunctionDefinition(
            agent_name=agent_name,
            function_name=function_name,
            required_fields=[name for name, field in params.model_fields.items() if field.is_required()],
            optional_fields=[name for name, field in params.model_fields.items() if not field.is_required()],
            description=_DESCRIPTIONS[agent_name],
        )
        for (agent_name, function_name), params in PARAMS_BY_PAIR.items()
    ]
