"""How a caller says that it has lost interest (S §8.1)."""

from __future__ import annotations

from typing import Protocol


class CancellationTokenPort(Protocol):
    """Whether the caller has lost interest; asked at every key stage."""

    @property
    def cancelled(self) -> bool:
        """True from the moment of the cancellation on."""

    async def wait(self) -> None:
        """Return once cancelled; wait for ever otherwise."""
