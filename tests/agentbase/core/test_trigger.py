from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agentbase.core.trigger import ALL_POINTS, Action, TriggerError, parse_actions, reach, reach_sync
from agentbase.testing.triggers import armed

POINT = "transaction.before_commit"


async def test_a_point_does_nothing_unless_armed() -> None:
    for point in ALL_POINTS:
        await reach(point)
        reach_sync(point)


async def test_an_armed_point_raises_and_is_disarmed_after_the_block() -> None:
    with armed(POINT, Action("raise")):
        with pytest.raises(TriggerError):
            await reach(POINT)
        with pytest.raises(TriggerError):
            reach_sync(POINT)
    await reach(POINT)


async def test_a_sleeping_point_can_be_cancelled() -> None:
    with armed(POINT, Action("sleep", 60)), pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await reach(POINT)


def test_the_environment_arms_a_process() -> None:
    code = f"from agentbase.core.trigger import reach_sync; reach_sync({POINT!r}); print('survived')"
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": "src", "TIMEFLOW_TRIGGER": f"{POINT}=kill"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (-signal.SIGKILL, "")


def test_several_points_are_read() -> None:
    assert parse_actions(f"{POINT}=raise, transaction.after_commit=sleep:0.5") == {
        POINT: Action("raise"),
        "transaction.after_commit": Action("sleep", 0.5),
    }


@pytest.mark.parametrize("text", ["nowhere=kill", f"{POINT}=explode", POINT, f"{POINT}=sleep:long", f"{POINT}=kill:1"])
def test_a_wrong_trigger_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_actions(text)


def test_an_unknown_point_cannot_be_armed() -> None:
    with pytest.raises(ValueError, match="unknown"), armed("nowhere", Action("raise")):
        pass


def test_every_point_is_reached_somewhere() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path("src").rglob("*.py"))
    assert set(re.findall(r'\breach(?:_sync)?\("([\w.]+)"\)', source)) == ALL_POINTS
