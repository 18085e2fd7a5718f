"""待选择流程: a choice is checked, used up once, and the request goes on (RISK-B-05, RISK-B-09)."""

from __future__ import annotations

from datetime import datetime

from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from timeflow.execution.contracts import InteractionSelectionRequest, SelectionOption, Turn
from timeflow.execution.deciding import in_turn
from timeflow.execution.pending_repository import PendingInteraction, consume_interaction, open_interactions
from timeflow.execution.prepared import Prepared, PreparedCard
from timeflow.execution.reasons import execution_error
from timeflow.execution.state import ChosenSlot, TurnState


async def take_choice(
    database: Database, owner: Owner, request: InteractionSelectionRequest, turn: Turn, deadline: Deadline
) -> tuple[TurnState, SelectionOption]:
    """Use a pending interaction up for one of its options. A wrong option uses nothing up.

    Raises SELECTION_INVALID, INTERACTION_CONSUMED or INTERACTION_NOT_FOUND.
    """

    async def work(uow: UnitOfWork) -> tuple[PendingInteraction, SelectionOption]:
        for waiting in await open_interactions(uow, owner):
            if waiting.interaction_id == request.interaction_id:
                option = _option(waiting, request.option_id, turn)
                return await consume_interaction(uow, owner, request.interaction_id), option
        taken = await consume_interaction(uow, owner, request.interaction_id)  # raises: it is not open
        return taken, _option(taken, request.option_id, turn)

    pending, option = await database.write(owner, deadline, work)
    state = in_turn(TurnState.model_validate(pending.decision), turn)
    return _settled(pending, state, option), option


def moved_meanwhile(option: SelectionOption, prepared: Prepared) -> PreparedCard | None:
    """The card, where a free time that was offered has been taken since (decisions 17)."""
    if option.slot is None or option.slot.get("keep") or not isinstance(prepared, PreparedCard):
        return None
    return prepared if any(change.shown.conflicts for change in prepared.draft.changes) else None


def _option(pending: PendingInteraction, option_id: str, turn: Turn) -> SelectionOption:
    for raw in pending.options:
        if raw.get("option_id") == option_id:
            return SelectionOption.model_validate(raw)
    raise execution_error("SELECTION_INVALID", locale=turn.locale, field="option_id", problem="is not offered")


def _settled(pending: PendingInteraction, state: TurnState, option: SelectionOption) -> TurnState:
    if pending.resume_step == "target" and option.item is not None and option.item.item_id is not None:
        return state.with_(target_ids=(option.item.item_id,))
    slot = option.slot or {}
    if slot.get("keep"):
        return state.with_(keep_time=True)
    wall = {
        "local_start": datetime.fromisoformat(slot["start_at"]).replace(tzinfo=None),
        "local_end": datetime.fromisoformat(slot["end_at"]).replace(tzinfo=None),
    }
    return state.with_(slot=ChosenSlot.model_validate(wall))
