from __future__ import annotations

import pytest
from redis.asyncio import Redis
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.support.services import ServiceMissingError, mysql_server_url, redis_server_url, temporary_database


async def test_each_worker_has_an_empty_utf8mb4_database(mariadb_url: URL, worker_id: str) -> None:
    assert (mariadb_url.database or "").startswith(f"timeflow_test_{worker_id}_")
    engine = create_async_engine(mariadb_url)
    async with engine.connect() as connection:
        row = (await connection.execute(text("SELECT DATABASE(), @@character_set_database"))).one()
    await engine.dispose()
    assert tuple(row) == (mariadb_url.database, "utf8mb4")


def test_a_temporary_database_is_dropped_at_the_end() -> None:
    with temporary_database("gone") as url:
        name = url.database
    with temporary_database("observer") as observer:
        assert name not in _databases(observer)
        assert observer.database in _databases(observer)


def _databases(url: URL) -> set[str]:
    import asyncio

    async def names() -> set[str]:
        engine = create_async_engine(url)
        async with engine.connect() as connection:
            rows = (await connection.execute(text("SHOW DATABASES"))).scalars().all()
        await engine.dispose()
        return set(rows)

    return asyncio.run(names())


async def test_redis_answers(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as client:
        assert await client.ping()


@pytest.mark.parametrize("variable", ["TEST_MYSQL_URL", "TEST_REDIS_URL"])
def test_an_absent_server_fails_with_what_to_do(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "scheme://root@127.0.0.1:1")
    with pytest.raises(ServiceMissingError, match=f"127.0.0.1:1.*make test.*{variable}"):
        mysql_server_url() if variable == "TEST_MYSQL_URL" else redis_server_url()
