"""From the text of a model to a typed candidate, or the reason why not (S §8.9, decisions 21).

Nothing is mended here: a fence around one object is taken off, everything else is an error. Types are strict, so
``"60"`` is no integer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NoReturn

from pydantic import JsonValue, ValidationError
from pydantic_core import ErrorDetails

from agentbase.llm.contracts.generation import TOutput

ANY_FIELD: Final = "*"
"""The key of ``schema_reasons`` for a missing or contradictory field that is not named there."""

_FENCE = re.compile(r"```[A-Za-z]*[ \t]*\r?\n(?P<body>.*?)\r?\n?[ \t]*```", re.DOTALL)
_WORD_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
_FORBIDDEN_WORDS: Final = frozenset({
    "id", "ids", "uuid", "guid", "version", "revision", "etag", "permission", "permissions", "role", "roles",
    "action", "actions", "operation", "operations", "command", "commands", "crud",
    "create", "update", "delete", "insert", "remove", "query", "sql",
})  # fmt: skip
_FORBIDDEN_CHINESE = re.compile("编号|标识|版本|权限|操作|动作|指令")
_BUSINESS_ERRORS: Final = frozenset({"missing", "timezone_aware", "value_error"})


@dataclass(frozen=True, slots=True)
class Parsed(Generic[TOutput]):
    """A well-formed candidate; its business rules are not checked yet."""

    content: TOutput


@dataclass(frozen=True, slots=True)
class Unusable:
    """An answer that is no candidate. ``business`` reasons switch the model, the others may be repaired once."""

    reason_code: str
    business: bool


def parse_generated_content(
    raw_content: str, output_model: type[TOutput], declared: frozenset[str], schema_reasons: Mapping[str, str]
) -> Parsed[TOutput] | Unusable:
    """Parse one JSON object and validate it strictly.

    ``declared`` are the property names of the output model: only undeclared names can be forbidden ones.
    """
    text = _without_fence(raw_content.strip())
    try:
        value: JsonValue = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return Unusable("OUTPUT_PARSE_FAILED", business=False)
    if not isinstance(value, dict):
        return Unusable("OUTPUT_SCHEMA_INVALID", business=False)
    if any(is_forbidden_key(key) for key in _keys(value) if key not in declared):
        return Unusable("FORBIDDEN_OPERATION_FIELD", business=True)
    try:
        return Parsed(output_model.model_validate_json(text, strict=True))
    except ValidationError as error:
        return _unusable(error, schema_reasons)


def is_forbidden_key(key: str) -> bool:
    """Whether a key names an id, a version, a permission or an action (S §4)."""
    words = (word.lower() for word in _WORD_BREAK.split(key))
    return any(word in _FORBIDDEN_WORDS for word in words) or _FORBIDDEN_CHINESE.search(key) is not None


def _without_fence(text: str) -> str:
    fenced = _FENCE.fullmatch(text)
    return fenced["body"].strip() if fenced else text


def _no_duplicates(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("duplicate key")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _keys(node: JsonValue) -> Iterator[str]:
    if isinstance(node, dict):
        yield from node
        for value in node.values():
            yield from _keys(value)
    elif isinstance(node, list):
        for element in node:
            yield from _keys(element)


def _unusable(error: ValidationError, schema_reasons: Mapping[str, str]) -> Unusable:
    details = error.errors(include_url=False)
    if any(detail["type"] == "json_invalid" for detail in details):
        return Unusable("OUTPUT_PARSE_FAILED", business=False)
    for detail in details:
        if reason_code := _business_reason(detail, schema_reasons):
            return Unusable(reason_code, business=True)
    return Unusable("OUTPUT_SCHEMA_INVALID", business=False)


def _business_reason(detail: ErrorDetails, schema_reasons: Mapping[str, str]) -> str | None:
    if detail["type"].isupper():
        # A contract raised the reason code itself.
        return detail["type"]
    names = [step for step in detail["loc"] if isinstance(step, str)]
    field = names[-1] if names else ANY_FIELD
    if field in schema_reasons and detail["type"] != "extra_forbidden":
        return schema_reasons[field]
    is_null = detail["input"] is None and detail["type"].endswith("_type")
    if detail["type"] in _BUSINESS_ERRORS or is_null:
        return schema_reasons.get(ANY_FIELD, "BUSINESS_OUTPUT_INVALID")
    return None
