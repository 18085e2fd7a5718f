"""Whether an accepted set of changes still stands, against the facts of this moment (design section 6).

All facts come in one statement, so the time that the set will take must be guessed before its targets are read: exactly
for a creation, within the reach of any zone for new wall times, from ``facts["windows"]`` where the request says it (an
undo does). Where a guess was too small, the rest is read in a second statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Final

from pydantic import JsonValue

from agentbase.confirmation.contracts import Change, Shown, WriteRequest
from agentbase.confirmation.refusal import refused
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from timeflow.data.changes import is_restore, next_item, sets_times
from timeflow.data.repository import Window, select_facts
from timeflow.data.stored import StoredItem
from timeflow.data.view import item_view

_ZONE_REACH: Final = timedelta(hours=26)
"""More than any zone's distance from UTC, a skipped day included."""


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """A change that may be written. ``before`` is None for a creation."""

    change: Change
    before: StoredItem | None
    after: StoredItem

    @property
    def takes_time_anew(self) -> bool:
        """Whether the item will take time that it did not take before: it was placed, restored, or un-cancelled."""
        if not self.after.takes_time:
            return False
        if sets_times(self.change) or is_restore(self.change):
            return True
        return self.before is not None and self.before.fields.status == "cancelled"


async def check_changes(
    uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...], now: datetime
) -> tuple[PlannedChange, ...]:
    """The accepted changes as they will be written. Raises ConfirmationRefused:

    - TARGET_NOT_FOUND: a target or the goal or todo that an item belongs to is gone.
    - VERSION_CONFLICT: an item has changed since the card; the detail has, for each, the fields shown and now.
    - DECISION_INVALID: the set cannot stand by itself: two changes of one item, two that take the same time, one that
      takes time held by a change that was not accepted, or values that say no item.
    - FACTS_CHANGED: another item takes the time, and the card did not show it.
    """
    owner = Owner(request.tenant_id, request.owner_id)
    ids = [change.target.item_id for change in accepted if change.target is not None]
    if len(set(ids)) != len(ids):
        raise refused("DECISION_INVALID", problem="two changes of one item")
    wanted = {*ids, *(parent for change in accepted for parent in _parents(change))}
    windows = [window for change in accepted for window in _guess(change, request.facts)]
    facts = await select_facts(uow, owner, wanted, windows)
    known = {item.item_id: item for item in facts}
    _check_targets(request, accepted, known)
    planned = tuple(_plan(change, known, now) for change in accepted)
    taking = [one for one in planned if one.takes_time_anew]
    missed = [span for one in taking if not _covered(span := _span(one.after), windows)]
    others = facts if not missed else (*facts, *await select_facts(uow, owner, (), missed))
    _check_together(request, planned, taking)
    _check_others(request, taking, [one for one in others if one.takes_time and one.item_id not in ids])
    return planned


def _check_targets(request: WriteRequest, accepted: Iterable[Change], known: Mapping[str, StoredItem]) -> None:
    gone: list[JsonValue] = []
    moved: list[JsonValue] = []
    for change in accepted:
        parents = [known.get(parent) for parent in _parents(change)]
        lost = any(parent is None or parent.deleted_at is not None for parent in parents)
        item = None if change.target is None else known.get(change.target.item_id)
        if change.target is not None:
            lost = lost or item is None or item.item_type != change.kind
            lost = lost or (item is not None and item.deleted_at is not None and not is_restore(change))
        if lost:
            gone.append(change.change_id)
        elif item is not None and item.version != change.base_version:
            moved.append(_difference(request, change, item))
    if gone:
        raise refused("TARGET_NOT_FOUND", change_ids=gone)
    if moved:
        raise refused("VERSION_CONFLICT", changes=moved)


def _difference(request: WriteRequest, change: Change, item: StoredItem) -> JsonValue:
    """What the card showed of an item, and how it is now."""
    now: dict[str, JsonValue] = item_view(item.snapshot()).model_dump(mode="json")
    shown = _shown(request, change.change_id).before or {}
    fields: list[JsonValue] = [
        {"field": name, "shown": value, "now": now[name]}
        for name, value in shown.items()
        if name in now and name != "version" and now[name] != value
    ]
    return {
        "change_id": change.change_id,
        "item_id": item.item_id,
        "base_version": change.base_version,
        "version": item.version,
        "fields": fields,
        "current": now,
    }


