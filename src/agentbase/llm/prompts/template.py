"""A prompt of one function: its rules, its task, and which fields of its input are untrusted (S §8.2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import BaseModel, JsonValue

from agentbase.llm.contracts.provider import PromptSection, ProviderMessage

JsonObject: TypeAlias = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """One fixed version of a prompt.

    Attributes:
        system_rules: what the agent is and may never do.
        task: what this function makes of its input.
        untrusted_fields: names of input fields, at any depth, whose values are words of a person or of the database
            and so stand apart from the facts (decisions 27).
    """

    prompt_key: str
    prompt_version: str
    system_rules: str
    task: str
    untrusted_fields: frozenset[str]

    def messages(self, payload: BaseModel, facts: JsonObject, output_schema: JsonObject) -> list[ProviderMessage]:
        """The prompt as two messages whose sections stand in the order of S §8.2.

        ``facts`` is put before the trusted part of ``payload``, under whose names it must not fall.
        """
        trusted, untrusted = split_payload(payload, self.untrusted_fields)
        return [
            self._message("system", ("system_rules", self.system_rules), ("task", self.task)),
            self._message(
                "user",
                ("facts", to_json({**facts, "input": trusted})),
                ("untrusted", to_json(untrusted)),
                ("schema", to_json(output_schema)),
            ),
        ]

    def repair_messages(self, answer: str, instruction: str) -> list[ProviderMessage]:
        """What follows the original messages when the one format repair is asked for (S §8.10)."""
        return [self._message("assistant", ("untrusted", answer)), self._message("user", ("task", instruction))]

    def _message(self, role: str, *sections: tuple[str, str]) -> ProviderMessage:
        return ProviderMessage.model_validate(
            {
                "role": role,
                "prompt_key": self.prompt_key,
                "prompt_version": self.prompt_version,
                "sections": [PromptSection.model_validate({"kind": kind, "content": text}) for kind, text in sections],
            }
        )


def to_json(value: JsonValue) -> str:
    """Compact JSON with its characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def split_payload(payload: BaseModel, untrusted_fields: frozenset[str]) -> tuple[JsonObject, JsonObject]:
    """Part an input into its facts and its untrusted values, the latter by dotted path (``future_items.0.title``)."""
    facts: JsonObject = payload.model_dump(mode="json")
    untrusted: JsonObject = dict(_take(facts, untrusted_fields, ""))
    return facts, untrusted


def _take(node: JsonValue, names: frozenset[str], path: str) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(node, dict):
        for key in list(node):
            if key in names and node[key] not in (None, [], {}):
                yield f"{path}{key}", node.pop(key)
            else:
                yield from _take(node[key], names, f"{path}{key}.")
    elif isinstance(node, list):
        for index, element in enumerate(node):
            yield from _take(element, names, f"{path}{index}.")


def join_payload(facts: JsonObject, untrusted: JsonObject) -> JsonObject:
    """The input as it was before ``split_payload``."""
    whole: JsonObject = json.loads(json.dumps(facts))
    for path, value in untrusted.items():
        *parents, last = path.split(".")
        node: JsonValue = whole
        for step in parents:
            if isinstance(node, list):
                node = node[int(step)]
            elif isinstance(node, dict):
                node = node[step]
        if isinstance(node, dict):
            node[last] = value
    return whole
