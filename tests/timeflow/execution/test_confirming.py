"""From a sentence to the agenda: nothing is written before the decision, and all of it after."""

from __future__ import annotations

from uuid import UUID

import pytest

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.model import operation_confirmations
from agentbase.event.model import domain_event_outbox
from agentbase.run.model import run_events, runs
from tests.support.dialogue import Dialogue
from tests.timeflow.execution.stored import items_of, rows_of
from timeflow.execution.contracts import Display, ErrorEvent, WriteDecisionResult
from timeflow.perception.contracts import PerceptionAnalyzeRequest

SENTENCE = "明天下午三点和王工评审接口，一小时"


async def test_a_card_shows_what_would_be_written_and_from_which_words(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    (change,) = card.changes
    assert (card.weight, card.change_count, card.made_by) == ("light", 1, "offline/standard")
    assert (change.operation, change.item_type, change.before) == ("create", "schedule", None)
    assert change.after == {
        "title": "和王工评审接口",
        "start_at": "2026-12-02T15:00:00+08:00",
        "end_at": "2026-12-02T16:00:00+08:00",
        "all_day": False,
    }
    assert {(source.field, source.words) for source in change.sources} == {
        ("start_at", "明天下午三点"),
        ("end_at", "一小时"),
    }
    assert not await items_of(dialogue)


async def test_a_confirmed_card_stands_in_the_agenda(dialogue: Dialogue) -> None:
    result = await dialogue.done(SENTENCE)
    (item,) = await dialogue.agenda("2026-12-02")
    assert result.items == (item,)
    assert (item.title, item.start_at, item.version, item.status) == (
        "和王工评审接口",
        "2026-12-02T15:00:00+08:00",
        1,
        "active",
    )
    assert result.undo is not None
    assert await dialogue.agenda("2026-12-03") == ()


async def test_a_write_comes_with_its_audit_event_and_run(dialogue: Dialogue) -> None:
    result = await dialogue.done(SENTENCE)
    audited = [row for row in await rows_of(dialogue, interaction_audit) if row["outcome"] == "applied"]
    assert [(row["write_request_id"], row["actor_id"]) for row in audited] == [
        (result.write_request_id, dialogue.auth.user_id)
    ]
    assert audited[0]["targets"][0]["item_id"] == result.items[0].item_id
    events = {row["event_type"] for row in await rows_of(dialogue, domain_event_outbox)}
    assert events == {"write_request.applied", "item.created"}
    kinds = {row["kind"]: row["status"] for row in await rows_of(dialogue, runs)}
    assert kinds == {"user_query": "finished", "write_decision": "finished"}
    told = [row["event_type"] for row in sorted(await rows_of(dialogue, run_events), key=lambda row: int(row["seq"]))]
    assert told == ["processing", "confirmation_required", "write_result"]


async def test_a_rejected_card_writes_nothing(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    response = await dialogue.decide(card, confirm=False)
    assert isinstance(response, WriteDecisionResult) and response.status == "rejected"
    assert not await items_of(dialogue)
    assert (await dialogue.refused(card, key="another-key-0001")).reason_code == "ALREADY_DECIDED"


async def test_the_same_decision_again_answers_the_same_and_writes_once(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    first = await dialogue.confirmed(card)
    again = await dialogue.confirmed(card)
    assert (first.replayed, again.replayed) == (False, True)
    assert again.model_copy(update={"replayed": False}) == first
    assert len(await items_of(dialogue)) == 1
    assert len(await rows_of(dialogue, operation_confirmations)) == 1


async def test_another_key_on_a_decided_card_is_refused(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    await dialogue.confirmed(card)
    refusal = await dialogue.refused(card, key="another-key-0001")
    assert (refusal.code, refusal.reason_code, refusal.replacement) == ("ALREADY_DECIDED", "ALREADY_DECIDED", None)
    assert len(await items_of(dialogue)) == 1


@pytest.mark.parametrize("how", [{"confirm": False}, {"payload_hash": "sha256:" + "0" * 64}])
async def test_the_same_key_for_another_decision_is_a_conflict(dialogue: Dialogue, how: dict[str, object]) -> None:
    card = await dialogue.card(SENTENCE)
    await dialogue.confirmed(card)
    assert (await dialogue.refused(card, **how)).reason_code == "IDEMPOTENCY_CONFLICT"


async def test_a_hash_that_was_not_shown_confirms_nothing(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    refusal = await dialogue.refused(card, payload_hash="sha256:" + "0" * 64)
    assert (refusal.code, refusal.reason_code) == ("PAYLOAD_HASH_MISMATCH", "PAYLOAD_HASH_MISMATCH")
    assert not await items_of(dialogue)
    await dialogue.confirmed(card)  # the refusal used nothing up


@pytest.mark.parametrize("only", [("C2",), ()])
async def test_a_selection_that_is_not_on_the_card_is_invalid(dialogue: Dialogue, only: tuple[str, ...]) -> None:
    card = await dialogue.card(SENTENCE)
    refusal = await dialogue.refused(card, only=only)
    assert (refusal.code, refusal.reason_code) == ("DECISION_INVALID", "DECISION_INVALID")
    assert not await items_of(dialogue)


async def test_a_strangers_card_answers_like_a_missing_one_and_is_audited(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    stranger = dialogue.as_another("01a22d87-0000-7000-8000-000000000001")
    refusal = await stranger.refused(card)
    missing = await dialogue.refused(
        card.model_copy(update={"write_request_id": "01a22d87-0000-7000-8000-000000000002"})
    )
    same = {"code", "reason_code", "message", "retryable", "field_errors", "replacement"}
    assert refusal.model_dump(include=same) == missing.model_dump(include=same)
    assert refusal.reason_code == "TARGET_NOT_FOUND"
    (audited, _) = [row for row in await rows_of(dialogue, interaction_audit) if row["outcome"] == "refused"]
    assert (audited["actor_id"], audited["write_request_id"], audited["reason_code"]) == (
        stranger.auth.user_id,
        card.write_request_id,
        "TARGET_NOT_FOUND",
    )
    assert not await items_of(dialogue)
    await dialogue.confirmed(card)


async def test_every_refusal_is_audited(dialogue: Dialogue) -> None:
    card = await dialogue.card(SENTENCE)
    await dialogue.refused(card, payload_hash="sha256:" + "0" * 64)
    await dialogue.refused(card, only=("C9",))
    refused = [row["reason_code"] for row in await rows_of(dialogue, interaction_audit)]
    assert sorted(refused) == ["DECISION_INVALID", "PAYLOAD_HASH_MISMATCH"]


async def test_what_nobody_can_do_yet_is_answered_kindly_and_is_no_failure(dialogue: Dialogue) -> None:
    sentence = "今天天气怎么样"
    response = await dialogue.say(sentence)
    assert isinstance(response, Display) and response.text
    found = await dialogue.app.perception.analyze(
        PerceptionAnalyzeRequest(
            user_id=UUID(dialogue.auth.user_id),
            raw_content=sentence,
            current_time=dialogue.now,
            timezone=dialogue.zone,
        )
    )
    assert (found.status, found.reason_code) == ("unsupported_intent", "UNSUPPORTED_INTENT")
    assert not await items_of(dialogue)


async def test_a_yes_counts_for_no_card_while_several_are_open(dialogue: Dialogue) -> None:
    await dialogue.card(SENTENCE)
    await dialogue.card("后天上午十点产品会，一小时")
    response = await dialogue.say("好")
    assert isinstance(response, ErrorEvent) and response.reason_code == "SEVERAL_CARDS_OPEN"
    assert not await items_of(dialogue)


async def test_nothing_that_fits_is_said_and_calls_no_further_model(dialogue: Dialogue) -> None:
    with dialogue.meter() as meter:
        response = await dialogue.say("把火星计划删掉")
    assert isinstance(response, ErrorEvent) and response.reason_code == "TARGET_NOT_FOUND"
    assert meter.cost.model_calls == 1  # understanding alone
