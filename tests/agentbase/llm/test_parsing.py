"""Parsing mends nothing: a fence comes off, everything else is an error (decisions 21)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.llm.parsing import Parsed, Unusable, is_forbidden_key, parse_generated_content
from agentbase.llm.schemas import output_schema_of
from tests.agentbase.llm.support import GOOD, Note


def parse(text: str) -> Parsed[Note] | Unusable:
    schema = output_schema_of(Note)
    assert schema is not None
    return parse_generated_content(text, Note, schema.declared, {"count": "COUNT_WRONG"})


@pytest.mark.parametrize("text", [GOOD, f"```json\n{GOOD}\n```", f"```\n{GOOD}\n```", f"  {GOOD}\n"])
def test_one_object_is_read_with_or_without_a_fence(text: str) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Parsed)
    assert parsed.content.title == "买菜"


@pytest.mark.parametrize(
    "text",
    [
        "", "好的", GOOD + GOOD, f"好的：{GOOD}", f"{GOOD} 完成", f"```json\n{GOOD}\n```\n完成",
        '{"title":"a","title":"b","at":"2026-12-02T15:00:00+08:00"}', '{"title":"a",}', "{'title':'a'}",
        '{"title":NaN}', "[" * 100_000, '{"title":"\\ud800","at":"2026-12-02T15:00:00+08:00"}',
        "9" * 5000, f"```json\n{GOOD}\n```\n```json\n{GOOD}\n```", GOOD[:-1],
    ],
)  # fmt: skip
def test_anything_but_one_object_is_a_parse_error_that_may_be_repaired(text: str) -> None:
    assert parse(text) == Unusable("OUTPUT_PARSE_FAILED", business=False)


@pytest.mark.parametrize(
    "text",
    ['["a"]', '"a"', "null", '{"title":"a","at":"2026-12-02T15:00:00+08:00","note":1}',
     '{"title":1,"at":"2026-12-02T15:00:00+08:00"}', '{"title":"a","at":"later"}', '{"title":"a","at":1764658800}'],
)  # fmt: skip
def test_a_wrong_shape_may_be_repaired(text: str) -> None:
    assert parse(text) == Unusable("OUTPUT_SCHEMA_INVALID", business=False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"title":"a"}', "BUSINESS_OUTPUT_INVALID"),
        ('{"title":"a","at":"2026-12-02T15:00:00"}', "BUSINESS_OUTPUT_INVALID"),
        ('{"title":null,"at":"2026-12-02T15:00:00+08:00"}', "BUSINESS_OUTPUT_INVALID"),
        ('{"title":"a","at":"2026-12-02T15:00:00+08:00","count":"3"}', "COUNT_WRONG"),
        ('{"title":"a","at":"2026-12-02T15:00:00+08:00","db_action":null}', "FORBIDDEN_OPERATION_FIELD"),
        ('{"title":"a","at":"2026-12-02T15:00:00+08:00","x":{"y":[{"itemId":1}]}}', "FORBIDDEN_OPERATION_FIELD"),
    ],
)
def test_a_business_fault_switches_the_model(text: str, reason: str) -> None:
    assert parse(text) == Unusable(reason, business=True)


@pytest.mark.parametrize(
    "key",
    ["id", "item_id", "itemId", "ID", "baseVersion", "version", "permissions", "db_action", "create", "delete_item",
     "sqlQuery", "operation", "update-item", "事项编号", "操作"],
)  # fmt: skip
def test_ids_versions_permissions_and_actions_are_forbidden_keys(key: str) -> None:
    assert is_forbidden_key(key)


@pytest.mark.parametrize(
    "key", ["title", "idea", "conversion", "created_at", "target_ref", "identity", "描述", "width"]
)
def test_other_keys_are_not(key: str) -> None:
    assert not is_forbidden_key(key)


@given(st.text(max_size=200))
def test_no_text_breaks_the_parser(text: str) -> None:
    assert isinstance(parse(text), Parsed | Unusable)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=5), children, max_size=3),
    max_leaves=8,
)


@given(json_values, st.sampled_from(["item_id", "version", "dbAction"]))
def test_a_forbidden_key_is_found_at_any_depth(value: object, key: str) -> None:
    text = json.dumps({"title": "a", "at": "2026-12-02T15:00:00+08:00", "extra": [{"deep": {key: value}}]})
    assert parse(text) == Unusable("FORBIDDEN_OPERATION_FIELD", business=True)