def _plan(change: Change, known: Mapping[str, StoredItem], now: datetime) -> PlannedChange:
    before = None if change.target is None else known[change.target.item_id]
    if is_restore(change) and before is not None and before.deleted_at is None:
        raise refused("DECISION_INVALID", problem=f"{change.change_id} restores what is not deleted")
    try:
        return PlannedChange(change, before, next_item(change, before, str(new_uuid7()), now))
    except AgentBaseError as error:
        wrong: list[JsonValue] = [{"field": one.field, "message": one.message} for one in error.field_errors]
        raise refused("DECISION_INVALID", change_id=change.change_id, field_errors=wrong) from error


def _check_together(request: WriteRequest, planned: Iterable[PlannedChange], taking: list[PlannedChange]) -> None:
    """No two accepted changes may newly take the same time unless the card showed it. An undo only goes back."""
    if request.kind == "undo":
        return
    placed = {one.change.change_id for one in taking if sets_times(one.change)}
    for one, two in combinations((one for one in planned if one.after.takes_time), 2):
        names = (one.change.change_id, two.change.change_id)
        if placed.isdisjoint(names) or not one.after.overlaps(two.after) or _overlapped(one.before, two.before):
            continue
        shown = _conflicts_shown(request, names[0]) | _conflicts_shown(request, names[1])
        if shown.isdisjoint({*names, one.after.item_id, two.after.item_id}):
            raise refused("DECISION_INVALID", problem="two changes take the same time", change_ids=[*names])


def _check_others(request: WriteRequest, taking: Iterable[PlannedChange], others: list[StoredItem]) -> None:
    holders = {
        stored.change.target.item_id: stored.change.change_id for stored in request.changes if stored.change.target
    }
    conflicts: list[JsonValue] = []
    for one in taking:
        shown = _conflicts_shown(request, one.change.change_id)
        for other in others:
            if other.item_id in shown or not one.after.overlaps(other) or _stood_before(request, other):
                continue
            if (holder := holders.get(other.item_id)) is not None:
                problem = "takes time that a change which was not accepted still holds"
                raise refused("DECISION_INVALID", problem=problem, change_id=one.change.change_id, held_by=holder)
            view = item_view(other.snapshot())
            conflicts.append({
                "change_id": one.change.change_id,
                "item_id": other.item_id,
                "title": view.title,
                "start_at": view.start_at,
                "end_at": view.end_at,
            })  # fmt: skip
    if conflicts:
        raise refused("FACTS_CHANGED", conflicts=conflicts)


def _stood_before(request: WriteRequest, other: StoredItem) -> bool:
    """An undo returns to times that were there before its offer; so did what has not changed since."""
    return request.kind == "undo" and other.updated_at < request.created_at


def _overlapped(one: StoredItem | None, two: StoredItem | None) -> bool:
    return one is not None and two is not None and one.takes_time and two.takes_time and one.overlaps(two)


def _shown(request: WriteRequest, change_id: str) -> Shown:
    return next(stored.shown for stored in request.changes if stored.change.change_id == change_id)


def _conflicts_shown(request: WriteRequest, change_id: str) -> set[str]:
    """Ids of items, or of changes of the same card, that the card named as taking the same time."""
    return {str(conflict.get("item_id")) for conflict in _shown(request, change_id).conflicts}


def _parents(change: Change) -> list[str]:
    return [parent for name in ("goal_id", "todo_id") if isinstance(parent := change.after.get(name), str)]


def _guess(change: Change, facts: Mapping[str, JsonValue]) -> list[Window]:
    """The time that a change may take, as far as it can be known before its target is read."""
    if sets_times(change):
        start, end = change.after.get("local_start"), change.after.get("local_end")
        return _window(start, end, _ZONE_REACH)
    windows = facts.get("windows")
    spans = windows.get(change.change_id) if isinstance(windows, dict) else None
    return _window(spans[0], spans[1], timedelta(0)) if isinstance(spans, list) and len(spans) == 2 else []


def _window(start: JsonValue, end: JsonValue, reach: timedelta) -> list[Window]:
    try:
        first, last = (datetime.fromisoformat(str(one)) for one in (start, end))
        first, last = (one if one.tzinfo else one.replace(tzinfo=UTC) for one in (first, last))
        return [(first - reach, last + reach)] if first < last else []
    except (ValueError, OverflowError):
        return []


def _span(item: StoredItem) -> Window:
    assert item.times.start_at is not None
    assert item.times.end_at is not None
    return item.times.start_at, item.times.end_at


def _covered(span: Window, windows: Iterable[Window]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in windows)
