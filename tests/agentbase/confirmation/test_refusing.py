"""Decisions on both databases: what is refused, and that nothing is written then."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.contracts import DecisionResult, Refusal
from agentbase.confirmation.model import write_requests
from agentbase.core.database import Owner
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.room import Room, code
from tests.agentbase.confirmation.things import alter, create, decision, draft


@pytest.mark.parametrize(
    "other",
    [
        {"decision": "reject"},
        {"payload_hash": "sha256:" + "0" * 64},
        {"accepted_change_ids": ("C1",)},
    ],
)
async def test_the_same_key_for_another_decision_is_a_conflict(room: Room, other: dict[str, object]) -> None:
    request = await room.card(draft(create("tea"), create("milk", 2)))
    await room.decide(request, "confirm-the-same-card")
    assert code(await room.decide(request, "confirm-the-same-card", **other)) == "IDEMPOTENCY_CONFLICT"


async def test_a_key_of_another_request_is_a_conflict(room: Room) -> None:
    first, second = await room.card(draft(create("tea"))), await room.card(draft(create("milk")))
    await room.decide(first, "confirm-the-same-card")
    assert code(await room.decide(second, "confirm-the-same-card")) == "IDEMPOTENCY_CONFLICT"
    assert await room.names() == ["tea"]


async def test_another_key_on_a_decided_request_is_refused(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    await room.decide(request)
    assert code(await room.decide(request)) == "ALREADY_DECIDED"
    assert await room.names() == ["tea"]


async def test_a_request_expires_by_the_clock_of_the_system(room: Room, frozen_clock: FrozenClock) -> None:
    request = await room.card(draft(create("tea")))
    frozen_clock.advance(24 * 3600 - 1)
    still_open = await room.database.read(room.deadline, lambda uow: room.gate.pending(uow, room.owner))
    frozen_clock.advance(1)
    assert [one.write_request_id for one in still_open] == [request.write_request_id]
    assert code(await room.decide(request)) == "WRITE_REQUEST_EXPIRED"
    assert await room.names() == []
    assert await room.database.read(room.deadline, lambda uow: room.gate.pending(uow, room.owner)) == ()


async def test_another_hash_than_the_one_shown_is_refused(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    other = await room.card(draft(create("milk")))
    assert code(await room.decide(request, payload_hash=other.payload_hash)) == "PAYLOAD_HASH_MISMATCH"
    assert await room.names() == []


def _swap(text: str) -> str:
    first, second = json.loads(text)
    return json.dumps([second, first])


def _rename(text: str) -> str:
    first, second = json.loads(text)
    return json.dumps([first | {"change_id": "C2"}, second | {"change_id": "C1"}])


TAMPERING: dict[str, Callable[[str], str]] = {
    "a value": lambda text: text.replace("tea", "gin"),
    "the order": _swap,
    "a text that is no change": lambda text: text.replace('\\"operation\\"', '\\"opera\\"'),
    "a text that is no JSON": lambda text: text[:-1],
    "a change left out": lambda text: json.dumps(json.loads(text)[:1]),
}


@pytest.mark.parametrize("what", TAMPERING)
async def test_stored_bytes_that_no_longer_match_are_refused(room: Room, what: str) -> None:
    request = await room.card(draft(create("tea"), create("milk", 2)))
    (row,) = await room.rows(select(write_requests.c.changes))
    changed = TAMPERING[what](row["changes"])
    assert changed != row["changes"]
    await room.run(update(write_requests).values(changes=changed))
    assert code(await room.decide(request)) == "PAYLOAD_HASH_MISMATCH"
    assert await room.names() == []


async def test_a_stored_text_with_hashes_of_its_own_is_not_what_was_shown(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    forged = await room.card(draft(create("gin")))
    (row,) = await room.rows(select(write_requests).where(write_requests.c.write_request_id == forged.write_request_id))
    here = update(write_requests).where(write_requests.c.write_request_id == request.write_request_id)
    await room.run(here.values(changes=row["changes"], payload_hash=row["payload_hash"]))
    assert code(await room.decide(request)) == "PAYLOAD_HASH_MISMATCH"


async def test_a_changed_name_of_a_stored_change_changes_nothing(room: Room) -> None:
    request = await room.card(draft(create("tea"), create("milk", 2)))
    (row,) = await room.rows(select(write_requests.c.changes))
    await room.run(update(write_requests).values(changes=_rename(row["changes"])))
    await room.decide(request, accepted_change_ids=("C1",))
    assert await room.names() == ["tea"]


async def test_a_stranger_and_a_missing_request_answer_alike_and_are_audited(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    stranger = Owner(room.owner.tenant_id, "eve")
    made = decision(request, decided_by="eve")
    missing = made.model_copy(update={"write_request_id": "nowhere"})
    answers = [
        await room.gate.decide(stranger, made, room.deadline),
        await room.gate.decide(room.owner, made, room.deadline),
        await room.gate.decide(stranger, missing, room.deadline),
    ]
    assert answers == [Refusal(reason_code="TARGET_NOT_FOUND")] * 3
    assert await room.names() == []
    audits = await room.rows(select(interaction_audit))
    assert [(row["actor_id"], row["outcome"], row["reason_code"]) for row in audits] == [
        ("eve", "refused", "TARGET_NOT_FOUND")
    ] * 3


async def test_a_refusal_does_not_use_up_the_key(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    wrong = {"payload_hash": "sha256:" + "0" * 64}
    assert code(await room.decide(request, "confirm-the-same-card", **wrong)) == "PAYLOAD_HASH_MISMATCH"
    assert isinstance(await room.decide(request, "confirm-the-same-card"), DecisionResult)
    audits = await room.rows(select(interaction_audit))
    assert "confirm-the-same-card" not in str([dict(row) for row in audits])


async def test_a_wrong_number_is_refused_on_a_light_request_too(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    assert code(await room.decide(request, change_count=3)) == "CHANGE_COUNT_MISMATCH"


async def test_a_version_that_moved_is_refused(room: Room) -> None:
    tea = (await room.apply(draft(create("tea")))).items[0]
    stale = await room.card(draft(alter(str(tea["thing_id"]), 1, {"name": "green tea"})))
    await room.apply(draft(alter(str(tea["thing_id"]), 1, {"name": "black tea"})))
    refusal = await room.decide(stale)
    assert refusal == Refusal(reason_code="VERSION_CONFLICT", detail={"name": "black tea", "version": 2})
    assert await room.names() == ["black tea"]
    assert (await room.find(stale.write_request_id)).status == "pending"


async def test_a_set_that_is_no_longer_valid_is_refused(room: Room) -> None:
    late = await room.card(draft(create("milk"), create("tea", 2)))
    await room.apply(draft(create("tea")))
    assert code(await room.decide(late)) == "FACTS_CHANGED"
    assert await room.names() == ["tea"]


async def test_an_applier_that_fails_half_way_leaves_nothing(room: Room) -> None:
    tea = (await room.apply(draft(create("tea")))).items[0]
    target = str(tea["thing_id"])
    twice = await room.card(
        draft(create("milk"), alter(target, 1, {"done": True}, 2), alter(target, 1, {"done": True}, 3))
    )
    assert code(await room.decide(twice)) == "VERSION_CONFLICT"
    assert await room.names() == ["tea"]
    assert (await room.find(twice.write_request_id)).status == "pending"
