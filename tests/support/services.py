"""The real servers under the tests: a database of our own in MariaDB, and Redis.

`make test` and `make services` provide them; where they are absent the tests fail, they never skip.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from scripts.services.kinds import KINDS, Kind

_MARIADB, _REDIS = KINDS


class ServiceMissingError(Exception):
    """A server that the tests need does not answer."""


def mysql_server_url() -> URL:
    """The MariaDB server to test against, without a database.

    Raises:
        ServiceMissingError: none answers.
    """
    return make_url(_answering(_MARIADB))


def redis_server_url() -> str:
    """The Redis to test against. It may be somebody's own: use keys of your own, and never flush it.

    Raises:
        ServiceMissingError: none answers.
    """
    return _answering(_REDIS)


@contextmanager
def temporary_database(label: str) -> Iterator[URL]:
    """An empty utf8mb4 database named ``timeflow_test_<label>_<random>``, dropped at the end.

    For synchronous fixtures: it runs an event loop of its own. Yields a URL for an async engine.
    """
    server = mysql_server_url()
    name = f"timeflow_test_{label}_{secrets.token_hex(4)}"
    asyncio.run(_execute(server, f"CREATE DATABASE `{name}` CHARACTER SET utf8mb4"))
    try:
        yield server.set(database=name)
    finally:
        asyncio.run(_execute(server, f"DROP DATABASE `{name}`"))


async def _execute(server: URL, statement: str) -> None:
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(statement))
    finally:
        await engine.dispose()


def _answering(kind: Kind) -> str:
    url = os.environ.get(kind.variable) or kind.url(kind.standard_port)
    if kind.answers(url) is None:
        place = urlsplit(url)
        raise ServiceMissingError(
            f"These tests need {kind.name}, and none answers at {place.hostname}:{place.port}. Run `make test`, "
            f"or `make services` and then what it printed, or name a running one in {kind.variable}."
        )
    return url
