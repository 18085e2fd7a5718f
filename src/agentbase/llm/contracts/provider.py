"""What an adapter of a model is given and gives back (S §8.2, §8.4)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from agentbase.core.contract import ContractModel

SectionKind = Literal["system_rules", "task", "facts", "untrusted", "schema"]
"""The five parts of a prompt, in the only order in which they are rendered (S §8.2)."""

FinishReason = Literal["stop", "length", "content_filter", "other"]

ProviderReason = Literal[
    "PROVIDER_AUTH_FAILED",
    "PROVIDER_PERMISSION_DENIED",
    "RATE_LIMITED",
    "MODEL_TIMEOUT",
    "NETWORK_ERROR",
    "PROVIDER_UNAVAILABLE",
    "CONTENT_BLOCKED",
    "REQUEST_CANCELLED",
    "CONTEXT_WINDOW_INSUFFICIENT",
]
"""The causes an adapter may report. The last one is a provider's "context too long" (decisions 23)."""


class PromptSection(ContractModel):
    """One typed part of a prompt. ``facts``, ``untrusted`` and ``schema`` hold JSON text."""

    kind: SectionKind
    content: str = Field(min_length=1)


class ProviderMessage(ContractModel):
    """One message as typed sections.

    Adapters of remote models render ``sections`` to text; the offline provider reads them as they are and finds
    its handler by ``prompt_key``, which is never rendered.
    """

    role: Literal["system", "user", "assistant"]
    prompt_key: str = Field(min_length=1)
    prompt_version: str = Field(min_length=1)
    sections: list[PromptSection] = Field(min_length=1)


class ProviderRequest(ContractModel):
    """One call of one model; exactly the fields of S §8.4."""

    request_id: str = Field(min_length=1)
    trace_id: str | None = None
    model_name: str = Field(min_length=1)
    messages: list[ProviderMessage] = Field(min_length=1)
    output_schema: dict[str, Any]
    timeout_ms: int = Field(ge=1)
    temperature: float = Field(ge=0, le=2)
    max_output_tokens: int = Field(ge=1)


class ProviderResponse(ContractModel):
    """The unchecked answer of a model: never returned to a business layer unparsed."""

    request_id: str
    raw_content: str
    finish_reason: FinishReason
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)


class ProviderFailureDTO(ContractModel):
    """A call that failed, in safe words only: no exception text, body or key (S §8.4)."""

    provider_name: str = Field(min_length=1)
    model_name: str = Field(min_length=1)
    reason_code: ProviderReason
    retryable: bool
    safe_message: str = Field(min_length=1, max_length=500)


class ProviderFailure(Exception):
    """The only exception that an adapter raises; it carries the normalised failure."""

    def __init__(self, failure: ProviderFailureDTO) -> None:
        super().__init__(failure.reason_code)
        self.failure = failure
