"""The card: a stored write request as the person sees it, made from what is stored and nothing else."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from agentbase.confirmation.contracts import DecisionResult, StoredChange, WriteRequest
from timeflow.data.contracts import ItemView
from timeflow.data.times import instant_of
from timeflow.execution.contracts import (
    ChangeView,
    ConfirmationRequiredResponse,
    ConflictView,
    DefaultView,
    SourceView,
    UndoOffer,
    WriteDecisionResult,
)
from timeflow.execution.item_fields import SHOWN_FIELDS, SHOWN_NAMES
from timeflow.execution.wording import Locale, say, titles_label

_FIRST: Final = ("title", "description", "status")
_LAST: Final = (
    "all_day",
    "start_date",
    "end_date",
    "due_date",
    "deadline_date",
    "estimated_minutes",
    "plan_overview",
    "goal_id",
    "todo_id",
    "deleted",
)


def card_view(request: WriteRequest, timezone: str, locale: Locale = "zh-CN") -> ConfirmationRequiredResponse:
    """The card of a request; times of changes that name no zone are shown in ``timezone``.

    What an undo would take back is summed up in ``locale``: its request was made by code that knows no language.
    """
    return ConfirmationRequiredResponse(
        correlation_id=request.correlation_id,
        write_request_id=request.write_request_id,
        payload_hash=request.payload_hash,
        expires_at=request.expires_at.astimezone(ZoneInfo(timezone)).isoformat(timespec="seconds"),
        weight=request.weight,
        change_count=request.change_count,
        summary=_undo_summary(request, locale) if request.kind == "undo" else request.summary,
        made_by=request.made_by,
        notices=request.notices,
        changes=tuple(_change_view(stored, timezone) for stored in request.changes),
    )


def _undo_summary(request: WriteRequest, locale: Locale) -> str:
    titles = [str(stored.shown.before["title"]) for stored in request.changes if stored.shown.before]
    return say("summary.undo", locale, summary=titles_label(titles, locale))


def result_view(result: DecisionResult, timezone: str) -> WriteDecisionResult:
    """What a decision did, as the person sees it."""
    undo = result.undo
    return WriteDecisionResult(
        correlation_id=result.correlation_id,
        write_request_id=result.write_request_id,
        status="rejected" if result.status == "rejected" else "applied",
        items=tuple(ItemView.model_validate(item) for item in result.items),
        undo=UndoOffer(
            write_request_id=undo.write_request_id,
            payload_hash=undo.payload_hash,
            expires_at=undo.expires_at.astimezone(ZoneInfo(timezone)).isoformat(timespec="seconds"),
        )
        if undo
        else None,
        replayed=result.replayed,
    )


def shown_values(values: dict[str, JsonValue], timezone: str) -> dict[str, Any]:
    """Values by the names of ``ItemFields`` in the terms of the card: local times with their offset."""
    zone = ZoneInfo(str(values.get("tzid") or timezone))
    shown: dict[str, Any] = {}
    for name in _FIRST:
        if name in values:
            shown[name] = values[name]
    for local, public in SHOWN_NAMES.items():
        if local in values:
            shown[public] = _with_offset(values[local], zone)
    for name in _LAST:
        if name in values:
            shown[name] = values[name]
    _add_all_day(shown, zone)
    if shown.get("due_date") and not shown.get("due_at"):
        shown["due_at"] = _next_midnight(str(shown["due_date"]), zone)
    if shown.get("deadline_date") and not shown.get("deadline_at"):
        shown["deadline_at"] = _next_midnight(str(shown.pop("deadline_date")), zone)
    return shown


def _add_all_day(shown: dict[str, Any], zone: ZoneInfo) -> None:
    if shown.get("start_date"):
        first = date.fromisoformat(shown["start_date"])
        end = date.fromisoformat(shown["end_date"]) if shown.get("end_date") else first + timedelta(days=1)
        shown["start_at"] = _midnight(first, zone)
        shown["end_at"] = _midnight(end, zone)


def _change_view(stored: StoredChange, timezone: str) -> ChangeView:
    change, seen = stored.change, stored.shown
    return ChangeView(
        change_id=change.change_id,
        change_hash=stored.change_hash,
        operation=change.operation,
        item_type=change.kind,
        required=stored.required,
        selected=stored.selected,
        depends_on=change.depends_on,
        before=None
        if seen.before is None
        else {k: v for k, v in seen.before.items() if k in SHOWN_FIELDS and v is not None},
        after=_after(stored, timezone),
        sources=tuple(SourceView.model_validate(source) for source in seen.sources),
        defaults=tuple(DefaultView.model_validate(default) for default in seen.defaults),
        conflicts=tuple(ConflictView.model_validate(conflict) for conflict in seen.conflicts),
    )


def _after(stored: StoredChange, timezone: str) -> dict[str, Any] | None:
    """What will be; a new event says that it has clock times."""
    if not stored.change.after:
        return None
    shown = shown_values(stored.change.after, timezone)
    if stored.change.operation == "create" and "start_at" in shown:
        shown.setdefault("all_day", False)
    return shown


def _with_offset(value: JsonValue, zone: ZoneInfo) -> str | None:
    if not isinstance(value, str):
        return None
    return instant_of(datetime.fromisoformat(value), zone).astimezone(zone).isoformat()


def _midnight(day: date, zone: ZoneInfo) -> str:
    return instant_of(datetime.combine(day, time()), zone).astimezone(zone).isoformat()


def _next_midnight(day: str, zone: ZoneInfo) -> str:
    return _midnight(date.fromisoformat(day) + timedelta(days=1), zone)
