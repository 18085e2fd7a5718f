"""Two decisions at the same moment, on both databases: one write or none, never two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agentbase.confirmation.model import operation_confirmations
from tests.support.dialogue import Dialogue, open_dialogue
from tests.timeflow.data.builders import meeting
from tests.timeflow.execution.stored import items_of, put, rows_of
from timeflow.execution.contracts import ErrorEvent, WriteDecisionResult

SENTENCE = "明天下午三点和王工评审接口，一小时"


@pytest.fixture
async def dialogue(database_url: str, tmp_path: Path) -> AsyncIterator[Dialogue]:
    async with open_dialogue(database_url, tmp_path) as opened:
        yield opened


async def test_one_card_confirmed_many_times_at_once_under_one_key_is_written_once(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    answers = await asyncio.gather(*(dialogue.decide(card) for _ in range(5)))
    results = [answer for answer in answers if isinstance(answer, WriteDecisionResult)]
    assert len(results) == 5
    assert sorted(result.replayed for result in results) == [False, True, True, True, True]
    assert len({result.items[0].item_id for result in results}) == len(await items_of(dialogue)) == 1


async def test_one_card_confirmed_at_once_under_several_keys_is_written_once(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    answers = await asyncio.gather(*(dialogue.decide(card, key=f"another-key-{n:04}") for n in range(5)))
    refused = [answer.reason_code for answer in answers if isinstance(answer, ErrorEvent)]
    assert refused == ["ALREADY_DECIDED"] * 4
    assert len(await items_of(dialogue)) == len(await rows_of(dialogue, operation_confirmations)) == 1


async def test_one_time_is_not_taken_twice_by_two_cards_at_once(dialogue: Dialogue) -> None:
    cards = [await dialogue.card(SENTENCE), await dialogue.card("明天下午三点半看牙，一小时")]
    answers = await asyncio.gather(*(dialogue.decide(card) for card in cards))
    (written,) = [answer for answer in answers if isinstance(answer, WriteDecisionResult)]
    (refused,) = [answer for answer in answers if isinstance(answer, ErrorEvent)]
    assert refused.reason_code == "FACTS_CHANGED"
    assert refused.replacement is not None
    assert [one.title for one in refused.replacement.changes[0].conflicts] == [written.items[0].title]
    assert len(await items_of(dialogue)) == 1


async def test_one_item_is_not_changed_twice_from_the_same_version(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("评审接口", "2026-12-02T15:00:00"))
    cards = [await dialogue.card("把评审接口推迟一小时"), await dialogue.card("把评审接口推迟两小时")]
    answers = await asyncio.gather(*(dialogue.decide(card) for card in cards))
    (refused,) = [answer for answer in answers if isinstance(answer, ErrorEvent)]
    assert refused.reason_code == "VERSION_CONFLICT"
    assert (await items_of(dialogue))["评审接口"]["version"] == 2


async def test_a_confirmation_and_a_rejection_at_once_are_one_decision(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    answers = await asyncio.gather(
        dialogue.decide(card, key="another-key-0001"), dialogue.decide(card, confirm=False, key="another-key-0002")
    )
    (decided,) = [answer for answer in answers if isinstance(answer, WriteDecisionResult)]
    (refused,) = [answer for answer in answers if isinstance(answer, ErrorEvent)]
    assert refused.reason_code == "ALREADY_DECIDED"
    assert len(await items_of(dialogue)) == (decided.status == "applied")


async def test_a_confirmation_and_an_edit_at_once_are_one_or_the_other(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    decided, edited = await asyncio.gather(dialogue.decide(card), dialogue.edit(card, title="走查"))
    errors = [answer for answer in (decided, edited) if isinstance(answer, ErrorEvent)]
    assert [error.reason_code for error in errors] == ["ALREADY_DECIDED"]
    assert len(await items_of(dialogue)) == isinstance(decided, WriteDecisionResult)


async def test_two_sentences_at_once_both_come_to_their_own_card(dialogue: Dialogue) -> None:
    cards = await asyncio.gather(dialogue.card(SENTENCE), dialogue.card("后天上午十点产品会，一小时"))
    assert {str((card.changes[0].after or {})["title"]) for card in cards} == {"和王工评审接口", "产品会"}
    pending = await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)
    assert {card.write_request_id for card in pending.cards} == {card.write_request_id for card in cards}
