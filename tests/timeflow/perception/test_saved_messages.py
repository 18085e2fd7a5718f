"""The dialogue in the database: what a client sends again is one message."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from uuid import UUID

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from timeflow.perception.contracts import PerceptionAnalyzeRequest, PerceptionAnalyzeResponse
from timeflow.perception.messages import SessionMessages
from timeflow.perception.service import PerceptionService
from timeflow.settings import Settings
from timeflow.wiring import build_manager, offline_providers


async def analyzed(database: Database, user_id: UUID, words: str) -> PerceptionAnalyzeResponse:
    clock = SystemClock()
    manager = build_manager(Settings(data_folder=Path()), clock, offline_providers(clock))
    perception = PerceptionService(
        messages=SessionMessages(database, clock), manager=manager, clock=clock, timezone="UTC"
    )
    request = PerceptionAnalyzeRequest(
        user_id=user_id,
        raw_content=words,
        client_message_id="m-1",
        current_time=datetime.fromisoformat("2026-12-01T10:00:00+08:00"),
        timezone="Asia/Shanghai",
    )
    return await perception.analyze(request)


async def test_a_message_sent_again_is_understood_again_and_saved_once(database: Database) -> None:
    user_id = UUID(str(new_uuid7()))
    first = await analyzed(database, user_id, "明天下午三点开会")
    again = await analyzed(database, user_id, "明天下午三点开会")
    assert first.status == "ready_for_execution"
    assert again == first
    clock = SystemClock()
    kept = await SessionMessages(database, clock).recent(
        user_id, before_message_id=None, limit=20, deadline=Deadline.after(10_000, clock)
    )
    assert [message.raw_content for message in kept] == ["明天下午三点开会"]


async def test_a_message_id_that_comes_with_other_words_is_refused(database: Database) -> None:
    user_id = UUID(str(new_uuid7()))
    await analyzed(database, user_id, "明天下午三点开会")
    again = await analyzed(database, user_id, "明天下午四点开会")
    assert (again.status, again.reason_code) == ("error", "IDEMPOTENCY_CONFLICT")
