from __future__ import annotations

import asyncio
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select, update

from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from agentbase.event.model import domain_event_outbox
from agentbase.run.contracts import NewRun
from agentbase.run.model import runs
from agentbase.run.service import RunService
from timeflow import open_app
from timeflow.app import App
from timeflow.conversation.contracts import MainAgentRequest
from timeflow.execution.contracts import ConfirmationRequiredResponse, WriteDecisionRequest, WriteDecisionResult
from timeflow.local_user import USER_FILE, local_user
from timeflow.settings import Settings
from timeflow.testing import open_test_app

NOW = datetime.fromisoformat("2026-12-01T10:00:00+08:00")
REVIEW = "明天下午三点和王工评审接口，一小时"


async def apply(app: App, sentence: str) -> WriteDecisionResult:
    """Say a sentence and confirm its card."""
    card = await app.conversation.user_query(
        app.auth, MainAgentRequest(raw_content=sentence, current_time=NOW, timezone="Asia/Shanghai")
    )
    assert isinstance(card, ConfirmationRequiredResponse)
    result = await app.conversation.decide(
        app.auth,
        WriteDecisionRequest(
            write_request_id=card.write_request_id,
            decision="confirm",
            payload_hash=card.payload_hash,
            idempotency_key=f"confirm-{card.write_request_id}",
        ),
        current_time=NOW,
        timezone="Asia/Shanghai",
    )
    assert isinstance(result, WriteDecisionResult)
    return result


async def test_an_embedded_program_writes_what_was_confirmed_and_finds_it_again(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path)
    async with open_app(settings) as app:
        await apply(app, REVIEW)
        user = app.auth.user_id
    async with open_app(settings) as app:
        assert app.auth.user_id == user
        found = await app.conversation.agenda(
            app.auth, first=None, last=None, timezone="Asia/Shanghai", current_time=NOW
        )
        assert [item.title for item in found.items] == ["和王工评审接口"]


async def test_what_stands_in_the_outbox_is_delivered_before_the_end(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path)
    async with open_app(settings) as app:
        await apply(app, REVIEW)
    async with open_app(settings) as app:
        rows = await app.database.read(
            Deadline.after(5_000, app.clock), lambda uow: uow.execute(select(domain_event_outbox.c.status))
        )
        statuses = set(rows.scalars())
    assert statuses == {"published"}


async def test_a_run_of_a_process_that_is_gone_is_failed_at_the_next_start(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path)
    run_id = str(new_uuid7())
    async with open_app(settings) as app:
        owner = Owner(app.auth.tenant_id, app.auth.user_id)
        service = RunService(app.database, app.clock)
        new = NewRun(
            run_id=run_id,
            correlation_id=str(new_uuid7()),
            trace_id=str(new_uuid7()),
            kind="user_query",
            reference_time=NOW,
            timezone="Asia/Shanghai",
        )
        deadline = Deadline.after(5_000, app.clock)
        await app.database.write(owner, deadline, lambda uow: service.accept(uow, owner, new, holder="gone"))
        past = app.clock.now() - timedelta(seconds=1)
        await app.database.write(
            owner,
            deadline,
            lambda uow: uow.execute(update(runs).where(runs.c.run_id == run_id).values(lease_until=past)),
        )
    async with open_app(settings) as app:
        run = await app.database.read(
            Deadline.after(5_000, app.clock), lambda uow: RunService(app.database, app.clock).find(uow, owner, run_id)
        )
    assert run is not None
    assert (run.status, run.reason_code) == ("failed", "INTERRUPTED")


async def test_a_server_is_not_migrated_by_opening_it(mariadb_url: object, tmp_path: Path) -> None:
    from sqlalchemy import URL

    assert isinstance(mariadb_url, URL)
    address = mariadb_url.render_as_string(hide_password=False)
    settings = Settings.model_validate({"data_folder": tmp_path, "database": {"url": address}})
    with pytest.raises(AgentBaseError) as caught:
        async with open_app(settings):
            pass
    assert caught.value.reason_code == "MIGRATION_NEEDED"


async def test_the_twin_wires_the_same_program_on_a_clock_that_stands_still() -> None:
    async with open_test_app() as app:
        result = await apply(app, REVIEW)
        assert result.status == "applied"
        assert result.undo is not None
        assert datetime.fromisoformat(result.undo.expires_at) == app.clock.now() + timedelta(hours=24)


def test_two_first_starts_at_once_end_with_one_user(tmp_path: Path) -> None:
    async def start_all() -> list[str]:
        return await asyncio.gather(*(asyncio.to_thread(local_user, tmp_path / "home") for _ in range(20)))

    users = set(asyncio.run(start_all()))
    assert len(users) == 1
    assert UUID(users.pop()).version == 7
    assert [path.name for path in (tmp_path / "home").iterdir()] == [USER_FILE]
    assert (tmp_path / "home" / USER_FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"somebody", b"\xff\xfe"])
def test_a_damaged_user_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / USER_FILE).write_bytes(content)
    with pytest.raises(AgentBaseError) as caught:
        local_user(tmp_path)
    assert caught.value.field_errors[0].field == f"data_folder/{USER_FILE}"


def test_importing_the_package_loads_none_of_its_rooms() -> None:
    program = "import sys, timeflow; print(sorted(name for name in sys.modules if name.startswith('timeflow.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"
