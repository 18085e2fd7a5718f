"""Choices: a taken or unsaid time, several that could be meant; each is used up once, from fresh facts."""

from __future__ import annotations

import asyncio

import pytest

from agentbase.audit.model import interaction_audit
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import item, meeting
from tests.timeflow.execution.stored import items_of, put, rows_of
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    InteractionCancelResponse,
    SelectionOption,
    SelectionRequired,
)
from timeflow.execution.model import pending_interactions
from timeflow.execution.pending_repository import OWNER_LIMIT

TAKEN = "明天下午三点和李总开会，一小时"
STRANGER = "01a22d87-0000-7000-8000-000000000001"


@pytest.fixture
async def busy(dialogue: Dialogue) -> Dialogue:
    """Tomorrow at three is taken."""
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    return dialogue


def kept(choice: SelectionRequired) -> SelectionOption:
    return next(option for option in choice.options if option.slot and option.slot.get("keep"))


def others(choice: SelectionRequired) -> list[SelectionOption]:
    return [option for option in choice.options if option != kept(choice)]


async def test_a_taken_time_is_asked_about_with_free_times_near_it(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    assert "评审接口" in choice.question
    starts = [option.slot["start_at"] for option in others(choice) if option.slot]
    assert starts == ["2026-12-02T13:00:00+08:00", "2026-12-02T14:00:00+08:00", "2026-12-02T16:00:00+08:00"]
    assert not any(row["title"] == "和李总开会" for row in (await items_of(busy)).values())


async def test_a_kept_time_still_lists_its_conflict_on_the_card(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    card = await busy.choose(choice, kept(choice).option_id)
    assert isinstance(card, ConfirmationRequiredResponse) and card.weight == "medium"
    assert [conflict.title for conflict in card.changes[0].conflicts] == ["评审接口"]
    assert any("重叠" in notice for notice in card.notices)
    result = await busy.confirmed(card)
    assert result.items[0].start_at == "2026-12-02T15:00:00+08:00"


@pytest.mark.parametrize("sentence", ["明天开会，十二小时", "明天上午开会，二十小时"])
async def test_where_no_time_is_free_that_is_said_and_nothing_is_offered(dialogue: Dialogue, sentence: str) -> None:
    said = await dialogue.say(sentence)
    assert isinstance(said, Display)
    assert "没有" in said.text
    assert await rows_of(dialogue, pending_interactions) == []


async def test_a_near_time_comes_to_a_card_without_a_conflict(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    with busy.meter() as meter:
        card = await busy.choose(choice, others(choice)[2].option_id)
    assert isinstance(card, ConfirmationRequiredResponse)
    assert card.changes[0].after is not None
    assert card.changes[0].after["start_at"] == "2026-12-02T16:00:00+08:00"
    assert card.changes[0].conflicts == ()
    assert meter.cost.model_calls == 1  # the wording; understanding is not asked again
    await busy.confirmed(card)


async def test_a_choice_is_made_in_words_by_its_number(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    card = await busy.card(others(choice)[0].option_id)
    assert card.changes[0].after is not None
    assert card.changes[0].after["start_at"] == "2026-12-02T13:00:00+08:00"


async def test_an_offered_time_that_was_taken_meanwhile_is_said_with_a_fresh_card(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    await put(busy, meeting("牙医", "2026-12-02T16:00:00"))
    response = await busy.choose(choice, others(choice)[2].option_id)
    assert isinstance(response, ErrorEvent) and response.reason_code == "FACTS_CHANGED"
    card = response.replacement
    assert card is not None and [conflict.title for conflict in card.changes[0].conflicts] == ["牙医"]
    assert (await busy.app.conversation.pending(busy.auth, timezone=busy.zone)).cards == (card,)
    await busy.confirmed(card)


async def test_no_day_at_all_offers_three_free_times(dialogue: Dialogue) -> None:
    choice = await dialogue.choice("约王工聊一下接口")
    assert len(choice.options) == 3
    days = {option.slot["start_at"][:10] for option in choice.options if option.slot}
    assert days == {"2026-12-01", "2026-12-02", "2026-12-03"}
    card = await dialogue.choose(choice, "2")
    assert isinstance(card, ConfirmationRequiredResponse)
    result = await dialogue.confirmed(card)
    assert result.items[0].start_at == "2026-12-02T09:00:00+08:00"


async def test_several_that_could_be_meant_are_offered_and_call_no_sub_agent(dialogue: Dialogue) -> None:
    """RISK-B-17: the flow stops at the question."""
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"), meeting("评审方案", "2026-12-03T15:00:00"))
    with dialogue.meter() as meter:
        choice = await dialogue.choice("把评审改名为走查")
    assert [option.item.title for option in choice.options if option.item] == ["评审接口", "评审方案"]
    assert meter.cost.model_calls == 2
    card = await dialogue.choose(choice, "2")
    assert isinstance(card, ConfirmationRequiredResponse)
    assert card.changes[0].before == {"title": "评审方案"}


async def test_a_change_that_is_not_computed_is_never_made_to_a_range(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"), meeting("评审方案", "2026-12-03T15:00:00"))
    choice = await dialogue.choice("把所有评审都改名为走查")
    assert choice.question == "这些里要改哪一个？"
    assert [option.item.title for option in choice.options if option.item] == ["评审接口", "评审方案"]


async def test_a_chosen_item_that_is_gone_is_not_found(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"), meeting("评审方案", "2026-12-03T15:00:00"))
    choice = await dialogue.choice("把评审推迟一小时")
    await dialogue.done("把评审方案删掉")
    response = await dialogue.choose(choice, "2")
    assert isinstance(response, ErrorEvent) and response.reason_code == "TARGET_NOT_FOUND"


async def test_an_option_that_is_not_offered_uses_nothing_up(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    response = await busy.choose(choice, "9")
    assert isinstance(response, ErrorEvent) and response.reason_code == "SELECTION_INVALID"
    assert response.field_errors[0].field == "option_id"
    assert isinstance(await busy.choose(choice, "1"), ConfirmationRequiredResponse)


async def test_a_choice_is_used_up_once(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    first, second = await asyncio.gather(busy.choose(choice, "1"), busy.choose(choice, "2"))
    (refusal,) = [one for one in (first, second) if isinstance(one, ErrorEvent)]
    (card,) = [one for one in (first, second) if isinstance(one, ConfirmationRequiredResponse)]
    assert refusal.reason_code == "INTERACTION_CONSUMED"
    assert (await busy.app.conversation.pending(busy.auth, timezone=busy.zone)).cards == (card,)


async def test_a_choice_is_given_up_and_a_second_time_answers_the_same(busy: Dialogue) -> None:
    choice = await busy.choice(TAKEN)
    first, second = await busy.cancel(choice), await busy.cancel(choice)
    assert isinstance(first, InteractionCancelResponse) and not first.already_cancelled
    assert isinstance(second, InteractionCancelResponse) and second.already_cancelled
    response = await busy.choose(choice, "1")
    assert isinstance(response, ErrorEvent) and response.reason_code == "INTERACTION_CONSUMED"


@pytest.mark.parametrize("call", ["choose", "cancel"])
async def test_a_strangers_choice_answers_like_a_missing_one(busy: Dialogue, call: str) -> None:
    choice = await busy.choice(TAKEN)
    missing = choice.model_copy(update={"interaction_id": STRANGER})

    async def ask(who: Dialogue, what: SelectionRequired) -> ErrorEvent:
        response = await (who.choose(what, "1") if call == "choose" else who.cancel(what))
        assert isinstance(response, ErrorEvent)
        return response

    refusal = await ask(busy.as_another(STRANGER), choice)
    same = {"code", "reason_code", "message", "retryable", "field_errors"}
    assert refusal.model_dump(include=same) == (await ask(busy, missing)).model_dump(include=same)
    assert refusal.reason_code == "INTERACTION_NOT_FOUND"
    audited = [(row["actor_id"], row["reason_code"]) for row in await rows_of(busy, interaction_audit)]
    assert (STRANGER, "INTERACTION_NOT_FOUND") in audited
    assert isinstance(await busy.choose(choice, "1"), ConfirmationRequiredResponse)


async def test_the_oldest_choice_gives_way_to_the_twenty_first(busy: Dialogue) -> None:
    first = await busy.choice(TAKEN)
    for _ in range(OWNER_LIMIT):
        await busy.choice(TAKEN)
    open_choices = (await busy.app.conversation.pending(busy.auth, timezone=busy.zone)).choices
    assert len(open_choices) == OWNER_LIMIT
    response = await busy.choose(first, "1")
    assert isinstance(response, ErrorEvent) and response.reason_code == "INTERACTION_NOT_FOUND"


async def test_a_past_time_is_asked_about(dialogue: Dialogue) -> None:
    choice = await dialogue.choice("今天上午九点和李总开会")
    assert "已经过去" in choice.question
    assert len(others(choice)) == 3


async def test_a_todo_takes_no_time_and_is_never_in_conflict(busy: Dialogue) -> None:
    await put(busy, item("写周报", "todo", due_date="2026-12-02"))
    assert (await busy.card("明天前交体检报告")).changes[0].conflicts == ()
