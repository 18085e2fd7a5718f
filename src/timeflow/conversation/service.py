"""The door of the dialogue: whatever a person sends becomes a run, and every run ends in exactly one object.

No failure leaves through an exception but cancellation: it is an ``ErrorEvent``.
"""

from __future__ import annotations

from datetime import date, datetime

from agentbase.core.contract import checks_contracts
from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from timeflow.conversation.agenda import AgendaReader
from timeflow.conversation.contracts import (
    Agenda,
    ConversationHistoryRequest,
    ConversationHistoryResponse,
    MainAgentRequest,
    MainAgentResponse,
    Pending,
)
from timeflow.conversation.events import EventTurns
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.reading import history_page, waiting_for
from timeflow.conversation.sentences import SentenceTurns
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    ErrorEvent,
    InteractionCancelRequest,
    InteractionSelectionRequest,
    WriteDecisionRequest,
    WriteEditRequest,
)
from timeflow.execution.error_view import one_object


class ConversationService:
    """What a client can do. ``current_time`` is the reference time, aware; ``timezone`` an IANA zone."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts
        self._agenda = AgendaReader(parts.database, parts.data, parts.clock, parts.deadline_ms)
        self._sentences = SentenceTurns(parts)
        self._events = EventTurns(parts)

    @one_object
    async def user_query(self, auth: AuthContext, request: MainAgentRequest) -> MainAgentResponse:
        """A sentence: a request, an answer to an open question, or words that decide, choose or edit."""
        return await self._sentences.take(auth, request)

    @one_object
    async def decide(
        self, auth: AuthContext, request: WriteDecisionRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A decision on a card."""
        return await self._events.decide(auth, request, current_time, timezone)

    @one_object
    async def edit(self, auth: AuthContext, request: WriteEditRequest) -> MainAgentResponse:
        """An edit of a card."""
        return await self._events.edit(auth, request)

    @one_object
    async def select(
        self, auth: AuthContext, request: InteractionSelectionRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A choice."""
        return await self._events.select(auth, request, current_time, timezone)

    @one_object
    async def cancel(
        self, auth: AuthContext, request: InteractionCancelRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A choice given up."""
        return await self._events.cancel(auth, request, current_time, timezone)

    @one_object
    async def undo_card(
        self, auth: AuthContext, write_request_id: str | None, *, timezone: str
    ) -> ConfirmationRequiredResponse | ErrorEvent:
        """The card of the prepared inverse of an applied write, of the last one where none is named."""
        return await self._events.undo_card(auth, write_request_id, timezone)

    @checks_contracts
    async def pending(self, auth: AuthContext, *, timezone: str) -> Pending:
        """What waits for the person."""
        return await waiting_for(self._parts, _owner(auth), timezone, self._deadline())

    @checks_contracts
    async def agenda(
        self, auth: AuthContext, *, first: date | None, last: date | None, timezone: str, current_time: datetime
    ) -> Agenda:
        """What happens or is due on the local days ``first`` to ``last``, both included.

        Without a range: from today on, with what is overdue and the todos without a time.
        """
        return await self._agenda.between(_owner(auth), first, last, timezone=timezone, current_time=current_time)

    @checks_contracts
    async def history(self, auth: AuthContext, request: ConversationHistoryRequest) -> ConversationHistoryResponse:
        """A page of the dialogue, oldest first (B section 2, row 1)."""
        return await history_page(self._parts, _owner(auth), request, self._deadline())

    def _deadline(self) -> Deadline:
        return Deadline.after(self._parts.deadline_ms, self._parts.clock)


def _owner(auth: AuthContext) -> Owner:
    return Owner(auth.tenant_id, auth.user_id)
