"""A calendar of any size: the same days all along, so that a window holds the same whatever the table holds."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from agentbase.core.clock import SystemClock
from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from tests.support.dialogue import NOW, ZONE, Dialogue
from timeflow.data.contracts import ItemFields
from timeflow.data.repository import insert_items
from timeflow.data.stored import StoredItem
from timeflow.functions.contracts import ItemType

ITEMS_A_DAY: Final = 4
_WRITTEN: Final = datetime(2026, 11, 1, tzinfo=UTC)
_AT_ONCE: Final = 2000


async def fill_calendar(dialogue: Dialogue, count: int) -> None:
    """Write ``count`` items around the reference time, without cards: four a day, half of the days gone by."""
    owner = Owner(dialogue.auth.tenant_id, dialogue.auth.user_id)
    days = count // ITEMS_A_DAY
    first = NOW.date() - timedelta(days=days // 2)
    items = [item for number in range(days) for item in _day(number, first + timedelta(days=number))]
    for place in range(0, len(items), _AT_ONCE):
        await _write(dialogue, owner, items[place : place + _AT_ONCE])


def name_of(day: date, count: int) -> str:
    """The number in the titles of one day's items."""
    first = NOW.date() - timedelta(days=count // ITEMS_A_DAY // 2)
    return str((day - first).days)


async def _write(dialogue: Dialogue, owner: Owner, items: list[StoredItem]) -> None:
    deadline = Deadline.after(60_000, SystemClock())
    await dialogue.app.database.write(owner, deadline, lambda uow: insert_items(uow, owner, items))


def _day(number: int, day: date) -> list[StoredItem]:
    nine = datetime.combine(day, datetime.min.time()).replace(hour=9, minute=30)
    return [
        _item(f"例会{number}", "schedule", local_start=nine, local_end=nine + timedelta(hours=1)),
        _item(f"提交材料{number}", "todo", due_date=day),
        _item(f"值班{number}", "schedule", all_day=True, start_date=day, end_date=day + timedelta(days=3)),
        _item(f"随手记下{number}", "todo", status="completed"),
    ]


def _item(title: str, item_type: ItemType, **fields: object) -> StoredItem:
    content = ItemFields.model_validate({"title": title, "tzid": ZONE, **fields})
    return StoredItem.new(str(new_uuid7()), item_type, content, _WRITTEN)
