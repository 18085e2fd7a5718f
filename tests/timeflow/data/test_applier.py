"""Confirmed changes of items, through the real gate, on both databases."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import JsonValue
from sqlalchemy import select

from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest
from agentbase.confirmation.refusal import ConfirmationRefused
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, StatementCounter, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.model import domain_event_outbox
from tests.timeflow.data.builders import item, meeting
from tests.timeflow.data.room import Room, creating, deleting, moving, ticking, updating
from timeflow.data.applier import ItemApplier
from timeflow.data.repository import update_items
from timeflow.data.stored import StoredItem

AFTERNOON = "2026-12-02T15:00:00"


@pytest.fixture
def room(database: Database, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, owner, deadline)


def listed(refusal: Refusal, name: str) -> list[dict[str, JsonValue]]:
    """The objects of a list in a refusal's detail."""
    value = refusal.detail[name]
    assert isinstance(value, list)
    return [one for one in value if isinstance(one, dict)]


async def events(room: Room) -> list[tuple[str, str]]:
    async def read(uow: UnitOfWork) -> list[tuple[str, str]]:
        outbox = domain_event_outbox.c
        query = select(outbox.event_type, outbox.aggregate_id).where(
            outbox.owner_id == room.owner.owner_id, outbox.aggregate_type == "item"
        )
        return [(row.event_type, row.aggregate_id) for row in await uow.execute(query.order_by(outbox.event_id))]

    return await room.database.read(room.deadline, read)


async def test_a_created_item_is_written_as_confirmed_and_undone_by_deletion(room: Room) -> None:
    wanted = meeting("评审", AFTERNOON, description="带图纸")
    result = await room.apply(await room.card(creating(wanted)))
    item_id = str(result.items[0]["item_id"])
    assert result.items[0]["start_at"] == "2026-12-02T15:00:00+08:00"
    (stored,) = await room.now(item_id)
    assert (stored.fields, stored.times, stored.version) == (wanted.fields, wanted.times, 1)

    undo = await room.undo_of(result)
    assert [one.change.operation for one in undo.changes] == ["delete"]
    await room.apply(undo)
    (gone,) = await room.now(item_id)
    assert gone.deleted_at is not None
    assert gone.version == 2
    assert await events(room) == [("item.created", item_id), ("item.deleted", item_id)]


async def test_an_update_writes_only_its_fields_and_comes_back(room: Room) -> None:
    before = meeting("评审", AFTERNOON, description="带图纸")
    await room.store(before)
    result = await room.apply(await room.card(moving(before, "16:00", "17:30")))
    (moved,) = await room.now(before.item_id)
    assert moved.fields.local_start is not None
    assert moved.times.end_at is not None
    assert moved.times.start_at is not None
    assert moved.times.end_at - moved.times.start_at == timedelta(minutes=90)
    assert (moved.fields.title, moved.fields.description, moved.version) == ("评审", "带图纸", 2)

    await room.apply(await room.undo_of(result))
    (back,) = await room.now(before.item_id)
    assert (back.fields, back.times, back.version) == (before.fields, before.times, 3)


async def test_a_deleted_item_stays_as_a_row_and_comes_back_whole(room: Room) -> None:
    before = meeting("评审", AFTERNOON, status="completed")
    await room.store(before)
    result = await room.apply(await room.card(deleting(before)))
    (gone,) = await room.now(before.item_id)
    assert gone.deleted_at is not None
    await room.apply(await room.undo_of(result))
    (back,) = await room.now(before.item_id)
    assert (back.fields, back.deleted_at, back.completed_at, back.version) == (
        before.fields,
        None,
        before.completed_at,
        3,
    )


async def test_a_tick_remembers_when_and_can_be_taken_back(room: Room) -> None:
    before = item("交报告", "todo", due_date="2026-12-02")
    await room.store(before)
    result = await room.apply(await room.card(ticking(before)))
    (done,) = await room.now(before.item_id)
    assert done.fields.status == "completed"
    assert done.completed_at is not None
    await room.apply(await room.undo_of(result))
    (open_,) = await room.now(before.item_id)
    assert (open_.fields.status, open_.completed_at) == ("active", None)
    assert await events(room) == [("item.status_changed", before.item_id)] * 2


