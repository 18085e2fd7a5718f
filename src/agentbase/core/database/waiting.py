"""Waits that end: within a deadline, or at the end of what must not be cut short."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from agentbase.core.deadline import Deadline
from agentbase.core.reasons import base_error

T = TypeVar("T")

_SERVER_FIRST_SECONDS = 0.1  # the server stops a statement at the deadline itself, which leaves the connection usable


@asynccontextmanager
async def within(deadline: Deadline) -> AsyncIterator[None]:
    """Cancel the block shortly after the deadline. Raises DEADLINE_EXCEEDED."""
    deadline.check()
    try:
        async with asyncio.timeout(deadline.remaining() + _SERVER_FIRST_SECONDS):
            yield
    except TimeoutError as error:
        raise base_error("DEADLINE_EXCEEDED") from error


async def to_the_end(work: Coroutine[object, object, T], seconds: float) -> T:
    """Run ``work`` in a task that cancellation of the caller cannot reach, and wait for its end.

    A cancellation that came in the meantime is raised afterwards. Raises TimeoutError when ``work`` is not done after
    ``seconds``; it is cancelled then.
    """
    task = asyncio.ensure_future(work)
    give_up = asyncio.get_running_loop().time() + seconds
    cancellation: asyncio.CancelledError | None = None
    while not task.done() and (left := give_up - asyncio.get_running_loop().time()) > 0:
        try:
            await asyncio.wait({task}, timeout=left)
        except asyncio.CancelledError as cancelled:
            cancellation = cancelled
    unfinished = not task.done()
    if unfinished:
        task.cancel()
    if cancellation is not None:
        task.add_done_callback(_retrieve)
        raise cancellation
    if unfinished:
        task.add_done_callback(_retrieve)
        raise TimeoutError
    return task.result()


def _retrieve(task: asyncio.Future[T]) -> None:
    if not task.cancelled():
        task.exception()
