"""Decisions on both databases: what is written, once, and what is kept of it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest
from agentbase.confirmation.model import operation_confirmations
from agentbase.core.database import StatementCounter, UnitOfWork
from agentbase.event.model import domain_event_outbox
from agentbase.run.contracts import NewEvent, NewRun, RunEnd
from agentbase.run.service import RunService
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.room import Room, code
from tests.agentbase.confirmation.things import create, decision, draft, things


async def test_a_confirmed_request_is_written_with_audit_event_and_undo(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    result = await room.decide(request)
    assert isinstance(result, DecisionResult)
    assert (result.status, result.replayed, result.accepted_change_ids) == ("applied", False, ("C1",))
    assert result.undo is not None
    assert await room.names() == ["tea"]
    (audit,) = await room.rows(select(interaction_audit))
    assert (audit["outcome"], audit["digest"], audit["run_id"]) == ("applied", request.payload_hash, "r-2")
    assert audit["targets"] == [{"item_id": result.items[0]["thing_id"], "kind": "thing", "version": 1}]
    told = await room.rows(select(domain_event_outbox).order_by(domain_event_outbox.c.event_type))
    assert [event["event_type"] for event in told] == ["thing.changed", "write_request.applied"]
    assert (await room.find(request.write_request_id)).status == "applied"


async def test_nothing_is_written_before_the_decision(room: Room) -> None:
    await room.card(draft(create("tea")))
    assert await room.names() == []


async def test_a_rejection_writes_no_business_row_and_no_undo(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    result = await room.decide(request, decision="reject")
    assert isinstance(result, DecisionResult)
    assert (result.status, result.undo, result.items) == ("rejected", None, ())
    assert await room.names() == []
    assert (await room.find(request.write_request_id)).status == "rejected"
    assert code(await room.decide(request)) == "ALREADY_DECIDED"


async def test_the_same_key_answers_the_same_result(room: Room) -> None:
    request = await room.card(draft(create("tea")))
    first = await room.decide(request, "confirm-the-same-card")
    again = await room.decide(request, "confirm-the-same-card")
    assert isinstance(first, DecisionResult)
    assert again == first.model_copy(update={"replayed": True})
    assert await room.names() == ["tea"]
    (count,) = await room.rows(select(func.count().label("n")).select_from(operation_confirmations))
    assert count["n"] == 1


async def test_a_replay_stands_after_expiry_and_asks_once(room: Room, frozen_clock: FrozenClock) -> None:
    request = await room.card(draft(create("tea")))
    await room.decide(request, "confirm-the-same-card")
    frozen_clock.advance(48 * 3600)
    with StatementCounter() as counter:
        again = await room.decide(request, "confirm-the-same-card")
    assert isinstance(again, DecisionResult)
    assert again.replayed
    assert counter.statements == 2  # the owner's row, and one select


async def test_part_of_a_request_is_one_decision(room: Room) -> None:
    request = await room.card(draft(create("tea"), create("milk", 2), create("rum", 3, selected=False)))
    result = await room.decide(request, accepted_change_ids=("C3", "C1"))
    assert isinstance(result, DecisionResult)
    assert result.accepted_change_ids == ("C1", "C3")
    assert await room.names() == ["rum", "tea"]
    assert code(await room.decide(request)) == "ALREADY_DECIDED"


async def test_without_a_choice_what_is_selected_is_written(room: Room) -> None:
    request = await room.card(draft(create("tea"), create("rum", 2, selected=False)))
    await room.decide(request)
    assert await room.names() == ["tea"]


@pytest.mark.parametrize(
    ("accepted", "problem"),
    [
        ((), "nothing was accepted"),
        (("C9",), "no such change: C9"),
        (("C2",), "required: C1"),
        (("C1", "C3"), "C3 needs C2"),
    ],
)
async def test_a_set_that_does_not_hold_together_is_refused(
    room: Room, accepted: tuple[str, ...], problem: str
) -> None:
    third = create("rum", 3)
    needing = third.model_copy(update={"change": third.change.model_copy(update={"depends_on": ("C2",)})})
    request = await room.card(draft(create("tea", required=True), create("milk", 2), needing))
    refusal = await room.decide(request, accepted_change_ids=accepted)
    assert code(refusal) == "DECISION_INVALID"
    assert isinstance(refusal, Refusal)
    assert refusal.detail == {"field": "accepted_change_ids", "problem": problem}
    assert await room.names() == []


@pytest.mark.parametrize(("typed", "written"), [(None, False), (4, False), (5, True)])
async def test_a_heavy_request_wants_its_number_typed(room: Room, typed: int | None, written: bool) -> None:
    request = await room.card(draft(*(create(f"thing {place}", place) for place in range(1, 6))))
    assert request.weight == "heavy"
    result = await room.decide(request, change_count=typed)
    if written:
        assert isinstance(result, DecisionResult)
    else:
        assert result == Refusal(reason_code="CHANGE_COUNT_MISMATCH", detail={"change_count": 5})
    assert len(await room.names()) == (5 if written else 0)


async def test_one_change_takes_eleven_statements_and_one_commit(room: Room, frozen_clock: FrozenClock) -> None:
    runs = RunService(room.database, frozen_clock)
    request = await room.card(draft(create("tea")))

    async def after(uow: UnitOfWork, request: WriteRequest, result: DecisionResult) -> None:
        run = NewRun(
            run_id="r-2",
            correlation_id="c-2",
            trace_id="t-2",
            kind="decision",
            reference_time=frozen_clock.now(),
            timezone="UTC",
        )
        await runs.record(uow, room.owner, run, RunEnd(status="finished"))
        events = [NewEvent("processing", {}), NewEvent("write_result", result.model_dump(mode="json"))]
        await runs.append_events(uow, room.owner, run, events)

    with StatementCounter() as counter:
        result = await room.gate.decide(room.owner, decision(request), room.deadline, after)
    assert isinstance(result, DecisionResult)
    assert (counter.statements, counter.commits) == (11, 1)
    assert [
        event.event_type
        for event in await room.database.read(room.deadline, lambda uow: runs.read_events(uow, room.owner, after_seq=0))
    ] == ["processing", "write_result"]


async def test_what_the_caller_adds_commits_with_the_decision_or_not_at_all(room: Room) -> None:
    request = await room.card(draft(create("tea")))

    async def after(uow: UnitOfWork, request: WriteRequest, result: DecisionResult) -> None:
        raise RuntimeError("the caller failed")

    with pytest.raises(RuntimeError, match="the caller failed"):
        await room.gate.decide(room.owner, decision(request), room.deadline, after)
    assert await room.names() == []
    assert await room.rows(select(things)) == []
    assert (await room.find(request.write_request_id)).status == "pending"
