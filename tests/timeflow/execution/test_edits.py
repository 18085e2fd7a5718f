"""Edits of a card, field by field and in words: a new request in the place of the old one (design section 6)."""

from __future__ import annotations

import pytest

from agentbase.confirmation.model import write_requests
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import item, meeting
from tests.timeflow.execution.stored import items_of, put, rows_of
from timeflow.execution.contracts import ConfirmationRequiredResponse, ErrorEvent

SENTENCE = "明天下午三点和王工评审接口，一小时"
STRANGER = "01a22d87-0000-7000-8000-000000000001"


async def edited(dialogue: Dialogue, card: ConfirmationRequiredResponse, **fields: str) -> ConfirmationRequiredResponse:
    response = await dialogue.edit(card, **fields)
    assert isinstance(response, ConfirmationRequiredResponse), response
    return response


@pytest.mark.parametrize(
    ("fields", "after"),
    [
        ({"title": "和李工评审接口"}, {"title": "和李工评审接口"}),
        ({"description": "带上图纸"}, {"description": "带上图纸"}),
        ({"start_at": "四点"}, {"start_at": "2026-12-02T16:00:00+08:00"}),
        ({"start_at": "下午四点"}, {"start_at": "2026-12-02T16:00:00+08:00", "end_at": "2026-12-02T17:00:00+08:00"}),
        ({"start_at": "后天"}, {"start_at": "2026-12-03T15:00:00+08:00", "end_at": "2026-12-03T16:00:00+08:00"}),
        ({"start_at": "2026-12-05T09:30:00+08:00"}, {"start_at": "2026-12-05T09:30:00+08:00"}),
        ({"end_at": "下午五点"}, {"start_at": "2026-12-02T15:00:00+08:00", "end_at": "2026-12-02T17:00:00+08:00"}),
        ({"duration": "两小时"}, {"end_at": "2026-12-02T17:00:00+08:00"}),
        ({"duration": "90"}, {"end_at": "2026-12-02T16:30:00+08:00"}),
        ({"C1__title": "走查", "C1__duration": "30"}, {"title": "走查", "end_at": "2026-12-02T15:30:00+08:00"}),
    ],
)
async def test_a_field_is_edited_as_typed(dialogue: Dialogue, fields: dict[str, str], after: dict[str, str]) -> None:
    card = await edited(dialogue, await dialogue.card(SENTENCE), **fields)
    shown = card.changes[0].after
    assert shown is not None and after.items() <= shown.items()
    assert card.weight == "medium"
    assert {source.rule for source in card.changes[0].sources} >= {"execution.edit"}


async def test_an_edited_card_takes_the_place_of_the_old_one(dialogue: Dialogue) -> None:
    old = await dialogue.card(SENTENCE)
    with dialogue.meter() as meter:
        new = await edited(dialogue, old, start_at="下午四点")
    assert meter.cost.model_calls == 0
    assert new.write_request_id != old.write_request_id and new.payload_hash != old.payload_hash
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == (new,)
    assert (await dialogue.refused(old)).reason_code == "ALREADY_DECIDED"
    assert (await dialogue.refused(new, payload_hash=old.payload_hash)).reason_code == "PAYLOAD_HASH_MISMATCH"
    assert not await items_of(dialogue)
    result = await dialogue.confirmed(new)
    assert result.items[0].start_at == "2026-12-02T16:00:00+08:00"
    requests = {row["write_request_id"]: row for row in await rows_of(dialogue, write_requests)}
    replaced = requests[old.write_request_id]
    assert (replaced["status"], replaced["superseded_by"]) == ("superseded", new.write_request_id)


async def test_edits_add_up(dialogue: Dialogue) -> None:
    card = await edited(dialogue, await dialogue.card(SENTENCE), title="走查")
    card = await edited(dialogue, card, start_at="下午四点")
    after = card.changes[0].after
    assert after is not None and (after["title"], after["start_at"]) == ("走查", "2026-12-02T16:00:00+08:00")


async def test_an_edit_in_words_is_an_edit(dialogue: Dialogue) -> None:
    old = await dialogue.card(SENTENCE)
    new = await dialogue.card("不是三点，是下午四点")
    assert new.changes[0].after is not None
    assert new.changes[0].after["start_at"] == "2026-12-02T16:00:00+08:00"
    assert (await dialogue.refused(old)).reason_code == "ALREADY_DECIDED"
    result = await dialogue.say("好")
    assert result.type == "write_result" and result.items[0].start_at == "2026-12-02T16:00:00+08:00"


async def test_an_edit_to_a_taken_time_shows_the_conflict(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("牙医", "2026-12-02T16:00:00"))
    card = await edited(dialogue, await dialogue.card(SENTENCE), start_at="下午四点")
    assert [conflict.title for conflict in card.changes[0].conflicts] == ["牙医"]
    await dialogue.confirmed(card)


async def test_an_edited_default_is_no_default_any_more(dialogue: Dialogue) -> None:
    card = await dialogue.card("明天下午三点和王工评审接口")
    assert [default.field for default in card.changes[0].defaults] == ["end_at"]
    card = await edited(dialogue, card, duration="45")
    assert card.changes[0].defaults == ()


