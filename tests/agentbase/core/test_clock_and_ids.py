from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agentbase.core.clock import Clock, SystemClock
from agentbase.core.ids import new_uuid7
from agentbase.testing.clock import FrozenClock


def test_the_system_clock_is_aware_utc_and_never_goes_back() -> None:
    clock: Clock = SystemClock()
    assert clock.now().tzinfo is UTC
    assert clock.monotonic() <= clock.monotonic()


def test_the_frozen_clock_moves_only_when_told() -> None:
    clock: Clock = FrozenClock(datetime(2026, 12, 1, tzinfo=UTC))
    assert isinstance(clock, FrozenClock)
    before = (clock.now(), clock.monotonic())
    assert (clock.now(), clock.monotonic()) == before
    clock.advance(90)
    assert (clock.now() - before[0]).total_seconds() == clock.monotonic() - before[1] == 90
    with pytest.raises(ValueError, match="aware"):
        FrozenClock(datetime(2026, 12, 1))


def test_ids_are_uuids_of_version_7_and_differ() -> None:
    ids = [new_uuid7() for _ in range(1000)]
    assert {identity.version for identity in ids} == {7}
    assert len(set(ids)) == 1000
    assert all(str(identity) == str(identity).lower() for identity in ids)
