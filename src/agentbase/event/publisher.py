"""Delivery within the process."""

from agentbase.event.contracts import DomainEvent, EventHandler


class InProcessPublisher:
    """Calls the handlers that subscribed to an event's type. Implements `EventPublisher`."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[EventHandler]] = {}

    def subscribe(self, event_type: str, handler: EventHandler) -> None:
        """Call ``handler`` for every event of a type, perhaps more than once for one ``event_id``."""
        self._handlers.setdefault(event_type, []).append(handler)

    async def publish(self, event: DomainEvent) -> None:
        """Call the handlers one after the other. The first that fails asks for a retry of all of them."""
        for handler in self._handlers.get(event.event_type, ()):
            await handler(event)
