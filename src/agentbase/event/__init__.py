"""Domain events: the outbox, and the relay that delivers from it."""
