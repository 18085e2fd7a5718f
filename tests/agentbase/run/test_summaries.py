"""Summaries of components: kept, and never in the way."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.run.contracts import AgentRunRecordInput
from agentbase.run.model import agent_run_records
from agentbase.run.service import RunSummaries
from agentbase.testing.clock import FrozenClock


def record(owner: Owner, clock: FrozenClock, **more: object) -> AgentRunRecordInput:
    values = {
        "record_id": "rec-1",
        "run_id": "r-1",
        "correlation_id": "c-1",
        "trace_id": "t-1",
        "user_id": owner.owner_id,
        "component": "日程待办 Agent",
        "function": "generate_item_content",
        "status": "running",
        "started_at": clock.now(),
    }
    return AgentRunRecordInput.model_validate(values | more)


async def stored(database: Database, deadline: Deadline) -> list[dict[str, Any]]:
    async def work(uow: UnitOfWork) -> list[dict[str, Any]]:
        return [dict(row) for row in (await uow.execute(select(agent_run_records))).mappings()]

    return await database.read(deadline, work)


@pytest.mark.parametrize("started_first", [True, False])
async def test_a_summary_ends_as_it_came_out_whether_or_not_its_beginning_was_kept(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline, started_first: bool
) -> None:
    summaries = RunSummaries(database)
    if started_first:
        assert await summaries.save(owner, deadline, record(owner, frozen_clock))
    ended = record(
        owner,
        frozen_clock,
        status="succeeded",
        attempts=2,
        duration_ms=40,
        finished_at=frozen_clock.now(),
        made_by="a model",
    )
    assert await summaries.save(owner, deadline, ended)
    (row,) = await stored(database, deadline)
    assert (row["status"], row["attempts"], row["duration_ms"], row["made_by"]) == ("succeeded", 2, 40, "a model")
    assert (row["component"], row["user_id"], row["tenant_id"]) == ("日程待办 Agent", *reversed(owner))


async def test_a_summary_that_cannot_be_kept_alerts_and_changes_nothing(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    summaries = RunSummaries(database)
    assert await summaries.save(owner, deadline, record(owner, frozen_clock))
    with capture_logs() as logs:
        assert not await summaries.save(owner, deadline, record(owner, frozen_clock))
    assert [(log["event"], log["alert"]) for log in logs] == [("run_summary_failed", True)]
    assert len(await stored(database, deadline)) == 1
