"""A process that accepts a run and finishes it with an event: ``URL OWNER``."""

from __future__ import annotations

import asyncio
import sys

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.run.contracts import NewEvent, NewRun, RunEnd
from agentbase.run.service import RunService


async def main(url: str, user: str) -> None:
    clock = SystemClock()
    owner = Owner("local", user)
    database = await Database.open(url, clock=clock)
    try:
        service = RunService(database, clock)
        run = NewRun(
            run_id="r-1", correlation_id="c-1", trace_id="t-1", kind="turn", reference_time=clock.now(), timezone="UTC"
        )
        deadline = Deadline.after(30_000, clock)
        lease = await database.write(owner, deadline, lambda uow: service.accept(uow, owner, run, holder="child"))
        print("accepted", flush=True)  # noqa: T201

        async def close(uow: UnitOfWork) -> None:
            await service.append_events(uow, owner, run, [NewEvent("display", {})])
            await service.finish(uow, owner, lease, RunEnd(status="finished"))

        await database.write(owner, deadline, close)
    finally:
        await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
