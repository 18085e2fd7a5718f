"""Versioned prompts as typed sections."""

from agentbase.llm.prompts.registry import PromptRegistry
from agentbase.llm.prompts.template import JsonObject, PromptTemplate, join_payload, split_payload, to_json

__all__ = ["JsonObject", "PromptRegistry", "PromptTemplate", "join_payload", "split_payload", "to_json"]
