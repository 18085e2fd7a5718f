"""Fixtures that every room may use: the real servers, and the databases with their tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import URL

from tests.support.database import (  # noqa: F401 - fixtures
    database,
    database_url,
    deadline,
    frozen_clock,
    mariadb_database_url,
    migrated_databases,
    migration_branches,
    owner,
    sqlite_database_url,
)
from tests.support.services import redis_server_url, temporary_database


@pytest.fixture(scope="session")
def mariadb_url(worker_id: str) -> Iterator[URL]:
    """A fresh, empty MariaDB database for this worker, as the URL of an async engine."""
    with temporary_database(worker_id) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A Redis. It may be somebody's own: use keys of your own, and never flush it."""
    return redis_server_url()
