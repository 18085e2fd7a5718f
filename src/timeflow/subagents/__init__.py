"""S: five sub-agents that only generate content. Its public contracts, by the names used there."""

from agentbase.llm.contracts import (
    GenerationOptions,
    LLMAttemptDTO,
    LLMGenerationRequest,
    LLMGenerationResult,
    ModelConfigDTO,
    ModelRouteConfigDTO,
    ProviderFailureDTO,
    ProviderMessage,
    ProviderRequest,
    ProviderResponse,
    SkippedModelDTO,
)
from timeflow.subagents import contracts as _contracts
from timeflow.subagents.contracts import *  # noqa: F403 - the contracts package lists what is public
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.reasons import ErrorReasonPolicyRegistry

__all__ = [  # noqa: PLE0604 - the contracts package lists its names itself
    "ErrorReasonPolicyRegistry",
    "GenerationOptions",
    "LLMAttemptDTO",
    "LLMGenerationRequest",
    "LLMGenerationResult",
    "ModelConfigDTO",
    "ModelRouteConfigDTO",
    "ProviderFailureDTO",
    "ProviderMessage",
    "ProviderRequest",
    "ProviderResponse",
    "SkippedModelDTO",
    "SubAgentDispatcher",
    *_contracts.__all__,
]
