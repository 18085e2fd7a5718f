"""The one bound of a request, handed down to everything that waits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from agentbase.core.clock import Clock
from agentbase.core.reasons import base_error


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock after which nothing of the request may still be running."""

    expires_monotonic: float
    clock: Clock

    @classmethod
    def after(cls, ms: float, clock: Clock) -> Self:
        """A deadline ``ms`` milliseconds from now."""
        return cls(clock.monotonic() + ms / 1000, clock)

    @classmethod
    def at(cls, instant: datetime, clock: Clock) -> Self:
        """A deadline at an aware instant of the system clock, as it travels between processes.

        Raises ValueError when ``instant`` is naive.
        """
        if instant.tzinfo is None:
            raise ValueError("a deadline needs an aware instant")
        return cls(clock.monotonic() + (instant - clock.now()).total_seconds(), clock)

    def remaining(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.expires_monotonic - self.clock.monotonic())

    @property
    def expired(self) -> bool:
        """Whether no time is left."""
        return self.clock.monotonic() >= self.expires_monotonic

    def at_most(self, seconds: float) -> float:
        """The smaller of ``seconds`` and what is left, in seconds."""
        return min(seconds, self.remaining())

    def check(self) -> None:
        """Raise DEADLINE_EXCEEDED when no time is left."""
        if self.expired:
            raise base_error("DEADLINE_EXCEEDED")
