"""Every reason of S: those of the agents and the dispatcher here, those of S §8 in ``agentbase.llm.reasons``."""

from __future__ import annotations

from typing import Final

from agentbase.core.reasons import REASONS, ReasonPolicy, ReasonRegistry
from agentbase.llm.reasons import LLM_POLICIES, NAMESPACE, policy

ErrorReasonPolicyRegistry = ReasonRegistry
"""The name of the registry in S §7.3."""


def _contract(reason_code: str, failed_stage: str) -> ReasonPolicy:
    return policy(
        reason_code, "CONTRACT_MISMATCH", "contract", failed_stage,
        "这个请求和它要调用的功能对不上。", "This request does not fit the function that it is meant for.",
    )  # fmt: skip


def _input(reason_code: str, chinese: str, english: str) -> ReasonPolicy:
    return policy(reason_code, "INPUT_INVALID", "input", "validate_input", chinese, english)


def _conflict(reason_code: str, chinese: str, english: str) -> ReasonPolicy:
    return policy(reason_code, "FACT_CONFLICT", "input", "validate_input", chinese, english)


def _output(reason_code: str, chinese: str, english: str) -> ReasonPolicy:
    return policy(
        reason_code, "OUTPUT_INVALID", "output", "validate_output",
        f"{chinese}，这份内容已经丢弃，请再试一次。", f"{english}, so it was discarded. Please try again.",
    )  # fmt: skip


SUBAGENT_POLICIES: Final = (
    _contract("ROUTE_MISMATCH", "validate_context"),
    _contract("INPUT_TYPE_MISMATCH", "validate_context"),
    _contract("CALL_CONTEXT_INVALID", "validate_context"),
    _contract("RESPONSE_INVALID", "build_response"),
    policy(
        "HANDLER_NOT_AVAILABLE", "CONFIG_ERROR", "configuration", "validate_context",
        "这项功能还没有做好，暂时不能用。", "This function is not available yet.",
    ),
    # 日程待办 Agent (§6.1)
    _input("GENERATION_MODE_MISMATCH", "新建时不能带已有内容，修改时必须带上。",
           "New content takes no existing content; a revision needs it."),
    _conflict("ITEM_TYPE_MISMATCH", "要改的内容和它的类型不一致。", "The existing content is of another type."),
    _input("ITEM_TIME_INVALID", "时间缺失、先后颠倒或互相矛盾。", "A time is missing, reversed or contradictory."),
    _output("MUST_KEEP_TERM_MISSING", "内容漏掉了必须保留的词", "A term that must be kept is missing"),
    _output("INVENTED_ITEM_FACT", "内容里有您没有说过的信息", "The content says something that was never said"),
    _output("ITEM_OUTPUT_TYPE_MISMATCH", "内容的类型或必填字段不对", "The type or a required field is wrong"),
    # 反馈 Agent (§6.2)
    _input("TARGET_NOT_UNIQUE", "没有确定是哪一个事项。", "It is not clear which item is meant."),
    _conflict("FEEDBACK_FACT_CONFLICT", "反馈和事项的现状不一致。", "The feedback differs from the state of the item."),
    _output("TARGET_REF_MISMATCH", "内容指向了别的事项", "The content points to another item"),
    _input("FEEDBACK_TIME_OUT_OF_RANGE", "发生时间不在反馈的时间范围内。", "It happened outside the time range given."),
    _output("RAW_FEEDBACK_MUTATED", "您的原话被改动了", "Your own words were changed"),
    _output("EXECUTION_STATUS_INVALID", "执行情况和您说的不符", "The status differs from what was said"),
    _output("FEEDBACK_DURATION_INVALID", "耗时不是您说的", "The duration was never said"),
    # 长任务拆分 Agent (§6.3)
    _input("LONG_GOAL_TIME_INVALID", "目标的期限早于开始时间。", "The goal ends before it starts."),
    _input("PLANNING_RANGE_INVALID", "规划范围要在未来 7 到 14 天内。", "The range must be the next 7 to 14 days."),
    _input("AVAILABLE_SLOT_INVALID", "可用时段不合法或互相重叠。", "A free slot is invalid or overlaps another."),
    _output("SUBTASK_OUTSIDE_CAPACITY", "子任务排到了没有空的时间", "A subtask lies outside the free time"),
    _output("DUPLICATE_SUBTASK", "子任务和已有的重复", "A subtask exists already"),
    _output("SUBTASK_TIME_INVALID", "子任务的时间或耗时不对", "The time of a subtask is wrong"),
    _output("PLAN_STATUS_MISMATCH", "方案的结论和内容不一致", "The status of the plan differs from its content"),
    # 重排 Agent (§6.4)
    _input("REPLAN_SCOPE_MISMATCH", "重排范围和目标对不上。", "The scope does not fit the goal."),
    _input("FUTURE_ITEMS_INVALID", "没有可以重排的未来事项，或事项重复。", "No future item, or one comes twice."),
    _input("FIXED_REF_INVALID", "固定的事项不在重排范围内。", "A fixed item is outside the scope."),
    _output("SOURCE_ITEM_REF_INVALID", "方案指向了未知或重复的事项", "The plan points to an unknown or repeated item"),
    _output("FIXED_ITEM_VIOLATION", "方案动了固定的事项", "The plan moves a fixed item"),
    _output("SUGGESTION_KIND_MISMATCH", "建议的类型和来源对不上", "The kind of a suggestion does not fit its source"),
    _output("PROPOSED_CONTENT_INVALID", "建议的内容或时间不对", "The content of a suggestion is wrong"),
    # 复盘 Agent (§6.5)
    _input("REVIEW_SCOPE_INVALID", "复盘的范围不对，或缺少目标。", "The range is wrong or the goal is missing."),
    _conflict("DATA_COVERAGE_INVALID", "数据覆盖说明缺失，或和事实不一致。", "The data coverage is missing or wrong."),
    _conflict("METRIC_SOURCE_INVALID", "统计数字和事实不一致。", "A number differs from the facts."),
    _output("UNSUPPORTED_METRIC_CLAIM", "复盘用了没有来源的数字", "The review has a number without a source"),
    _output("REVIEW_FACT_HALLUCINATION", "复盘里有没发生过的事", "The review tells something that did not happen"),
    _output("REVIEW_OUTPUT_INCOMPLETE", "复盘没有写完", "The review is incomplete"),
    _output("REVIEW_SECTION_MISSING", "复盘缺少必需的部分", "A part of the review is missing"),
    _output("REVIEW_STYLE_INVALID", "复盘的语气不合适", "The tone of the review is wrong"),
)  # fmt: skip

S_POLICIES: Final = LLM_POLICIES + SUBAGENT_POLICIES

REASONS.register(SUBAGENT_POLICIES)

__all__ = ["NAMESPACE", "SUBAGENT_POLICIES", "S_POLICIES", "ErrorReasonPolicyRegistry"]
