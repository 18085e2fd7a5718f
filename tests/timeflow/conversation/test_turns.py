"""A turn is a run: accepted once, ended once, its events in the one log, its words in the history."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from agentbase.llm.contracts import ProviderRequest, ProviderResponse
from agentbase.run.contracts import RunEvent
from agentbase.run.model import runs
from agentbase.run.service import RunService
from agentbase.testing.scripted_model import Hang, ScriptedModel
from timeflow.app import App
from timeflow.conversation.contracts import ConversationHistoryRequest, MainAgentRequest
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    SelectionRequired,
    WriteDecisionRequest,
    WriteDecisionResult,
)
from timeflow.settings import Settings, TurnSettings
from timeflow.wiring import OFFLINE, offline_providers, wire

NOW = datetime.fromisoformat("2026-12-01T10:00:00+08:00")
ZONE = "Asia/Shanghai"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_folder=tmp_path)


@pytest.fixture
def app(database: Database, settings: Settings) -> App:
    clock = SystemClock()
    return wire(settings, database, clock, AuthContext(user_id=str(new_uuid7())), offline_providers(clock))


def sentence(words: str, *, message_id: str | None = None, timezone: str = ZONE) -> MainAgentRequest:
    return MainAgentRequest(raw_content=words, client_message_id=message_id, current_time=NOW, timezone=timezone)


async def events(app: App) -> list[RunEvent]:
    owner = Owner(app.auth.tenant_id, app.auth.user_id)
    service = RunService(app.database, app.clock)

    async def work(uow: UnitOfWork) -> tuple[RunEvent, ...]:
        return await service.read_events(uow, owner, after_seq=0)

    return list(await app.database.read(Deadline.after(10_000, app.clock), work))


async def run_rows(app: App) -> list[tuple[str, str]]:
    async def work(uow: UnitOfWork) -> list[tuple[str, str]]:
        query = select(runs.c.kind, runs.c.status).where(runs.c.owner_id == app.auth.user_id)
        return [(row.kind, row.status) for row in await uow.execute(query.order_by(runs.c.accepted_at))]

    return await app.database.read(Deadline.after(10_000, app.clock), work)


async def test_a_sentence_ends_in_one_object_that_the_log_carries_too(app: App) -> None:
    shown = await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    logged = await events(app)
    assert [(event.seq, event.event_type) for event in logged] == [(1, "processing"), (2, "confirmation_required")]
    assert logged[1].payload == shown.model_dump(mode="json")
    assert await run_rows(app) == [("user_query", "finished")]


async def test_a_decision_is_a_run_of_its_own(app: App) -> None:
    shown = await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    decision = WriteDecisionRequest(
        write_request_id=shown.write_request_id,
        decision="confirm",
        payload_hash=shown.payload_hash,
        idempotency_key=f"confirm-{shown.write_request_id}",
    )
    result = await app.conversation.decide(app.auth, decision, current_time=NOW, timezone=ZONE)
    assert isinstance(result, WriteDecisionResult)
    again = await app.conversation.decide(app.auth, decision, current_time=NOW, timezone=ZONE)
    assert isinstance(again, WriteDecisionResult)
    assert (again.replayed, again.items, again.undo) == (True, result.items, result.undo)
    assert [event.event_type for event in await events(app)] == ["processing", "confirmation_required", "write_result"]


async def test_the_same_message_sent_again_gets_its_first_outcome(app: App) -> None:
    first = await app.conversation.user_query(app.auth, sentence("记一下买牛奶", message_id="m-1"))
    again = await app.conversation.user_query(app.auth, sentence("记一下买牛奶", message_id="m-1"))
    assert again == first
    assert await run_rows(app) == [("user_query", "finished")]


async def test_a_message_id_that_comes_with_other_words_is_refused(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("记一下买牛奶", message_id="m-1"))
    again = await app.conversation.user_query(app.auth, sentence("记一下买酸奶", message_id="m-1"))
    assert isinstance(again, ErrorEvent)
    assert again.reason_code == "IDEMPOTENCY_CONFLICT"


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\u3000"])
async def test_a_sentence_without_words_spoils_none_that_follow(app: App, nothing: str) -> None:
    silence = await app.conversation.user_query(app.auth, sentence(nothing))
    assert isinstance(silence, ErrorEvent)
    assert silence.reason_code == "INPUT_EMPTY"
    shown = await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    assert isinstance(shown, ConfirmationRequiredResponse)


async def test_the_history_keeps_both_sides_in_their_order(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("记一下买牛奶"))
    await app.conversation.user_query(app.auth, sentence("好"))
    page = await app.conversation.history(app.auth, ConversationHistoryRequest())
    assert [(message.role, message.raw_content) for message in page.messages] == [
        ("user", "记一下买牛奶"),
        ("assistant", "新建待办：买牛奶"),
        ("user", "好"),
        ("assistant", "已写入：买牛奶"),
    ]
    assert not page.more


async def test_words_move_edit_and_confirm_the_one_card(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    edited = await app.conversation.user_query(app.auth, sentence("不是三点，是四点"))
    assert isinstance(edited, ConfirmationRequiredResponse)
    assert edited.weight == "medium"
    assert (edited.changes[0].after or {})["start_at"] == "2026-12-02T16:00:00+08:00"
    pending = await app.conversation.pending(app.auth, timezone=ZONE)
    assert [card.write_request_id for card in pending.cards] == [edited.write_request_id]
    written = await app.conversation.user_query(app.auth, sentence("好"))
    assert isinstance(written, WriteDecisionResult)
    assert written.items[0].start_at == "2026-12-02T16:00:00+08:00"


async def test_a_choice_made_in_words_goes_on_to_its_card(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("明天下午三点部门会，一小时"))
    await app.conversation.user_query(app.auth, sentence("好"))
    asked = await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    assert isinstance(asked, SelectionRequired)
    shown = await app.conversation.user_query(app.auth, sentence("第一个"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    assert [conflict.title for conflict in shown.changes[0].conflicts] == ["部门会"]


async def test_another_person_sees_nothing_of_it(app: App) -> None:
    shown = await app.conversation.user_query(app.auth, sentence("记一下买牛奶"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    stranger = AuthContext(user_id=str(new_uuid7()))
    decision = WriteDecisionRequest(
        write_request_id=shown.write_request_id,
        decision="confirm",
        payload_hash=shown.payload_hash,
        idempotency_key="a-stranger-tries-it",
    )
    refused = await app.conversation.decide(stranger, decision, current_time=NOW, timezone=ZONE)
    assert isinstance(refused, ErrorEvent)
    assert refused.reason_code == "TARGET_NOT_FOUND"
    assert (await app.conversation.pending(stranger, timezone=ZONE)).cards == ()
    assert (await app.conversation.history(stranger, ConversationHistoryRequest())).messages == ()


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "UTC\x00"])
async def test_a_wrong_zone_is_named_and_nothing_is_stored(app: App, zone: str) -> None:
    refused = await app.conversation.user_query(app.auth, sentence("记一下买牛奶", timezone=zone))
    assert isinstance(refused, ErrorEvent)
    assert [error.field for error in refused.field_errors] == ["timezone"]
    assert await run_rows(app) == []


async def test_a_model_that_fails_ends_the_run_and_leaks_nothing(database: Database, settings: Settings) -> None:
    class Broken:
        async def generate(self, request: ProviderRequest) -> ProviderResponse:
            raise RuntimeError("secret-key-123")

    clock = SystemClock()
    app = wire(settings, database, clock, AuthContext(user_id=str(new_uuid7())), {OFFLINE: Broken()})
    failed = await app.conversation.user_query(app.auth, sentence("记一下买牛奶"))
    assert isinstance(failed, ErrorEvent)
    assert "secret" not in failed.model_dump_json()
    assert await run_rows(app) == [("user_query", "failed")]


@pytest.mark.parametrize("answers_before", [0, 1])
@pytest.mark.parametrize("stubborn", [0.0, 3.0])
async def test_a_model_that_never_answers_ends_the_turn_in_time_and_the_run_with_it(
    database: Database, tmp_path: Path, answers_before: int, stubborn: float
) -> None:
    clock = SystemClock()
    offline = offline_providers(clock)[OFFLINE]

    class Tiring:
        def __init__(self) -> None:
            self.answered = 0

        async def generate(self, request: ProviderRequest) -> ProviderResponse:
            self.answered += 1
            model = offline if self.answered <= answers_before else ScriptedModel([Hang(stubborn)])
            return await model.generate(request)

    settings = Settings(data_folder=tmp_path, turn=TurnSettings(deadline_ms=2_000))
    app = wire(settings, database, clock, AuthContext(user_id=str(new_uuid7())), {OFFLINE: Tiring()})
    began = clock.monotonic()
    failed = await app.conversation.user_query(app.auth, sentence("明天下午三点和王工评审接口，一小时"))
    assert clock.monotonic() - began < 2.1
    assert isinstance(failed, ErrorEvent)
    assert await run_rows(app) == [("user_query", "failed")]
    page = await app.conversation.history(app.auth, ConversationHistoryRequest())
    assert [message.role for message in page.messages] == ["user", "assistant"]


async def test_what_cannot_be_done_is_said_kindly_and_ends_the_run(app: App) -> None:
    answer = await app.conversation.user_query(app.auth, sentence("今天天气怎么样"))
    assert isinstance(answer, Display)
    assert await run_rows(app) == [("user_query", "finished")]


async def test_undo_in_words_shows_its_card_and_takes_a_yes_of_its_own(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("记一下买牛奶"))
    await app.conversation.user_query(app.auth, sentence("好"))
    shown = await app.conversation.user_query(app.auth, sentence("撤销"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    assert [change.operation for change in shown.changes] == ["delete"]
    undone = await app.conversation.user_query(app.auth, sentence("好"))
    assert isinstance(undone, WriteDecisionResult)
    assert [item.status for item in undone.items] == ["deleted"]


async def test_undo_in_words_says_when_there_is_nothing_to_take_back(app: App) -> None:
    refused = await app.conversation.user_query(app.auth, sentence("撤销"))
    assert isinstance(refused, ErrorEvent)
    assert refused.reason_code == "NOTHING_TO_UNDO"


async def test_the_agenda_stands_in_the_order_of_the_days_shown(app: App) -> None:
    for words in ("下周二全天培训", "下周一交合同", "下周一前交预算", "下周一上午十点开会，一小时"):
        await app.conversation.user_query(app.auth, sentence(words))
        await app.conversation.user_query(app.auth, sentence("好"))
    shown = await app.conversation.agenda(app.auth, first=None, last=None, timezone=ZONE, current_time=NOW)
    assert shown.items[0].title == "开会"
    assert shown.items[-1].title == "培训"


async def test_an_all_day_event_tells_of_another_on_its_days(app: App) -> None:
    await app.conversation.user_query(app.auth, sentence("12月9日到11日去上海出差"))
    await app.conversation.user_query(app.auth, sentence("好"))
    shown = await app.conversation.user_query(app.auth, sentence("12月10号全天团建"))
    assert isinstance(shown, ConfirmationRequiredResponse)
    assert [notice for notice in shown.notices if "全天安排" in notice]
