"""What the management of models needs from outside, and what it offers (S §9.2)."""

from __future__ import annotations

from typing import Protocol

from agentbase.llm.contracts.cancellation import CancellationTokenPort
from agentbase.llm.contracts.generation import LLMGenerationRequest, LLMGenerationResult, TOutput
from agentbase.llm.contracts.provider import ProviderRequest, ProviderResponse
from agentbase.llm.contracts.route import ModelRouteConfigDTO
from agentbase.llm.contracts.validation import OutputValidator
from agentbase.llm.prompts.template import PromptTemplate

__all__ = [
    "CancellationTokenPort",
    "LLMManagerPort",
    "LLMProviderPort",
    "LLMRouteRegistryPort",
    "OutputValidator",
    "PromptRegistryPort",
]


class LLMProviderPort(Protocol):
    """One model vendor. The only exception it raises is ``ProviderFailure``, besides cancellation."""

    async def generate(self, request: ProviderRequest) -> ProviderResponse:
        """Call the model once."""


class LLMRouteRegistryPort(Protocol):
    """Routes by ``agent_name`` and ``function_name``."""

    def get_route(self, agent_name: str, function_name: str) -> ModelRouteConfigDTO | None:
        """The route of a function, or None where none is configured."""


class PromptRegistryPort(Protocol):
    """Prompts by key and fixed version."""

    def get_prompt(self, prompt_key: str, prompt_version: str) -> PromptTemplate | None:
        """The prompt, or None; a prompt of another function is never lent."""


class LLMManagerPort(Protocol):
    """One checked result from a chain of models, used by every room that needs a model."""

    async def generate_with_fallback(self, request: LLMGenerationRequest[TOutput]) -> LLMGenerationResult[TOutput]:
        """Run the state machine of S §8.9. Failures are results, not exceptions; only cancellation is raised."""
