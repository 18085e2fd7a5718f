"""The same key is the same request, and nothing else."""

from __future__ import annotations

import asyncio

import pytest

from agentbase.core.database import Database, Owner, StatementCounter
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.session.contracts import AcceptedRequest, RequestKey
from agentbase.session.service import SessionService
from agentbase.testing.clock import FrozenClock

KEY = RequestKey(agent_type="assistant", idempotency_key="key-0000000000000001")


class Room:
    def __init__(self, database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> None:
        self.database = database
        self.service = SessionService(clock)
        self.owner = owner
        self.deadline = deadline

    async def accept(
        self, run_id: str, request_hash: str = "sha256:a", key: RequestKey = KEY, owner: Owner | None = None
    ) -> AcceptedRequest:
        who = owner or self.owner
        return await self.database.write(
            who,
            self.deadline,
            lambda uow: self.service.accept_request(uow, who, key, request_hash=request_hash, run_id=run_id),
        )


@pytest.fixture
def room(database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, frozen_clock, owner, deadline)


async def test_the_first_request_takes_the_key_in_one_statement(room: Room) -> None:
    with StatementCounter() as counter:
        accepted = await room.accept("r-1")
    assert accepted == AcceptedRequest(run_id="r-1", status="accepted", result=None, first=True)
    assert counter.statements == 2


async def test_the_same_request_gets_the_first_run_and_later_its_result(room: Room) -> None:
    await room.accept("r-1")
    assert await room.accept("r-2") == AcceptedRequest(run_id="r-1", status="accepted", result=None, first=False)
    await room.database.write(
        room.owner,
        room.deadline,
        lambda uow: room.service.complete_request(uow, room.owner, KEY, {"type": "display", "text": "好"}),
    )
    again = await room.accept("r-3")
    assert (again.run_id, again.status, again.result) == ("r-1", "completed", {"type": "display", "text": "好"})


async def test_another_request_under_the_key_is_a_conflict(room: Room) -> None:
    await room.accept("r-1")
    with pytest.raises(AgentBaseError) as error:
        await room.accept("r-2", "sha256:b")
    assert error.value.reason_code == "IDEMPOTENCY_CONFLICT"


async def test_keys_belong_to_a_person_and_an_agent_and_tell_cases_apart(room: Room) -> None:
    await room.accept("r-1")
    others = [
        await room.accept("r-2", "sha256:b", RequestKey(agent_type="advisor", idempotency_key=KEY.idempotency_key)),
        await room.accept(
            "r-3", "sha256:b", RequestKey(agent_type="assistant", idempotency_key=KEY.idempotency_key.upper())
        ),
        await room.accept("r-4", "sha256:b", owner=Owner("local", "bob")),
    ]
    assert [(other.run_id, other.first) for other in others] == [("r-2", True), ("r-3", True), ("r-4", True)]


async def test_of_requests_that_come_at_once_one_is_first(room: Room) -> None:
    answers = await asyncio.gather(*(room.accept(f"r-{number}") for number in range(20)))
    assert sum(answer.first for answer in answers) == 1
    assert len({answer.run_id for answer in answers}) == 1
