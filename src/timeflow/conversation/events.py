"""Decisions, choices, cancellations and edits as they come from buttons and commands: each a run of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime

from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from timeflow.conversation.contracts import MainAgentResponse
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.turns import new_turn
from timeflow.data.times import zone_of
from timeflow.execution.card_view import card_view
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    ErrorEvent,
    ExecutionResponse,
    InteractionCancelRequest,
    InteractionSelectionRequest,
    Turn,
    WriteDecisionRequest,
    WriteEditRequest,
)
from timeflow.execution.error_view import error_event, failure
from timeflow.execution.one_turn import Closing
from timeflow.execution.reasons import execution_error

Call = Callable[[Turn, Deadline, Closing], Awaitable[ExecutionResponse]]


class EventTurns:
    """Runs that begin and end within the transaction of their answer."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts

    async def decide(
        self, auth: AuthContext, request: WriteDecisionRequest, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A decision on a card."""
        execution = self._parts.execution
        return await self._run(
            "write_decision",
            auth,
            self._turn(current_time, timezone),
            lambda turn, deadline, closing: execution.decide(request, auth, turn, deadline=deadline, closing=closing),
        )

    async def select(
        self, auth: AuthContext, request: InteractionSelectionRequest, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A choice."""
        execution = self._parts.execution
        return await self._run(
            "interaction_selection",
            auth,
            self._turn(current_time, timezone),
            lambda turn, deadline, closing: execution.select(request, auth, turn, deadline=deadline, closing=closing),
        )

    async def cancel(
        self, auth: AuthContext, request: InteractionCancelRequest, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        """A choice given up."""
        execution = self._parts.execution
        return await self._run(
            "interaction_cancel",
            auth,
            self._turn(current_time, timezone),
            lambda turn, deadline, closing: execution.cancel(request, auth, turn, deadline=deadline, closing=closing),
        )

    async def edit(self, auth: AuthContext, request: WriteEditRequest) -> MainAgentResponse:
        """An edit of a card."""
        execution = self._parts.execution
        return await self._run(
            "write_edit",
            auth,
            self._turn(request.current_time, request.timezone),
            lambda turn, deadline, closing: execution.edit(request, auth, turn, deadline=deadline, closing=closing),
        )

    async def undo_card(
        self, auth: AuthContext, write_request_id: str | None, timezone: str
    ) -> ConfirmationRequiredResponse | ErrorEvent:
        """The prepared inverse; looking at it is no run."""
        parts = self._parts
        correlation_id = str(new_uuid7())
        deadline = Deadline.after(parts.deadline_ms, parts.clock)
        owner = Owner(auth.tenant_id, auth.user_id)
        try:
            zone_of(timezone, field="timezone")
            found = await parts.database.read(deadline, lambda uow: parts.gate.find_undo(uow, owner, write_request_id))
            if found is None:
                return error_event(execution_error("NOTHING_TO_UNDO"), correlation_id, parts.locale)
            return card_view(found, timezone, parts.locale)
        except Exception as error:  # the one exit
            return failure(error, correlation_id, parts.locale)

    def _turn(self, current_time: datetime, timezone: str) -> Turn:
        return new_turn(current_time, timezone, self._parts.locale)

    async def _run(self, kind: str, auth: AuthContext, turn: Turn, call: Call) -> MainAgentResponse:
        parts = self._parts
        owner = Owner(auth.tenant_id, auth.user_id)
        deadline = Deadline.after(parts.deadline_ms, parts.clock)

        async def closing(uow: UnitOfWork, response: ExecutionResponse) -> None:
            await parts.turns.record(uow, owner, turn, kind, response)

        try:
            return await call(turn, deadline, closing)
        except Exception as error:  # the one exit
            return failure(error, turn.correlation_id, turn.locale)
