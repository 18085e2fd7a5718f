"""Statements, commits, model calls and prompt tokens of each kind of turn and of its confirmation.

The same steps are held as snapshots in ``tests/timeflow/test_turn_budget.py``.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from agentbase.testing.clock import FrozenClock
from bench.databases import KINDS, fresh_database
from bench.sections import Row, Section
from tests.support.dialogue import Cost, Dialogue, open_dialogue
from timeflow.execution.contracts import ConfirmationRequiredResponse

CONFIRMATION_LIMIT: Final = 11
"""The most statements that a confirmation of one change may take."""

STEPS: Final = (
    ("create", "明天下午三点和王工评审接口，一小时"),
    ("move", "把评审接口改到明天下午四点"),
    ("query", "明天有什么安排"),
    ("revise", "把评审接口改名为评审网关接口"),
    ("set_status", "评审网关接口完成了"),
    ("delete", "把评审网关接口删掉"),
)
"""One item from its first word to its last, in one dialogue."""


@dataclass(frozen=True, slots=True)
class StepCost:
    """What a turn took, and the confirmation of its card where it came to one."""

    turn: Cost
    confirmation: Cost | None


async def count_steps(dialogue: Dialogue) -> dict[str, StepCost]:
    """Carry the steps out. Raises AssertionError where one does not come to what it should."""
    costs: dict[str, StepCost] = {}
    for name, sentence in STEPS:
        with dialogue.meter() as turn:
            response = await dialogue.say(sentence)
        if name == "query":
            assert response.type == "display", response
            costs[name] = StepCost(turn.cost, None)
            continue
        assert isinstance(response, ConfirmationRequiredResponse) and response.change_count == 1, response
        with dialogue.meter() as confirmation:
            await dialogue.confirmed(response)
        costs[name] = StepCost(turn.cost, confirmation.cost)
    return costs


def measure() -> list[Section]:
    """Both tables of counts. The clock stands still, so that two runs count the same."""
    turns: list[Row] = []
    confirmations: list[Row] = []
    for kind in KINDS:
        for name, cost in _costs(kind).items():
            turn = cost.turn
            turns.append(
                {
                    "database": kind,
                    "operation": name,
                    "model_calls": turn.model_calls,
                    "prompt_tokens": turn.prompt_tokens,
                    "statements": turn.statements,
                    "commits": turn.commits,
                }
            )
            if cost.confirmation is not None:
                confirmations.append(
                    {
                        "database": kind,
                        "operation": name,
                        "statements": cost.confirmation.statements,
                        "limit": CONFIRMATION_LIMIT,
                        "commits": cost.confirmation.commits,
                    }
                )
    return [
        Section("confirmations", "A confirmation of one change", tuple(confirmations)),
        Section("turns", "A turn, from a sentence to its answer", tuple(turns)),
    ]


def _costs(kind: str) -> dict[str, StepCost]:
    async def run(url: str) -> dict[str, StepCost]:
        async with open_dialogue(url, folder, clock=FrozenClock()) as dialogue:
            return await count_steps(dialogue)

    with fresh_database(kind) as (url, folder):
        return asyncio.run(run(url))
