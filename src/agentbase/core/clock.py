"""The system clock, as a port.

The other clock of the design (section 5), the reference time that words are read against, is never taken from here:
it is a parameter of whoever reads words or facts. This clock is for expiry, leases, audit and durations.
"""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where the time of the system comes from."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back; only differences mean anything."""
        ...


class SystemClock:
    """The machine's clock; the only place in the program that reads it."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds on the machine's monotonic clock."""
        return time.monotonic()
