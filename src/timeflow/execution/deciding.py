"""确认流程: a decision on a card, and the fresh card where facts have moved (decisions 15 to 17)."""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue, ValidationError

from agentbase.confirmation.contracts import AfterDecision, DecisionResult, Refusal, WriteDecision, WriteRequest
from agentbase.confirmation.refusal import ConfirmationRefused
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import REASONS
from timeflow.execution.contracts import AuthContext, ExecutionResponse, Turn, WriteDecisionRequest, WriteEditRequest
from timeflow.execution.editing import parse_fields
from timeflow.execution.one_turn import OneTurn
from timeflow.execution.prepared import PreparedCard
from timeflow.execution.preparing import Preparing
from timeflow.execution.reasons import execution_error
from timeflow.execution.state import ChosenSlot, TurnState
from timeflow.execution.wording import Locale, say

_REBUILT: Final = {
    "WRITE_REQUEST_EXPIRED": "rebuilt.expired",
    "VERSION_CONFLICT": "rebuilt.version",
    "FACTS_CHANGED": "rebuilt.facts",
}
"""The refusals after which a card is made again from fresh facts."""


def decision_of(request: WriteDecisionRequest, auth: AuthContext, turn: Turn) -> WriteDecision:
    """The gate's form of a decision; who decides comes from authentication. Raises DECISION_INVALID."""
    try:
        return WriteDecision(
            **request.model_dump(), decided_by=auth.user_id, correlation_id=turn.correlation_id,
            trace_id=turn.trace_id, run_id=turn.run_id,
        )  # fmt: skip
    except ValidationError as error:
        field = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise execution_error("DECISION_INVALID", locale=turn.locale, field=field, problem="cannot be used") from None


async def decide(
    gate: ConfirmationGate, owner: Owner, decision: WriteDecision, deadline: Deadline, after: AfterDecision
) -> DecisionResult | Refusal:
    """Carry the decision out, or say why not. An unknown outcome is settled by asking once more under the same key."""
    try:
        return await gate.decide(owner, decision, deadline, after)
    except AgentBaseError as error:
        if error.reason_code != "COMMIT_OUTCOME_UNKNOWN":
            raise
    return await gate.decide(owner, decision, deadline, after)


def error_of(refusal: Refusal, locale: Locale) -> AgentBaseError:
    """B's error of a refusal; what differs is named field by field."""
    fields = tuple(_differences(refusal.detail))
    return REASONS.build_error("B", refusal.reason_code, locale=locale, field_errors=fields)


async def refused(
    one: OneTurn, decision: WriteDecisionRequest, refusal: Refusal, preparing: Preparing
) -> ExecutionResponse:
    """The end of a refused decision: its error, with a fresh card in the place of the old one where facts have moved.

    Whoever rejects a card wants no other.
    """
    error = error_of(refusal, one.turn.locale)
    write_request_id = decision.write_request_id
    is_rebuilt = decision.decision == "confirm" and refusal.reason_code in _REBUILT
    stored = await one.find_request(write_request_id) if is_rebuilt else None
    card = None if stored is None else await rebuilt_card(stored, refusal, one, preparing)
    if card is None:
        return await one.fail(error)
    try:
        return await one.store_instead(write_request_id, card, error)
    except ConfirmationRefused as stopped:
        return await one.fail(error_of(stopped.refusal, one.turn.locale))


async def rebuilt_card(
    request: WriteRequest, refusal: Refusal, one: OneTurn, preparing: Preparing
) -> PreparedCard | None:
    """The card made again from what was settled, without a question; None where nothing is left to propose.

    An undo has no request behind it and is not made again: what it would take back has moved on.
    """
    state = state_of(request)
    if state is None:
        return None
    reason = say(_REBUILT[refusal.reason_code], one.turn.locale)
    notice = say("notice.rebuilt", one.turn.locale, reasons=reason)
    kept = tuple(note for note in state.notices if note != notice)
    state = in_turn(state, one.turn).with_(keep_time=True, notices=(*kept, notice))
    try:
        prepared = await preparing.prepare(state, one.auth, one.tools(state.decision))
    except AgentBaseError as error:
        if error.reason_code == "TARGET_NOT_FOUND":
            return None
        raise
    return prepared if isinstance(prepared, PreparedCard) else None


