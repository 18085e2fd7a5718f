"""The validator against the two corpora: honest outputs pass, the others are refused for the right reason."""

from __future__ import annotations

import re

import pytest
from pydantic import BaseModel

from agentbase.llm.contracts import ValidationDecision
from tests.timeflow.subagents.schedule_todo.adversarial import ADVERSARIAL
from tests.timeflow.subagents.schedule_todo.adversarial_second import ADVERSARIAL_SECOND
from tests.timeflow.subagents.schedule_todo.cases import Case
from tests.timeflow.subagents.schedule_todo.honest import HONEST
from tests.timeflow.subagents.schedule_todo.honest_second import HONEST_SECOND
from timeflow.subagents.contracts import ReviewResultDTO, TodoContentCandidate
from timeflow.subagents.schedule_todo.output_validator import ItemContentValidator
from timeflow.subagents.schedule_todo.sources import content_texts, source_facts

VALIDATOR = ItemContentValidator()


def test_the_corpora_are_large_enough() -> None:
    assert len(HONEST) >= 60
    assert len(ADVERSARIAL) >= 40


@pytest.mark.parametrize("case", HONEST + HONEST_SECOND, ids=lambda case: case.name)
def test_an_honest_output_passes(case: Case) -> None:
    facts = source_facts(case.input_data)
    inventions = [found for text in content_texts(case.output) if (found := facts.invention(text))]
    assert VALIDATOR.validate(case.input_data, case.output).reason_code is None, inventions


@pytest.mark.parametrize("case", ADVERSARIAL + ADVERSARIAL_SECOND, ids=lambda case: case.name)
def test_an_output_that_adds_or_changes_something_is_refused(case: Case) -> None:
    verdict = VALIDATOR.validate(case.input_data, case.output)
    assert verdict.reason_code == case.reason
    assert verdict.decision is ValidationDecision.RETRYABLE_GENERATION_INVALID


@pytest.mark.parametrize(
    "output", [TodoContentCandidate(item_type="todo", title="和王工评审接口"), ReviewResultDTO(review_text="好")]
)
def test_an_output_of_another_type_is_refused(output: BaseModel) -> None:
    assert VALIDATOR.validate(HONEST[0].input_data, output).reason_code == "ITEM_OUTPUT_TYPE_MISMATCH"


@pytest.mark.parametrize("case", HONEST + HONEST_SECOND, ids=lambda case: case.name)
def test_any_part_of_what_was_said_may_be_repeated(case: Case) -> None:
    facts = source_facts(case.input_data)
    for part in re.split(r"[，。；;]|, ", case.input_data.raw_input):
        assert facts.invention(part) is None, part
