"""Pending interactions, on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from timeflow.execution.pending_repository import (
    OWNER_LIMIT,
    PendingInteraction,
    cancel_interaction,
    consume_interaction,
    count_open,
    open_interactions,
    save_interaction,
)

START = datetime(2026, 12, 1, tzinfo=UTC)


class Pending:
    """One owner's interactions, each call in a transaction of its own."""

    def __init__(self, database: Database, owner: Owner, deadline: Deadline) -> None:
        self.database = database
        self.owner = owner
        self.deadline = deadline

    def made(self, number: int = 0) -> PendingInteraction:
        return PendingInteraction(
            interaction_id=str(new_uuid7()),
            user_id=self.owner.owner_id,
            correlation_id="c",
            kind="target",
            question="哪一个？",
            options=({"option_id": "1", "item_id": "a"}, {"option_id": "2", "item_id": "b"}),
            decision={"query": "改到四点", "parsed_params": {"operation": "update"}},
            resume_step="resolve_time",
            created_at=START + timedelta(seconds=number),
        )

    async def save(self, pending: PendingInteraction, global_limit: int = 10_000) -> tuple[str, ...]:
        return await self.database.write(
            self.owner, self.deadline, lambda uow: save_interaction(uow, self.owner, pending, global_limit=global_limit)
        )

    async def consume(self, interaction_id: str) -> PendingInteraction:
        return await self.database.write(
            self.owner, self.deadline, lambda uow: consume_interaction(uow, self.owner, interaction_id)
        )

    async def cancel(self, interaction_id: str) -> bool:
        return await self.database.write(
            self.owner, self.deadline, lambda uow: cancel_interaction(uow, self.owner, interaction_id)
        )

    async def open(self) -> tuple[PendingInteraction, ...]:
        return await self.database.read(self.deadline, lambda uow: open_interactions(uow, self.owner))

    async def refused(self, call: str, interaction_id: str) -> str:
        with pytest.raises(AgentBaseError) as stopped:
            await getattr(self, call)(interaction_id)
        return stopped.value.reason_code


@pytest.fixture
def pending(database: Database, owner: Owner, deadline: Deadline) -> Pending:
    return Pending(database, owner, deadline)


async def test_an_interaction_comes_back_whole_and_once(pending: Pending) -> None:
    made = pending.made()
    assert await pending.save(made) == ()
    assert await pending.open() == (made,)
    assert await pending.consume(made.interaction_id) == made
    assert await pending.open() == ()
    assert await pending.refused("consume", made.interaction_id) == "INTERACTION_CONSUMED"
    assert await pending.refused("cancel", made.interaction_id) == "INTERACTION_CONSUMED"


async def test_of_many_who_choose_at_once_one_gets_it(pending: Pending) -> None:
    made = pending.made()
    await pending.save(made)
    results = await asyncio.gather(*(pending.consume(made.interaction_id) for _ in range(20)), return_exceptions=True)
    assert [one for one in results if isinstance(one, PendingInteraction)] == [made]
    refusals = [one.reason_code for one in results if isinstance(one, AgentBaseError)]
    assert refusals == ["INTERACTION_CONSUMED"] * 19


async def test_one_gets_it_even_where_nobody_holds_the_owners_row(pending: Pending) -> None:
    made = pending.made()
    await pending.save(made)

    async def consume() -> PendingInteraction:
        return await pending.database.claim(
            pending.deadline, lambda uow: consume_interaction(uow, pending.owner, made.interaction_id)
        )

    results = await asyncio.gather(*(consume() for _ in range(20)), return_exceptions=True)
    assert [one for one in results if isinstance(one, PendingInteraction)] == [made]


async def test_cancelling_is_idempotent_and_final(pending: Pending) -> None:
    made = pending.made()
    await pending.save(made)
    assert await pending.cancel(made.interaction_id) is False
    assert await pending.cancel(made.interaction_id) is True
    assert await pending.refused("consume", made.interaction_id) == "INTERACTION_CONSUMED"


async def test_a_stranger_learns_nothing(pending: Pending, database: Database, deadline: Deadline) -> None:
    made = pending.made()
    await pending.save(made)
    for stranger in (Owner("local", "stranger"), Owner("other", pending.owner.owner_id)):
        others = Pending(database, stranger, deadline)
        assert await others.refused("consume", made.interaction_id) == "INTERACTION_NOT_FOUND"
        assert await others.refused("cancel", made.interaction_id) == "INTERACTION_NOT_FOUND"
        assert await others.open() == ()
    for never in ("no-such-id", "é", "x" * 64, " "):
        assert await pending.refused("consume", never) == "INTERACTION_NOT_FOUND"
    assert await pending.open() == (made,)


async def test_an_owner_keeps_the_newest_twenty(pending: Pending) -> None:
    made = [pending.made(number) for number in range(OWNER_LIMIT + 2)]
    dropped = [await pending.save(one) for one in made]
    assert dropped == [()] * OWNER_LIMIT + [(made[0].interaction_id,), (made[1].interaction_id,)]
    assert await pending.open() == tuple(reversed(made[2:]))
    assert await pending.refused("consume", made[0].interaction_id) == "INTERACTION_NOT_FOUND"


async def test_beyond_the_global_limit_nothing_is_kept(
    pending: Pending, database: Database, deadline: Deadline
) -> None:
    others = Pending(database, Owner("local", "others"), deadline)
    for number in range(3):
        await others.save(others.made(number))
    with pytest.raises(AgentBaseError) as stopped:
        await pending.save(pending.made(), global_limit=3)
    assert stopped.value.reason_code == "PENDING_LIMIT_REACHED"
    assert await pending.open() == ()
    assert await database.read(deadline, count_open) == 3
    await others.cancel((await others.open())[0].interaction_id)
    assert await database.read(deadline, count_open) == 2
    await pending.save(pending.made(), global_limit=3)
