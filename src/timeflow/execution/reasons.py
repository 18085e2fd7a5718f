"""B's codes (decisions 18): what each means, and how it is said to the person.

S's errors pass through under their own codes.
"""

from __future__ import annotations

from typing import Final

from agentbase.confirmation.reasons import CONFIRMATION_POLICIES
from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import REASONS, ReasonPolicy
from agentbase.llm.contracts import AgentErrorDTO

_CODES: Final = {
    "CHANGE_COUNT_MISMATCH": "DECISION_INVALID",
    "SEVERAL_CARDS_OPEN": "DECISION_INVALID",
    "NOTHING_TO_UNDO": "TARGET_NOT_FOUND",
    "EDIT_INVALID": "DECISION_INVALID",
    "PENDING_LIMIT_REACHED": "INTERACTION_NOT_FOUND",
    "UNDERSTANDING_FAILED": "TARGET_NOT_FOUND",
    "AGENT_RESPONSE_INVALID": "DECISION_INVALID",
}
"""B's set of codes is closed (decisions 18); what has none of its own comes under the nearest, with its own reason."""


def _policy(reason_code: str, category: str, stage: str, *, retryable: bool, zh: str, en: str) -> ReasonPolicy:
    code = _CODES.get(reason_code, reason_code)
    return ReasonPolicy("B", reason_code, code, category, stage, retryable, {"zh-CN": zh, "en": en})


def _of_the_gate(policy: ReasonPolicy) -> ReasonPolicy:
    """The gate's refusal under B's name."""
    code = _CODES.get(policy.reason_code, policy.reason_code)
    return ReasonPolicy(
        "B", policy.reason_code, code, policy.category, policy.failed_stage, policy.retryable, policy.messages
    )


POLICIES: tuple[ReasonPolicy, ...] = (
    *(_of_the_gate(policy) for policy in CONFIRMATION_POLICIES if policy.reason_code != "TARGET_NOT_FOUND"),
    _policy(
        "TARGET_NOT_FOUND",
        "input",
        "find_target",
        retryable=False,
        zh="没有找到说的这一项，什么都没有改。换个名称或日期再试试？",
        en="What you mean was not found, and nothing was changed. Try another name or day?",
    ),
    _policy(
        "NOTHING_TO_UNDO",
        "input",
        "find_target",
        retryable=False,
        zh="没有可以撤销的写入，或者已经过了 24 小时。",
        en="There is nothing to undo, or it is more than 24 hours ago.",
    ),
    _policy(
        "SEVERAL_CARDS_OPEN",
        "input",
        "check_decision",
        retryable=False,
        zh="现在有好几张卡片等着，光说“好”分不清是哪一张，请在卡片上确认。",
        en="Several cards are open, so it is not clear which one you mean. Please confirm on the card.",
    ),
    _policy(
        "FUNCTION_NOT_REGISTERED",
        "contract",
        "read_requirements",
        retryable=False,
        zh="这个功能还没有登记，什么都没有做。",
        en="This function is not registered. Nothing was done.",
    ),
    _policy(
        "UNSUPPORTED_INTENT",
        "input",
        "understand",
        retryable=False,
        zh="这件事我还做不了。",
        en="That is something I cannot do yet.",
    ),
    _policy(
        "SELECTION_INVALID",
        "input",
        "select",
        retryable=False,
        zh="没有这个选项，请从列出的里面选。",
        en="There is no such option. Please choose one of those listed.",
    ),
    _policy(
        "INTERACTION_NOT_FOUND",
        "input",
        "select",
        retryable=False,
        zh="没有找到这个待选择的问题，请重新说一次。",
        en="This open choice was not found. Please say it again.",
    ),
    _policy(
        "INTERACTION_CONSUMED",
        "input",
        "select",
        retryable=False,
        zh="这个问题已经选过或取消了。",
        en="This choice was already made or cancelled.",
    ),
    _policy(
        "PENDING_LIMIT_REACHED",
        "internal",
        "save_pending",
        retryable=True,
        zh="现在待选择的问题太多，请稍后再试。",
        en="Too many choices are open right now. Please try again later.",
    ),
    _policy(
        "DRAFT_LOST",
        "input",
        "read_draft",
        retryable=False,
        zh="这份规划草稿已经不在了，请重新生成。",
        en="This draft of a plan is gone. Please make it again.",
    ),
    _policy(
        "EDIT_INVALID",
        "input",
        "edit",
        retryable=False,
        zh="这个修改看不懂，请检查标出的字段。",
        en="This edit was not understood. Please check the field that is named.",
    ),
    _policy(
        "UNDERSTANDING_FAILED",
        "provider",
        "disambiguate",
        retryable=True,
        zh="没能判断指的是哪一项，请换个说法再试一次。",
        en="It could not be settled which item is meant. Please try again in other words.",
    ),
    _policy(
        "AGENT_RESPONSE_INVALID",
        "contract",
        "check_response",
        retryable=True,
        zh="生成的内容不合规矩，已经丢弃，请再试一次。",
        en="What was generated did not keep to the rules and was discarded. Please try again.",
    ),
)

REASONS.register(POLICIES)


def execution_error(reason_code: str, *, locale: str = "zh-CN", field: str = "", problem: str = "") -> AgentBaseError:
    """The error of one of B's reasons, naming the field where there is one."""
    field_errors = (FieldError(field, problem),) if field else ()
    return REASONS.build_error("B", reason_code, locale=locale, field_errors=field_errors)


def agent_error(error: AgentErrorDTO) -> AgentBaseError:
    """S's error under its own code; its words are safe by contract."""
    return AgentBaseError(
        namespace="S",
        code=error.code.value,
        reason_code=error.reason_code,
        category=error.category.value,
        failed_stage=error.failed_stage.value,
        retryable=error.retryable,
        safe_message=error.safe_message,
    )
