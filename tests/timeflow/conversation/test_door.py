"""Whatever a client sends, one object answers it; what cannot be used is named, and nothing is kept of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from agentbase.core.database import UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.run.model import runs
from agentbase.testing.clock import FrozenClock
from tests.support.dialogue import Dialogue, open_dialogue
from timeflow.conversation.contracts import ConversationHistoryRequest, MainAgentRequest
from timeflow.execution.contracts import (
    AuthContext,
    ErrorEvent,
    InteractionCancelRequest,
    InteractionSelectionRequest,
    WriteDecisionRequest,
    WriteEditRequest,
)

NOW = datetime.fromisoformat("2026-12-01T10:00:00+08:00")
ZONE = "Asia/Shanghai"
ID = "01a22d87-0000-7000-8000-000000000001"
HASH = "sha256:" + "0" * 64


@pytest.fixture
async def dialogue(sqlite_database_url: str, tmp_path: Path, frozen_clock: FrozenClock) -> AsyncIterator[Dialogue]:
    async with open_dialogue(sqlite_database_url, tmp_path, clock=frozen_clock) as opened:
        yield opened


def sentence(**changes: Any) -> MainAgentRequest:
    """A sentence that nobody validated."""
    values: dict[str, Any] = {
        "raw_content": "明天下午三点开会",
        "modality": "text",
        "source_url": None,
        "client_message_id": None,
        "reply_to_question_id": None,
        "current_time": NOW,
        "timezone": ZONE,
    }
    return MainAgentRequest.model_construct(**(values | changes))


def decision(**changes: Any) -> WriteDecisionRequest:
    """A decision that nobody validated."""
    values: dict[str, Any] = {
        "write_request_id": ID,
        "decision": "confirm",
        "payload_hash": HASH,
        "idempotency_key": f"confirm-{ID}",
        "accepted_change_ids": None,
        "change_count": None,
    }
    return WriteDecisionRequest.model_construct(**(values | changes))


def person(**values: Any) -> AuthContext:
    """Somebody whom nobody validated."""
    return AuthContext.model_construct(**values)


async def run_count(dialogue: Dialogue) -> int:
    async def work(uow: UnitOfWork) -> int:
        return int((await uow.execute(select(func.count()).select_from(runs))).scalar_one())

    return await dialogue.app.database.read(Deadline.after(10_000, dialogue.app.clock), work)


def named(answer: object) -> tuple[str, str]:
    assert isinstance(answer, ErrorEvent), answer
    return answer.reason_code, answer.field_errors[0].field if answer.field_errors else ""


@pytest.mark.parametrize("thing", [None, {}, "明天开会", 5])
async def test_what_is_no_request_is_an_error_that_says_so(dialogue: Dialogue, thing: Any) -> None:
    talk, auth = dialogue.app.conversation, dialogue.auth
    moment: dict[str, Any] = {"current_time": NOW, "timezone": ZONE}
    for answer in (
        await talk.user_query(auth, thing),
        await talk.decide(auth, thing, **moment),
        await talk.edit(auth, thing),
        await talk.select(auth, thing, **moment),
        await talk.cancel(auth, thing, **moment),
    ):
        assert named(answer) == ("INPUT_INVALID", "request")
    with pytest.raises(AgentBaseError, match="INPUT_INVALID"):
        await talk.history(auth, thing)
    assert await run_count(dialogue) == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"raw_content": 5}, "raw_content"),
        ({"raw_content": None}, "raw_content"),
        ({"raw_content": "开" * 5000}, "raw_content"),
        ({"raw_content": "开\x00会"}, "raw_content"),
        ({"raw_content": "开\ud800会"}, "raw_content"),
        ({"modality": "smell"}, "modality"),
        ({"source_url": 3}, "source_url"),
        ({"source_url": "http://" + "x" * 5000}, "source_url"),
        ({"source_url": "http://\x00"}, "source_url"),
        ({"client_message_id": "中文"}, "client_message_id"),
        ({"client_message_id": "x" * 500}, "client_message_id"),
        ({"reply_to_question_id": 5}, "reply_to_question_id"),
        ({"reply_to_question_id": "x" * 500}, "reply_to_question_id"),
        ({"current_time": datetime(2026, 12, 1, 10)}, "current_time"),
        ({"current_time": "now"}, "current_time"),
        ({"current_time": datetime.max.replace(tzinfo=UTC)}, "current_time"),
        ({"timezone": 8}, "timezone"),
        ({"timezone": ""}, "timezone"),
        ({"timezone": "Asia"}, "timezone"),
        ({"timezone": "A" * 5000}, "timezone"),
    ],
)
async def test_a_field_of_a_sentence_that_cannot_be_used_is_named_and_nothing_is_kept(
    dialogue: Dialogue, changes: dict[str, Any], field: str
) -> None:
    answer = await dialogue.app.conversation.user_query(dialogue.auth, sentence(**changes))
    assert named(answer) == ("INPUT_INVALID", field)
    assert await run_count(dialogue) == 0


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"write_request_id": 5}, "write_request_id"),
        ({"write_request_id": ""}, "write_request_id"),
        ({"decision": "perhaps"}, "decision"),
        ({"payload_hash": "sha256:short"}, "payload_hash"),
        ({"payload_hash": None}, "payload_hash"),
        ({"idempotency_key": "short"}, "idempotency_key"),
        ({"idempotency_key": "k" * 15 + "键"}, "idempotency_key"),
        ({"accepted_change_ids": "C1"}, "accepted_change_ids"),
        ({"accepted_change_ids": ("C1",) * 201}, "accepted_change_ids"),
        ({"change_count": 0}, "change_count"),
        ({"change_count": "many"}, "change_count"),
    ],
)
async def test_a_field_of_a_decision_that_cannot_be_used_is_named(
    dialogue: Dialogue, changes: dict[str, Any], field: str
) -> None:
    answer = await dialogue.app.conversation.decide(dialogue.auth, decision(**changes), current_time=NOW, timezone=ZONE)
    assert named(answer) == ("INPUT_INVALID", field)


@pytest.mark.parametrize("wrong", ["王" * 10, "a\x00b", "x" * 64, "../../etc/passwd", "' OR 1=1 --", "🎉"])
async def test_an_id_of_nothing_is_not_found_wherever_it_is_named(dialogue: Dialogue, wrong: str) -> None:
    talk, auth = dialogue.app.conversation, dialogue.auth
    moment: dict[str, Any] = {"current_time": NOW, "timezone": ZONE}
    edit = WriteEditRequest(write_request_id=wrong, fields={"title": "x"}, current_time=NOW, timezone=ZONE)
    choice = InteractionSelectionRequest(interaction_id=wrong, option_id="1")
    for answer in (
        await talk.decide(auth, decision(write_request_id=wrong), **moment),
        await talk.edit(auth, edit),
        await talk.select(auth, choice, **moment),
        await talk.cancel(auth, InteractionCancelRequest(interaction_id=wrong), **moment),
        await talk.undo_card(auth, wrong, timezone=ZONE),
    ):
        assert named(answer)[0] in {"TARGET_NOT_FOUND", "INTERACTION_NOT_FOUND", "NOTHING_TO_UNDO", "DECISION_INVALID"}


@pytest.mark.parametrize("timezone", [None, 8, "", "Mars/Base", "Asia", "\x00", "x" * 5000])
async def test_a_zone_that_is_none_is_named_and_nothing_is_decided(dialogue: Dialogue, timezone: Any) -> None:
    card = await dialogue.card("明天下午三点和王工评审接口，一小时")
    wanted = decision(write_request_id=card.write_request_id, payload_hash=card.payload_hash)
    answer = await dialogue.app.conversation.decide(dialogue.auth, wanted, current_time=NOW, timezone=timezone)
    assert named(answer) == ("INPUT_INVALID", "timezone")
    undo = await dialogue.app.conversation.undo_card(dialogue.auth, None, timezone=timezone)
    assert named(undo) == ("INPUT_INVALID", "timezone")
    for look in (
        dialogue.app.conversation.pending(dialogue.auth, timezone=timezone),
        dialogue.app.conversation.agenda(dialogue.auth, first=None, last=None, timezone=timezone, current_time=NOW),
    ):
        with pytest.raises(AgentBaseError) as caught:
            await look
        assert caught.value.field_errors[0].field == "timezone"
    assert not await dialogue.agenda()


@pytest.mark.parametrize(
    "auth",
    [
        None,
        {},
        person(),
        person(tenant_id="local", user_id=5),
        person(tenant_id="local", user_id="王"),
        person(tenant_id="local", user_id="bob"),
        person(tenant_id="x" * 99, user_id=ID),
    ],
)
async def test_who_is_nobody_can_say_nothing(dialogue: Dialogue, auth: Any) -> None:
    answer = await dialogue.app.conversation.user_query(auth, sentence())
    assert named(answer)[0] == "INPUT_INVALID"
    assert named(answer)[1] in {"auth", "user_id", "auth.user_id", "tenant_id"}
    assert await run_count(dialogue) == 0


async def test_a_page_of_the_history_has_its_bounds(dialogue: Dialogue) -> None:
    for wrong in ({"limit": 0}, {"limit": 10**9}, {"limit": "x"}, {"before_index": -1}):
        request = ConversationHistoryRequest.model_construct(**({"before_index": None, "limit": 10} | wrong))
        with pytest.raises(AgentBaseError) as caught:
            await dialogue.app.conversation.history(dialogue.auth, request)
        assert caught.value.field_errors[0].field == next(iter(wrong))
