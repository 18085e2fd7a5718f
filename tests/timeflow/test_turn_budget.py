"""What each kind of turn costs, held exactly: statements, commits, model calls, prompt tokens.

A figure here changes only on purpose. `make bench` prints the same steps with their times.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agentbase.testing.clock import FrozenClock
from bench.calendars import ITEMS_A_DAY
from bench.counts import CONFIRMATION_LIMIT, STEPS, StepCost, count_steps
from bench.rows import count_rows
from tests.support.dialogue import Cost, open_dialogue

ONE_CHANGE = Cost(statements=11, commits=1, model_calls=0, prompt_tokens=0)

TURNS = {
    #                      statements, commits, model calls, prompt tokens
    "create": Cost(19, 3, 2, 3818),
    "move": Cost(22, 3, 2, 3434),
    "query": Cost(16, 2, 1, 2892),
    "revise": Cost(20, 4, 3, 5009),
    "set_status": Cost(20, 3, 2, 3834),
    "delete": Cost(20, 3, 2, 3962),
}
"""One dialogue: each turn's prompt holds what was said before it."""

MODEL_CALLS = {"create": 2, "move": 2, "query": 1, "revise": 3, "set_status": 2, "delete": 2}
"""Calls without repair or fallback (decisions 4)."""


@pytest.fixture
async def costs(database_url: str, tmp_path: Path) -> dict[str, StepCost]:
    """The steps, carried out on each database. The clock stands still, so that prompts are the same."""
    async with open_dialogue(database_url, tmp_path, clock=FrozenClock()) as dialogue:
        return await count_steps(dialogue)


async def test_a_turn_costs_what_it_did(costs: dict[str, StepCost]) -> None:
    assert {name: cost.turn for name, cost in costs.items()} == TURNS


async def test_a_confirmation_of_one_change_costs_what_it_did(costs: dict[str, StepCost]) -> None:
    confirmations = {name: cost.confirmation for name, cost in costs.items() if cost.confirmation}
    assert confirmations == dict.fromkeys(confirmations, ONE_CHANGE)
    assert confirmations.keys() == {"create", "move", "revise", "set_status", "delete"}


async def test_a_confirmation_of_one_change_keeps_its_bound(costs: dict[str, StepCost]) -> None:
    found = [cost.confirmation for cost in costs.values() if cost.confirmation]
    assert max(cost.statements for cost in found) <= CONFIRMATION_LIMIT
    assert {cost.commits for cost in found} == {1}
    assert {cost.model_calls for cost in found} == {0}


async def test_each_operation_calls_models_as_often_as_is_settled(costs: dict[str, StepCost]) -> None:
    assert {name: cost.turn.model_calls for name, cost in costs.items()} == MODEL_CALLS
    assert MODEL_CALLS.keys() == dict(STEPS).keys()


async def test_rows_read_are_bounded_by_the_window_and_not_by_the_table(
    mariadb_database_url: str, tmp_path: Path
) -> None:
    """Words without a day are looked for in the 361 days around the reference time, each read once."""
    looked_at = 361 * ITEMS_A_DAY
    found = {}
    for size in (100, 20_000):
        folder = tmp_path / str(size)  # another data folder, another person
        async with open_dialogue(mariadb_database_url, folder) as dialogue:
            found[size] = await count_rows(dialogue, size)
    for name, rows in found[20_000].items():
        constant = looked_at if "words" in name else 20
        assert rows <= 2 * found[100][name] + constant, name
