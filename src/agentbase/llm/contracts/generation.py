"""One generation: what is asked of the manager and what it answers (S §8.1, §8.6, §8.12)."""

from __future__ import annotations

from typing import Generic, Literal, Self, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, SerializeAsAny, SkipValidation, model_validator

from agentbase.core.contract import ContractModel
from agentbase.llm.contracts.cancellation import CancellationTokenPort
from agentbase.llm.contracts.errors import AgentErrorCode, AgentErrorDTO
from agentbase.llm.contracts.validation import OutputValidator

TOutput = TypeVar("TOutput", bound=BaseModel)

ContentStyle = Literal["structured_factual", "warm_factual"]


class GenerationOptions(ContractModel):
    """How freely and how long a model may answer."""

    temperature: float = Field(default=0, ge=0, le=2)
    max_output_tokens: int = Field(default=1024, ge=1)


class LLMGenerationRequest(ContractModel, Generic[TOutput]):
    """Everything the manager needs for one result; a protocol inside the process, never in a public schema (S §8.1).

    It names no model: routes decide that. ``deadline_at`` is absolute and shared by all attempts.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    request_id: str = Field(min_length=1)
    trace_id: str | None = None
    deadline_at: AwareDatetime
    agent_name: str = Field(min_length=1)
    function_name: str = Field(min_length=1)
    prompt_key: str = Field(min_length=1)
    prompt_version: str = Field(min_length=1)
    input_payload: BaseModel
    output_model: type[TOutput]
    content_style: ContentStyle
    output_validator: SkipValidation[OutputValidator]
    generation_options: GenerationOptions = Field(default_factory=GenerationOptions)
    cancellation_token: SkipValidation[CancellationTokenPort]

    @property
    def route_key(self) -> str:
        """``agent_name/function_name`` (S §8.3)."""
        return f"{self.agent_name}/{self.function_name}"


class LLMAttemptDTO(ContractModel):
    """One call that really went out, the format repair included."""

    attempt_no: int = Field(ge=1)
    provider_name: str = Field(min_length=1)
    model_name: str = Field(min_length=1)
    status: Literal["accepted", "failed", "blocked"]
    reason_code: str | None = None
    is_format_repair: bool = False
    duration_ms: int = Field(ge=0)
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if (self.status == "accepted") != (self.reason_code is None):
            raise ValueError("an attempt has a reason_code exactly when it was not accepted")
        return self


class SkippedModelDTO(ContractModel):
    """A model that was not called, and why."""

    provider_name: str = Field(min_length=1)
    model_name: str = Field(min_length=1)
    reason_code: str = Field(min_length=1)


class LLMGenerationResult(ContractModel, Generic[TOutput]):
    """One checked result or one structured error; never both, never a half (S §8.12)."""

    request_id: str = Field(min_length=1)
    trace_id: str | None = None
    status: Literal["success", "failed", "blocked"]
    generated_content: SerializeAsAny[TOutput] | None = None
    generation_path: Literal["primary_model", "fallback_model", "none"]
    provider_name: str | None = None
    model_name: str | None = None
    prompt_version: str
    attempts: list[LLMAttemptDTO] = Field(default_factory=list)
    skipped_models: list[SkippedModelDTO] = Field(default_factory=list)
    error: AgentErrorDTO | None = None

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if [attempt.attempt_no for attempt in self.attempts] != list(range(1, len(self.attempts) + 1)):
            raise ValueError("attempt_no must rise from 1 without gaps")
        if sum(attempt.is_format_repair for attempt in self.attempts) > 1:
            raise ValueError("there is at most one format repair")
        if self.status == "success":
            self._check_success()
        else:
            self._check_failure()
        return self

    def _check_success(self) -> None:
        if self.generated_content is None or self.error is not None:
            raise ValueError("a success has content and no error")
        if self.generation_path == "none" or self.provider_name is None or self.model_name is None:
            raise ValueError("a success names its path, provider and model")
        if not self.attempts or self.attempts[-1].status != "accepted":
            raise ValueError("the last attempt of a success is accepted")
        if any(attempt.status == "accepted" for attempt in self.attempts[:-1]):
            raise ValueError("only the last attempt of a success is accepted")
        if (self.attempts[-1].provider_name, self.attempts[-1].model_name) != (self.provider_name, self.model_name):
            raise ValueError("the final model is the one that was accepted")

    def _check_failure(self) -> None:
        if self.generated_content is not None or self.error is None:
            raise ValueError("a failure has an error and no content")
        if self.generation_path != "none" or self.provider_name is not None or self.model_name is not None:
            raise ValueError("a failure has no path, provider or model")
        if any(attempt.status == "accepted" for attempt in self.attempts):
            raise ValueError("a failure has no accepted attempt")
        if (self.status == "blocked") != (self.error.code is AgentErrorCode.CONTENT_BLOCKED):
            raise ValueError("blocked means CONTENT_BLOCKED and nothing else does")

    @property
    def made_by(self) -> str | None:
        """``provider/model`` of a success, e.g. ``offline/standard``."""
        return f"{self.provider_name}/{self.model_name}" if self.status == "success" else None

    @property
    def prompt_tokens(self) -> int:
        """Input tokens of all attempts, as far as they were counted."""
        return sum(attempt.input_tokens or 0 for attempt in self.attempts)

    @property
    def output_tokens(self) -> int:
        """Output tokens of all attempts, as far as they were counted."""
        return sum(attempt.output_tokens or 0 for attempt in self.attempts)
