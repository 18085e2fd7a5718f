"""The door to domain events for whoever has something to tell."""

from collections.abc import Sequence

from agentbase.core.clock import Clock
from agentbase.core.database import Owner, UnitOfWork
from agentbase.event.contracts import NewDomainEvent
from agentbase.event.repository import insert_events
from agentbase.run.lease import lease_time


class Outbox:
    """Keeps events beside the rows that they tell of, until a relay has delivered them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def add(self, uow: UnitOfWork, owner: Owner, events: Sequence[NewDomainEvent]) -> None:
        """Store events in the caller's transaction, in their order, under the owner's lock."""
        await insert_events(
            uow,
            owner,
            events,
            occurred_at=self._clock.now(),
            available_at=lease_time(uow, self._clock),
        )