async def test_an_edit_of_the_title_leaves_a_time_that_was_found_where_it_was_shown(dialogue: Dialogue) -> None:
    card = await dialogue.card("明天下午去看牙")
    shown = card.changes[0].after
    await put(dialogue, meeting("牙医", "2026-12-02T13:00:00"))
    card = await edited(dialogue, card, title="看牙医")
    after = card.changes[0].after
    assert shown is not None and after is not None
    assert (after["title"], after["start_at"]) == ("看牙医", shown["start_at"])


async def test_one_change_of_several_is_edited_by_its_name(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("产品会", "2026-12-02T10:00:00"), meeting("客户会", "2026-12-02T14:00:00"))
    card = await dialogue.card("把明天的会都推迟一小时")
    card = await edited(dialogue, card, C2__start_at="下午五点")
    assert [(change.after or {})["start_at"] for change in card.changes] == [
        "2026-12-02T11:00:00+08:00",
        "2026-12-02T17:00:00+08:00",
    ]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"colour": "red"}, "C1.colour"),
        ({"C9__title": "走查"}, "C9.title"),
        ({"title": ""}, "C1.title"),
        ({"title": "长" * 201}, "C1.title"),
        ({"title": "a\x00b"}, "C1.title"),
        ({"start_at": "随便什么时候"}, "C1.start_at"),
        ({"end_at": "下午两点"}, "C1.end_at"),
        ({"duration": "0"}, "C1.duration"),
        ({"duration": "-5"}, "C1.duration"),
        ({"duration": "-1小时"}, "C1.duration"),
        ({"start_at": "9999-12-31T23:30"}, "C1.start_at"),
        ({"start_at": "下午四点左右或者五点"}, "C1.start_at"),
        ({"due_at": "明天"}, "C1.due_at"),
        ({"deadline_at": "明天"}, "C1.deadline_at"),
    ],
)
async def test_an_edit_that_says_nothing_usable_names_the_field(
    dialogue: Dialogue, fields: dict[str, str], named: str
) -> None:
    card = await dialogue.card(SENTENCE)
    response = await dialogue.edit(card, **fields)
    assert isinstance(response, ErrorEvent) and response.reason_code == "EDIT_INVALID"
    assert response.field_errors[0].field == named
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == (card,)
    await dialogue.confirmed(card)


async def test_a_field_of_several_changes_must_name_its_change(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("产品会", "2026-12-02T10:00:00"), meeting("客户会", "2026-12-02T14:00:00"))
    card = await dialogue.card("把明天的会都推迟一小时")
    response = await dialogue.edit(card, start_at="下午五点")
    assert isinstance(response, ErrorEvent) and response.field_errors[0].field == "start_at"
    assert "C1, C2" in response.field_errors[0].message


@pytest.mark.parametrize("sentence", ["把写周报删掉", "写周报完成了"])
async def test_what_has_nothing_to_edit_is_not_edited(dialogue: Dialogue, sentence: str) -> None:
    await put(dialogue, item("写周报", "todo"))
    response = await dialogue.edit(await dialogue.card(sentence), title="写月报")
    assert isinstance(response, ErrorEvent) and response.reason_code == "EDIT_INVALID"


async def test_a_decided_card_is_not_edited(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    await dialogue.confirmed(card)
    response = await dialogue.edit(card, title="走查")
    assert isinstance(response, ErrorEvent) and response.reason_code == "ALREADY_DECIDED"
    assert (await items_of(dialogue)).keys() == {"和王工评审接口"}


async def test_an_undo_is_not_edited(dialogue: Dialogue) -> None:
    await dialogue.done(SENTENCE)
    undo = await dialogue.undo_card()
    assert isinstance(undo, ConfirmationRequiredResponse)
    response = await dialogue.edit(undo, title="走查")
    assert isinstance(response, ErrorEvent) and response.reason_code == "EDIT_INVALID"


async def test_a_strangers_card_is_not_found(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    response = await dialogue.as_another(STRANGER).edit(card, title="走查")
    assert isinstance(response, ErrorEvent) and response.reason_code == "TARGET_NOT_FOUND"
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == (card,)


async def test_an_edit_of_an_expired_card_is_a_fresh_card(dialogue: Dialogue) -> None:
    """Nobody has decided it, so its words still stand."""
    card = await dialogue.card(SENTENCE)
    dialogue.app.clock.advance(25 * 3600)  # type: ignore[attr-defined]  # a frozen clock
    fresh = await edited(dialogue, card, title="走查")
    await dialogue.confirmed(fresh)


async def test_an_edit_into_the_past_says_so(dialogue: Dialogue) -> None:
    card = await edited(dialogue, await dialogue.card(SENTENCE), start_at="昨天下午三点")
    assert [notice for notice in card.notices if "已经过去" in notice]


@pytest.mark.parametrize(
    ("sentence", "edit", "due_at"),
    [
        ("明天下午三点前交合同", "四点", "2026-12-02T16:00:00+08:00"),
        ("明天下午三点前交合同", "后天", "2026-12-03T15:00:00+08:00"),
        ("周五前交合同", "下午四点", "2026-12-04T16:00:00+08:00"),
    ],
)
async def test_a_deadline_keeps_what_the_edit_does_not_say(
    dialogue: Dialogue, sentence: str, edit: str, due_at: str
) -> None:
    card = await edited(dialogue, await dialogue.card(sentence), due_at=edit)
    assert (card.changes[0].after or {})["due_at"] == due_at
