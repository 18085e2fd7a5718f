"""The door to runs. What is done inside a transaction belongs to the caller's; housekeeping has its own."""

from collections.abc import Sequence
from typing import Final, Protocol

import structlog

from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import base_error
from agentbase.core.trigger import reach
from agentbase.run import repository
from agentbase.run.contracts import (
    EVENT_LIMIT,
    AgentRunRecordInput,
    NewEvent,
    NewRun,
    Run,
    RunEnd,
    RunEvent,
    RunLease,
)
from agentbase.run.interrupting import interrupt_expired
from agentbase.run.lease import lease_time
from agentbase.run.reasons import LEASE_LOST

LEASE_SECONDS: Final = 60.0

_log = structlog.get_logger(__name__)


class Traced(Protocol):
    """What an event needs to know of its run."""

    @property
    def run_id(self) -> str:
        """The run."""
        ...

    @property
    def correlation_id(self) -> str:
        """What the run belongs to."""
        ...


class RunService:
    """Runs and the one event log (design section 2)."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def accept(
        self, uow: UnitOfWork, owner: Owner, run: NewRun, *, holder: str, lease_seconds: float = LEASE_SECONDS
    ) -> RunLease:
        """Begin a run that ``holder`` (a process) works on from now, under a lease."""
        until = lease_time(uow, self._clock, lease_seconds)
        await repository.insert_running(uow, owner, run, holder=holder, lease_until=until, now=self._clock.now())
        return RunLease(run.run_id, run.correlation_id, holder, fencing_token=1)

    async def record(self, uow: UnitOfWork, owner: Owner, run: NewRun, end: RunEnd) -> None:
        """Keep a run that is already over when its transaction commits, as a decision is."""
        await repository.insert_ended(uow, owner, run, end, self._clock.now())

    async def finish(self, uow: UnitOfWork, owner: Owner, lease: RunLease, end: RunEnd) -> None:
        """End a run, whichever way. Raises LEASE_LOST when somebody else has ended it: then nothing may be written."""
        await reach("run.before_finish")
        if not await repository.update_ended(uow, owner, lease, end, self._clock.now()):
            raise base_error(LEASE_LOST.reason_code)

    async def heartbeat(
        self, uow: UnitOfWork, owner: Owner, lease: RunLease, *, lease_seconds: float = LEASE_SECONDS
    ) -> None:
        """Hold a run for longer. Raises LEASE_LOST when it was given up."""
        if not await repository.update_lease(uow, owner, lease, lease_time(uow, self._clock, lease_seconds)):
            raise base_error(LEASE_LOST.reason_code)

    async def find(self, uow: UnitOfWork, owner: Owner, run_id: str) -> Run | None:
        """A run of this owner, or None."""
        return await repository.select_run(uow, owner, run_id)

    async def append_events(self, uow: UnitOfWork, owner: Owner, run: Traced, events: Sequence[NewEvent]) -> None:
        """Put events at the end of the owner's log, in one statement, under the owner's lock."""
        await repository.insert_events(
            uow,
            owner,
            run_id=run.run_id,
            correlation_id=run.correlation_id,
            new=[NewEvent(*event) for event in events],
            now=self._clock.now(),
        )

    async def read_events(
        self, uow: UnitOfWork, owner: Owner, *, after_seq: int, limit: int = EVENT_LIMIT
    ) -> tuple[RunEvent, ...]:
        """The owner's events with ``seq > after_seq``, in order: what a client that comes back has missed."""
        return await repository.select_events(uow, owner, after_seq, min(limit, EVENT_LIMIT))

    async def interrupt_expired(self, deadline: Deadline) -> int:
        """Fail the runs whose lease has run out, each with an error in its owner's log (decisions 39); how many."""
        return await interrupt_expired(self._database, self._clock, deadline)


class RunSummaries:
    """How components ran: kept for those who operate the program, and never in the way of what it does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, owner: Owner, deadline: Deadline, record: AgentRunRecordInput) -> bool:
        """Keep a summary: the first of a ``record_id`` is added, a later one replaces it; whether it was kept.

        In a transaction of its own; a failure alerts and changes nothing (decisions 19).
        """

        async def work(uow: UnitOfWork) -> None:
            if record.status == "running" or not await repository.update_record(uow, owner, record):
                await repository.insert_record(uow, owner, record)

        try:
            await self._database.write(owner, deadline, work)
        except Exception:
            _log.exception("run_summary_failed", alert=True, run_id=record.run_id, component=record.component)
            return False
        return True
