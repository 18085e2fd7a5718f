"""The contracts of one model call (S §7, §8)."""

from agentbase.core.contract import ContractModel
from agentbase.llm.contracts.errors import AgentErrorCode, AgentErrorDTO, ErrorCategory, FailedStage
from agentbase.llm.contracts.generation import (
    ContentStyle,
    GenerationOptions,
    LLMAttemptDTO,
    LLMGenerationRequest,
    LLMGenerationResult,
    SkippedModelDTO,
)
from agentbase.llm.contracts.provider import (
    FinishReason,
    PromptSection,
    ProviderFailure,
    ProviderFailureDTO,
    ProviderMessage,
    ProviderReason,
    ProviderRequest,
    ProviderResponse,
    SectionKind,
)
from agentbase.llm.contracts.route import RETRYABLE_ERRORS, ModelConfigDTO, ModelRouteConfigDTO
from agentbase.llm.contracts.validation import ACCEPTED, OutputValidation, ValidationDecision, refused

__all__ = [
    "ACCEPTED",
    "RETRYABLE_ERRORS",
    "AgentErrorCode",
    "AgentErrorDTO",
    "ContentStyle",
    "ContractModel",
    "ErrorCategory",
    "FailedStage",
    "FinishReason",
    "GenerationOptions",
    "LLMAttemptDTO",
    "LLMGenerationRequest",
    "LLMGenerationResult",
    "ModelConfigDTO",
    "ModelRouteConfigDTO",
    "OutputValidation",
    "PromptSection",
    "ProviderFailure",
    "ProviderFailureDTO",
    "ProviderMessage",
    "ProviderReason",
    "ProviderRequest",
    "ProviderResponse",
    "SectionKind",
    "SkippedModelDTO",
    "ValidationDecision",
    "refused",
]
