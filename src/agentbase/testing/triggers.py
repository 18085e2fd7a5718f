"""Arm trigger points for the length of a block."""

from collections.abc import Iterator
from contextlib import contextmanager

from agentbase.core.trigger import ALL_POINTS, Action, TriggerError, arm, disarm

__all__ = ["ALL_POINTS", "Action", "TriggerError", "arm", "armed", "disarm"]


@contextmanager
def armed(point: str, action: Action) -> Iterator[None]:
    """Arm ``point`` inside the block, and disarm it afterwards."""
    arm(point, action)
    try:
        yield
    finally:
        disarm(point)
