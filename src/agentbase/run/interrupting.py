"""Runs that nobody works on any more (decisions 39)."""

from typing import Final

from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import REASONS
from agentbase.run import repository
from agentbase.run.contracts import JsonObject, NewEvent, Run, RunEnd
from agentbase.run.lease import lease_time
from agentbase.run.reasons import INTERRUPTED

INTERRUPT_LIMIT: Final = 100
"""The most runs that one round looks at."""


async def interrupt_expired(database: Database, clock: Clock, deadline: Deadline) -> int:
    """Fail the runs whose lease has run out, each in a transaction of its own; how many were failed here."""
    expired = await database.read(
        deadline, lambda uow: repository.select_expired(uow, lease_time(uow, clock), INTERRUPT_LIMIT)
    )
    interrupted = 0
    for run in expired:
        interrupted += await _interrupt(database, clock, run, deadline)
    return interrupted


async def _interrupt(database: Database, clock: Clock, run: Run, deadline: Deadline) -> bool:
    owner = Owner(run.tenant_id, run.owner_id)
    end = RunEnd(status="failed", error_code=INTERRUPTED.code, reason_code=INTERRUPTED.reason_code)

    async def work(uow: UnitOfWork) -> bool:
        now = clock.now()
        ended = await repository.update_expired(uow, run, end, now=now, lease_now=lease_time(uow, clock))
        if ended:
            await repository.insert_events(
                uow,
                owner,
                run_id=run.run_id,
                correlation_id=run.correlation_id,
                new=[NewEvent("error", _error(run.correlation_id))],
                now=now,
            )
        return ended

    return await database.write(owner, deadline, work)


def _error(correlation_id: str) -> JsonObject:
    error = REASONS.build_error(INTERRUPTED.namespace, INTERRUPTED.reason_code)
    return {
        "type": "error",
        "correlation_id": correlation_id,
        "code": error.code,
        "reason_code": error.reason_code,
        "message": error.safe_message,
        "retryable": error.retryable,
        "replacement": None,
    }
