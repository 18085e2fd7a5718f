"""Whatever is handed to perception, a response answers it; what cannot be used is named."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from agentbase.core.clock import SystemClock
from timeflow.perception.contracts import PerceptionAnalyzeRequest, PerceptionAnswerRequest
from timeflow.perception.messages import NoDialogue
from timeflow.perception.service import PerceptionService
from timeflow.settings import Settings
from timeflow.wiring import build_parser

VALUES: dict[str, Any] = {
    "user_id": UUID("01a22d87-0000-7000-8000-000000000001"),
    "raw_content": "明天下午三点开会",
    "modality": "text",
    "source_url": None,
    "client_message_id": None,
    "current_time": datetime.fromisoformat("2026-12-01T10:00:00+08:00"),
    "timezone": "Asia/Shanghai",
    "locale": "zh-CN",
    "current_message_id": None,
}


@pytest.fixture
def perception(tmp_path: Path) -> PerceptionService:
    return build_parser(Settings(data_folder=tmp_path))


def unvalidated(**changes: Any) -> PerceptionAnalyzeRequest:
    return PerceptionAnalyzeRequest.model_construct(**(VALUES | changes))


async def test_what_would_have_been_valid_is_understood(perception: PerceptionService) -> None:
    assert (await perception.analyze(unvalidated())).status == "ready_for_execution"


@pytest.mark.parametrize("thing", [None, {}, "明天开会", 5])
async def test_what_is_no_request_is_an_error_that_says_so(perception: PerceptionService, thing: Any) -> None:
    for response in (await perception.analyze(thing), await perception.answer(thing)):
        assert (response.status, response.reason_code) == ("error", "INPUT_INVALID")
        assert response.error_message is not None and "request" in response.error_message


async def test_a_sentence_is_no_answer(perception: PerceptionService) -> None:
    plain: Any = unvalidated()
    assert (await perception.answer(plain)).reason_code == "INPUT_INVALID"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"user_id": "x"}, "user_id"),
        ({"user_id": None}, "user_id"),
        ({"raw_content": 5}, "raw_content"),
        ({"raw_content": None}, "raw_content"),
        ({"raw_content": "开" * 5000}, "raw_content"),
        ({"raw_content": "开\x00会"}, "raw_content"),
        ({"raw_content": "开\ud800会"}, "raw_content"),
        ({"current_time": datetime(2026, 12, 1)}, "current_time"),
        ({"current_time": "now"}, "current_time"),
        ({"current_time": datetime.max.replace(tzinfo=UTC)}, "current_time"),
        ({"timezone": 8}, "timezone"),
        ({"timezone": "x" * 500}, "timezone"),
        ({"locale": "xx"}, "locale"),
        ({"modality": "smell"}, "modality"),
        ({"client_message_id": "é"}, "client_message_id"),
        ({"source_url": 9}, "source_url"),
        ({"source_url": "http://\x00"}, "source_url"),
        ({"current_message_id": "zz"}, "current_message_id"),
    ],
)
async def test_a_field_that_cannot_be_used_is_named(
    perception: PerceptionService, changes: dict[str, Any], field: str
) -> None:
    response = await perception.analyze(unvalidated(**changes))
    assert (response.status, response.reason_code) == ("error", "INPUT_INVALID")
    assert response.error_message is not None and f"{field}: " in response.error_message


async def test_a_failure_that_nobody_foresaw_is_a_response_without_its_text() -> None:
    class Lost(NoDialogue):
        async def recent(self, *_: object, **__: object) -> Any:
            raise RuntimeError("secret-key-123")

    manager: Any = None
    response = await PerceptionService(messages=Lost(), manager=manager, clock=SystemClock(), timezone="UTC").analyze(
        unvalidated()
    )
    assert (response.status, response.reason_code) == ("error", "INTERNAL_ERROR")
    assert "secret" not in str(response)


async def test_an_answer_names_its_question(perception: PerceptionService) -> None:
    answer = PerceptionAnswerRequest.model_construct(**VALUES, reply_to_question_id="x" * 500)
    response = await perception.answer(answer)
    assert response.error_message is not None and "reply_to_question_id: " in response.error_message
