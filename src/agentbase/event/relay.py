"""Delivers what stands in the outbox: at least once, and each aggregate in its order.

Any number of relays may work on one outbox. An event is claimed under a lease and a fencing number, published outside
any transaction, and marked. A relay that dies in between leaves its lease to run out, and another publishes again.
"""

import asyncio
from functools import partial

import structlog

from agentbase.core.clock import Clock
from agentbase.core.database import Database, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.trigger import reach
from agentbase.event import repository
from agentbase.event.contracts import ClaimedEvent, DrainResult, EventPublisher, RelaySettings
from agentbase.run.lease import lease_time

_log = structlog.get_logger(__name__)
_DATABASE_SECONDS = 10.0


class Relay:
    """One worker on the outbox; ``holder`` names it."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        publisher: EventPublisher,
        *,
        holder: str,
        settings: RelaySettings | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._publisher = publisher
        self._holder = holder
        self._settings = settings or RelaySettings()

    async def drain(self, deadline: Deadline) -> DrainResult:
        """Deliver until nothing is due or the time is up: what a command does before it exits.

        An event that fails is left for later and does not hold up other aggregates. Never raises for want of time.
        """
        published = failed = 0
        while not deadline.expired:
            try:
                claimed = await self.claim(deadline)
            except AgentBaseError as error:
                if error.reason_code != "DEADLINE_EXCEEDED":
                    raise
                break
            if not claimed:
                return DrainResult(published, failed, complete=True)
            for one in claimed:
                if deadline.expired:
                    await self._database.claim(self._bound(), partial(repository.update_released, claimed=one))
                elif await self.deliver(one, deadline):
                    published += 1
                else:
                    failed += 1
        return DrainResult(published, failed, complete=False)

    async def claim(self, deadline: Deadline) -> tuple[ClaimedEvent, ...]:
        """Take a batch of due events, at most one of each aggregate. Those out of attempts are given up instead."""

        async def work(uow: UnitOfWork) -> tuple[ClaimedEvent, ...]:
            now = lease_time(uow, self._clock)
            due = await repository.select_claimable(uow, now, self._settings.batch_size)
            fresh = [one for one in due if one.attempts < self._settings.max_attempts]
            for one in due:
                if one not in fresh:
                    await self._give_up(uow, one)
            if fresh:
                until = lease_time(uow, self._clock, self._settings.lease_seconds)
                ids = [one.event.event_id for one in fresh]
                await repository.update_claimed(uow, ids, holder=self._holder, until=until)
            return tuple(ClaimedEvent(one.event, one.fencing_token + 1, one.attempts + 1) for one in fresh)

        return await self._database.claim(deadline, work)

    async def deliver(self, claimed: ClaimedEvent, deadline: Deadline) -> bool:
        """Publish a claimed event, within the deadline, and mark it; whether it was delivered."""
        event = claimed.event
        await reach("event.before_publish")
        try:
            async with asyncio.timeout(deadline.at_most(self._settings.publish_seconds)):
                await self._publisher.publish(event)
        except Exception:
            _log.exception("event_not_published", event_id=event.event_id, attempts=claimed.attempts)
            await self._let_go(claimed)
            return False
        await reach("event.after_publish")
        held = await self._database.claim(
            self._bound(), lambda uow: repository.update_published(uow, claimed, self._clock.now())
        )
        if not held:
            _log.warning("event_lease_lost", event_id=event.event_id, holder=self._holder)
        return True

    async def _let_go(self, claimed: ClaimedEvent) -> None:
        async def work(uow: UnitOfWork) -> None:
            if claimed.attempts >= self._settings.max_attempts:
                await self._give_up(uow, claimed)
                return
            later = lease_time(uow, self._clock, self._settings.delay_after(claimed.attempts))
            await repository.update_failed(uow, claimed, available_at=later, dead=False)

        await self._database.claim(self._bound(), work)

    async def _give_up(self, uow: UnitOfWork, claimed: ClaimedEvent) -> None:
        event = claimed.event
        now = lease_time(uow, self._clock)
        if await repository.update_failed(uow, claimed, available_at=now, dead=True):
            _log.error(
                "event_dead",
                alert=True,
                event_id=event.event_id,
                event_type=event.event_type,
                attempts=claimed.attempts,
            )

    def _bound(self) -> Deadline:
        # What was claimed is marked even when the time of the drain is up; the lease is longer than this.
        return Deadline.after(_DATABASE_SECONDS * 1000, self._clock)
