from __future__ import annotations

import pytest

from agentbase.core.database import metadata as base_metadata
from agentbase.core.database.migrate import MigrationBranch, expected_heads
from agentbase.migrations import BRANCH as BASE_BRANCH
from tests.support.database import MigratedDatabases
from tests.support.drift import drift, import_models, recorded
from timeflow.data.model import metadata
from timeflow.migrations import BRANCH


@pytest.fixture(params=["sqlite", "mariadb"])
def migrated_url(request: pytest.FixtureRequest, migrated_databases: MigratedDatabases) -> str:
    """The address of a database with all tables of TimeFlow and of the base."""
    branches: tuple[MigrationBranch, ...] = (BASE_BRANCH, BRANCH)
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{migrated_databases.sqlite(branches)}"
    return migrated_databases.mariadb(branches)


async def test_the_migrated_tables_are_those_of_the_code(migrated_url: str) -> None:
    import_models("agentbase")
    import_models("timeflow")
    assert await drift(migrated_url, [base_metadata, metadata]) == []


async def test_the_heads_in_the_code_are_those_that_alembic_records(migrated_url: str) -> None:
    assert await recorded(migrated_url) == expected_heads([BASE_BRANCH, BRANCH])
