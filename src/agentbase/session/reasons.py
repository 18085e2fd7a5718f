"""What a conversation refuses."""

from agentbase.core.reasons import REASONS, ReasonPolicy

IDEMPOTENCY_CONFLICT = ReasonPolicy(
    namespace="BASE",
    reason_code="IDEMPOTENCY_CONFLICT",
    code="IDEMPOTENCY_CONFLICT",
    category="idempotency",
    failed_stage="accept",
    retryable=False,
    messages={
        "zh-CN": "同一个请求编号已经用于另一个内容，请换一个编号再试。",
        "en": "The same request key was already used for something else. Please send it under a new key.",
    },
)

REASONS.register([IDEMPOTENCY_CONFLICT])
