"""How failures of a command are told, and with which exit status (design section 7)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from pydantic import ValidationError

from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import REASONS, base_error
from timeflow.cli.language import Locale
from timeflow.execution.contracts import ErrorEvent, FieldErrorView

WRONG_USAGE: Final = "WRONG_USAGE"
NOT_SHOWN: Final = "CARD_NOT_SHOWN"


class ExitStatus(IntEnum):
    """Done; refused or failed; wrong usage."""

    DONE = 0
    FAILED = 1
    USAGE = 2


class WrongUsageError(Exception):
    """The command was not written as it must be. ``field`` is the option or argument as it was typed."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class NotShownError(Exception):
    """A decision on something that was never printed: nobody has seen what it would confirm."""

    def __init__(self, chinese: str, english: str) -> None:
        super().__init__(english)
        self.messages: dict[Locale, str] = {"zh-CN": chinese, "en": english}


def usage_event(error: WrongUsageError, locale: Locale) -> ErrorEvent:
    """Wrong usage as an object."""
    message = "命令写得不对。" if locale == "zh-CN" else "The command was not understood."
    return _event("INPUT_INVALID", WRONG_USAGE, message, field_errors=((error.field, error.problem),))


def not_shown_event(error: NotShownError, locale: Locale) -> ErrorEvent:
    """A decision on what was never printed, as an object."""
    reason = "没有显示过" if locale == "zh-CN" else "was not shown"
    return _event("INPUT_INVALID", NOT_SHOWN, error.messages[locale], field_errors=(("ID", reason),))


def error_event(error: AgentBaseError, locale: Locale) -> ErrorEvent:
    """An error of the program as the object that ``--json`` prints."""
    return _event(
        error.code,
        error.reason_code,
        REASONS.localise(error, locale),
        retryable=error.retryable,
        field_errors=tuple((one.field, one.message) for one in error.field_errors),
    )


def invalid_input(error: ValidationError, names: dict[str, str] | None = None) -> AgentBaseError:
    """A refused object as INPUT_INVALID, without its values; ``names`` maps its fields to what was typed."""
    problems = []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        path = [str(part) for part in detail["loc"]]
        if path and names:
            path[0] = names.get(path[0], path[0])
        problems.append(FieldError(".".join(path), detail["msg"]))
    return base_error("INPUT_INVALID", field_errors=problems)


def _event(
    code: str,
    reason_code: str,
    message: str,
    *,
    retryable: bool = False,
    field_errors: tuple[tuple[str, str], ...] = (),
) -> ErrorEvent:
    return ErrorEvent(
        correlation_id=str(new_uuid7()),
        code=code,
        reason_code=reason_code,
        message=message,
        retryable=retryable,
        field_errors=tuple(FieldErrorView(field=field, message=problem) for field, problem in field_errors),
    )
