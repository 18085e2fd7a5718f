"""The reasons of the management of models (S §8.8), in the namespace ``S``."""

from __future__ import annotations

from typing import Final

from agentbase.core.reasons import REASONS, ReasonPolicy

NAMESPACE: Final = "S"


def policy(reason_code: str, code: str, category: str, failed_stage: str, chinese: str, english: str) -> ReasonPolicy:
    """A policy of S; whether a retry can help follows from the public code (S §7.3)."""
    messages = {"zh-CN": chinese, "en": english}
    return ReasonPolicy(NAMESPACE, reason_code, code, category, failed_stage, code in _RETRYABLE_CODES, messages)


_RETRYABLE_CODES = frozenset(
    {"NO_COMPATIBLE_MODEL", "LLM_UNAVAILABLE", "DEADLINE_EXCEEDED", "OUTPUT_INVALID", "INTERNAL_ERROR"}
)


def _configuration(reason_code: str, failed_stage: str) -> ReasonPolicy:
    return policy(
        reason_code, "CONFIG_ERROR", "configuration", failed_stage,
        "这项功能还没有配置好。", "This function is not configured completely.",
    )  # fmt: skip


def _incompatible(reason_code: str) -> ReasonPolicy:
    return policy(
        reason_code, "NO_COMPATIBLE_MODEL", "configuration", "select_model",
        "没有可用的模型能完成这个请求。", "No available model can do this.",
    )  # fmt: skip


def _provider(reason_code: str) -> ReasonPolicy:
    return policy(
        reason_code, "LLM_UNAVAILABLE", "provider", "invoke_model",
        "模型暂时没有给出回答，请稍后再试。", "No model answered. Please try again in a moment.",
    )  # fmt: skip


def _output(reason_code: str, failed_stage: str) -> ReasonPolicy:
    return policy(
        reason_code, "OUTPUT_INVALID", "output", failed_stage,
        "模型的回答没有通过检查，已经丢弃，请再试一次。",
        "The answer did not pass the checks and was discarded. Please try again.",
    )  # fmt: skip


def _internal(reason_code: str) -> ReasonPolicy:
    return policy(
        reason_code, "INTERNAL_ERROR", "internal", "invoke_model",
        "出了点意外，这一步没有完成，请再试一次。", "Something unexpected went wrong. Please try again.",
    )  # fmt: skip


LLM_POLICIES: Final = (
    policy(
        "INPUT_MISSING", "INPUT_INVALID", "input", "validate_input",
        "信息不完整或不能用，请检查标出的字段。", "Something is missing or unusable. Please check the fields named.",
    ),
    policy(
        "FACT_CONFLICT", "FACT_CONFLICT", "input", "validate_input",
        "您说的和已确认的内容不一致，请确认以哪个为准。",
        "What was said differs from what was confirmed. Please say which one holds.",
    ),
    policy(
        "CONTENT_BLOCKED", "CONTENT_BLOCKED", "safety", "validate_output",
        "这个内容不能处理。", "This content cannot be processed.",
    ),
    policy(
        "REQUEST_CANCELLED", "REQUEST_CANCELLED", "deadline", "invoke_model",
        "这个请求已经取消。", "This request was cancelled.",
    ),
    policy(
        "REQUEST_DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED", "deadline", "invoke_model",
        "时间到了还没做完，这一步已经停下，请再试一次。", "Time ran out before this was done. Please try again.",
    ),
    policy(
        "CONTEXT_TOO_LARGE", "CONTEXT_TOO_LARGE", "input", "build_prompt",
        "内容太长，请分几次说。", "This is too long. Please say it in parts.",
    ),
    _configuration("MODEL_ROUTE_NOT_FOUND", "select_model"),
    _configuration("PROMPT_CONFIG_MISSING", "build_prompt"),
    _configuration("OUTPUT_SCHEMA_CONFIG_INVALID", "build_prompt"),
    _incompatible("NO_COMPATIBLE_MODEL"),
    _incompatible("MODEL_DISABLED"),
    _incompatible("CAPABILITY_MISMATCH"),
    _incompatible("CONTEXT_WINDOW_INSUFFICIENT"),
    _incompatible("PROVIDER_NOT_CONFIGURED"),
    _provider("ALL_MODELS_FAILED"),
    _provider("PROVIDER_AUTH_FAILED"),
    _provider("PROVIDER_PERMISSION_DENIED"),
    _provider("MODEL_TIMEOUT"),
    _provider("RATE_LIMITED"),
    _provider("NETWORK_ERROR"),
    _provider("PROVIDER_UNAVAILABLE"),
    _provider("TOO_MANY_ABANDONED_CALLS"),
    _output("EMPTY_RESPONSE", "parse_output"),
    _output("RESPONSE_TRUNCATED", "parse_output"),
    _output("OUTPUT_PARSE_FAILED", "parse_output"),
    _output("OUTPUT_SCHEMA_INVALID", "parse_output"),
    _output("BUSINESS_OUTPUT_INVALID", "validate_output"),
    _output("FORBIDDEN_OPERATION_FIELD", "validate_output"),
    _internal("UNEXPECTED_PROVIDER_RESPONSE"),
    _internal("INTERNAL_EXCEPTION"),
)  # fmt: skip

REASONS.register(LLM_POLICIES)
