"""Who must decide."""

from __future__ import annotations

from agentbase.confirmation.contracts import DecisionResult
from tests.agentbase.confirmation.room import Room, code
from tests.agentbase.confirmation.things import create, draft


async def test_another_person_decides_where_the_policy_says_so(room: Room) -> None:
    request = await room.card(draft(create("tea"), policy="other_person"))
    assert code(await room.decide(request)) == "DECISION_INVALID"
    assert await room.names() == []
    result = await room.decide(request, decided_by="bob")
    assert isinstance(result, DecisionResult)
    assert result.status == "applied"
    assert await room.names() == ["tea"]


async def test_two_persons_must_confirm_the_same(room: Room) -> None:
    request = await room.card(draft(create("tea"), create("milk", 2), policy="two_persons"))
    assert code(await room.decide(request)) == "DECISION_INVALID"
    first = await room.decide(request, "the-first-person-says", decided_by="bob")
    assert isinstance(first, DecisionResult)
    assert first.status == "waiting"
    assert await room.names() == []
    assert code(await room.decide(request, decided_by="bob")) == "ALREADY_DECIDED"
    assert code(await room.decide(request, decided_by="cat", accepted_change_ids=("C1",))) == "DECISION_INVALID"
    again = await room.decide(request, "the-first-person-says", decided_by="bob")
    assert again == first.model_copy(update={"replayed": True})
    second = await room.decide(request, decided_by="cat")
    assert isinstance(second, DecisionResult)
    assert second.status == "applied"
    assert await room.names() == ["milk", "tea"]


async def test_one_of_two_persons_can_reject(room: Room) -> None:
    request = await room.card(draft(create("tea"), policy="two_persons"))
    await room.decide(request, decided_by="bob")
    result = await room.decide(request, decided_by="cat", decision="reject")
    assert isinstance(result, DecisionResult)
    assert result.status == "rejected"
    assert await room.names() == []
