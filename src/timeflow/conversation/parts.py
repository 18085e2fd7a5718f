"""What the dialogue is built from, and how a failure that nobody foresaw leaves it."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock
from agentbase.core.database import Database
from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from agentbase.session.service import SessionService
from timeflow.conversation.turns import TurnLog
from timeflow.conversation.view import Locale
from timeflow.data.profile import ProfileDefaults
from timeflow.data.service import DataService
from timeflow.execution.contracts import ErrorEvent
from timeflow.execution.error_view import error_event
from timeflow.execution.service import ExecutionService
from timeflow.perception.service import PerceptionService

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ConversationParts:
    """The rooms that a turn passes through."""

    database: Database
    sessions: SessionService
    turns: TurnLog
    perception: PerceptionService
    execution: ExecutionService
    data: DataService
    gate: ConfirmationGate
    clock: Clock
    profile: ProfileDefaults
    locale: Locale
    deadline_ms: int


def failure(error: Exception, correlation_id: str, locale: Locale) -> ErrorEvent:
    """The end of a turn whose own end could not be stored: what is known is said, what is not is logged."""
    if not isinstance(error, AgentBaseError):
        _log.error("turn_failed", alert=True, correlation_id=correlation_id, exc_info=error)
        error = base_error("INTERNAL_ERROR")
    return error_event(error, correlation_id, locale)