async def edited(request: WriteEditRequest, one: OneTurn, preparing: Preparing) -> ExecutionResponse:
    """The card with the person's edits, stored in the place of the old one.

    Raises TARGET_NOT_FOUND, ALREADY_DECIDED, or EDIT_INVALID that names the field.
    """
    stored = await one.find_request(request.write_request_id)
    if stored is None:
        raise execution_error("TARGET_NOT_FOUND", locale=one.turn.locale)
    card = await edited_card(stored, request.fields, one, preparing)
    try:
        return await one.store_instead(request.write_request_id, card)
    except ConfirmationRefused as stopped:
        raise error_of(stopped.refusal, one.turn.locale) from None


async def edited_card(
    request: WriteRequest, fields: dict[str, str], one: OneTurn, preparing: Preparing
) -> PreparedCard:
    """The card with the person's edits. A time that was chosen for them stays where they saw it.

    Raises ALREADY_DECIDED, or EDIT_INVALID that names the field.
    """
    locale = one.turn.locale
    if request.status != "pending":
        raise execution_error("ALREADY_DECIDED", locale=locale)
    state = state_of(request)
    if state is None:
        raise execution_error("EDIT_INVALID", locale=locale, field="write_request_id", problem="is an undo")
    state = in_turn(state, one.turn)
    tools = one.tools(state.decision)
    facts = tools.reader.times(state.decision, preparing.profile)
    change_ids = tuple(stored.change.change_id for stored in request.changes)
    edits = {change_id: dict(named) for change_id, named in state.edits.items()}
    for change_id, named in parse_fields(fields, change_ids, facts).items():
        edits.setdefault(change_id, {}).update(named)
    state = state.with_(edits=edits, keep_time=True, slot=state.slot or _offered_slot(request))
    prepared = await preparing.prepare(state, one.auth, tools)
    if not isinstance(prepared, PreparedCard):
        raise execution_error("EDIT_INVALID", locale=locale, field=next(iter(fields)), problem="changes nothing")
    return prepared


def state_of(request: WriteRequest) -> TurnState | None:
    """What the card was made from; None for an undo."""
    stored = request.facts.get("state")
    return None if stored is None else TurnState.model_validate(stored)


def in_turn(state: TurnState, turn: Turn) -> TurnState:
    """The same request in another run: the words keep their meaning, facts are looked at from now."""
    decision = state.decision.model_copy(
        update={"run_id": turn.run_id, "trace_id": turn.trace_id, "current_time": turn.current_time}
    )
    return state.with_(decision=decision)


def _offered_slot(request: WriteRequest) -> ChosenSlot | None:
    """The slot of a new item that code chose, so that an edit of its title does not move it."""
    if len(request.changes) != 1:
        return None
    (stored,) = request.changes
    chosen = any(default.get("field") == "start_at" for default in stored.shown.defaults)
    start, end = stored.change.after.get("local_start"), stored.change.after.get("local_end")
    if not chosen or stored.change.operation != "create" or not isinstance(start, str) or not isinstance(end, str):
        return None
    return ChosenSlot.model_validate({"local_start": start, "local_end": end})


def _differences(detail: dict[str, JsonValue]) -> list[FieldError]:
    """What a refusal's detail says, as named fields."""
    found: list[FieldError] = []
    for change in _objects(detail.get("changes")):
        found.extend(
            FieldError(f"{change.get('change_id')}.{one.get('field')}", f"{one.get('shown')} → {one.get('now')}")
            for one in _objects(change.get("fields"))
        )
    for conflict in _objects(detail.get("conflicts")):
        taken = f"{conflict.get('title')} {conflict.get('start_at')} – {conflict.get('end_at')}"
        found.append(FieldError(f"{conflict.get('change_id')}.start_at", taken))
    found.extend(
        FieldError(str(wrong.get("field")), str(wrong.get("message"))) for wrong in _objects(detail.get("field_errors"))
    )
    if isinstance(detail.get("problem"), str):
        found.append(
            FieldError(str(detail.get("field") or detail.get("change_id") or "decision"), str(detail["problem"]))
        )
    if "change_count" in detail:
        found.append(FieldError("change_count", str(detail["change_count"])))
    return found


def _objects(value: JsonValue) -> list[dict[str, JsonValue]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