async def test_many_changes_are_one_write_with_one_undo(room: Room) -> None:
    todos = [item(f"待办 {number}", "todo") for number in range(5)]
    await room.store(*todos)
    card = await room.card(
        *(ticking(one) for one in todos[:2]), deleting(todos[2]), updating(todos[3], title="新的"),
        *(creating(item(f"再来 {number}", "todo")) for number in range(3)),
    )  # fmt: skip
    with StatementCounter() as counter:
        result = await room.apply(card)
    assert counter.commits == 1
    assert counter.statements <= 10
    assert len(result.items) == 7
    undo = await room.undo_of(result)
    await room.apply(undo)
    assert {one.item_id: one.fields for one in await room.now(*(one.item_id for one in todos))} == {
        one.item_id: one.fields for one in todos
    }


@pytest.mark.parametrize("operation", ["create", "move", "delete", "tick", "undo of delete"])
async def test_one_change_costs_few_statements(room: Room, operation: str) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    card = await room.card({
        "create": creating(meeting("新", "2026-12-02T17:00:00")),
        "move": moving(stored, "15:30", "16:30"),
        "delete": deleting(stored),
        "tick": ticking(stored),
        "undo of delete": deleting(stored),
    }[operation])  # fmt: skip
    if operation.startswith("undo"):
        card = await room.undo_of(await room.apply(card))
    with StatementCounter() as counter:
        await room.apply(card)
    # The finished run and its events, which the caller writes, make eleven.
    assert counter.statements == 9, counter.sql
    assert counter.commits == 1


async def test_an_item_that_moved_on_is_refused_with_the_difference(room: Room) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    card = await room.card(updating(stored, title="复审"))
    await room.apply(await room.card(moving(stored, "16:00", "17:00")))
    refusal = await room.refuse(card)
    assert refusal.reason_code == "VERSION_CONFLICT"
    (change,) = listed(refusal, "changes")
    assert (change["base_version"], change["version"]) == (1, 2)
    assert change["fields"] == [
        {"field": "start_at", "shown": "2026-12-02T15:00:00+08:00", "now": "2026-12-02T16:00:00+08:00"},
        {"field": "end_at", "shown": "2026-12-02T16:00:00+08:00", "now": "2026-12-02T17:00:00+08:00"},
    ]
    (now,) = await room.now(stored.item_id)
    assert (now.fields.title, now.version) == ("评审", 2)


async def test_an_undo_after_a_later_change_is_refused(room: Room) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    undo = await room.undo_of(await room.apply(await room.card(updating(stored, title="复审"))))
    (second,) = await room.now(stored.item_id)
    await room.apply(await room.card(moving(second, "16:00", "17:00")))
    assert (await room.refuse(undo)).reason_code == "VERSION_CONFLICT"


async def test_targets_that_are_gone_or_not_ones_own_are_not_found(
    room: Room, database: Database, deadline: Deadline
) -> None:
    stored, goal = meeting("评审", AFTERNOON), item("考证", "long_goal")
    await room.store(stored, goal)
    stranger = Room(database, Owner("local", "stranger"), deadline)
    never = meeting("没有过", AFTERNOON)
    hostile = replace(never, item_id="x" * 60)
    for card, by in (
        (await stranger.card(deleting(stored)), stranger),
        (await stranger.card(creating(item("看书", "subtask", goal_id=goal.item_id))), stranger),
        (await room.card(deleting(never)), room),
        (await room.card(deleting(hostile)), room),
        (await room.card(creating(item("看书", "subtask", goal_id="x" * 99))), room),
        (await room.card(("delete", "todo", stored, {})), room),
    ):
        refusal = await by.refuse(card)
        assert (refusal.reason_code, refusal.detail) == ("TARGET_NOT_FOUND", {"change_ids": ["C1"]})
    card = await room.card(updating(stored, title="复审"))
    await room.apply(await room.card(deleting(stored)))
    assert (await room.refuse(card)).reason_code == "TARGET_NOT_FOUND"


