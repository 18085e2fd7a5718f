"""The registry of reasons: what a reason code means, decided in one place (S §7.3).

Each specification has a namespace of its own ("A", "B", "S", "BASE"), since their closed sets of codes overlap. The
policies stand in the package that owns the specification, which registers them in `REASONS` when it is imported.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import structlog

from agentbase.core.errors import AgentBaseError, FieldError

DEFAULT_LOCALE = "zh-CN"
LOCALES = ("zh-CN", "en")

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ReasonPolicy:
    """How one reason is reported. ``messages`` has a kind, complete sentence for each of `LOCALES`."""

    namespace: str
    reason_code: str
    code: str
    category: str
    failed_stage: str
    retryable: bool
    messages: Mapping[str, str]


class ReasonRegistry:
    """Maps (namespace, reason code) to its policy, and builds errors from it."""

    def __init__(self, policies: Iterable[ReasonPolicy] = ()) -> None:
        self._policies: dict[tuple[str, str], ReasonPolicy] = {}
        self.register(policies)

    def register(self, policies: Iterable[ReasonPolicy]) -> None:
        """Add policies.

        Raises ValueError when a reason is registered twice with different policies, or lacks the sentence of a locale.
        """
        for policy in policies:
            key = (policy.namespace, policy.reason_code)
            if self._policies.get(key, policy) != policy:
                raise ValueError(f"reason {key} is already registered with another policy")
            if missing := [locale for locale in LOCALES if not policy.messages.get(locale)]:
                raise ValueError(f"reason {key} has no message for {missing}")
            self._policies[key] = policy

    def get(self, namespace: str, reason_code: str) -> ReasonPolicy | None:
        """The policy of a reason, or None where nobody registered it."""
        return self._policies.get((namespace, reason_code))

    def policies(self, namespace: str) -> tuple[ReasonPolicy, ...]:
        """All policies of a namespace, in the order of their registration."""
        return tuple(policy for policy in self._policies.values() if policy.namespace == namespace)

    def build_error(
        self,
        namespace: str,
        reason_code: str,
        *,
        locale: str = DEFAULT_LOCALE,
        field_errors: Iterable[FieldError] = (),
    ) -> AgentBaseError:
        """The error of a reason. An unregistered one becomes INTERNAL_ERROR and an alert in the log."""
        policy = self.get(namespace, reason_code)
        if policy is None:
            _log.error("reason_not_registered", alert=True, namespace=namespace, reason_code=reason_code)
            policy = _INTERNAL_ERROR
        return AgentBaseError(
            namespace=policy.namespace,
            code=policy.code,
            reason_code=policy.reason_code,
            category=policy.category,
            failed_stage=policy.failed_stage,
            retryable=policy.retryable,
            safe_message=_message(policy, locale),
            field_errors=tuple(field_errors),
        )

    def localise(self, error: AgentBaseError, locale: str) -> str:
        """The sentence of an error in another language than the one that it was built in."""
        policy = self.get(error.namespace, error.reason_code)
        return error.safe_message if policy is None else _message(policy, locale)


def _message(policy: ReasonPolicy, locale: str) -> str:
    return policy.messages["en" if locale.lower().startswith("en") else DEFAULT_LOCALE]


def base_error(reason_code: str, *, field_errors: Iterable[FieldError] = ()) -> AgentBaseError:
    """The error of a reason of the base itself."""
    return REASONS.build_error("BASE", reason_code, field_errors=field_errors)


def _base(
    reason_code: str, category: str, failed_stage: str, *, retryable: bool, chinese: str, english: str
) -> ReasonPolicy:
    messages = {"zh-CN": chinese, "en": english}
    return ReasonPolicy("BASE", reason_code, reason_code, category, failed_stage, retryable, messages)


_INTERNAL_ERROR = _base(
    "INTERNAL_ERROR",
    "internal",
    "unknown",
    retryable=True,
    chinese="出了点意外，这一步没有完成，请再试一次。",
    english="Something unexpected went wrong and this step was not completed. Please try again.",
)

BASE_POLICIES: tuple[ReasonPolicy, ...] = (
    _INTERNAL_ERROR,
    _base(
        "INPUT_INVALID",
        "input",
        "validate_input",
        retryable=False,
        chinese="输入里有不能用的内容，请检查标出的字段。",
        english="Something in the input cannot be used. Please check the fields that are named.",
    ),
    _base(
        "CONTRACT_MISMATCH",
        "contract",
        "validate_context",
        retryable=False,
        chinese="这个请求和它要调用的功能对不上。",
        english="This request does not fit the function that it is meant for.",
    ),
    _base(
        "CONFIG_ERROR",
        "configuration",
        "load_settings",
        retryable=False,
        chinese="配置有问题，请检查标出的设置项。",
        english="The configuration cannot be used. Please check the settings that are named.",
    ),
    _base(
        "DEADLINE_EXCEEDED",
        "deadline",
        "wait",
        retryable=True,
        chinese="时间到了还没做完，这一步已经停下，请再试一次。",
        english="Time ran out before this step was done, and it was stopped. Please try again.",
    ),
    _base(
        "DATABASE_BUSY",
        "internal",
        "store",
        retryable=True,
        chinese="同时要写的太多，这次没写进去，什么都没有改变。请稍后再试。",
        english="Too much is being written at once. Nothing was changed; please try again in a moment.",
    ),
    _base(
        "DATABASE_UNAVAILABLE",
        "internal",
        "store",
        retryable=True,
        chinese="暂时连不上数据库，什么都没有改变。请稍后再试。",
        english="The database cannot be reached right now. Nothing was changed; please try again in a moment.",
    ),
    _base(
        "COMMIT_OUTCOME_UNKNOWN",
        "internal",
        "store",
        retryable=True,
        chinese="保存时连接断了，还不知道有没有存好。请用同一个请求再问一次，不会重复写入。",
        english="The connection was lost while saving, so it is not known yet whether it was saved. "
        "Please send the same request again; nothing will be written twice.",
    ),
    _base(
        "MIGRATION_NEEDED",
        "configuration",
        "start",
        retryable=False,
        chinese="数据库的结构和这个版本不一致，请先升级数据库（migrate）。",
        english="The database does not have the structure of this version. Please migrate it first.",
    ),
)

REASONS = ReasonRegistry(BASE_POLICIES)
