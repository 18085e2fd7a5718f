"""Decisions on both databases: what is written, what is refused, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest, WriteRequestDraft
from agentbase.confirmation.model import operation_confirmations, write_requests
from agentbase.confirmation.refusal import ConfirmationRefused
from agentbase.core.database import Database, Owner, StatementCounter, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.model import domain_event_outbox
from agentbase.run.contracts import NewEvent, NewRun, RunEnd
from agentbase.run.service import RunService
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.things import alter, create, decision, draft, make_gate, names, things


class Room:
    """The gate with what a test asks of it."""

    def __init__(self, database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> None:
        self.database = database
        self.gate = make_gate(database, clock)
        self.owner = owner
        self.deadline = deadline
        self.keys = 0

    async def card(self, wanted: WriteRequestDraft) -> WriteRequest:
        return await self.database.write(
            self.owner, self.deadline, lambda uow: self.gate.create_request(uow, self.owner, wanted)
        )

    async def decide(self, request: WriteRequest, key: str | None = None, **more: object) -> DecisionResult | Refusal:
        self.keys += 1
        made = decision(request, key or f"fresh-key-{self.keys:010d}", **more)
        return await self.gate.decide(self.owner, made, self.deadline)

    async def apply(self, wanted: WriteRequestDraft) -> DecisionResult:
        result = await self.decide(await self.card(wanted))
        assert isinstance(result, DecisionResult), result
        return result

    async def names(self) -> list[str]:
        return await self.database.read(self.deadline, lambda uow: names(uow, self.owner))

    async def find(self, write_request_id: str) -> WriteRequest:
        found = await self.database.read(self.deadline, lambda uow: self.gate.find(uow, self.owner, write_request_id))
        assert found is not None
        return found

    async def rows(self, query: Any) -> list[Any]:
        async def run(uow: UnitOfWork) -> list[Any]:
            return list((await uow.execute(query)).mappings())

        return await self.database.read(self.deadline, run)

    async def run(self, statement: Any) -> None:
        await self.database.write(self.owner, self.deadline, lambda uow: uow.execute(statement))


@pytest.fixture
def room(database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, clock, owner, deadline)


def code(result: DecisionResult | Refusal) -> str:
    assert isinstance(result, Refusal), result
    return result.reason_code


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


async def test_a_replay_stands_after_expiry_and_asks_once(room: Room, clock: FrozenClock) -> None:
    request = await room.card(draft(create("tea")))
    await room.decide(request, "confirm-the-same-card")
    clock.advance(48 * 3600)
    room.deadline = Deadline.after(30_000, clock)
    with StatementCounter() as counter:
        again = await room.decide(request, "confirm-the-same-card")
    assert isinstance(again, DecisionResult)
    assert again.replayed
    assert counter.statements == 2  # the owner's row, and one select


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


async def test_a_request_expires_by_the_clock_of_the_system(room: Room, clock: FrozenClock) -> None:
    request = await room.card(draft(create("tea")))
    clock.advance(24 * 3600 - 1)
    room.deadline = Deadline.after(30_000, clock)
    still_open = await room.database.read(room.deadline, lambda uow: room.gate.pending(uow, room.owner))
    clock.advance(1)
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


async def test_the_last_write_is_taken_back_first(room: Room, clock: FrozenClock) -> None:
    for name in ("tea", "milk"):
        await room.apply(draft(create(name)))
        clock.advance(1)
    for left in (["tea"], []):
        undo = await room.database.read(room.deadline, lambda uow: room.gate.find_undo(uow, room.owner))
        assert undo is not None
        assert isinstance(await room.decide(undo), DecisionResult)
        assert await room.names() == left
        clock.advance(1)
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


async def test_one_change_takes_eleven_statements_and_one_commit(room: Room, clock: FrozenClock) -> None:
    runs = RunService(room.database, clock)
    request = await room.card(draft(create("tea")))

    async def after(uow: UnitOfWork, request: WriteRequest, result: DecisionResult) -> None:
        run = NewRun(
            run_id="r-2",
            correlation_id="c-2",
            trace_id="t-2",
            kind="decision",
            reference_time=clock.now(),
            timezone="UTC",
        )
        await runs.record(uow, room.owner, run, RunEnd(status="finished"))
        events = [NewEvent("processing", {}), NewEvent("write_result", result.model_dump(mode="json"))]
        await runs.append_events(uow, room.owner, run, events)

    with StatementCounter() as counter:
        result = await room.gate.decide(room.owner, decision(request), room.deadline, after)
    assert isinstance(result, DecisionResult)
    assert (counter.statements, counter.commits, counter.rollbacks) == (11, 1, 0)
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