async def test_time_that_somebody_took_meanwhile_is_refused_and_named(room: Room) -> None:
    card = await room.card(creating(meeting("评审", AFTERNOON)))
    other = meeting("先来的", "2026-12-02T15:30:00")
    await room.store(other)
    refusal = await room.refuse(card)
    assert refusal.reason_code == "FACTS_CHANGED"
    assert refusal.detail["conflicts"] == [
        {
            "change_id": "C1",
            "item_id": other.item_id,
            "title": "先来的",
            "start_at": "2026-12-02T15:30:00+08:00",
            "end_at": "2026-12-02T16:30:00+08:00",
        }
    ]
    shown = await room.card(creating(meeting("评审", AFTERNOON)), conflicts={"C1": [other.item_id]})
    await room.apply(shown)


@pytest.mark.parametrize(
    "other",
    [
        meeting("紧接着", "2026-12-02T16:00:00"),
        meeting("取消的", AFTERNOON, status="cancelled"),
        item("全天", all_day=True, start_date="2026-12-02"),
        item("待办", "todo", local_due=AFTERNOON),
    ],
    ids=["adjacent", "cancelled", "all day", "todo"],
)
async def test_what_takes_no_time_is_in_nobodys_way(room: Room, other: StoredItem) -> None:
    await room.store(other)
    await room.apply(await room.card(creating(meeting("评审", AFTERNOON))))


async def test_a_slot_that_a_rejected_change_still_holds_cannot_be_taken(room: Room) -> None:
    holder, wanting = meeting("占着的", AFTERNOON), meeting("想来的", "2026-12-02T09:00:00")
    await room.store(holder, wanting)

    async def card() -> WriteRequest:
        return await room.card(moving(holder, "17:00", "18:00"), moving(wanting, "15:00", "16:00"))

    refusal = await room.refuse(await card(), only=("C2",))
    assert refusal.reason_code == "DECISION_INVALID"
    assert (refusal.detail["change_id"], refusal.detail["held_by"]) == ("C2", "C1")
    assert [one.version for one in await room.now(holder.item_id, wanting.item_id)] == [1, 1]
    await room.apply(await card())
    assert [one.fields.title for one in await room.now(holder.item_id, wanting.item_id)] == ["想来的", "占着的"]


async def test_two_changes_of_one_card_cannot_take_the_same_time_unseen(room: Room) -> None:
    proposals = (creating(meeting("一", AFTERNOON)), creating(meeting("二", "2026-12-02T15:30:00")))
    refusal = await room.refuse(await room.card(*proposals))
    assert (refusal.reason_code, refusal.detail["change_ids"]) == ("DECISION_INVALID", ["C1", "C2"])
    await room.apply(await room.card(*proposals), only=("C2",))
    seen = [creating(meeting(name, "2026-12-03T15:00:00")) for name in "三四"]
    await room.apply(await room.card(*seen, conflicts={"C2": ["C1"]}))


async def test_what_overlapped_before_may_move_together(room: Room) -> None:
    one, two = meeting("一", AFTERNOON), meeting("二", "2026-12-02T15:30:00")
    await room.store(one, two)
    result = await room.apply(await room.card(moving(one, "16:00", "17:00"), moving(two, "16:30", "17:30")))
    await room.apply(await room.undo_of(result))


async def test_an_undo_goes_back_into_old_overlaps_but_not_into_new_ones(room: Room) -> None:
    first, second = meeting("一", AFTERNOON), meeting("二", "2026-12-02T15:30:00")
    await room.store(first, second)
    undo = await room.undo_of(await room.apply(await room.card(deleting(first))))
    await room.apply(undo)

    (first,) = await room.now(first.item_id)
    undo = await room.undo_of(await room.apply(await room.card(deleting(first))))
    taken = await room.apply(
        await room.card(creating(meeting("新来的", AFTERNOON)), conflicts={"C1": [second.item_id]})
    )
    refusal = await room.refuse(undo)
    assert refusal.reason_code == "FACTS_CHANGED"
    (conflict,) = listed(refusal, "conflicts")
    assert conflict["item_id"] == taken.items[0]["item_id"]


