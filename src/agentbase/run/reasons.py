"""How a run may fail without anybody's doing."""

from agentbase.core.reasons import REASONS, ReasonPolicy

INTERRUPTED = ReasonPolicy(
    namespace="BASE",
    reason_code="INTERRUPTED",
    code="INTERRUPTED",
    category="internal",
    failed_stage="run",
    retryable=True,
    messages={
        "zh-CN": "上一步被打断了，没有做完。请再说一次。",
        "en": "The last step was interrupted before it was done. Please say it once more.",
    },
)
LEASE_LOST = ReasonPolicy(
    namespace="BASE",
    reason_code="LEASE_LOST",
    code="LEASE_LOST",
    category="internal",
    failed_stage="run",
    retryable=True,
    messages={
        "zh-CN": "这一步花得太久，已经被放弃了。请再说一次。",
        "en": "This step took too long and was given up. Please say it once more.",
    },
)

REASONS.register([INTERRUPTED, LEASE_LOST])
