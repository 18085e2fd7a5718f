"""A clock that moves only when told."""

from datetime import UTC, datetime, timedelta

DEFAULT_INSTANT = datetime(2026, 12, 1, 2, 0, tzinfo=UTC)
"""A Tuesday, 10:00 in Shanghai."""


class FrozenClock:
    """Implements `agentbase.core.clock.Clock`. Wall clock and monotonic clock move together."""

    def __init__(self, instant: datetime = DEFAULT_INSTANT) -> None:
        if instant.tzinfo is None:
            raise ValueError("a clock needs an aware instant")
        self._now = instant.astimezone(UTC)
        self._monotonic = 1000.0

    def now(self) -> datetime:
        """The instant at which the clock stands, aware, in UTC."""
        return self._now

    def monotonic(self) -> float:
        """Seconds; only differences mean anything."""
        return self._monotonic

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass on both clocks."""
        self._now += timedelta(seconds=seconds)
        self._monotonic += seconds
