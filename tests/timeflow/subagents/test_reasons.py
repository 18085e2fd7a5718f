"""Every reason code of S is registered, and maps into the closed enums."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentbase.core.reasons import REASONS, ReasonPolicy
from agentbase.llm.contracts import AgentErrorCode, AgentErrorDTO, ErrorCategory, FailedStage
from timeflow.subagents.reasons import S_POLICIES

SPECIFICATION = Path(__file__).parents[3].parent / "shared" / "spec" / "subagents.zh.md"
PUBLIC_CODES = {code.value for code in AgentErrorCode}
STATES = {"ACCEPT", "RETRYABLE_GENERATION_INVALID", "NON_RETRYABLE_INPUT_INVALID", "BLOCKED"}
NO_REASONS = STATES | {"FORMAT_REPAIR", "PARSE_AND_VALIDATE", "TERMINAL_FALLBACK", "TRY_FALLBACK", "TRY_PRIMARY"}


@pytest.mark.parametrize("policy", S_POLICIES, ids=lambda policy: policy.reason_code)
def test_a_reason_maps_into_the_closed_enums_and_speaks_both_languages(policy: ReasonPolicy) -> None:
    error = REASONS.build_error("S", policy.reason_code)
    told = AgentErrorDTO.from_error(error)
    assert (told.code, told.category, told.failed_stage) == (
        AgentErrorCode(policy.code), ErrorCategory(policy.category), FailedStage(policy.failed_stage),
    )  # fmt: skip
    assert told.reason_code == policy.reason_code
    assert re.search("[\u4e00-\u9fff]", policy.messages["zh-CN"])
    assert policy.messages["en"].isascii()


@pytest.mark.parametrize("code", ["CONTRACT_MISMATCH", "CONFIG_ERROR", "CONTENT_BLOCKED", "REQUEST_CANCELLED"])
def test_what_a_retry_cannot_help_is_not_retryable(code: str) -> None:
    assert {policy.retryable for policy in S_POLICIES if policy.code == code} == {False}


def test_no_reason_is_registered_twice() -> None:
    codes = [policy.reason_code for policy in S_POLICIES]
    assert len(set(codes)) == len(codes)


def test_every_reason_code_of_the_specification_is_registered() -> None:
    if not SPECIFICATION.exists():
        pytest.skip("the specification is not beside this checkout")
    text = SPECIFICATION.read_text(encoding="utf-8")
    named = {code for code in re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", text) if code not in PUBLIC_CODES | NO_REASONS}
    assert len(named) > 50
    assert {code for code in named if REASONS.get("S", code) is None} == set()
