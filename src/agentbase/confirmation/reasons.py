"""What the gate's refusals are called and how they are told (decisions 18).

A product that speaks of them under a namespace of its own registers the same policies there.
"""

from agentbase.core.reasons import REASONS, ReasonPolicy
from agentbase.session.reasons import IDEMPOTENCY_CONFLICT


def _policy(reason_code: str, stage: str, *, retryable: bool, chinese: str, english: str) -> ReasonPolicy:
    messages = {"zh-CN": chinese, "en": english}
    return ReasonPolicy("BASE", reason_code, reason_code, "confirmation", stage, retryable, messages)


CONFIRMATION_POLICIES: tuple[ReasonPolicy, ...] = (
    _policy(
        "DECISION_INVALID",
        "check_decision",
        retryable=False,
        chinese="这个决定和卡片对不上，请看看选中的项目。",
        english="This decision does not fit the card. Please check what is selected.",
    ),
    _policy(
        "CHANGE_COUNT_MISMATCH",
        "check_decision",
        retryable=False,
        chinese="这次改动比较多，请输入卡片上显示的数量再确认。",
        english="This changes a lot. Please type the number shown on the card to confirm.",
    ),
    _policy(
        "TARGET_NOT_FOUND",
        "find_target",
        retryable=False,
        chinese="没有找到它，可能已经不在了。",
        english="It was not found; it may be gone.",
    ),
    _policy(
        "WRITE_REQUEST_EXPIRED",
        "check_decision",
        retryable=False,
        chinese="这张卡片已经过期，什么都没有写入。请再看一次新的卡片。",
        english="This card has expired and nothing was written. Please look at a fresh one.",
    ),
    _policy(
        "ALREADY_DECIDED",
        "check_decision",
        retryable=False,
        chinese="这张卡片已经处理过了，没有重复写入。",
        english="This card was already decided. Nothing was written again.",
    ),
    _policy(
        "PAYLOAD_HASH_MISMATCH",
        "check_decision",
        retryable=False,
        chinese="要写入的内容和您看到的不一样，所以没有写入。请再看一次卡片。",
        english="What would be written is not what you were shown, so nothing was written. Please look at it again.",
    ),
    _policy(
        "VERSION_CONFLICT",
        "apply",
        retryable=False,
        chinese="在您确认之前它已经变了，所以没有写入。请看一下最新的内容。",
        english="It changed before you confirmed, so nothing was written. Please look at how it is now.",
    ),
    _policy(
        "FACTS_CHANGED",
        "apply",
        retryable=False,
        chinese="情况和卡片显示时不一样了，所以没有写入。请看一下新的卡片。",
        english="Things are no longer as the card showed them, so nothing was written. Please look at a fresh one.",
    ),
    IDEMPOTENCY_CONFLICT,
)

REASONS.register(CONFIRMATION_POLICIES)