async def test_uncancelling_into_taken_time_is_refused(room: Room) -> None:
    cancelled, other = meeting("取消的", AFTERNOON, status="cancelled"), meeting("后来的", AFTERNOON)
    done = meeting("做完的", AFTERNOON, status="completed")
    await room.store(cancelled, other, done)
    assert (await room.refuse(await room.card(ticking(cancelled, "active")))).reason_code == "FACTS_CHANGED"
    await room.apply(await room.card(ticking(done, "active")))


async def test_a_card_made_in_another_zone_meets_its_conflicts(room: Room) -> None:
    new_york = meeting("远程", "2026-12-02T02:00:00", tzid="America/New_York")
    await room.store(new_york)
    here = meeting("评审", "2026-12-02T09:00:00")
    await room.store(here)
    assert (await room.refuse(await room.card(moving(here, "15:30", "16:00")))).reason_code == "FACTS_CHANGED"


@pytest.mark.parametrize(
    ("after", "field"),
    [
        ({"title": " 评审 "}, "title"),
        ({"title": ""}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"title": "a\x00b"}, "title"),
        ({"title": None}, "title"),
        ({"version": 7}, "after"),
        ({"owner_id": "x"}, "after"),
        ({"local_start": "2026-12-02T15:00"}, "local_start"),
        ({"local_start": "2026-12-02T15:00:00+08:00"}, "local_start"),
        ({"local_start": None}, "local_start"),
        ({"local_end": None}, "local_end"),
        ({"local_end": "2026-12-02T15:00:00"}, "local_end"),
        ({"tzid": "Mars/Olympus"}, "tzid"),
        ({"due_date": "2026-12-02"}, "due_date"),
        ({"all_day": True}, "all_day"),
        ({"start_date": "2026-12-02"}, "start_date"),
        ({"estimated_minutes": 0}, "estimated_minutes"),
        ({"status": "deleted"}, "status"),
        ({}, "after"),
    ],
)
async def test_values_that_say_no_item_are_refused_by_their_field(
    room: Room, after: dict[str, JsonValue], field: str
) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    refusal = await room.refuse(await room.card(updating(stored, **after)))
    assert refusal.reason_code == "DECISION_INVALID"
    assert [error["field"] for error in listed(refusal, "field_errors")] == [field]
    assert await room.now(stored.item_id) == (stored,)


async def test_two_changes_of_one_item_are_no_set(room: Room) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    refusal = await room.refuse(await room.card(updating(stored, title="复审"), ticking(stored)))
    assert refusal.reason_code == "DECISION_INVALID"


async def test_only_what_was_deleted_can_be_restored(room: Room) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    assert (await room.refuse(await room.card(updating(stored, deleted=False)))).reason_code == "DECISION_INVALID"
    assert await room.now(stored.item_id) == (stored,)


async def test_a_version_that_moves_between_check_and_write_stops_the_write(room: Room) -> None:
    stored = meeting("评审", AFTERNOON)
    await room.store(stored)
    card = await room.card(creating(item("新的", "todo")), updating(stored, title="复审"))
    changes = tuple(one.change for one in card.changes)
    applier = ItemApplier(SystemClock())

    async def work(uow: UnitOfWork) -> None:
        assert await applier.validate(uow, card, changes) is None
        assert await update_items(uow, room.owner, [stored.next_version(stored.fields, stored.updated_at)])
        await applier.apply(uow, card, changes)

    with pytest.raises(ConfirmationRefused) as stopped:
        await room.database.write(room.owner, room.deadline, work)
    assert stopped.value.refusal.reason_code == "VERSION_CONFLICT"
    assert await room.now(stored.item_id) == (stored,)


async def test_many_who_want_one_slot_get_it_once(room: Room) -> None:
    cards = [await room.card(creating(meeting(f"第 {number}", AFTERNOON))) for number in range(8)]
    results = await asyncio.gather(*(room.decide(card) for card in cards))
    assert sum(isinstance(one, DecisionResult) for one in results) == 1
    assert {one.reason_code for one in results if isinstance(one, Refusal)} == {"FACTS_CHANGED"}
