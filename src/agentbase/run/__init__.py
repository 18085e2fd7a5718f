"""Runs, from acceptance to the last event, and the one durable log that every stream reads."""
