"""SubAgentDispatcher: check the pair and the input type, then call exactly one handler (S §4.5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import structlog
from pydantic import BaseModel, ValidationError

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import REASONS
from agentbase.llm.cancellation import CancellationToken
from agentbase.llm.contracts import AgentErrorDTO
from timeflow.functions.contracts import AgentName, FunctionName
from timeflow.subagents.contracts import ROUTES, AgentCallContext, AgentResponse
from timeflow.subagents.reasons import NAMESPACE
from timeflow.subagents.responses import build_error_response, error_of

_log = structlog.get_logger(__name__)


class SubAgentHandler(Protocol):
    """One of the five functions. Its failures are ERROR responses."""

    async def __call__(
        self, context: AgentCallContext, input_data: Any, *, cancellation: CancellationToken
    ) -> AgentResponse[Any]:
        """Generate; ``input_data`` is of the route's own type and has been validated again."""


class SubAgentDispatcher:
    """Routes by the fixed table only; never reads what the person said."""

    def __init__(self, handlers: Mapping[tuple[AgentName, FunctionName], SubAgentHandler], clock: Clock) -> None:
        self._handlers = dict(handlers)
        self._clock = clock
        self._running: defaultdict[str, set[CancellationToken]] = defaultdict(set)

    async def dispatch(self, context: AgentCallContext, input_data: BaseModel) -> AgentResponse[Any]:
        """Answer one call; every failure is an ERROR response.

        A wrong pairing or input type answers CONTRACT_MISMATCH; no handler and no model is called.

        Raises CONTRACT_MISMATCH when ``context`` is no ``AgentCallContext``: there is no request to answer then.
        """
        context = _checked_context(context)
        error = self._refusal(context, input_data)
        if error is not None:
            return build_error_response(context, error)
        checked = _validated_again(input_data)
        if isinstance(checked, AgentErrorDTO):
            return build_error_response(context, checked)
        handler = self._handlers.get((context.agent_name, context.function_name))
        if handler is None:
            return build_error_response(context, error_of("HANDLER_NOT_AVAILABLE"))
        with self._cancellable(context.request_id) as cancellation:
            return await _call(handler, context, checked, cancellation)

    def cancel(self, request_id: str) -> bool:
        """End the running calls of a request; whether there were any."""
        tokens = self._running.get(request_id, set())
        for token in tokens:
            token.cancel()
        return bool(tokens)

    def _refusal(self, context: AgentCallContext, input_data: BaseModel) -> AgentErrorDTO | None:
        route = ROUTES.get((context.agent_name, context.function_name))
        if route is None:
            return error_of("ROUTE_MISMATCH", ["agent_name", "function_name"])
        if type(input_data) is not route.input_type:
            return error_of("INPUT_TYPE_MISMATCH", ["input_data"])
        if Deadline.at(context.deadline_at, self._clock).expired:
            return error_of("REQUEST_DEADLINE_EXCEEDED")
        return None

    @contextmanager
    def _cancellable(self, request_id: str) -> Iterator[CancellationToken]:
        token = CancellationToken()
        self._running[request_id].add(token)
        try:
            yield token
        finally:
            self._running[request_id].discard(token)
            if not self._running[request_id]:
                del self._running[request_id]


def _checked_context(context: AgentCallContext) -> AgentCallContext:
    fields: list[str] = ["context"]
    if isinstance(context, AgentCallContext):
        try:
            return AgentCallContext.model_validate(context.model_dump(warnings=False))
        except ValidationError as error:
            fields = [str(detail["loc"][0]) for detail in error.errors(include_input=False) if detail["loc"]]
    field_errors = [FieldError(field, "is not valid") for field in fields]
    raise REASONS.build_error(NAMESPACE, "CALL_CONTEXT_INVALID", field_errors=field_errors)


def _validated_again(input_data: BaseModel) -> BaseModel | AgentErrorDTO:
    """An instance made without validation is found out here, before a handler sees it."""
    try:
        checked = type(input_data).model_validate(input_data.model_dump(warnings=False))
    except ValidationError as error:
        declared = type(input_data).model_fields
        names = [str(detail["loc"][0]) for detail in error.errors(include_input=False) if detail["loc"]]
        return error_of("INPUT_MISSING", [name for name in names if name in declared])
    unusable = [name for name, value in checked.model_dump(mode="python").items() if not _is_text_clean(value)]
    return error_of("INPUT_MISSING", unusable) if unusable else checked


def _is_text_clean(value: object) -> bool:
    """Whether no text in a value, at any depth, holds what cannot be stored: NUL or a lone surrogate."""
    if isinstance(value, str):
        return "\x00" not in value and not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, dict):
        return all(_is_text_clean(part) for part in value.values())
    return all(_is_text_clean(part) for part in value) if isinstance(value, list | tuple) else True


async def _call(
    handler: SubAgentHandler, context: AgentCallContext, input_data: BaseModel, cancellation: CancellationToken
) -> AgentResponse[Any]:
    try:
        return await handler(context, input_data, cancellation=cancellation)
    except AgentBaseError as error:
        return build_error_response(context, AgentErrorDTO.from_error(error))
    except Exception as error:  # the stack stays in the log; the caller gets a structured error
        _log.exception("handler_failed", alert=True, request_id=context.request_id, error=type(error).__name__)
        return build_error_response(context, error_of("INTERNAL_EXCEPTION"))
