"""A relay in a process of its own: ``URL HOLDER``; prints the id of each event that it publishes."""

from __future__ import annotations

import asyncio
import sys

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database
from agentbase.core.deadline import Deadline
from agentbase.event.contracts import DomainEvent
from agentbase.event.relay import Relay


class Printer:
    async def publish(self, event: DomainEvent) -> None:
        print(event.aggregate_id, event.aggregate_seq, event.event_id, flush=True)  # noqa: T201


async def main(url: str, holder: str) -> None:
    clock = SystemClock()
    database = await Database.open(url, clock=clock)
    try:
        await Relay(database, clock, Printer(), holder=holder).drain(Deadline.after(30_000, clock))
    finally:
        await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
