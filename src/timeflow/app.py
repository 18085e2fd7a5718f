"""What TimeFlow is when it is open: its rooms, and what they stand on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentbase.core.clock import Clock
    from agentbase.core.database import Database
    from timeflow.conversation.service import ConversationService
    from timeflow.data.service import DataService
    from timeflow.execution.contracts import AuthContext
    from timeflow.execution.service import ExecutionService
    from timeflow.perception.service import PerceptionService
    from timeflow.settings import Settings
    from timeflow.subagents.dispatcher import SubAgentDispatcher


@dataclass(frozen=True, slots=True)
class App:
    """TimeFlow, wired. ``auth`` is the local user of the data folder."""

    settings: Settings
    database: Database
    clock: Clock
    auth: AuthContext
    conversation: ConversationService
    perception: PerceptionService
    execution: ExecutionService
    subagents: SubAgentDispatcher
    data: DataService
