"""Writes confirmed changes of items: the only code that writes ``task_items`` (design section 6, decisions 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args
from weakref import WeakKeyDictionary

from pydantic import JsonValue
from sqlalchemy.ext.asyncio import AsyncConnection

from agentbase.confirmation.contracts import (
    AppliedChanges,
    AppliedEvent,
    Change,
    ChangedTarget,
    ProposedChange,
    Refusal,
    Shown,
    Target,
    WriteRequest,
)
from agentbase.confirmation.refusal import ConfirmationRefused, refused
from agentbase.core.clock import Clock
from agentbase.core.database import Owner, UnitOfWork
from timeflow.data.changes import inverse_of, is_restore
from timeflow.data.checking import PlannedChange, check_changes
from timeflow.data.repository import insert_items, update_items
from timeflow.data.view import item_view
from timeflow.functions.contracts import ItemType

_EVENTS: Final = {
    "create": "item.created",
    "update": "item.updated",
    "delete": "item.deleted",
    "set_status": "item.status_changed",
}
_NAMED_TITLES: Final = 3


class ItemApplier:
    """The applier of items: ``schedule``, ``todo``, ``subtask``, ``long_goal``.

    Writes take two statements at most, whatever the number of changes. Undo: a creation is deleted, a deletion
    restored (``changes.RESTORED``), an update or status set back to the former values of the same fields.
    """

    kinds: Final = frozenset(get_args(ItemType))

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._checked: WeakKeyDictionary[AsyncConnection, tuple[PlannedChange, ...]] = WeakKeyDictionary()

    async def validate(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> Refusal | None:
        """Check the set as ``check_changes`` does; what it read is kept for ``apply`` in the same transaction."""
        try:
            self._checked[uow.connection] = await check_changes(uow, request, accepted, self._clock.now())
        except ConfirmationRefused as stopped:
            return stopped.refusal
        return None

    async def apply(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> AppliedChanges:
        """Write the set that ``validate`` has just checked.

        Raises ConfirmationRefused with VERSION_CONFLICT where an item has another version after all.
        """
        planned = self._checked.pop(uow.connection)
        owner = Owner(request.tenant_id, request.owner_id)
        created = [one.after for one in planned if one.before is None]
        changed = [one.after for one in planned if one.before is not None]
        if created:
            await insert_items(uow, owner, created)
        if changed and not await update_items(uow, owner, changed):
            raise refused("VERSION_CONFLICT", change_ids=[change.change_id for change in accepted])
        return _applied(planned)


def _applied(planned: Sequence[PlannedChange]) -> AppliedChanges:
    windows: dict[str, JsonValue] = {}
    inverse = []
    for place, one in enumerate(reversed(planned), start=1):
        inverse.append(_inverse(f"C{place}", one))
        if one.before is not None and one.before.times.start_at is not None and one.before.times.end_at is not None:
            windows[f"C{place}"] = [one.before.times.start_at.isoformat(), one.before.times.end_at.isoformat()]
    return AppliedChanges(
        items=tuple(item_view(one.after.snapshot()).model_dump(mode="json") for one in planned),
        targets=tuple(
            ChangedTarget(item_id=one.after.item_id, kind=one.after.item_type, version=one.after.version)
            for one in planned
        ),
        inverse=tuple(inverse),
        inverse_summary=_summary(planned),
        inverse_facts={"windows": windows},
        events=tuple(_event(one) for one in planned),
    )


def _inverse(change_id: str, one: PlannedChange) -> ProposedChange:
    operation, after = inverse_of(one.change, one.before)
    return ProposedChange(
        change=Change.model_validate({
            "change_id": change_id,
            "operation": operation,
            "kind": one.after.item_type,
            "target": Target(item_id=one.after.item_id),
            "base_version": one.after.version,
            "after": after,
        }),
        required=True,
        shown=Shown(before=item_view(one.after.snapshot()).model_dump(mode="json")),
    )  # fmt: skip


def _summary(planned: Sequence[PlannedChange]) -> str:
    titles = "、".join(one.after.fields.title for one in planned[:_NAMED_TITLES])
    return f"撤销：{titles}" + (f" 等 {len(planned)} 项" if len(planned) > _NAMED_TITLES else "")


def _event(one: PlannedChange) -> AppliedEvent:
    return AppliedEvent(
        aggregate_type="item",
        aggregate_id=one.after.item_id,
        event_type=_EVENTS[one.change.operation],
        payload={
            "item_type": one.after.item_type,
            "version": one.after.version,
            "status": one.after.fields.status,
            "restored": is_restore(one.change),
        },
    )
