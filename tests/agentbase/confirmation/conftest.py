"""The gate, and a product of one table behind it."""

from __future__ import annotations

import pytest

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock
from tests.agentbase.confirmation.room import Room
from tests.agentbase.confirmation.things import BRANCHES
from tests.support.database import Branches


@pytest.fixture
def migration_branches() -> Branches:
    return BRANCHES


@pytest.fixture
def room(database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    return Room(database, frozen_clock, owner, deadline)
