from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Pool, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, metadata
from agentbase.core.database.migrate import (
    COPIES_KEPT,
    MigrationBranch,
    current_heads,
    expected_heads,
    needs_migration,
    upgrade,
    upgrade_embedded,
)
from agentbase.core.errors import AgentBaseError
from agentbase.core.trigger import Action, TriggerError
from agentbase.migrations import BRANCH
from agentbase.testing.database import sqlite_url, temporary_database
from agentbase.testing.triggers import armed
from tests.support import services
from tests.support.database import MigratedDatabases
from tests.support.drift import drift, import_models, recorded

UPGRADE = textwrap.dedent("""
    import asyncio, sys
    from agentbase.core.database.migrate import upgrade
    from agentbase.migrations import BRANCH
    asyncio.run(upgrade(sys.argv[1], [BRANCH]))
""")


@pytest.fixture(params=["sqlite", "mariadb"])
def migrated_url(request: pytest.FixtureRequest, migrated_databases: MigratedDatabases) -> str:
    """The address of a database with the tables of the base."""
    if request.param == "sqlite":
        return sqlite_url(migrated_databases.sqlite((BRANCH,)))
    return migrated_databases.mariadb((BRANCH,))


async def test_the_migrated_tables_are_those_of_the_code(migrated_url: str) -> None:
    import_models("agentbase")
    assert await drift(migrated_url, [metadata]) == []


async def test_the_heads_in_the_code_are_those_that_alembic_records(migrated_url: str) -> None:
    assert await recorded(migrated_url) == expected_heads([BRANCH])


async def test_a_database_knows_whether_it_must_be_migrated(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    database = await Database.open(sqlite_url(path), clock=SystemClock())
    assert (await current_heads(database), await needs_migration(database, [BRANCH])) == (frozenset(), True)
    await upgrade_embedded(path, [BRANCH])
    assert (await current_heads(database), await needs_migration(database, [BRANCH])) == (
        frozenset({BRANCH.head}),
        False,
    )
    assert await needs_migration(database, [replace(BRANCH, head="0002_next")])
    await database.close()


@pytest.fixture
def two_step_branch(tmp_path: Path) -> tuple[MigrationBranch, MigrationBranch]:
    """A branch as it was, and as it is after a second revision."""
    versions = tmp_path / "100%" / "versions"
    versions.mkdir(parents=True)
    first = versions / "one.py"
    first.write_text(_revision("one", None, "CREATE TABLE first (a INTEGER)"), encoding="utf-8")
    later = tmp_path / "later"
    later.mkdir()
    (later / "one.py").write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    (later / "two.py").write_text(_revision("two", "one", "CREATE TABLE second (a INTEGER)"), encoding="utf-8")
    old = MigrationBranch("example", versions, "one", frozenset())
    return old, replace(old, versions=later, head="two")


def _revision(name: str, before: str | None, statement: str) -> str:
    labels = "('example',)" if before is None else None
    return textwrap.dedent(f"""
        from alembic import op
        revision, down_revision, branch_labels, depends_on = {name!r}, {before!r}, {labels}, None
        def upgrade():
            op.execute({statement!r})
    """)


def _tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.*.bak"))


async def test_a_file_is_copied_before_it_is_changed_and_not_when_new(
    tmp_path: Path, two_step_branch: tuple[MigrationBranch, MigrationBranch]
) -> None:
    old, new = two_step_branch
    path = tmp_path / "data" / "app.db"
    await upgrade_embedded(path, [old])
    assert _copies(path) == []
    await upgrade_embedded(path, [new])
    (copy,) = _copies(path)
    assert _tables(copy) == {"alembic_version", "first"}
    assert _tables(path) == {"alembic_version", "first", "second"}
    await upgrade_embedded(path, [new])
    assert _copies(path) == [copy]


async def test_a_copy_holds_what_is_still_in_the_log_and_old_copies_go(
    tmp_path: Path, two_step_branch: tuple[MigrationBranch, MigrationBranch]
) -> None:
    old, new = two_step_branch
    path = tmp_path / "app.db"
    await upgrade_embedded(path, [old])
    older = [tmp_path / f"app.db.2020010{day}T000000000000.bak" for day in range(1, COPIES_KEPT + 2)]
    for copy in older:
        copy.touch()
    database = await Database.open(sqlite_url(path), clock=SystemClock())
    async with database.engines.writer.engine.begin() as connection:
        await connection.execute(text("INSERT INTO first VALUES (7)"))
    assert path.with_name("app.db-wal").stat().st_size > 0
    await upgrade_embedded(path, [new])
    await database.close()
    copies = _copies(path)
    assert copies[:-1] == older[2:]
    assert len(copies) == COPIES_KEPT
    with closing(sqlite3.connect(copies[-1])) as connection:
        assert connection.execute("SELECT a FROM first").fetchall() == [(7,)]


@pytest.mark.parametrize("point", ["migration.copied", "migration.upgraded"])
async def test_a_failure_in_the_middle_changes_nothing(
    tmp_path: Path, two_step_branch: tuple[MigrationBranch, MigrationBranch], point: str
) -> None:
    old, new = two_step_branch
    path = tmp_path / "app.db"
    await upgrade_embedded(path, [old])
    with armed(point, Action("raise")), pytest.raises(TriggerError):
        await upgrade_embedded(path, [new])
    assert "second" not in _tables(path)
    await upgrade_embedded(path, [new])
    assert "second" in _tables(path)


async def test_a_database_of_a_newer_version_is_refused_untouched(
    tmp_path: Path, two_step_branch: tuple[MigrationBranch, MigrationBranch]
) -> None:
    old, new = two_step_branch
    path = tmp_path / "app.db"
    await upgrade_embedded(path, [new])
    with pytest.raises(AgentBaseError) as refused:
        await upgrade_embedded(path, [old])
    assert refused.value.code == "MIGRATION_NEEDED"
    assert await recorded(sqlite_url(path)) == {"two"}


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "app.db"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(AgentBaseError) as refused:
        await upgrade_embedded(path, [BRANCH])
    assert refused.value.code == "DATABASE_UNAVAILABLE"
    with pytest.raises(AgentBaseError) as refused:
        await Database.open(sqlite_url(path), clock=SystemClock())
    assert refused.value.code == "DATABASE_UNAVAILABLE"


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "app.db").mkdir()
    with pytest.raises(AgentBaseError) as refused:
        await upgrade_embedded(tmp_path / "app.db", [BRANCH])
    assert refused.value.code == "DATABASE_UNAVAILABLE"


