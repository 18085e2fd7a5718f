"""The structured error that crosses a door: closed enums and six fields (S §7.3, §7.4)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from agentbase.core.contract import ContractModel
from agentbase.core.errors import AgentBaseError


class AgentErrorCode(StrEnum):
    """The public error codes of S §7.3; nothing else ever leaves the layer."""

    CONTRACT_MISMATCH = "CONTRACT_MISMATCH"
    INPUT_INVALID = "INPUT_INVALID"
    FACT_CONFLICT = "FACT_CONFLICT"
    CONFIG_ERROR = "CONFIG_ERROR"
    NO_COMPATIBLE_MODEL = "NO_COMPATIBLE_MODEL"
    CONTEXT_TOO_LARGE = "CONTEXT_TOO_LARGE"
    LLM_UNAVAILABLE = "LLM_UNAVAILABLE"
    DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
    OUTPUT_INVALID = "OUTPUT_INVALID"
    CONTENT_BLOCKED = "CONTENT_BLOCKED"
    REQUEST_CANCELLED = "REQUEST_CANCELLED"
    INTERNAL_ERROR = "INTERNAL_ERROR"


class ErrorCategory(StrEnum):
    """Who is at fault (S §7.4)."""

    CONTRACT = "contract"
    INPUT = "input"
    CONFIGURATION = "configuration"
    PROVIDER = "provider"
    OUTPUT = "output"
    SAFETY = "safety"
    DEADLINE = "deadline"
    INTERNAL = "internal"


class FailedStage(StrEnum):
    """Where the chain stopped (S §7.4)."""

    VALIDATE_CONTEXT = "validate_context"
    VALIDATE_INPUT = "validate_input"
    BUILD_PROMPT = "build_prompt"
    SELECT_MODEL = "select_model"
    INVOKE_MODEL = "invoke_model"
    PARSE_OUTPUT = "parse_output"
    VALIDATE_OUTPUT = "validate_output"
    BUILD_RESPONSE = "build_response"


class AgentErrorDTO(ContractModel):
    """A failure in words that are safe to show: no provider text, model name, prompt, key or stack (S §7)."""

    code: AgentErrorCode
    reason_code: str = Field(min_length=1, max_length=64)
    category: ErrorCategory
    failed_stage: FailedStage
    retryable: bool
    safe_message: str = Field(min_length=1, max_length=500)

    @classmethod
    def from_error(cls, error: AgentBaseError) -> AgentErrorDTO:
        """Convert a registered error; the names of faulty fields are appended to its message.

        A code or stage outside the closed enums (an error of the base) is reported as an internal one.
        """
        fields = ", ".join(dict.fromkeys(item.field for item in error.field_errors))
        return cls(
            code=AgentErrorCode(error.code) if error.code in _CODES else AgentErrorCode.INTERNAL_ERROR,
            reason_code=error.reason_code,
            category=ErrorCategory(error.category),
            failed_stage=(
                FailedStage(error.failed_stage) if error.failed_stage in _STAGES else FailedStage.BUILD_RESPONSE
            ),
            retryable=error.retryable,
            safe_message=f"{error.safe_message} [{fields}]"[:500] if fields else error.safe_message,
        )


_CODES = frozenset(code.value for code in AgentErrorCode)
_STAGES = frozenset(stage.value for stage in FailedStage)
