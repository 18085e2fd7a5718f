"""The door of B: a decision of A, a choice, a decision on a card, an edit. Each answers one object, errors included.

``closing`` writes the caller's rows (the reply, the run's end, its events) in the transaction that stores the answer.
"""

from __future__ import annotations

from agentbase.audit.contracts import AuditTarget
from agentbase.confirmation.contracts import DecisionResult, Refusal, WriteRequest
from agentbase.core.database import UnitOfWork
from agentbase.core.deadline import Deadline
from timeflow.execution import deciding, selecting
from timeflow.execution.card_view import result_view
from timeflow.execution.contracts import (
    AuthContext,
    ExecutionResponse,
    InteractionCancelRequest,
    InteractionCancelResponse,
    InteractionSelectionRequest,
    MainAgentDecisionInput,
    Turn,
    WriteDecisionRequest,
    WriteEditRequest,
)
from timeflow.execution.error_view import one_object
from timeflow.execution.one_turn import Closing, ExecutionParts, OneTurn, nothing_more
from timeflow.execution.pending_repository import cancel_interaction
from timeflow.execution.reasons import execution_error
from timeflow.execution.state import TurnState


class ExecutionService:
    """B (execution.zh.md section 3). Every method ends within the turn's deadline."""

    def __init__(self, parts: ExecutionParts) -> None:
        self._parts = parts

    @one_object
    async def execute(
        self,
        decision: MainAgentDecisionInput,
        auth: AuthContext,
        *,
        deadline: Deadline | None = None,
        closing: Closing = nothing_more,
    ) -> ExecutionResponse:
        """Carry out A's decision: a card, a choice, an answer, or an error (row 1)."""
        turn = Turn.model_validate(decision.model_dump(include=set(Turn.model_fields)))
        one = OneTurn(self._parts, auth, turn, deadline, closing)

        async def work() -> ExecutionResponse:
            state = TurnState(decision=decision)
            return await one.store(await self._parts.preparing.prepare(state, auth, one.tools(decision)))

        return await one.ends(work)

    @one_object
    async def select(
        self,
        request: InteractionSelectionRequest,
        auth: AuthContext,
        turn: Turn,
        *,
        deadline: Deadline | None = None,
        closing: Closing = nothing_more,
    ) -> ExecutionResponse:
        """Go on after a choice, from fresh facts (row 2)."""
        one = OneTurn(self._parts, auth, turn, deadline, closing)

        async def work() -> ExecutionResponse:
            state, option = await selecting.take_choice(self._parts.database, one.owner, request, turn, one.working)
            prepared = await self._parts.preparing.prepare(state, auth, one.tools(state.decision))
            if (card := selecting.moved_meanwhile(option, prepared)) is not None:
                return await one.fail(execution_error("FACTS_CHANGED", locale=turn.locale), replacement=card)
            return await one.store(prepared)

        return await one.ends(work, touches=AuditTarget(item_id=request.interaction_id, kind="pending_interaction"))

    @one_object
    async def cancel(
        self,
        request: InteractionCancelRequest,
        auth: AuthContext,
        turn: Turn,
        *,
        deadline: Deadline | None = None,
        closing: Closing = nothing_more,
    ) -> ExecutionResponse:
        """Give a choice up; a second time answers the same (row 3)."""
        one = OneTurn(self._parts, auth, turn, deadline, closing)

        async def in_transaction(uow: UnitOfWork) -> ExecutionResponse:
            already = await cancel_interaction(uow, one.owner, request.interaction_id)
            response = InteractionCancelResponse(
                correlation_id=turn.correlation_id, interaction_id=request.interaction_id, already_cancelled=already
            )
            await one.close(uow, response)
            return response

        return await one.ends(
            lambda: self._parts.database.write(one.owner, one.deadline, in_transaction),
            touches=AuditTarget(item_id=request.interaction_id, kind="pending_interaction"),
        )

    @one_object
    async def decide(
        self,
        decision: WriteDecisionRequest,
        auth: AuthContext,
        turn: Turn,
        *,
        deadline: Deadline | None = None,
        closing: Closing = nothing_more,
    ) -> ExecutionResponse:
        """Carry out a decision on a card (row 4). Where facts have moved, the refusal carries a fresh card."""
        one = OneTurn(self._parts, auth, turn, deadline, closing)

        async def after(uow: UnitOfWork, request: WriteRequest, result: DecisionResult) -> None:
            await one.close(uow, result_view(result, turn.timezone))

        async def work() -> ExecutionResponse:
            wanted = deciding.decision_of(decision, auth, turn)
            outcome = await deciding.decide(self._parts.gate, one.owner, wanted, one.deadline, after)
            if isinstance(outcome, Refusal):
                return await deciding.refused(one, decision, outcome, self._parts.preparing)
            return result_view(outcome, turn.timezone)

        return await one.ends(work)

    @one_object
    async def edit(
        self,
        request: WriteEditRequest,
        auth: AuthContext,
        turn: Turn,
        *,
        deadline: Deadline | None = None,
        closing: Closing = nothing_more,
    ) -> ExecutionResponse:
        """A new card with the person's edits in the place of the old one (design section 6)."""
        one = OneTurn(self._parts, auth, turn, deadline, closing)

        return await one.ends(
            lambda: deciding.edited(request, one, self._parts.preparing),
            touches=AuditTarget(item_id=request.write_request_id, kind="write_request"),
        )
