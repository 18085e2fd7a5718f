"""The gate with what a test asks of it."""

from __future__ import annotations

from typing import Any

from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest, WriteRequestDraft
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.things import decision, make_gate, names


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


def code(result: DecisionResult | Refusal) -> str:
    assert isinstance(result, Refusal), result
    return result.reason_code
