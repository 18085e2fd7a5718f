"""What the management of models needs from outside, and what it offers (S §9.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel

if TYPE_CHECKING:
    from agentbase.llm.contracts.generation import (
        LLMGenerationRequest,
        LLMGenerationResult,
        OutputValidation,
        TOutput,
    )
    from agentbase.llm.contracts.provider import ProviderRequest, ProviderResponse
    from agentbase.llm.contracts.route import ModelRouteConfigDTO
    from agentbase.llm.prompts.template import PromptTemplate


class CancellationTokenPort(Protocol):
    """Whether the caller has lost interest; asked at every key stage."""

    @property
    def cancelled(self) -> bool:
        """True from the moment of the cancellation on."""

    async def wait(self) -> None:
        """Return once cancelled; wait for ever otherwise."""


class OutputValidator(Protocol):
    """The deterministic business check of one function's output. Holds no state between requests (S §8.6).

    Attributes:
        validator_id: stable name with version, e.g. ``schedule_todo.generate_item_content.v1``.
        reason_namespace: where its reason codes are registered (``S``, ``A``, …).
        schema_reasons: business reason by field name, for an output that breaks its model at that field; the key
            ``*`` stands for any other missing or contradictory field. A field named here switches the model
            instead of asking for a repair (decisions 21).
    """

    @property
    def validator_id(self) -> str: ...  # noqa: D102
    @property
    def reason_namespace(self) -> str: ...  # noqa: D102
    @property
    def schema_reasons(self) -> Mapping[str, str]: ...  # noqa: D102

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        """Compare the output with the facts of the input and decide."""


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
