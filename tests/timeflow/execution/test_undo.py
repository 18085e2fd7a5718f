"""Every applied write can be taken back by a decision of its own, for a day, unless its items have moved on."""

from __future__ import annotations

import pytest

from agentbase.testing.clock import FrozenClock
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import item, meeting
from tests.timeflow.execution.stored import items_of, put
from timeflow.execution.contracts import ConfirmationRequiredResponse, ErrorEvent, WriteDecisionResult

DAY = 24 * 3600


async def undo(dialogue: Dialogue, result: WriteDecisionResult | None = None) -> ConfirmationRequiredResponse:
    card = await dialogue.undo_card(result)
    assert isinstance(card, ConfirmationRequiredResponse), card
    return card


@pytest.mark.parametrize(
    "sentence",
    [
        "把评审接口推迟一小时",
        "把评审接口改名为走查",
        "把评审接口删掉",
        "评审接口完成了",
    ],
)
async def test_an_undo_brings_back_what_there_was(dialogue: Dialogue, sentence: str) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    before = await dialogue.agenda("2026-12-02")
    result = await dialogue.done(sentence)
    card = await undo(dialogue, result)
    assert result.undo is not None
    assert (card.write_request_id, card.payload_hash) == (result.undo.write_request_id, result.undo.payload_hash)
    await dialogue.confirmed(card)
    after = await dialogue.agenda("2026-12-02")
    plain = {"version"}
    assert [one.model_dump(exclude=plain) for one in after] == [one.model_dump(exclude=plain) for one in before]


async def test_an_undone_creation_is_gone_and_an_undone_undo_is_back(dialogue: Dialogue) -> None:
    await dialogue.done("明天下午三点和王工评审接口，一小时")
    undone = await dialogue.confirmed(await undo(dialogue))
    assert not await items_of(dialogue)
    await dialogue.confirmed(await undo(dialogue, undone))
    assert (await items_of(dialogue)).keys() == {"和王工评审接口"}


async def test_the_last_write_is_undone_by_default(dialogue: Dialogue) -> None:
    await put(dialogue, item("写周报", "todo"), item("报销", "todo"))
    await dialogue.done("把写周报删掉")
    await dialogue.done("把报销删掉")
    await dialogue.confirmed(await undo(dialogue))
    assert (await items_of(dialogue)).keys() == {"报销"}


async def test_an_undo_of_many_is_one_gesture(dialogue: Dialogue) -> None:
    await put(dialogue, *(meeting(f"例会{number}", f"2026-12-0{number + 2}T09:00:00") for number in range(6)))
    await dialogue.done("把所有例会都删掉")
    card = await undo(dialogue)
    assert (card.weight, card.change_count) == ("medium", 6)
    await dialogue.confirmed(card)
    assert len(await items_of(dialogue)) == 6


async def test_an_undo_is_refused_with_the_difference_once_its_item_has_moved_on(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    moved = await dialogue.done("把评审接口推迟一小时")
    await dialogue.done("把评审接口改到明天下午五点")
    refusal = await dialogue.refused(await undo(dialogue, moved))
    assert (refusal.reason_code, refusal.replacement) == ("VERSION_CONFLICT", None)
    assert {
        "C1.start_at": "2026-12-02T16:00:00+08:00 → 2026-12-02T17:00:00+08:00",
        "C1.end_at": "2026-12-02T17:00:00+08:00 → 2026-12-02T18:00:00+08:00",
    }.items() <= {error.field: error.message for error in refusal.field_errors}.items()
    assert (await dialogue.agenda("2026-12-02"))[0].start_at == "2026-12-02T17:00:00+08:00"


async def test_an_undo_back_into_a_time_that_was_taken_is_refused(
    dialogue: Dialogue, frozen_clock: FrozenClock
) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    moved = await dialogue.done("把评审接口改到明天下午五点")
    frozen_clock.advance(60)
    await dialogue.done("明天下午三点看牙，一小时")
    refusal = await dialogue.refused(await undo(dialogue, moved))
    assert refusal.reason_code == "FACTS_CHANGED"
    assert "看牙" in refusal.field_errors[0].message


async def test_an_undo_is_offered_for_a_day(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    result = await dialogue.done("明天下午三点和王工评审接口，一小时")
    frozen_clock.advance(DAY)
    refusal = await dialogue.refused(await undo(dialogue, result))
    assert (refusal.reason_code, refusal.replacement) == ("WRITE_REQUEST_EXPIRED", None)
    last = await dialogue.undo_card()
    assert isinstance(last, ErrorEvent) and last.reason_code == "NOTHING_TO_UNDO"
    assert len(await items_of(dialogue)) == 1


async def test_an_undo_is_done_once(dialogue: Dialogue) -> None:
    await dialogue.done("明天下午三点和王工评审接口，一小时")
    card = await undo(dialogue)
    await dialogue.confirmed(card)
    assert (await dialogue.refused(card, key="another-key-0001")).reason_code == "ALREADY_DECIDED"


async def test_nobody_undoes_the_write_of_another(dialogue: Dialogue) -> None:
    result = await dialogue.done("明天下午三点和王工评审接口，一小时")
    stranger = dialogue.as_another("01a22d87-0000-7000-8000-000000000001")
    for asked in (result, None):
        response = await stranger.undo_card(asked)
        assert isinstance(response, ErrorEvent) and response.reason_code == "NOTHING_TO_UNDO"
    assert (await stranger.refused(await undo(dialogue, result))).reason_code == "TARGET_NOT_FOUND"
    assert len(await items_of(dialogue)) == 1
