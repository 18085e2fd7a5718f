"""Twenty at once: one write."""

from __future__ import annotations

import asyncio
from collections import Counter

from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest
from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.things import create, decision, draft, make_gate, names


def _said(answer: DecisionResult | Refusal) -> str:
    if isinstance(answer, Refusal):
        return answer.reason_code
    return "replayed" if answer.replayed else answer.status


async def _decide_all(
    database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline, keys: list[str]
) -> Counter[str]:
    gate = make_gate(database, clock)
    request: WriteRequest = await database.write(
        owner, deadline, lambda uow: gate.create_request(uow, owner, draft(create("tea")))
    )
    answers = await asyncio.gather(*(gate.decide(owner, decision(request, key), deadline) for key in keys))
    assert await database.read(deadline, lambda uow: names(uow, owner)) == ["tea"]
    return Counter(_said(answer) for answer in answers)


async def test_under_one_key_all_get_the_one_result(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    said = await _decide_all(database, frozen_clock, owner, deadline, ["the-key-of-them-all"] * 20)
    assert said == {"applied": 1, "replayed": 19}


async def test_under_keys_of_their_own_one_wins(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    keys = [f"the-key-of-number-{number}" for number in range(20)]
    said = await _decide_all(database, frozen_clock, owner, deadline, keys)
    assert said == {"applied": 1, "ALREADY_DECIDED": 19}


async def test_of_twenty_requests_for_one_name_one_is_written(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    gate = make_gate(database, frozen_clock)

    async def one(number: int) -> DecisionResult | Refusal:
        request = await database.write(
            owner, deadline, lambda uow: gate.create_request(uow, owner, draft(create("tea")))
        )
        return await gate.decide(owner, decision(request, f"the-key-of-number-{number}"), deadline)

    answers = await asyncio.gather(*(one(number) for number in range(20)))
    assert Counter(map(_said, answers)) == {"applied": 1, "FACTS_CHANGED": 19}
    assert await database.read(deadline, lambda uow: names(uow, owner)) == ["tea"]
