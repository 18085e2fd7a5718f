"""The one place where an ``AgentResponse`` is put together (S §7, §9.3 build_agent_response)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import structlog
from pydantic import BaseModel, ValidationError

from agentbase.core.errors import FieldError
from agentbase.core.reasons import REASONS
from agentbase.llm.contracts import AgentErrorDTO
from timeflow.subagents.contracts import AgentCallContext, AgentResponse, GenerationPath, response_type_of
from timeflow.subagents.reasons import NAMESPACE

_log = structlog.get_logger(__name__)


def error_of(reason_code: str, fields: Iterable[str] = ()) -> AgentErrorDTO:
    """The structured error of a reason of S, with the names of the fields at fault."""
    field_errors = [FieldError(field, reason_code) for field in fields]
    return AgentErrorDTO.from_error(REASONS.build_error(NAMESPACE, reason_code, field_errors=field_errors))


def build_error_response(context: AgentCallContext, error: AgentErrorDTO) -> AgentResponse[Any]:
    """The ERROR response of a call."""
    return AgentResponse(
        request_id=context.request_id,
        trace_id=context.trace_id,
        agent_name=context.agent_name,
        function_name=context.function_name,
        response_type="ERROR",
        isNeedUser=False,
        isDisplayResult=False,
        isError=True,
        result=None,
        db_action=None,
        generation_path="none",
        error=error,
    )


def build_agent_response(
    context: AgentCallContext, result: BaseModel, generation_path: GenerationPath
) -> AgentResponse[Any]:
    """The CONFIRM or DISPLAY response of a checked result; a combination that S forbids becomes CONTRACT_MISMATCH."""
    response_type = response_type_of(result)
    try:
        return AgentResponse(
            request_id=context.request_id,
            trace_id=context.trace_id,
            agent_name=context.agent_name,
            function_name=context.function_name,
            response_type=response_type,
            isNeedUser=response_type == "CONFIRM",
            isDisplayResult=response_type == "DISPLAY",
            isError=False,
            result=result,
            db_action=None,
            generation_path=generation_path,
        )
    except ValidationError as error:
        _log.error("response_invalid", alert=True, request_id=context.request_id, errors=error.error_count())
        return build_error_response(context, error_of("RESPONSE_INVALID"))
