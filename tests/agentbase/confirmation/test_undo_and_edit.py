"""Taking back what was written, and replacing what was not."""

from __future__ import annotations

from datetime import timedelta

import pytest

from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest
from agentbase.confirmation.refusal import ConfirmationRefused
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.room import Room, code
from tests.agentbase.confirmation.things import alter, create, draft


async def test_undo_is_a_decision_on_the_prepared_inverse(room: Room) -> None:
    written = await room.apply(draft(create("tea")))
    undo = await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner))
    assert undo is not None and written.undo is not None
    assert (undo.write_request_id, undo.payload_hash) == (written.undo.write_request_id, written.undo.payload_hash)
    assert (undo.kind, undo.undo_of, undo.expires_at - undo.created_at) == (
        "undo",
        written.write_request_id,
        timedelta(hours=24),
    )
    assert isinstance(await room.decide(undo), DecisionResult)
    assert await room.names() == []


async def test_the_last_write_is_taken_back_first(room: Room, frozen_clock: FrozenClock) -> None:
    for name in ("tea", "milk"):
        await room.apply(draft(create(name)))
        frozen_clock.advance(1)
    for left in (["tea"], []):
        undo = await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner))
        assert undo is not None
        assert isinstance(await room.decide(undo), DecisionResult)
        assert await room.names() == left
        frozen_clock.advance(1)
    assert await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner)) is None


async def test_an_undo_is_refused_with_the_difference_when_a_version_moved(room: Room) -> None:
    written = await room.apply(draft(create("tea")))
    await room.apply(draft(alter(str(written.items[0]["thing_id"]), 1, {"name": "chai"})))
    undo = await room.database.read(
        room.deadline, lambda uow: room.gate.find_undo(uow, room.owner, written.write_request_id)
    )
    assert undo is not None
    assert await room.decide(undo) == Refusal(reason_code="VERSION_CONFLICT", detail={"name": "chai", "version": 2})
    assert await room.names() == ["chai"]


async def test_a_named_undo_is_found_in_whatever_state_it_is(room: Room, frozen_clock: FrozenClock) -> None:
    written = await room.apply(draft(create("tea")))

    async def find(of: str) -> WriteRequest | None:
        return await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner, of))

    undo = await find(written.write_request_id)
    assert undo is not None
    first = await room.decide(undo, "take-the-tea-back-now")
    found = await find(written.write_request_id)
    assert found is not None
    again = await room.decide(found, "take-the-tea-back-now")
    assert isinstance(first, DecisionResult)
    assert again == first.model_copy(update={"replayed": True})

    redo = await find(undo.write_request_id)
    assert redo is not None
    frozen_clock.advance(24 * 3600)
    assert code(await room.decide(redo)) == "WRITE_REQUEST_EXPIRED"
    assert await find("nowhere") is None


async def test_an_undo_takes_everything_back_and_is_never_heavy(room: Room) -> None:
    request = await room.card(draft(*(create(f"thing {place}", place) for place in range(1, 7))))
    await room.decide(request, change_count=6)
    undo = await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner))
    assert undo is not None
    assert (undo.weight, undo.change_count) == ("medium", 6)
    assert code(await room.decide(undo, accepted_change_ids=("C1",))) == "DECISION_INVALID"
    assert isinstance(await room.decide(undo), DecisionResult)
    assert await room.names() == []


async def test_an_edit_is_a_new_request_and_the_old_one_is_gone(room: Room) -> None:
    old = await room.card(draft(create("tea")))
    new = await room.database.write(
        room.owner,
        room.deadline,
        lambda uow: room.gate.supersede(uow, room.owner, old.write_request_id, draft(create("chai"), edited=True)),
    )
    assert (new.weight, new.payload_hash == old.payload_hash) == ("medium", False)
    refusal = await room.decide(old)
    assert refusal == Refusal(
        reason_code="ALREADY_DECIDED", detail={"status": "superseded", "superseded_by": new.write_request_id}
    )
    await room.decide(new)
    assert await room.names() == ["chai"]


async def test_a_decided_request_cannot_be_superseded(room: Room) -> None:
    old = await room.card(draft(create("tea")))
    await room.decide(old)
    with pytest.raises(ConfirmationRefused) as stopped:
        await room.database.write(
            room.owner,
            room.deadline,
            lambda uow: room.gate.supersede(uow, room.owner, old.write_request_id, draft(create("chai"))),
        )
    assert stopped.value.refusal.reason_code == "ALREADY_DECIDED"
    with pytest.raises(ConfirmationRefused) as stopped:
        await room.database.write(
            room.owner,
            room.deadline,
            lambda uow: room.gate.supersede(uow, room.owner, "nowhere", draft(create("chai"))),
        )
    assert stopped.value.refusal.reason_code == "TARGET_NOT_FOUND"


async def test_a_request_of_no_applier_is_never_made(room: Room) -> None:
    odd = create("tea")
    odd = odd.model_copy(update={"change": odd.change.model_copy(update={"kind": "spoon"})})
    for changes in (
        [odd],
        [create("milk"), odd.model_copy(update={"change": odd.change.model_copy(update={"change_id": "C2"})})],
    ):
        with pytest.raises(ValueError, match="one registered applier"):
            await room.card(draft(*changes))
