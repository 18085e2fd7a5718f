"""One turn inside B: what it works with, and its one end, stored in one transaction together with the caller's rows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from agentbase.audit.contracts import AuditEventInput, AuditTarget
from agentbase.audit.service import AuditService
from agentbase.confirmation.contracts import WriteRequest
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import base_error
from agentbase.llm.cancellation import CancellationToken
from agentbase.run.service import RunSummaries
from timeflow.data.service import DataService
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    ErrorEvent,
    ExecutionResponse,
    MainAgentDecisionInput,
    Turn,
)
from timeflow.execution.error_view import error_event
from timeflow.execution.facts import FactReader
from timeflow.execution.prepared import Prepared, PreparedCard
from timeflow.execution.preparing import Preparing, TurnTools
from timeflow.execution.run_notes import RunNotes
from timeflow.execution.storing import store_in_place_of, store_prepared
from timeflow.subagents.run_summary import RunSummaries as AgentSummaries

Closing = Callable[[UnitOfWork, ExecutionResponse], Awaitable[None]]

CLOSING_SHARE_MS: Final = 500.0
"""So much of a turn's time, or a quarter where that is less, is kept for storing its end."""


_NOT_THERE: Final = frozenset({"TARGET_NOT_FOUND", "INTERACTION_NOT_FOUND"})


def working_deadline(deadline: Deadline, clock: Clock) -> Deadline:
    """Until when a turn may work, so that what it comes to can be stored before it must have ended."""
    left_ms = deadline.remaining() * 1000
    return Deadline.after(left_ms - min(CLOSING_SHARE_MS, left_ms / 4), clock)


async def nothing_more(_: UnitOfWork, __: ExecutionResponse) -> None:
    """The closing of a caller that has nothing to write."""


@dataclass(frozen=True, slots=True)
class ExecutionParts:
    """What B is built from."""

    database: Database
    data: DataService
    gate: ConfirmationGate
    audit: AuditService
    preparing: Preparing
    summaries: RunSummaries
    agent_summaries: AgentSummaries
    clock: Clock
    deadline_ms: int


class OneTurn:
    """One request of one owner, bounded by one deadline."""

    def __init__(
        self, parts: ExecutionParts, auth: AuthContext, turn: Turn, deadline: Deadline | None, closing: Closing
    ) -> None:
        self.parts = parts
        self.auth = auth
        self.turn = turn
        self.owner = Owner(auth.tenant_id, auth.user_id)
        self.deadline = deadline or Deadline.after(parts.deadline_ms, parts.clock)
        self.working = working_deadline(self.deadline, parts.clock)
        self._closing = closing

    def tools(self, decision: MainAgentDecisionInput) -> TurnTools:
        """What the steps need."""
        parts = self.parts
        return TurnTools(
            owner=self.owner,
            deadline=self.working,
            cancellation=CancellationToken(),
            reader=FactReader(parts.database, parts.data, self.owner, self.working),
            notes=RunNotes(parts.summaries, parts.agent_summaries, parts.clock, self.owner, decision, self.deadline),
        )

    async def ends(
        self, work: Callable[[], Awaitable[ExecutionResponse]], *, touches: AuditTarget | None = None
    ) -> ExecutionResponse:
        """The end of the turn, whatever happens: an error is one too.

        ``touches``: what the request names by its id. Where that is not there, or somebody else's, it is audited
        (decisions 18).
        """
        try:
            return await work()
        except AgentBaseError as error:
            return await self.fail(error, touches=touches if error.reason_code in _NOT_THERE else None)
        except OverflowError:
            # No calendar has the day that a time and a length of the request come to.
            return await self.fail(base_error("INPUT_INVALID", field_errors=[FieldError("when", "is out of reach")]))

    async def store(self, prepared: Prepared) -> ExecutionResponse:
        """Store the answer."""

        async def work(uow: UnitOfWork) -> ExecutionResponse:
            now = self.parts.clock.now()
            response = await store_prepared(uow, self.owner, prepared, self.parts.gate, now)
            await self._closing(uow, response)
            return response

        return await self.parts.database.write(self.owner, self.deadline, work)

    async def store_instead(
        self, write_request_id: str, card: PreparedCard, error: AgentBaseError | None = None
    ) -> ExecutionResponse:
        """Store a card in the place of another; with ``error`` it is the replacement that the refusal carries."""

        async def work(uow: UnitOfWork) -> ExecutionResponse:
            shown = await store_in_place_of(uow, self.owner, write_request_id, card, self.parts.gate)
            response: ExecutionResponse = shown if error is None else self._error(error, shown)
            await self._closing(uow, response)
            return response

        return await self.parts.database.write(self.owner, self.deadline, work)

    async def fail(
        self, error: AgentBaseError, replacement: PreparedCard | None = None, touches: AuditTarget | None = None
    ) -> ErrorEvent:
        """Store the failure, with a new card where there is one to look at."""

        async def work(uow: UnitOfWork) -> ErrorEvent:
            shown = None
            if replacement is not None:
                stored = await store_prepared(uow, self.owner, replacement, self.parts.gate, self.parts.clock.now())
                shown = stored if isinstance(stored, ConfirmationRequiredResponse) else None
            if touches is not None:
                await self.parts.audit.record(uow, self.owner.tenant_id, self._refusal(error, touches))
            response = self._error(error, shown)
            await self._closing(uow, response)
            return response

        return await self.parts.database.write(self.owner, self.deadline, work)

    async def find_request(self, write_request_id: str) -> WriteRequest | None:
        """A request of this owner, in whatever state."""
        return await self.parts.database.read(
            self.working, lambda uow: self.parts.gate.find(uow, self.owner, write_request_id)
        )

    async def close(self, uow: UnitOfWork, response: ExecutionResponse) -> None:
        """Write the caller's rows within ``uow``."""
        await self._closing(uow, response)

    def _refusal(self, error: AgentBaseError, touches: AuditTarget) -> AuditEventInput:
        return AuditEventInput(
            event_type=f"{touches.kind}.refused",
            actor=self.owner.owner_id,
            correlation_id=self.turn.correlation_id,
            run_id=self.turn.run_id,
            targets=(touches,),
            outcome="refused",
            reason_code=error.reason_code,
            occurred_at=self.parts.clock.now(),
        )

    def _error(self, error: AgentBaseError, replacement: ConfirmationRequiredResponse | None) -> ErrorEvent:
        return error_event(error, self.turn.correlation_id, self.turn.locale, replacement)
