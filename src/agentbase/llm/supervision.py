"""One provider call as a supervised task (decisions 24).

The call is awaited with a bound. A call that ignores its cancellation is abandoned into a bounded set: waiting for it,
as a task group does, would let a hanging client hold the whole request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, Generic, Literal, TypeVar

from agentbase.llm.ports import CancellationTokenPort

T = TypeVar("T")

MAX_ABANDONED: Final = 64
_GRACE_SECONDS: Final = 0.02
"""How long a cancelled call may take to clean up before it is abandoned."""


class Finished(Generic[T]):
    """The call ended in time, with a value or an exception."""

    def __init__(self, task: asyncio.Task[T]) -> None:
        self._task = task

    def result(self) -> T:
        """The value; raises what the call raised. A call that cancelled itself raises RuntimeError."""
        try:
            return self._task.result()
        except asyncio.CancelledError as error:
            # The request itself was not cancelled: this is a fault of the provider, not a wish of the caller.
            raise RuntimeError("the call cancelled itself") from error


class CallSupervisor:
    """Runs calls with a bound, and keeps the abandoned ones from being lost or multiplying."""

    def __init__(self) -> None:
        self._abandoned: set[asyncio.Task[Any]] = set()

    @property
    def saturated(self) -> bool:
        """Whether so many calls hang that no further one may be started."""
        return len(self._abandoned) >= MAX_ABANDONED

    async def run(
        self, call: Coroutine[Any, Any, T], timeout: float, cancellation: CancellationTokenPort
    ) -> Finished[T] | Literal["timeout", "cancelled"]:
        """Run ``call`` for at most ``timeout`` seconds. A late result is dropped."""
        task = asyncio.ensure_future(call)
        watch = asyncio.ensure_future(cancellation.wait())
        try:
            await asyncio.wait({task, watch}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if cancellation.cancelled:
                return "cancelled"
            return Finished(task) if task.done() else "timeout"
        finally:
            watch.cancel()
            await self._let_go(task)

    async def _let_go(self, task: asyncio.Task[Any]) -> None:
        if task.done():
            _drop(task)
            return
        self._abandoned.add(task)
        task.add_done_callback(self._abandoned.discard)
        task.add_done_callback(_drop)
        task.cancel()
        await asyncio.wait({task}, timeout=_GRACE_SECONDS)


def _drop(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        # Read it, or the loop reports an exception that nobody can act on any more.
        task.exception()
