"""A token by which a caller ends a generation early (S §8.1)."""

from __future__ import annotations

import asyncio


class CancellationToken:
    """Implements ``CancellationTokenPort`` for one event loop."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    @property
    def cancelled(self) -> bool:
        """True from the moment of the cancellation on."""
        return self._event.is_set()

    def cancel(self) -> None:
        """End what this token was given to. Final."""
        self._event.set()

    async def wait(self) -> None:
        """Return once cancelled; wait for ever otherwise."""
        await self._event.wait()
