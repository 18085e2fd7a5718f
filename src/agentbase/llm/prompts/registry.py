"""The prompts that products register, by key and fixed version (S §8)."""

from __future__ import annotations

from collections.abc import Iterable

from agentbase.llm.prompts.template import PromptTemplate


class PromptRegistry:
    """Implements ``PromptRegistryPort``."""

    def __init__(self, templates: Iterable[PromptTemplate] = ()) -> None:
        self._templates: dict[tuple[str, str], PromptTemplate] = {}
        for template in templates:
            key = (template.prompt_key, template.prompt_version)
            if key in self._templates:
                raise ValueError(f"prompt {key} is registered twice")
            self._templates[key] = template

    def get_prompt(self, prompt_key: str, prompt_version: str) -> PromptTemplate | None:
        """Exactly this version, or None."""
        return self._templates.get((prompt_key, prompt_version))
