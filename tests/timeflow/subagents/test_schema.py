"""The committed JSON Schema is the one that the contracts generate."""

from __future__ import annotations

import json
from pathlib import Path

from timeflow.subagents.schema import SCHEMA_FILE, export_schema

COMMITTED = Path(__file__).parents[3] / "schema" / SCHEMA_FILE


def test_the_committed_schema_has_not_drifted() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == export_schema()


def test_the_schema_holds_the_public_contracts_and_nothing_internal() -> None:
    definitions = json.loads(export_schema())["$defs"]
    assert {"AgentCallContext", "AgentErrorDTO", "ScheduleTodoAgentInput", "ReviewAgentInput"} <= set(definitions)
    assert {"ItemContentResponse", "ReviewResponse", "LongGoalPlanCandidate"} <= set(definitions)
    assert not {name for name in definitions if name.startswith(("LLM", "Provider", "Model"))}
    assert all(
        definition.get("additionalProperties") is False
        for definition in definitions.values()
        if definition.get("type") == "object"
    )
