from __future__ import annotations

import asyncio

import pytest

from agentbase.core.clock import SystemClock
from agentbase.core.database.waiting import to_the_end, within
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError


async def test_what_is_within_the_deadline_is_left_alone() -> None:
    async with within(Deadline.after(5_000, SystemClock())):
        await asyncio.sleep(0)


async def test_what_takes_longer_is_cancelled() -> None:
    with pytest.raises(AgentBaseError) as refused:
        async with within(Deadline.after(20, SystemClock())):
            await asyncio.sleep(60)
    assert refused.value.code == "DEADLINE_EXCEEDED"


async def test_a_time_out_of_the_work_itself_is_its_own() -> None:
    with pytest.raises(LookupError):
        async with within(Deadline.after(5_000, SystemClock())):
            raise LookupError


async def test_a_cancellation_from_outside_stays_one() -> None:
    async def wait() -> None:
        async with within(Deadline.after(60_000, SystemClock())):
            await asyncio.sleep(60)

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_end_is_waited_for_through_cancellations() -> None:
    steps: list[str] = []

    async def work() -> str:
        steps.append("begun")
        await asyncio.sleep(0.05)
        steps.append("done")
        return "result"

    assert await to_the_end(work(), 5) == "result"
    task = asyncio.create_task(to_the_end(work(), 5))
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == ["begun", "done"] * 2


async def test_an_error_of_the_work_is_raised() -> None:
    async def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await to_the_end(fail(), 5)


async def test_what_does_not_end_is_cancelled_at_its_bound() -> None:
    ended = asyncio.Event()

    async def hang() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    with pytest.raises(TimeoutError):
        await to_the_end(hang(), 0.02)
    await asyncio.wait_for(ended.wait(), 5)
