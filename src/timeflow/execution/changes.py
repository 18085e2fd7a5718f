"""The changes of one card, before they are proposed: plain values that an edit can still touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final, Literal

from pydantic import JsonValue

from agentbase.confirmation.contracts import Change, ProposedChange, Shown, Target
from timeflow.data.changes import fields_json
from timeflow.data.contracts import BusySlot, ItemFields, ItemSnapshot, TimeWindow
from timeflow.data.view import item_view
from timeflow.execution.contracts import ConflictView, DefaultView, SourceView
from timeflow.execution.item_fields import SHOWN_FIELDS, SHOWN_NAMES
from timeflow.execution.planned_times import PlannedTimes, TimeFacts, TimeValue
from timeflow.functions.contracts import ItemStatus, ItemType

Operation = Literal["create", "update", "delete", "set_status"]

_SHOWN_AS: Final = {**SHOWN_NAMES, "deadline_date": "deadline_at"}


@dataclass(frozen=True, slots=True)
class ChangeDraft:
    """One change. ``values`` holds what is to be written, by the names of ``ItemFields``; local times."""

    operation: Operation
    item_type: ItemType
    item: ItemSnapshot | None
    values: dict[str, TimeValue]
    sources: tuple[SourceView, ...] = ()
    defaults: tuple[DefaultView, ...] = ()
    conflicts: tuple[BusySlot, ...] = ()
    selected: bool = True
    notices: tuple[str, ...] = field(default=())

    @property
    def title(self) -> str:
        """The title that the item will have."""
        title = self.values.get("title")
        return title if isinstance(title, str) else (self.item.title if self.item else "")


def draft_of(
    operation: Operation,
    item_type: ItemType,
    item: ItemSnapshot | None,
    planned: PlannedTimes,
    more: dict[str, TimeValue] | None = None,
    *,
    selected: bool = True,
) -> ChangeDraft:
    """A change from settled times and further values."""
    return ChangeDraft(
        operation=operation,
        item_type=item_type,
        item=item,
        values={**(more or {}), **planned.values},
        sources=planned.sources,
        defaults=planned.defaults,
        conflicts=planned.conflicts,
        selected=selected,
        notices=planned.notices,
    )


async def status_draft(item: ItemSnapshot, status: ItemStatus, facts: TimeFacts) -> ChangeDraft:
    """A tick, a cancellation or a reopening; what comes back from cancelled takes its time again."""
    draft = ChangeDraft("set_status", item.item_type, item, {"status": status})
    if item.status != "cancelled" or status != "active" or item.all_day or not (item.start_at and item.end_at):
        return draft
    window = TimeWindow(start_at=item.start_at, end_at=item.end_at)
    return replace(draft, conflicts=(await facts.availability(window, 1, True)).busy)


def delete_draft(item: ItemSnapshot) -> ChangeDraft:
    """A deletion; the item can be brought back by its undo."""
    return ChangeDraft("delete", item.item_type, item, {})


def is_idle(draft: ChangeDraft, facts: TimeFacts) -> bool:
    """Whether the change would leave the item as it is."""
    if draft.item is None or draft.operation == "delete":
        return False
    current = _current_values(draft.item, facts)
    return all(current.get(name) == value for name, value in draft.values.items())


def proposed(drafts: Iterable[ChangeDraft], facts: TimeFacts) -> tuple[ProposedChange, ...]:
    """The changes as the gate takes them: numbered, with the values that will be written and what is shown beside."""
    numbered = tuple(drafts)
    return tuple(
        ProposedChange(
            change=Change(
                change_id=f"C{place}",
                operation=draft.operation,
                kind=draft.item_type,
                target=Target(item_id=draft.item.item_id) if draft.item else None,
                base_version=draft.item.version if draft.item else None,
                after=_after(draft, facts),
            ),
            selected=draft.selected,
            shown=Shown(
                before=_before(draft),
                sources=tuple(source.model_dump(mode="json") for source in draft.sources),
                defaults=tuple(default.model_dump(mode="json") for default in draft.defaults),
                conflicts=tuple(
                    conflict.model_dump(mode="json")
                    for conflict in (*_conflicts(draft, facts), *_within(place, draft, numbered, facts))
                ),
            ),
        )
        for place, draft in enumerate(numbered, start=1)
    )


def _after(draft: ChangeDraft, facts: TimeFacts) -> dict[str, JsonValue]:
    if draft.operation == "delete":
        return {}
    if draft.operation == "create":
        values = {name: value for name, value in draft.values.items() if value is not None and value is not False}
        return fields_json(ItemFields.model_validate({**values, "tzid": facts.zone.key}))
    written = dict(draft.values)
    timed = any(name.startswith("local_") or name.endswith("_date") for name in written)
    if timed and draft.item is not None and draft.item.timezone != facts.zone.key:
        written["tzid"] = facts.zone.key
    return {name: _json(value) for name, value in written.items()}


def _before(draft: ChangeDraft) -> dict[str, JsonValue] | None:
    """What would be replaced, in the terms of the card, and the title, so that the person knows what it is about."""
    if draft.item is None:
        return None
    about = SHOWN_FIELDS
    if draft.operation != "delete":
        about &= {"title", *(_SHOWN_AS.get(value, value) for value in draft.values)}
    view: dict[str, JsonValue] = item_view(draft.item).model_dump(mode="json")
    return {name: value for name, value in view.items() if name in about and value is not None and value is not False}


def _current_values(item: ItemSnapshot, facts: TimeFacts) -> dict[str, TimeValue]:
    timed = not item.all_day
    return {
        "title": item.title,
        "description": item.description,
        "status": item.status,
        "tzid": facts.zone.key,
        "all_day": item.all_day,
        "local_start": facts.wall(item.start_at) if timed and item.start_at else None,
        "local_end": facts.wall(item.end_at) if timed and item.end_at else None,
        "start_date": item.start_date,
        "end_date": item.end_date,
        "local_due": facts.wall(item.due_at) if item.due_at and item.due_date is None else None,
        "due_date": item.due_date,
        "local_deadline": facts.wall(item.deadline_at) if item.deadline_at and item.deadline_date is None else None,
        "deadline_date": item.deadline_date,
        "estimated_minutes": item.estimated_minutes,
        "plan_overview": item.plan_overview,
    }


def _conflicts(draft: ChangeDraft, facts: TimeFacts) -> tuple[ConflictView, ...]:
    return tuple(
        ConflictView(
            item_id=slot.item_id,
            title=slot.title,
            start_at=slot.start_at.astimezone(facts.zone).isoformat(),
            end_at=slot.end_at.astimezone(facts.zone).isoformat(),
        )
        for slot in draft.conflicts
    )


def _within(
    place: int, draft: ChangeDraft, all_drafts: tuple[ChangeDraft, ...], facts: TimeFacts
) -> tuple[ConflictView, ...]:
    """Overlaps with the new times of other changes of the same card; named by their change id."""
    mine = _span(draft, facts)
    if mine is None:
        return ()
    found = []
    for other_place, other in enumerate(all_drafts, start=1):
        theirs = _span(other, facts)
        if other_place != place and theirs is not None and mine[0] < theirs[1] and theirs[0] < mine[1]:
            found.append(
                ConflictView(
                    item_id=f"C{other_place}",
                    title=other.title,
                    start_at=theirs[0].astimezone(facts.zone).isoformat(),
                    end_at=theirs[1].astimezone(facts.zone).isoformat(),
                )
            )
    return tuple(found)


def _span(draft: ChangeDraft, facts: TimeFacts) -> tuple[datetime, datetime] | None:
    start, end = draft.values.get("local_start"), draft.values.get("local_end")
    if isinstance(start, datetime) and isinstance(end, datetime):
        return facts.instant(start), facts.instant(end)
    return None


def _json(value: TimeValue) -> JsonValue:
    return value.isoformat() if isinstance(value, datetime | date) else value
