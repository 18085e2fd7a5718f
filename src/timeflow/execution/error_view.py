"""Errors as the person sees them."""

from __future__ import annotations

from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import REASONS
from timeflow.execution.contracts import ConfirmationRequired, ErrorEvent, FieldErrorView
from timeflow.execution.wording import Locale


def error_event(
    error: AgentBaseError, correlation_id: str, locale: Locale, replacement: ConfirmationRequired | None = None
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
