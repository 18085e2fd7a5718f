"""Cards that the world has overtaken: refused, and made again from fresh facts without a question (decisions 17)."""

from __future__ import annotations

from agentbase.confirmation.model import write_requests
from agentbase.testing.clock import FrozenClock
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import meeting
from tests.timeflow.execution.stored import items_of, put, rows_of
from timeflow.execution.contracts import ConfirmationRequiredResponse, ErrorEvent

SENTENCE = "明天下午三点和王工评审接口，一小时"
DAY = 24 * 3600


def replacement(refusal: ErrorEvent, reason_code: str) -> ConfirmationRequiredResponse:
    assert refusal.reason_code == reason_code
    assert refusal.replacement is not None, refusal
    return refusal.replacement


async def test_an_expired_card_writes_nothing_and_comes_again(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    card = await dialogue.card(SENTENCE)
    frozen_clock.advance(DAY)
    with dialogue.meter() as meter:
        fresh = replacement(await dialogue.refused(card), "WRITE_REQUEST_EXPIRED")
    assert meter.cost.model_calls == 0
    assert any("已过期" in notice for notice in fresh.notices)
    assert fresh.changes[0].after == card.changes[0].after
    assert fresh.write_request_id != card.write_request_id
    assert not await items_of(dialogue)
    assert (await dialogue.refused(card)).reason_code == "ALREADY_DECIDED"
    await dialogue.confirmed(fresh)
    assert (await items_of(dialogue)).keys() == {"和王工评审接口"}


async def test_a_card_is_good_until_its_last_second(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    card = await dialogue.card(SENTENCE)
    frozen_clock.advance(DAY - 1)
    await dialogue.confirmed(card)


async def test_an_expired_card_is_not_pending(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    await dialogue.card(SENTENCE)
    frozen_clock.advance(DAY)
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == ()


async def test_whoever_rejects_an_expired_card_gets_no_other(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    card = await dialogue.card(SENTENCE)
    frozen_clock.advance(DAY)
    refusal = await dialogue.refused(card, confirm=False)
    assert (refusal.reason_code, refusal.replacement) == ("WRITE_REQUEST_EXPIRED", None)
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == ()


async def test_an_item_that_changed_meanwhile_is_a_version_conflict_that_shows_the_difference(
    dialogue: Dialogue,
) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    stale = await dialogue.card("把评审接口推迟一小时")
    await dialogue.done("把评审接口改到明天下午五点")
    refusal = await dialogue.refused(stale)
    fresh = replacement(refusal, "VERSION_CONFLICT")
    assert {error.field for error in refusal.field_errors} == {"C1.start_at", "C1.end_at"}
    assert any("被改过" in notice for notice in fresh.notices)
    (change,) = fresh.changes
    assert change.before is not None and change.after is not None
    assert change.before["start_at"] == "2026-12-02T17:00:00+08:00"
    assert change.after["start_at"] == "2026-12-02T18:00:00+08:00"
    assert (await items_of(dialogue))["评审接口"]["version"] == 2
    result = await dialogue.confirmed(fresh)
    assert (result.items[0].version, result.items[0].start_at) == (3, "2026-12-02T18:00:00+08:00")


async def test_a_stale_deletion_deletes_nothing(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    stale = await dialogue.card("把评审接口删掉")
    await dialogue.done("把评审接口推迟一小时")
    fresh = replacement(await dialogue.refused(stale), "VERSION_CONFLICT")
    assert (await items_of(dialogue)).keys() == {"评审接口"}
    await dialogue.confirmed(fresh)
    assert not await items_of(dialogue)


async def test_one_stale_item_of_a_range_stops_the_whole_card(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("产品会", "2026-12-02T10:00:00"), meeting("客户会", "2026-12-02T14:00:00"))
    stale = await dialogue.card("把明天的会都推迟一小时")
    await dialogue.done("把客户会改名为需求会")
    fresh = replacement(await dialogue.refused(stale), "VERSION_CONFLICT")
    assert {row["version"] for row in (await items_of(dialogue)).values()} == {1, 2}
    assert [str((change.before or {})["title"]) for change in fresh.changes] == ["产品会", "需求会"]
    await dialogue.confirmed(fresh)


async def test_a_target_that_is_gone_leaves_nothing_to_propose(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    stale = await dialogue.card("把评审接口推迟一小时")
    await dialogue.done("把评审接口删掉")
    refusal = await dialogue.refused(stale)
    assert (refusal.reason_code, refusal.replacement) == ("TARGET_NOT_FOUND", None)
    assert not await items_of(dialogue)


async def test_a_conflict_that_the_card_did_not_show_comes_with_a_fresh_card(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    await put(dialogue, meeting("牙医", "2026-12-02T15:30:00"))
    refusal = await dialogue.refused(card)
    fresh = replacement(refusal, "FACTS_CHANGED")
    assert "牙医" in refusal.field_errors[0].message
    assert [conflict.title for conflict in fresh.changes[0].conflicts] == ["牙医"]
    assert any("新的冲突" in notice for notice in fresh.notices)
    assert (await items_of(dialogue)).keys() == {"牙医"}
    await dialogue.confirmed(fresh)


async def test_a_replacement_keeps_what_was_edited_and_chosen(dialogue: Dialogue, frozen_clock: FrozenClock) -> None:
    await put(dialogue, meeting("牙医", "2026-12-02T15:00:00"))
    choice = await dialogue.choice(SENTENCE)
    card = await dialogue.choose(choice, "4")
    assert isinstance(card, ConfirmationRequiredResponse)
    edited = await dialogue.edit(card, title="走查")
    assert isinstance(edited, ConfirmationRequiredResponse)
    frozen_clock.advance(DAY)
    fresh = replacement(await dialogue.refused(edited), "WRITE_REQUEST_EXPIRED")
    assert fresh.changes[0].after == edited.changes[0].after


async def test_a_replacement_is_made_once_however_often_the_old_card_is_confirmed(
    dialogue: Dialogue, frozen_clock: FrozenClock
) -> None:
    card = await dialogue.card(SENTENCE)
    frozen_clock.advance(DAY)
    await dialogue.refused(card)
    for number in range(3):
        assert (await dialogue.refused(card, key=f"another-key-{number:04}")).reason_code == "ALREADY_DECIDED"
    waiting = [row for row in await rows_of(dialogue, write_requests) if row["status"] == "pending"]
    assert len(waiting) == 1
