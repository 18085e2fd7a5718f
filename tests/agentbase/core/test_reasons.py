from __future__ import annotations

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from agentbase.core.errors import FieldError
from agentbase.core.reasons import BASE_POLICIES, LOCALES, REASONS, ReasonPolicy, ReasonRegistry, base_error

POLICY = ReasonPolicy(
    "S",
    "TARGET_NOT_UNIQUE",
    "INPUT_INVALID",
    "input",
    "validate_input",
    False,
    {"zh-CN": "哪一个？", "en": "Which one?"},
)


def test_an_error_takes_all_from_its_policy() -> None:
    error = ReasonRegistry([POLICY]).build_error(
        "S", "TARGET_NOT_UNIQUE", locale="en-GB", field_errors=[FieldError("target", "two match")]
    )
    assert (error.code, error.reason_code, error.category, error.failed_stage, error.retryable) == (
        "INPUT_INVALID", "TARGET_NOT_UNIQUE", "input", "validate_input", False,
    )  # fmt: skip
    assert error.safe_message == "Which one?"
    assert error.field_errors == (FieldError("target", "two match"),)


def test_the_same_code_means_another_thing_in_another_namespace() -> None:
    registry = ReasonRegistry([POLICY, replace(POLICY, namespace="B", code="DECISION_INVALID")])
    assert registry.build_error("B", "TARGET_NOT_UNIQUE").code == "DECISION_INVALID"
    assert registry.build_error("S", "TARGET_NOT_UNIQUE").code == "INPUT_INVALID"


def test_an_unregistered_reason_is_an_internal_error_and_an_alert() -> None:
    with capture_logs() as logs:
        error = ReasonRegistry().build_error("S", "NO_SUCH_REASON")
    assert (error.namespace, error.code) == ("BASE", "INTERNAL_ERROR")
    assert [(log["event"], log["alert"], log["reason_code"]) for log in logs] == [
        ("reason_not_registered", True, "NO_SUCH_REASON")
    ]


def test_a_reason_has_one_policy_with_all_sentences() -> None:
    registry = ReasonRegistry([POLICY])
    registry.register([POLICY])
    with pytest.raises(ValueError, match="already registered"):
        registry.register([replace(POLICY, retryable=True)])
    with pytest.raises(ValueError, match="no message"):
        registry.register([replace(POLICY, reason_code="X", messages={"en": "Which one?"})])


def test_an_error_can_be_told_in_the_other_language() -> None:
    error = base_error("DATABASE_BUSY")
    assert REASONS.localise(error, "en") == REASONS.build_error("BASE", "DATABASE_BUSY", locale="en").safe_message
    assert REASONS.localise(error, "zh-CN") == error.safe_message


@pytest.mark.parametrize("policy", BASE_POLICIES, ids=lambda policy: str(policy.reason_code))
def test_every_reason_of_the_base_has_its_sentences(policy: ReasonPolicy) -> None:
    assert set(policy.messages) == set(LOCALES)
    assert policy.category in {
        "contract",
        "input",
        "configuration",
        "provider",
        "output",
        "safety",
        "deadline",
        "internal",
    }


def test_a_cause_is_never_shown() -> None:
    try:
        raise base_error("DATABASE_BUSY") from ValueError("秘密")
    except Exception as error:
        assert "秘密" not in str(error) + repr(error)
