"""Conversations and their clarification rounds."""

from __future__ import annotations

import asyncio

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.session.contracts import ConversationSession
from agentbase.session.service import SessionService
from agentbase.testing.clock import FrozenClock


async def _open(
    database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline, agent_type: str = "assistant"
) -> ConversationSession:
    return await database.write(owner, deadline, lambda uow: SessionService(clock).open_session(uow, owner, agent_type))


async def test_a_person_has_one_open_conversation_with_an_agent(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    opened = await asyncio.gather(*(_open(database, frozen_clock, owner, deadline) for _ in range(10)))
    assert len({session.session_id for session in opened}) == 1
    others = [
        await _open(database, frozen_clock, owner, deadline, "advisor"),
        await _open(database, frozen_clock, Owner("local", "bob"), deadline),
        await _open(database, frozen_clock, Owner("elsewhere", owner.owner_id), deadline),
    ]
    assert len({session.session_id for session in [*opened, *others]}) == 4


async def test_a_new_conversation_follows_one_that_ended(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    service = SessionService(frozen_clock)
    first = await _open(database, frozen_clock, owner, deadline)
    assert await database.write(owner, deadline, lambda uow: service.end_session(uow, first))
    assert not await database.write(owner, deadline, lambda uow: service.end_session(uow, first))
    second = await _open(database, frozen_clock, owner, deadline)
    assert second.session_id != first.session_id
    assert (second.status, second.clarification_round) == ("open", 0)


async def test_a_round_moves_only_from_the_value_that_was_read(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    service = SessionService(frozen_clock)
    session = await _open(database, frozen_clock, owner, deadline)
    moved = await asyncio.gather(
        *(
            database.write(owner, deadline, lambda uow: service.set_clarification_round(uow, session, 1))
            for _ in range(5)
        )
    )
    assert sorted(moved) == [False, False, False, False, True]
    now = await _open(database, frozen_clock, owner, deadline)
    assert now.clarification_round == 1
    assert await database.write(owner, deadline, lambda uow: service.set_clarification_round(uow, now, 0))
