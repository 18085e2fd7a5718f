"""A process that confirms requests: ``URL KEY-PREFIX OWNER REQUEST…``; prints what each came to."""

from __future__ import annotations

import asyncio
import sys

from agentbase.confirmation.contracts import DecisionResult, WriteRequest
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.run.contracts import NewEvent, NewRun, RunEnd
from agentbase.run.service import RunService
from tests.agentbase.confirmation.things import decision, make_gate


async def main(url: str, prefix: str, user: str, write_request_ids: list[str]) -> None:
    clock = SystemClock()
    owner = Owner("local", user)
    database = await Database.open(url, clock=clock)
    try:
        gate, runs = make_gate(database, clock), RunService(database, clock)
        for number, write_request_id in enumerate(write_request_ids):
            deadline = Deadline.after(30_000, clock)
            run = NewRun(
                run_id=f"run-{number}-{prefix}"[:36],
                correlation_id="c-2",
                trace_id="t-2",
                kind="decision",
                reference_time=clock.now(),
                timezone="UTC",
            )

            async def after(uow: UnitOfWork, request: WriteRequest, result: DecisionResult, run: NewRun = run) -> None:
                await runs.record(uow, owner, run, RunEnd(status="finished"))
                await runs.append_events(uow, owner, run, [NewEvent("write_result", {"status": result.status})])

            async def find(uow: UnitOfWork, wanted: str = write_request_id) -> WriteRequest | None:
                return await gate.find(uow, owner, wanted)

            request = await database.read(deadline, find)
            assert request is not None
            made = decision(request, f"{prefix}-{write_request_id[-20:]}")
            result = await gate.decide(owner, made, deadline, after)
            sys.stdout.write(f"{result.status if isinstance(result, DecisionResult) else result.reason_code}\n")
    finally:
        await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]))
