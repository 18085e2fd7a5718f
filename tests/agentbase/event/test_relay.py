"""Delivery: at least once, each aggregate in its order, whatever fails, competes or dies."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import case, select, update
from structlog.testing import capture_logs

from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.event.contracts import DomainEvent, NewDomainEvent, RelaySettings
from agentbase.event.model import domain_event_outbox as outbox
from agentbase.event.publisher import InProcessPublisher
from agentbase.event.relay import Relay
from agentbase.event.service import Outbox
from agentbase.testing.clock import FrozenClock
from tests.support.children import end_of, start_child

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
SETTINGS = RelaySettings(max_attempts=3)
CHILD = "tests.agentbase.event.child"


class Subscriber:
    """Notes what it is told, and fails where it shall."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self.ids: list[str] = []
        self.failing: set[tuple[str, int]] = set()

    async def publish(self, event: DomainEvent) -> None:
        await asyncio.sleep(0)
        place = (event.aggregate_id, event.aggregate_seq)
        self.told.append(place)
        self.ids.append(event.event_id)
        if place in self.failing:
            raise RuntimeError("the handler failed")


class Room:
    """The outbox with what a test asks of it."""

    def __init__(self, database: Database, clock: Clock, owner: Owner) -> None:
        self.database = database
        self.clock = clock
        self.owner = owner
        self.heard = Subscriber()

    def deadline(self) -> Deadline:
        return Deadline.after(30_000, self.clock)

    def relay(self, holder: str = "one") -> Relay:
        return Relay(self.database, self.clock, self.heard, holder=holder, settings=SETTINGS)

    async def add(self, *aggregates: str) -> None:
        events = [
            NewDomainEvent(aggregate_type="thing", aggregate_id=one, event_type="changed", trace_id="t-1")
            for one in aggregates
        ]
        await self.database.write(
            self.owner, self.deadline(), lambda uow: Outbox(self.clock).add(uow, self.owner, events)
        )

    async def let_time_pass(self) -> None:
        """Every lease has run out, and every wait is over."""
        lease = case((outbox.c.claimed_until.is_not(None), LONG_AGO))
        statement = update(outbox).where(outbox.c.status == "pending")
        await self.database.claim(
            self.deadline(), lambda uow: uow.execute(statement.values(available_at=LONG_AGO, claimed_until=lease))
        )

    async def statuses(self) -> list[str]:
        async def work(uow: UnitOfWork) -> list[str]:
            query = select(outbox.c.status).order_by(outbox.c.aggregate_id, outbox.c.aggregate_seq)
            return list((await uow.execute(query)).scalars())

        return await self.database.read(self.deadline(), work)


@pytest.fixture
def room(database: Database, frozen_clock: FrozenClock, owner: Owner) -> Room:
    return Room(database, frozen_clock, owner)


async def test_events_of_an_aggregate_come_in_their_order(room: Room) -> None:
    await room.add("a", "b", "a", "a", "b")
    result = await room.relay().drain(room.deadline())
    assert result == (5, 0, True)
    assert [place for place in room.heard.told if place[0] == "a"] == [("a", 1), ("a", 2), ("a", 3)]
    assert [place for place in room.heard.told if place[0] == "b"] == [("b", 1), ("b", 2)]
    assert await room.statuses() == ["published"] * 5


async def test_what_is_published_is_not_published_again(room: Room) -> None:
    await room.add("a")
    await room.relay().drain(room.deadline())
    await room.let_time_pass()
    assert await room.relay("two").drain(room.deadline()) == (0, 0, True)
    assert room.heard.told == [("a", 1)]


async def test_a_failed_event_holds_up_its_own_aggregate_and_no_other(room: Room) -> None:
    await room.add("a", "a", "b")
    room.heard.failing = {("a", 1)}
    assert await room.relay().drain(room.deadline()) == (1, 1, True)
    assert sorted(room.heard.told) == [("a", 1), ("b", 1)]
    assert await room.statuses() == ["pending", "pending", "published"]
    room.heard.failing = set()
    await room.let_time_pass()
    await room.relay().drain(room.deadline())
    assert [place for place in room.heard.told if place[0] == "a"] == [("a", 1), ("a", 1), ("a", 2)]


async def test_after_the_last_attempt_an_event_is_dead_and_the_next_one_comes(room: Room) -> None:
    await room.add("a", "a")
    room.heard.failing = {("a", 1)}
    with capture_logs() as logs:
        for _ in range(SETTINGS.max_attempts):
            await room.relay().drain(room.deadline())
            await room.let_time_pass()
        await room.relay().drain(room.deadline())
    assert room.heard.told == [("a", 1)] * 3 + [("a", 2)]
    assert await room.statuses() == ["dead", "published"]
    assert [log["event"] for log in logs if log.get("alert")] == ["event_dead"]


