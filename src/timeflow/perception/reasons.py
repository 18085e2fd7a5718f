"""The reasons of A, in the namespace ``A``."""

from __future__ import annotations

from typing import Final

from agentbase.core.reasons import REASONS, ReasonPolicy

NAMESPACE: Final = "A"

_DISCARDED = (
    "没能可靠地理解这句话，请换个说法再试一次。",
    "That could not be understood reliably. Please try other words.",
)


def _policy(reason_code: str, code: str, category: str, stage: str, messages: tuple[str, str]) -> ReasonPolicy:
    retryable = code in {"OUTPUT_INVALID", "INTERNAL_ERROR", "LLM_UNAVAILABLE"}
    texts = {"zh-CN": messages[0], "en": messages[1]}
    return ReasonPolicy(NAMESPACE, reason_code, code, category, stage, retryable, texts)


PERCEPTION_POLICIES: Final = (
    _policy(
        "INPUT_EMPTY", "INPUT_INVALID", "input", "validate_input",
        ("没有听到内容，请说说要安排什么。", "There was nothing in the message. What would you like to plan?"),
    ),
    _policy(
        "INPUT_TOO_LONG", "INPUT_INVALID", "input", "validate_input",
        ("这段话太长了，请分几次说。", "That is too long. Please say it in parts."),
    ),
    _policy(
        "TIMEZONE_UNKNOWN", "INPUT_INVALID", "input", "validate_input",
        ("不认识这个时区，请检查 timezone。", "The timezone is not known. Please check the field timezone."),
    ),
    _policy(
        "HISTORY_UNAVAILABLE", "INTERNAL_ERROR", "internal", "validate_context",
        ("暂时读不到之前的对话，请稍后再试。", "The earlier dialogue cannot be read right now. Please try "
                              "again in a moment."),
    ),
    _policy("QUOTE_NOT_FOUND", "OUTPUT_INVALID", "output", "validate_output", _DISCARDED),
    _policy("TITLE_INVENTED", "OUTPUT_INVALID", "output", "validate_output", _DISCARDED),
    _policy("UNDERSTANDING_CONTRADICTORY", "OUTPUT_INVALID", "output", "validate_output", _DISCARDED),
    _policy("QUESTIONS_INVALID", "OUTPUT_INVALID", "output", "validate_output", _DISCARDED),
    _policy(
        "NOTHING_TO_QUOTE", "INPUT_INVALID", "input", "validate_output",
        ("这句话里没有文字，请用文字说说要安排什么。", "There are no words in the message. Please say it in words."),
    ),
    _policy(
        "QUESTION_UNSAFE", "CONTENT_BLOCKED", "safety", "validate_output",
        ("这个请求没法继续，请换个说法。", "This cannot be continued. Please use other words."),
    ),
)  # fmt: skip

REASONS.register(PERCEPTION_POLICIES)
