"""Domain events: written with the business rows that they tell of, delivered afterwards at least once (P §13)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, NamedTuple, Protocol

from pydantic import Field, JsonValue

from agentbase.core.contract import AwareDatetime, FrozenContract

Name = Annotated[str, Field(min_length=1, max_length=64)]


class NewDomainEvent(FrozenContract):
    """An event before it is stored."""

    aggregate_type: Name
    aggregate_id: Name
    event_type: Annotated[str, Field(min_length=1, max_length=128)]
    trace_id: Name
    payload: dict[str, JsonValue] = Field(default_factory=dict)


class DomainEvent(NewDomainEvent):
    """A stored event. Handlers see it at least once and in the order of its aggregate; they know it by ``event_id``."""

    event_id: str
    tenant_id: str
    owner_id: str
    aggregate_seq: int
    occurred_at: AwareDatetime


class ClaimedEvent(NamedTuple):
    """An event that a relay holds for a while. ``attempts`` counts this one."""

    event: DomainEvent
    fencing_token: int
    attempts: int


EventHandler = Callable[[DomainEvent], Awaitable[None]]


class EventPublisher(Protocol):
    """Where a relay delivers to."""

    async def publish(self, event: DomainEvent) -> None:
        """Deliver one event. It counts as delivered only when this returns; whatever it raises asks for a retry."""
        ...


@dataclass(frozen=True, slots=True)
class RelaySettings:
    """How a relay works. Times in seconds.

    A claimed batch is published one by one, each within ``publish_seconds``; the lease covers the whole batch.
    A failed event waits ``first_delay * 2**(attempts - 1)``, at most ``longest_delay``; after ``max_attempts`` it is
    dead.
    """

    batch_size: int = 20
    publish_seconds: float = 5.0
    first_delay: float = 1.0
    longest_delay: float = 300.0
    max_attempts: int = 8

    @property
    def lease_seconds(self) -> float:
        """How long a claim holds: longer than the slowest batch may take."""
        return self.batch_size * self.publish_seconds + 10.0

    def delay_after(self, attempts: int) -> float:
        """Seconds to wait after the failed attempt number ``attempts``."""
        return min(self.longest_delay, self.first_delay * 2.0 ** (attempts - 1))


class DrainResult(NamedTuple):
    """What a bounded run of the relay did. ``complete``: nothing that could be delivered now was left."""

    published: int
    failed: int
    complete: bool
