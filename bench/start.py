"""How long ``timeflow agenda`` takes from start to end, beside an import of SQLAlchemy."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

from bench.databases import fresh_database
from bench.sections import Row, Section
from tests.support.dialogue import open_dialogue

LIMIT: Final = 8
"""So many times the import at most."""

_ROUNDS: Final = 9


def measure() -> list[Section]:
    """The medians of both, taken in turns, and their ratio."""
    with fresh_database("sqlite") as (url, folder):
        asyncio.run(_one_item(url, folder))
        environment = os.environ | {"TIMEFLOW_HOME": str(folder)}
        commands = {
            "import": [sys.executable, "-c", "import sqlalchemy"],
            "agenda": [str(Path(sys.executable).with_name("timeflow")), "agenda"],
        }
        spent: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(_ROUNDS):
            for name, command in commands.items():
                begun = time.perf_counter()
                subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)  # noqa: S603
                spent[name].append((time.perf_counter() - begun) * 1000)
    ours, theirs = median(spent["agenda"]), median(spent["import"])
    row: Row = {"agenda_ms": ours, "import_sqlalchemy_ms": theirs, "ratio": ours / theirs, "limit": LIMIT}
    return [Section("start", "From start to end of `timeflow agenda`", (row,))]


async def _one_item(url: str, folder: Path) -> None:
    async with open_dialogue(url, folder) as dialogue:
        await dialogue.done("明天下午三点和王工评审接口，一小时")
