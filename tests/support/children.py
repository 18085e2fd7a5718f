"""Processes of our own: to be killed at a trigger point, or to compete with each other."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


async def start_child(module: str, *arguments: str, trigger: str = "") -> asyncio.subprocess.Process:
    """Start ``python -m module arguments…`` with a trigger armed."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "TIMEFLOW_TRIGGER": trigger}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, env=environment, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )


async def end_of(child: asyncio.subprocess.Process) -> tuple[int, list[str]]:
    """Wait for its end: the exit status (-9 when it was killed), and the lines that it printed."""
    output, _ = await asyncio.wait_for(child.communicate(), 60)
    assert child.returncode is not None
    return child.returncode, output.decode().splitlines()
