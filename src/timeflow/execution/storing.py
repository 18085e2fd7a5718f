"""Step 10, the write side: a prepared card or choice becomes a stored one, in the caller's transaction."""

from __future__ import annotations

from datetime import datetime

from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.ids import new_uuid7
from timeflow.execution.card_view import card_view
from timeflow.execution.contracts import ConfirmationRequiredResponse, Display, SelectionRequired
from timeflow.execution.pending_repository import PendingInteraction, save_interaction
from timeflow.execution.prepared import Prepared, PreparedCard, PreparedChoice


async def store_prepared(
    uow: UnitOfWork, owner: Owner, prepared: Prepared, gate: ConfirmationGate, now: datetime
) -> ConfirmationRequiredResponse | SelectionRequired | Display:
    """Store what was prepared, and answer it as the person sees it."""
    match prepared:
        case PreparedCard():
            return card_view(await gate.create_request(uow, owner, prepared.draft), prepared.timezone)
        case PreparedChoice():
            return await _store_choice(uow, owner, prepared, now)
        case Display():
            return prepared


async def store_in_place_of(
    uow: UnitOfWork, owner: Owner, write_request_id: str, card: PreparedCard, gate: ConfirmationGate
) -> ConfirmationRequiredResponse:
    """Store a card that takes the place of another. Raises ConfirmationRefused where that one was decided meanwhile."""
    return card_view(await gate.supersede(uow, owner, write_request_id, card.draft), card.timezone)


def choice_view(pending: PendingInteraction) -> SelectionRequired:
    """A stored choice as the person sees it."""
    return SelectionRequired.model_validate(
        {
            "correlation_id": pending.correlation_id,
            "interaction_id": pending.interaction_id,
            "question": pending.question,
            "options": pending.options,
        }
    )


async def _store_choice(uow: UnitOfWork, owner: Owner, choice: PreparedChoice, now: datetime) -> SelectionRequired:
    pending = PendingInteraction(
        interaction_id=str(new_uuid7()),
        user_id=owner.owner_id,
        correlation_id=choice.state.decision.correlation_id,
        kind=choice.kind,
        question=choice.question,
        options=tuple(option.model_dump(mode="json") for option in choice.options),
        decision=choice.state.model_dump(mode="json"),
        resume_step=choice.resume_step,
        created_at=now,
    )
    await save_interaction(uow, owner, pending)
    return choice_view(pending)
