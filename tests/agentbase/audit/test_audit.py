"""The audit: with the write, or on its own."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from agentbase.audit.contracts import AuditEventInput, AuditTarget
from agentbase.audit.model import interaction_audit
from agentbase.audit.service import AuditService
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock


def event(clock: FrozenClock, **more: object) -> AuditEventInput:
    values = {
        "event_type": "write_request.applied",
        "actor": "ann",
        "correlation_id": "c-1",
        "targets": (AuditTarget(item_id="i-1", kind="thing", version=2),),
        "outcome": "applied",
        "occurred_at": clock.now(),
    }
    return AuditEventInput.model_validate(values | more)


async def stored(database: Database, deadline: Deadline) -> list[dict[str, Any]]:
    async def work(uow: UnitOfWork) -> list[dict[str, Any]]:
        return [dict(row) for row in (await uow.execute(select(interaction_audit))).mappings()]

    return await database.read(deadline, work)


async def test_an_event_is_kept_in_the_transaction_that_it_tells_of(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    audit = AuditService(database)
    await database.write(owner, deadline, lambda uow: audit.record(uow, "local", event(frozen_clock)))
    (row,) = await stored(database, deadline)
    assert (row["tenant_id"], row["actor_id"], row["outcome"]) == ("local", "ann", "applied")
    assert row["targets"] == [{"item_id": "i-1", "kind": "thing", "version": 2}]
    assert row["occurred_at"] == frozen_clock.now()


async def test_an_event_goes_with_a_transaction_that_fails(
    database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline
) -> None:
    audit = AuditService(database)

    async def work(uow: UnitOfWork) -> None:
        await audit.record(uow, "local", event(frozen_clock))
        raise RuntimeError("the write failed")

    with pytest.raises(RuntimeError):
        await database.write(owner, deadline, work)
    assert await stored(database, deadline) == []


async def test_a_refusal_is_kept_alone(database: Database, frozen_clock: FrozenClock, deadline: Deadline) -> None:
    refusal = event(frozen_clock, outcome="refused", reason_code="TARGET_NOT_FOUND", targets=())
    assert await AuditService(database).record_alone("local", deadline, refusal)
    (row,) = await stored(database, deadline)
    assert (row["outcome"], row["reason_code"], row["targets"]) == ("refused", "TARGET_NOT_FOUND", [])


async def test_a_refusal_that_cannot_be_kept_alerts_and_stays_a_refusal(
    database: Database, frozen_clock: FrozenClock
) -> None:
    expired = Deadline.after(0, frozen_clock)
    with capture_logs() as logs:
        assert not await AuditService(database).record_alone("local", expired, event(frozen_clock, outcome="refused"))
    assert [(log["event"], log["alert"]) for log in logs] == [("audit_failed", True)]
