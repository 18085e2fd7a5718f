"""Every reason of B is shown by a test here or of the dialogue, and says something kind in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentbase.core.reasons import ReasonPolicy
from timeflow.execution.reasons import POLICIES, execution_error

NOT_RAISED_YET = {
    "DRAFT_LOST": "drafts of goals come with the agent that splits them",
}
"""In the closed set of decisions 18, and nothing that is due can raise them."""

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1] / "conversation")
BY_REASON = {policy.reason_code: policy for policy in POLICIES}


def words_of_tests(path: Path) -> Iterator[str]:
    """Every string of a file, whole."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


SHOWN = {
    word
    for folder in FOLDERS
    for path in folder.rglob("test_*.py")
    if path != Path(__file__)
    for word in words_of_tests(path)
} & BY_REASON.keys()


@pytest.mark.parametrize("reason_code", sorted(BY_REASON.keys() - NOT_RAISED_YET.keys()))
def test_a_test_shows_the_reason(reason_code: str) -> None:
    assert reason_code in SHOWN


def test_what_is_not_raised_yet_is_named_as_such() -> None:
    assert NOT_RAISED_YET.keys() <= BY_REASON.keys() - SHOWN


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.reason_code)
def test_a_reason_says_something_in_both_languages_and_gives_nothing_away(policy: ReasonPolicy) -> None:
    for locale in ("zh-CN", "en"):
        message = execution_error(policy.reason_code, locale=locale).safe_message
        assert message == policy.messages[locale] and 5 < len(message) < 120
        assert policy.reason_code not in message
