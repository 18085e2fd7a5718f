"""Doubles and tools for those who build on the base: a scripted model, a clock that stands still, triggers."""
