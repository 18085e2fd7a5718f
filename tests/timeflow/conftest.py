"""Both databases with the tables of the base and of TimeFlow."""

from __future__ import annotations

import pytest

from agentbase.migrations import BRANCH as BASE_BRANCH
from tests.support.database import Branches
from timeflow.migrations import BRANCH


@pytest.fixture
def migration_branches() -> Branches:
    """The base, and TimeFlow upon it."""
    return (BASE_BRANCH, BRANCH)