async def test_a_disk_that_is_full_ends_the_migration_with_nothing_changed(tmp_path: Path) -> None:
    def shrink(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.execute("PRAGMA max_page_count=8")

    path = tmp_path / "app.db"
    event.listen(Pool, "connect", shrink)
    try:
        with pytest.raises(AgentBaseError) as refused:
            await upgrade_embedded(path, [BRANCH])
    finally:
        event.remove(Pool, "connect", shrink)
    assert refused.value.code == "DATABASE_UNAVAILABLE"
    assert _tables(path) == set()


async def test_a_server_that_takes_a_connection_and_says_nothing_is_waited_for_within_bounds() -> None:
    began = SystemClock().monotonic()
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(AgentBaseError) as refused:
        await upgrade(f"mysql+asyncmy://nobody@127.0.0.1:{silent.getsockname()[1]}/none", [BRANCH])
    assert refused.value.code == "DATABASE_UNAVAILABLE"
    assert SystemClock().monotonic() - began < 9


def test_a_killed_migration_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "app.db"
    killed = _upgrade_process(sqlite_url(path), TIMEFLOW_TRIGGER="migration.upgraded=kill")
    assert killed.wait() == -signal.SIGKILL
    assert _tables(path) == set()
    assert _upgrade_process(sqlite_url(path)).wait() == 0
    assert "owners" in _tables(path)


def test_first_starts_at_once_migrate_once(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "app.db")
    processes = [_upgrade_process(url) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert "owners" in _tables(tmp_path / "app.db")


async def test_migrations_of_a_server_at_once_migrate_once() -> None:
    with_database = services.temporary_database("migrate")
    url = await asyncio.to_thread(with_database.__enter__)
    try:
        address = url.render_as_string(hide_password=False)
        await asyncio.gather(*(upgrade(address, [BRANCH]) for _ in range(3)))
        assert await recorded(address) == {BRANCH.head}
    finally:
        await asyncio.to_thread(with_database.__exit__, None, None, None)


def test_asking_whether_a_migration_is_due_loads_no_alembic(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "app.db")
    assert _upgrade_process(url).wait() == 0
    code = UPGRADE + "\nassert 'alembic' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code, url], env=_environment(), check=False).returncode == 0


def _upgrade_process(url: str, **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", UPGRADE, url], env=_environment(**variables))


def _environment(**variables: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": "src", **variables}


async def test_authors_get_a_database_that_is_gone_afterwards() -> None:
    async with temporary_database([BRANCH]) as database:
        assert not await needs_migration(database, [BRANCH])
        path = Path(database.engines.url.database or "")
        assert _tables(path) >= {"owners"}
    assert not _exists(path)


def _exists(path: Path) -> bool:
    return path.exists()
