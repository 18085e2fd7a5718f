"""The five pairs, and no others (decisions 2)."""

from __future__ import annotations

from timeflow.functions.registry import PARAMS_BY_PAIR, available_functions
from timeflow.perception.parse_params import PAIR_OF_INTENT


def test_the_capability_table_names_the_five_pairs_with_their_fields() -> None:
    table = available_functions()
    assert [(row.agent_name, row.function_name) for row in table] == list(PARAMS_BY_PAIR)
    assert len(table) == 5
    for row in table:
        fields = PARAMS_BY_PAIR[row.agent_name, row.function_name].model_fields
        assert {*row.required_fields, *row.optional_fields} == set(fields)


def test_every_intent_leads_to_a_pair_and_every_pair_has_an_intent() -> None:
    assert set(PAIR_OF_INTENT.values()) == set(PARAMS_BY_PAIR)
