"""Named points at which a test can stop, delay or break the program.

A point does nothing unless it is armed: by ``TIMEFLOW_TRIGGER="point=kill"`` (or ``raise``, ``sleep:SECONDS``; several
separated by commas) in the environment, read once, or by `agentbase.testing.triggers`.
"""

import asyncio
import os
import signal
import time
from dataclasses import dataclass
from typing import Literal, NoReturn

ALL_POINTS = frozenset({
    "transaction.before_commit",
    "transaction.after_commit",
    "confirmation.before_apply",
    "confirmation.after_apply",
    "confirmation.before_commit",
    "confirmation.after_commit",
    "event.before_publish",
    "event.after_publish",
    "run.before_finish",
    "migration.copied",
    "migration.upgraded",
})  # fmt: skip
"""Every point that the program reaches. A test arms each in turn, so a point is added here before it is reached."""


class TriggerError(RuntimeError):
    """Raised at a point armed with ``raise``."""


@dataclass(frozen=True, slots=True)
class Action:
    """What happens at an armed point; ``seconds`` counts for ``sleep`` alone."""

    kind: Literal["kill", "raise", "sleep"]
    seconds: float = 0.0


def parse_actions(text: str) -> dict[str, Action]:
    """Read the value of ``TIMEFLOW_TRIGGER``. Raises ValueError for an unknown point or action."""
    actions: dict[str, Action] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        point, _, wanted = part.partition("=")
        if point not in ALL_POINTS:
            raise ValueError(f"unknown trigger point {point!r}")
        actions[point] = _parse_action(wanted)
    return actions


def _parse_action(wanted: str) -> Action:
    kind, _, seconds = wanted.partition(":")
    if kind == "sleep":
        return Action("sleep", float(seconds))
    if kind == "kill" and not seconds:
        return Action("kill")
    if kind == "raise" and not seconds:
        return Action("raise")
    raise ValueError(f"unknown trigger action {wanted!r}")


_armed: dict[str, Action] = parse_actions(os.environ.get("TIMEFLOW_TRIGGER", ""))


def arm(point: str, action: Action) -> None:
    """Arm a point in this process. Raises ValueError for a point that does not exist."""
    if point not in ALL_POINTS:
        raise ValueError(f"unknown trigger point {point!r}")
    _armed[point] = action


def disarm(point: str) -> None:
    """Make a point do nothing again."""
    _armed.pop(point, None)


async def reach(point: str) -> None:
    """Pass a point in a coroutine."""
    if (action := _armed.get(point)) is None:
        return
    if action.kind == "sleep":
        await asyncio.sleep(action.seconds)
    else:
        _stop(point, action)


def reach_sync(point: str) -> None:
    """Pass a point in a thread."""
    if (action := _armed.get(point)) is None:
        return
    if action.kind == "sleep":
        time.sleep(action.seconds)
    else:
        _stop(point, action)


def _stop(point: str, action: Action) -> NoReturn:
    if action.kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise TriggerError(point)
