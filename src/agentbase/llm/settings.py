"""How models and routes are configured (design section 7)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from agentbase.core.contract import FrozenContract

OFFLINE_STANDARD: Final = "offline/standard"
OFFLINE_CONSERVATIVE: Final = "offline/conservative"


class ModelSettings(FrozenContract):
    """One configured model. ``name`` is how routes refer to it and the first half of ``made_by``."""

    name: str = Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")
    provider: Literal["openai_compatible", "anthropic"]
    base_url: str | None = None
    model: str = Field(min_length=1, max_length=128)
    credential_ref: str = Field(min_length=1, max_length=128)
    enabled: bool = True
    context_window: int = Field(ge=1)
    max_output_tokens: int = Field(ge=1)
    capabilities: tuple[str, ...] = ("structured", "text")


class RouteSettings(FrozenContract):
    """Which models answer, by name, and the limits of the whole chain in milliseconds."""

    primary: str = OFFLINE_STANDARD
    fallbacks: Annotated[tuple[str, ...], Field(min_length=1, max_length=2)] = (OFFLINE_CONSERVATIVE,)
    request_deadline_ms: int = Field(default=20000, ge=1)
    per_attempt_timeout_ms: int = Field(default=8000, ge=1)
    max_attempts: int = Field(default=4, ge=1)
