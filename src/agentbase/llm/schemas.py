"""The JSON Schema of an output model, and the names that it declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, JsonValue
from pydantic.errors import PydanticInvalidForJsonSchema, PydanticUserError


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """``document`` is what a model is shown; ``declared`` every property name in it, at any depth."""

    document: dict[str, JsonValue]
    declared: frozenset[str]


@lru_cache(maxsize=256)
def output_schema_of(output_model: type[BaseModel]) -> OutputSchema | None:
    """The schema of a model whose root is one object; None for anything else (strict modes refuse a root union)."""
    try:
        document: dict[str, JsonValue] = output_model.model_json_schema()
    except (PydanticInvalidForJsonSchema, PydanticUserError):
        return None
    if document.get("type") != "object":
        return None
    return OutputSchema(document, frozenset(_property_names(document)))


def _property_names(node: JsonValue) -> Iterator[str]:
    if isinstance(node, dict):
        properties = node.get("properties")
        if isinstance(properties, dict):
            yield from properties
        for value in node.values():
            yield from _property_names(value)
    elif isinstance(node, list):
        for element in node:
            yield from _property_names(element)
