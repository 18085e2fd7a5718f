"""The two results of a generation (S §8.12)."""

from __future__ import annotations

from agentbase.core.reasons import REASONS
from agentbase.llm.attempts import AttemptLog, Reason
from agentbase.llm.contracts import AgentErrorDTO, LLMGenerationRequest, LLMGenerationResult, ModelConfigDTO
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.outcomes import is_blocked


def succeeded(
    request: LLMGenerationRequest[TOutput],
    log: AttemptLog,
    model: ModelConfigDTO,
    *,
    is_primary: bool,
    content: TOutput,
) -> LLMGenerationResult[TOutput]:
    """The one accepted content and the model that gave it."""
    return LLMGenerationResult(
        request_id=request.request_id,
        trace_id=request.trace_id,
        status="success",
        generated_content=content,
        generation_path="primary_model" if is_primary else "fallback_model",
        provider_name=model.provider_name,
        model_name=model.model_name,
        prompt_version=request.prompt_version,
        attempts=log.attempts,
        skipped_models=log.skipped,
    )


def failed(request: LLMGenerationRequest[TOutput], log: AttemptLog, reason: Reason) -> LLMGenerationResult[TOutput]:
    """No content, and the registered error of a reason."""
    return LLMGenerationResult(
        request_id=request.request_id,
        trace_id=request.trace_id,
        status="blocked" if is_blocked(reason) else "failed",
        generation_path="none",
        prompt_version=request.prompt_version,
        attempts=log.attempts,
        skipped_models=log.skipped,
        error=AgentErrorDTO.from_error(REASONS.build_error(*reason)),
    )
