"""Dialogues of the evaluation: the whole application, one SQLite file, the offline model."""

from __future__ import annotations

from pathlib import Path

import pytest

from agentbase.testing.clock import FrozenClock
from evals.understanding_dialogues import DialogueCase, dialogue_cases, missed_turns
from tests.support.dialogue import open_dialogue

CASES = dialogue_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case_id)
async def test_dialogue(
    case: DialogueCase, sqlite_database_url: str, tmp_path: Path, frozen_clock: FrozenClock
) -> None:
    async with open_dialogue(sqlite_database_url, tmp_path, clock=frozen_clock) as dialogue:
        assert await missed_turns(case, dialogue.say) == []
