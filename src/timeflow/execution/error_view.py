"""Errors as the person sees them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import structlog

from agentbase.core.contract import checks_contracts
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import REASONS, base_error
from timeflow.execution.contracts import ConfirmationRequiredResponse, ErrorEvent, FieldErrorView
from timeflow.execution.wording import Locale

P = ParamSpec("P")
ResponseT = TypeVar("ResponseT")

_BEFORE_ANY_WORDS: Final[Locale] = "zh-CN"
"""The language of a failure before it is known who asks for what."""

_log = structlog.get_logger(__name__)


def error_event(
    error: AgentBaseError, correlation_id: str, locale: Locale, replacement: ConfirmationRequiredResponse | None = None
) -> ErrorEvent:
    """The one exit of a failure, in the person's language."""
    return ErrorEvent(
        correlation_id=correlation_id,
        code=error.code,
        reason_code=error.reason_code,
        message=REASONS.localise(error, locale),
        retryable=error.retryable,
        field_errors=tuple(FieldErrorView(field=one.field, message=one.message) for one in error.field_errors),
        replacement=replacement,
    )


def failure(error: Exception, correlation_id: str, locale: Locale) -> ErrorEvent:
    """The end of a turn whose own end could not be stored: what is known is said, what is not is logged."""
    if not isinstance(error, AgentBaseError):
        _log.error("turn_failed", alert=True, correlation_id=correlation_id, exc_info=error)
        error = base_error("INTERNAL_ERROR")
    return error_event(error, correlation_id, locale)


def one_object(method: Callable[P, Awaitable[ResponseT]]) -> Callable[P, Awaitable[ResponseT | ErrorEvent]]:
    """A method of a door: every contract among its arguments is checked first, and every failure but cancellation is
    an ``ErrorEvent``.
    """
    door = checks_contracts(method)

    @wraps(method)
    async def answer(*args: P.args, **kwargs: P.kwargs) -> ResponseT | ErrorEvent:
        try:
            return await door(*args, **kwargs)
        except Exception as error:  # the one exit
            return failure(error, str(new_uuid7()), _BEFORE_ANY_WORDS)

    return answer
