from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.testing.clock import FrozenClock


def test_time_runs_out_and_stays_at_zero(frozen_clock: FrozenClock) -> None:
    deadline = Deadline.after(1500, frozen_clock)
    assert (deadline.remaining(), deadline.expired, deadline.at_most(1)) == (1.5, False, 1)
    deadline.check()
    frozen_clock.advance(1.5)
    assert (deadline.remaining(), deadline.expired, deadline.at_most(1)) == (0, True, 0)
    frozen_clock.advance(10)
    assert deadline.remaining() == 0
    with pytest.raises(AgentBaseError) as refused:
        deadline.check()
    assert refused.value.code == "DEADLINE_EXCEEDED"


def test_an_instant_becomes_a_deadline(frozen_clock: FrozenClock) -> None:
    deadline = Deadline.at(frozen_clock.now() + timedelta(seconds=2), frozen_clock)
    assert deadline.remaining() == 2
    with pytest.raises(ValueError, match="aware"):
        Deadline.at(datetime(2026, 12, 1), frozen_clock)
