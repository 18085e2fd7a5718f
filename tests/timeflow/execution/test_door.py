"""Whatever stands at the door of B, one object leaves it, and nothing is written for what cannot be used."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from agentbase.confirmation.model import write_requests
from tests.support.dialogue import Dialogue
from tests.timeflow.execution.stored import rows_of
from timeflow.execution.contracts import AuthContext, ConfirmationRequiredResponse, ErrorEvent, MainAgentDecisionInput

STRANGER = "01a22d87-0000-7000-8000-000000000001"
WHEN: dict[str, Any] = {
    "words": "明天下午三点",
    "kind": "instant",
    "start": "2026-12-02T15:00:00",
    "granularity": "hour",
    "rule": "zh.relative_day",
    "time_given": True,
    "date_given": True,
}
CREATE: dict[str, Any] = {"operation": "create", "item_type": "schedule", "title": "开会", "when": WHEN}


def made(dialogue: Dialogue, **changes: Any) -> MainAgentDecisionInput:
    """A decision that nobody validated."""
    values: dict[str, Any] = {
        "decision_version": "1",
        "correlation_id": "c",
        "trace_id": "t",
        "run_id": "r",
        "user_id": dialogue.auth.user_id,
        "query": "明天下午三点开会",
        "current_time": dialogue.now,
        "timezone": dialogue.zone,
        "locale": "zh-CN",
        "target_agent": "日程待办 Agent",
        "target_function": "generate_item_content",
        "parsed_params": CREATE,
        "candidate_query": None,
        "recent_messages": (),
    }
    return MainAgentDecisionInput.model_construct(**(values | changes))


def person(**values: Any) -> AuthContext:
    """Somebody whom nobody validated."""
    return AuthContext.model_construct(**values)


async def test_a_decision_that_would_have_been_valid_is_carried_out(dialogue: Dialogue) -> None:
    assert isinstance(await dialogue.app.execution.execute(made(dialogue), dialogue.auth), ConfirmationRequiredResponse)


@pytest.mark.parametrize("thing", [None, {}, "明天开会", 5])
async def test_what_is_no_decision_is_an_error_that_says_so(dialogue: Dialogue, thing: Any) -> None:
    answer = await dialogue.app.execution.execute(thing, dialogue.auth)
    assert isinstance(answer, ErrorEvent)
    assert (answer.reason_code, answer.field_errors[0].field) == ("INPUT_INVALID", "decision")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"correlation_id": None}, "correlation_id"),
        ({"correlation_id": "王"}, "correlation_id"),
        ({"run_id": ""}, "run_id"),
        ({"run_id": "x" * 300}, "run_id"),
        ({"trace_id": 4}, "trace_id"),
        ({"query": 5}, "query"),
        ({"query": ""}, "query"),
        ({"query": "开" * 50_000}, "query"),
        ({"query": "开会\x00"}, "query"),
        ({"query": "\ud800"}, "query"),
        ({"current_time": datetime(2026, 12, 1, 10)}, "current_time"),
        ({"current_time": "now"}, "current_time"),
        ({"current_time": datetime.max.replace(tzinfo=UTC)}, "current_time"),
        ({"current_time": datetime.min.replace(tzinfo=UTC)}, "current_time"),
        ({"timezone": 8}, "timezone"),
        ({"timezone": "Mars/Base"}, "timezone"),
        ({"timezone": "../../etc/passwd"}, "timezone"),
        ({"locale": "fr"}, "locale"),
        ({"target_agent": []}, "target_agent"),
        ({"parsed_params": None}, "parsed_params"),
        ({"parsed_params": {**CREATE, "title": "开\x00会"}}, "parsed_params.title"),
        ({"parsed_params": {**CREATE, "when": {**WHEN, "start": "9999-12-31T23:30:00"}}}, "when"),
        ({"recent_messages": "x"}, "recent_messages"),
    ],
)
async def test_a_field_that_cannot_be_used_is_named_and_nothing_is_written(
    dialogue: Dialogue, changes: dict[str, Any], field: str
) -> None:
    answer = await dialogue.app.execution.execute(made(dialogue, **changes), dialogue.auth)
    assert isinstance(answer, ErrorEvent)
    assert (answer.reason_code, answer.field_errors[0].field) == ("INPUT_INVALID", field)
    assert await rows_of(dialogue, write_requests) == []


@pytest.mark.parametrize(
    ("auth", "field"),
    [
        (None, "auth"),
        ({}, "auth"),
        (person(), "user_id"),
        (person(user_id=5), "user_id"),
        (person(user_id="王"), "user_id"),
        (person(user_id="a\x00"), "user_id"),
        (person(user_id="x" * 99), "user_id"),
        (person(tenant_id=None, user_id=STRANGER), "tenant_id"),
    ],
)
async def test_who_is_nobody_is_refused(dialogue: Dialogue, auth: Any, field: str) -> None:
    answer = await dialogue.app.execution.execute(made(dialogue), auth)
    assert isinstance(answer, ErrorEvent)
    assert (answer.reason_code, answer.field_errors[0].field) == ("INPUT_INVALID", field)


async def test_somebody_else_answers_like_a_missing_thing(dialogue: Dialogue) -> None:
    answer = await dialogue.app.execution.execute(made(dialogue), AuthContext(user_id=STRANGER))
    assert isinstance(answer, ErrorEvent) and answer.reason_code == "TARGET_NOT_FOUND"
