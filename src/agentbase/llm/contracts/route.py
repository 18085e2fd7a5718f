"""Which models may answer a function, in which order and within which limits (S §8.3)."""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import AwareDatetime, Field, field_validator, model_validator

from agentbase.core.contract import ContractModel

_LOOKS_LIKE_A_KEY = re.compile(r"\s|^sk-|^[A-Za-z0-9+/_=-]{48,}$")

RETRYABLE_ERRORS = ("MODEL_TIMEOUT", "RATE_LIMITED", "NETWORK_ERROR", "PROVIDER_UNAVAILABLE")
"""The technical errors after which the next model is tried, unless a route says otherwise (S §8)."""


class ModelConfigDTO(ContractModel):
    """One model and its limits. ``credential_ref`` is an alias such as ``env:NAME``, never the key itself."""

    provider_name: str = Field(min_length=1)
    model_name: str = Field(min_length=1)
    credential_ref: str = Field(min_length=1, max_length=128)
    enabled: bool = True
    priority: int = Field(default=0, ge=0)
    capabilities: list[str] = Field(default_factory=list)
    context_window: int = Field(ge=1)
    max_output_tokens: int = Field(ge=1)
    health_status: Literal["healthy", "degraded", "unavailable"] | None = None
    circuit_state: Literal["closed", "open", "half_open"] | None = None
    cooldown_until: AwareDatetime | None = None

    @field_validator("credential_ref")
    @classmethod
    def _refuse_a_key(cls, value: str) -> str:
        if _LOOKS_LIKE_A_KEY.search(value):
            raise ValueError("credential_ref must be an alias, not a key")
        return value

    @property
    def identity(self) -> tuple[str, str]:
        """What tells two models apart: provider and model name."""
        return (self.provider_name, self.model_name)

    @property
    def made_by(self) -> str:
        """The name shown on cards and in run records, e.g. ``offline/standard``."""
        return f"{self.provider_name}/{self.model_name}"


class ModelRouteConfigDTO(ContractModel):
    """The route of one function: a primary model, one or two others, and the limits of the whole chain."""

    route_key: str = Field(min_length=1)
    primary_model: ModelConfigDTO
    fallback_models: list[ModelConfigDTO] = Field(min_length=1, max_length=2)
    request_deadline_ms: int = Field(ge=1)
    per_attempt_timeout_ms: int = Field(ge=1)
    max_attempts: int = Field(ge=1)
    required_capabilities: list[str] = Field(default_factory=list)
    retryable_errors: list[str] = Field(default_factory=lambda: list(RETRYABLE_ERRORS))

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if self.per_attempt_timeout_ms > self.request_deadline_ms:
            raise ValueError("per_attempt_timeout_ms must not exceed request_deadline_ms")
        identities = [self.primary_model.identity, *(model.identity for model in self.fallback_models)]
        if len(set(identities)) != len(identities):
            raise ValueError("fallback_models must differ from the primary model and from each other")
        return self

    def in_order(self) -> list[ModelConfigDTO]:
        """The primary model, then the others by priority; equal priorities keep their written order."""
        return [self.primary_model, *sorted(self.fallback_models, key=lambda model: model.priority)]
