"""What the dialogue is built from."""

from __future__ import annotations

from dataclasses import dataclass

from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock
from agentbase.core.database import Database
from agentbase.session.service import SessionService
from timeflow.conversation.turns import TurnLog
from timeflow.conversation.view import Locale
from timeflow.data.profile import ProfileDefaults
from timeflow.data.service import DataService
from timeflow.execution.service import ExecutionService
from timeflow.perception.service import PerceptionService


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
