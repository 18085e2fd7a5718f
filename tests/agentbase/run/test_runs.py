"""Runs, their leases and their log."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, StatementCounter, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.run.contracts import NewEvent, NewRun, Run, RunEnd, RunEvent, RunLease
from agentbase.run.model import runs
from agentbase.run.service import RunService
from agentbase.testing.clock import FrozenClock
from tests.support.children import end_of, start_child

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
CHILD = "tests.agentbase.run.child"


class Room:
    def __init__(self, database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> None:
        self.database = database
        self.service = RunService(database, clock)
        self.owner = owner
        self.deadline = deadline

    def new(self, run_id: str) -> NewRun:
        return NewRun(
            run_id=run_id,
            correlation_id=f"c-{run_id}",
            trace_id="t-1",
            kind="turn",
            reference_time=datetime(2026, 12, 1, tzinfo=UTC),
            timezone="Asia/Shanghai",
        )

    async def accept(self, run_id: str = "r-1", owner: Owner | None = None) -> RunLease:
        who = owner or self.owner
        return await self.database.write(
            who, self.deadline, lambda uow: self.service.accept(uow, who, self.new(run_id), holder="process-1")
        )

    async def finish(self, lease: RunLease, end: RunEnd | None = None) -> None:
        await self.database.write(
            self.owner,
            self.deadline,
            lambda uow: self.service.finish(uow, self.owner, lease, end or RunEnd(status="finished")),
        )

    async def find(self, run_id: str = "r-1") -> Run:
        found = await self.database.read(self.deadline, lambda uow: self.service.find(uow, self.owner, run_id))
        assert found is not None
        return found

    async def append(self, run: NewRun, *types: str, owner: Owner | None = None) -> None:
        who = owner or self.owner
        events = [NewEvent(one, {"of": one}) for one in types]
        await self.database.write(who, self.deadline, lambda uow: self.service.append_events(uow, who, run, events))

    async def read(self, after_seq: int = 0, limit: int = 500, owner: Owner | None = None) -> tuple[RunEvent, ...]:
        return await self.database.read(
            self.deadline,
            lambda uow: self.service.read_events(uow, owner or self.owner, after_seq=after_seq, limit=limit),
        )

    async def expire_leases(self) -> None:
        statement = update(runs).where(runs.c.status == "running").values(lease_until=LONG_AGO)
        await self.database.claim(self.deadline, lambda uow: uow.execute(statement))


@pytest.fixture
def room(database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, frozen_clock, owner, deadline)


async def test_a_run_is_accepted_and_finished(room: Room) -> None:
    lease = await room.accept()
    running = await room.find()
    assert (running.status, running.lease_holder, running.fencing_token) == ("running", "process-1", 1)
    assert running.lease_until is not None
    await room.finish(lease)
    finished = await room.find()
    assert (finished.status, finished.lease_until) == ("finished", None)
    assert finished.finished_at is not None


async def test_a_failed_run_names_its_reason(room: Room) -> None:
    await room.finish(await room.accept(), RunEnd(status="failed", error_code="E", reason_code="WHY"))
    failed = await room.find()
    assert (failed.status, failed.error_code, failed.reason_code) == ("failed", "E", "WHY")


async def test_a_run_ends_once(room: Room) -> None:
    lease = await room.accept()
    await room.finish(lease)
    with pytest.raises(AgentBaseError) as error:
        await room.finish(lease, RunEnd(status="failed"))
    assert error.value.reason_code == "LEASE_LOST"
    assert (await room.find()).status == "finished"


async def test_a_run_whose_lease_has_run_out_becomes_interrupted_with_an_error_in_the_log(room: Room) -> None:
    lease = await room.accept()
    other = Owner("local", "bob")
    await room.accept("r-2", other)
    assert await room.service.interrupt_expired(room.deadline) == 0
    await room.expire_leases()
    assert await room.service.interrupt_expired(room.deadline) == 2
    assert await room.service.interrupt_expired(room.deadline) == 0
    run = await room.find()
    assert (run.status, run.error_code, run.reason_code) == ("failed", "INTERRUPTED", "INTERRUPTED")
    (event,) = await room.read()
    assert (event.run_id, event.event_type) == ("r-1", "error")
    assert event.payload == {
        "type": "error",
        "correlation_id": "c-r-1",
        "code": "INTERRUPTED",
        "reason_code": "INTERRUPTED",
        "message": "上一步被打断了，没有做完。请再说一次。",
        "retryable": True,
        "replacement": None,
    }
    assert [event.run_id for event in await room.read(owner=other)] == ["r-2"]
    with pytest.raises(AgentBaseError) as error:
        await room.finish(lease)
    assert error.value.reason_code == "LEASE_LOST"


async def test_two_that_clean_up_at_once_interrupt_a_run_once(room: Room) -> None:
    await room.accept()
    await room.expire_leases()
    counts = await asyncio.gather(*(room.service.interrupt_expired(room.deadline) for _ in range(5)))
    assert sorted(counts) == [0, 0, 0, 0, 1]
    assert len(await room.read()) == 1


async def test_a_heartbeat_keeps_a_run_alive_until_it_was_given_up(room: Room) -> None:
    lease = await room.accept()

    async def beat() -> None:
        await room.database.write(room.owner, room.deadline, lambda uow: room.service.heartbeat(uow, room.owner, lease))

    await room.expire_leases()
    await beat()
    assert await room.service.interrupt_expired(room.deadline) == 0
    await room.expire_leases()
    assert await room.service.interrupt_expired(room.deadline) == 1
    with pytest.raises(AgentBaseError) as error:
        await beat()
    assert error.value.reason_code == "LEASE_LOST"


async def test_a_decision_is_a_run_that_is_over_when_it_commits(room: Room) -> None:
    with StatementCounter() as counter:
        await room.database.write(
            room.owner,
            room.deadline,
            lambda uow: room.service.record(uow, room.owner, room.new("r-1"), RunEnd(status="finished")),
        )
    assert counter.statements == 2
    run = await room.find()
    assert (run.status, run.accepted_at, run.finished_at) == ("finished", run.finished_at, run.accepted_at)


async def test_all_events_of_a_transaction_take_one_statement(room: Room) -> None:
    with StatementCounter() as counter:
        await room.append(room.new("r-1"), "processing", "processing", "display")
    assert counter.statements == 2
    await room.append(room.new("r-2"), "display")
    events = await room.read()
    assert [(event.seq, event.run_id, event.event_type) for event in events] == [
        (1, "r-1", "processing"),
        (2, "r-1", "processing"),
        (3, "r-1", "display"),
        (4, "r-2", "display"),
    ]
    assert events[2].payload == {"of": "display"}


async def test_the_numbers_of_an_owner_have_no_gap_when_events_come_at_once(room: Room) -> None:
    await asyncio.gather(*(room.append(room.new(f"r-{number}"), "a", "b") for number in range(20)))
    events = await room.read()
    assert [event.seq for event in events] == list(range(1, 41))
    assert all(first.run_id == second.run_id for first, second in zip(events[::2], events[1::2], strict=True))


async def test_more_events_than_one_statement_holds_are_numbered_on(room: Room) -> None:
    await room.append(room.new("r-1"), *(f"event-{number}" for number in range(230)))
    assert [event.event_type for event in await room.read()] == [f"event-{number}" for number in range(230)]


async def test_a_client_that_comes_back_reads_what_it_has_missed(room: Room) -> None:
    await room.append(room.new("r-1"), "a", "b", "c", "d")
    await room.append(room.new("r-9"), "e", owner=Owner("local", "bob"))
    assert [event.event_type for event in await room.read(after_seq=2)] == ["c", "d"]
    assert [event.event_type for event in await room.read(after_seq=0, limit=3)] == ["a", "b", "c"]
    assert await room.read(after_seq=4) == ()


async def test_a_run_of_somebody_else_is_not_there(room: Room) -> None:
    await room.accept()
    for stranger in (Owner("local", "bob"), Owner("elsewhere", room.owner.owner_id)):

        async def find(uow: UnitOfWork, who: Owner = stranger) -> Run | None:
            return await room.service.find(uow, who, "r-1")

        assert await room.database.read(room.deadline, find) is None


async def test_a_run_that_is_killed_before_its_end_is_interrupted(room: Room, database_url: str, owner: Owner) -> None:
    code, lines = await end_of(await start_child(CHILD, database_url, owner.owner_id, trigger="run.before_finish=kill"))
    assert (code, lines) == (-9, ["accepted"])
    assert (await room.find()).status == "running"
    assert await room.read() == ()
    await room.expire_leases()
    cleaner = RunService(room.database, SystemClock())
    assert await cleaner.interrupt_expired(Deadline.after(30_000, SystemClock())) == 1
    assert [event.event_type for event in await room.read()] == ["error"]
