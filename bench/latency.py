"""How long a turn and a confirmation take, with the offline model."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

from bench.databases import KINDS, fresh_database
from bench.sections import Row, Section, percentile
from tests.support.dialogue import Dialogue, open_dialogue
from timeflow.execution.contracts import ConfirmationRequiredResponse

_ROUNDS: Final = 20


def measure() -> list[Section]:
    """p50 and p95 over all kinds of turns, on both databases."""
    rows: list[Row] = []
    for kind in KINDS:
        with fresh_database(kind) as (url, folder):
            turns, confirmations = asyncio.run(_run(url, folder))
        rows += [_row(kind, "turn", turns), _row(kind, "confirmation", confirmations)]
    return [Section("latency", "How long it takes, in milliseconds", tuple(rows))]


async def _run(url: str, folder: Path) -> tuple[list[float], list[float]]:
    turns: list[float] = []
    confirmations: list[float] = []
    async with open_dialogue(url, folder) as dialogue:
        for number in range(_ROUNDS + 1):
            title = f"评审模块{chr(ord('A') + number)}"
            for sentence in (
                f"12月{number + 2}日下午三点{title}，一小时",
                f"把{title}改到12月{number + 2}日下午四点",
                f"12月{number + 2}日有什么安排",
                f"{title}完成了",
            ):
                spent = await _step(dialogue, sentence)
                if number:  # the first round fills caches
                    turns.append(spent[0])
                    confirmations += spent[1:]
    return turns, confirmations


async def _step(dialogue: Dialogue, sentence: str) -> list[float]:
    begun = time.perf_counter()
    response = await dialogue.say(sentence)
    spent = [_milliseconds_since(begun)]
    if isinstance(response, ConfirmationRequiredResponse):
        begun = time.perf_counter()
        await dialogue.confirmed(response)
        return [*spent, _milliseconds_since(begun)]
    assert response.type == "display", response
    return spent


def _milliseconds_since(begun: float) -> float:
    return (time.perf_counter() - begun) * 1000


def _row(kind: str, what: str, spent: list[float]) -> Row:
    return {
        "database": kind,
        "what": what,
        "samples": len(spent),
        "p50_ms": percentile(spent, 0.5),
        "p95_ms": percentile(spent, 0.95),
    }