async def test_an_event_that_kills_every_relay_is_given_up_too(room: Room) -> None:
    await room.add("a", "a")
    for _ in range(SETTINGS.max_attempts):
        assert len(await room.relay().claim(room.deadline())) == 1
        await room.let_time_pass()
    with capture_logs() as logs:
        await room.relay().drain(room.deadline())
        await room.relay().drain(room.deadline())
    assert room.heard.told == [("a", 2)]
    assert await room.statuses() == ["dead", "published"]
    assert [log["event"] for log in logs if log.get("alert")] == ["event_dead"]


async def test_while_an_event_is_held_its_aggregate_waits(room: Room) -> None:
    await room.add("a", "a", "b")
    held = await room.relay().claim(room.deadline())
    assert sorted((one.event.aggregate_id, one.event.aggregate_seq) for one in held) == [("a", 1), ("b", 1)]
    assert await room.relay("two").claim(room.deadline()) == ()


async def test_a_late_relay_changes_nothing(room: Room) -> None:
    await room.add("a")
    (late,) = await room.relay().claim(room.deadline())
    await room.let_time_pass()
    (again,) = await room.relay("two").claim(room.deadline())
    assert again.fencing_token == late.fencing_token + 1
    room.heard.failing = {("a", 1)}
    assert not await room.relay().deliver(late, room.deadline())
    room.heard.failing = set()
    assert await room.relay("two").deliver(again, room.deadline())
    assert await room.statuses() == ["published"]


async def test_two_relays_at_once_deliver_each_event_once_and_in_order(room: Room) -> None:
    aggregates = [f"thing-{number}" for number in range(12)]
    for _ in range(4):
        await room.add(*aggregates)
    relays = [room.relay("one"), room.relay("two"), room.relay("three")]
    # One that finds everything held or done ends early: ask again, as a worker would, until all is delivered.
    for _ in range(4):
        await asyncio.gather(*(relay.drain(room.deadline()) for relay in relays))
    assert len(room.heard.told) == len(set(room.heard.told)) == 48
    for aggregate in aggregates:
        assert [seq for name, seq in room.heard.told if name == aggregate] == [1, 2, 3, 4]
    assert set(await room.statuses()) == {"published"}


async def test_a_drain_ends_with_its_time_and_leaves_the_rest_free(database: Database, owner: Owner) -> None:
    room = Room(database, SystemClock(), owner)
    await room.add("a", "b", "c")

    class Slow(Subscriber):
        async def publish(self, event: DomainEvent) -> None:
            await super().publish(event)
            await asyncio.sleep(30)

    room.heard = Slow()
    result = await room.relay().drain(Deadline.after(300, room.clock))
    assert result == (0, 1, False)
    assert len(room.heard.told) == 1
    room.heard = Subscriber()
    await room.relay("two").drain(room.deadline())
    assert len(room.heard.told) == 2  # the third waits for its second attempt


@pytest.mark.parametrize(("point", "already"), [("event.before_publish", 0), ("event.after_publish", 1)])
async def test_a_relay_that_is_killed_loses_no_event(
    database: Database, database_url: str, owner: Owner, point: str, already: int
) -> None:
    room = Room(database, SystemClock(), owner)
    await room.add("a", "a")
    code, lines = await end_of(await start_child(CHILD, database_url, "killed", trigger=f"{point}=kill"))
    assert (code, len(lines)) == (-9, already)
    assert await room.relay().drain(room.deadline()) == (0, 0, True)  # its lease still holds
    await room.let_time_pass()
    await room.relay().drain(room.deadline())
    assert room.heard.told == [("a", 1), ("a", 2)]
    # At least once: who was told twice knows it by the id.
    assert [line.split()[2] for line in lines] == room.heard.ids[:already]


async def test_the_failure_of_one_handler_asks_all_of_them_again(room: Room) -> None:
    publisher = InProcessPublisher()
    told: list[str] = []

    async def first(event: DomainEvent) -> None:
        told.append("first")

    async def second(event: DomainEvent) -> None:
        told.append("second")
        if told.count("second") == 1:
            raise RuntimeError("the handler failed")

    publisher.subscribe("changed", first)
    publisher.subscribe("changed", second)
    relay = Relay(room.database, room.clock, publisher, holder="one")
    await room.add("a")
    assert await relay.drain(room.deadline()) == (0, 1, True)
    await room.let_time_pass()
    assert await relay.drain(room.deadline()) == (1, 0, True)
    assert told == ["first", "second"] * 2


def test_attempts_wait_longer_and_longer_up_to_a_bound() -> None:
    settings = RelaySettings(first_delay=1.0, longest_delay=10.0)
    assert [settings.delay_after(attempt) for attempt in range(1, 7)] == [1.0, 2.0, 4.0, 8.0, 10.0, 10.0]
    assert settings.lease_seconds > settings.batch_size * settings.publish_seconds
