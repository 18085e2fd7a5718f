"""Items for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from timeflow.data.contracts import ItemFields, TimeWindow
from timeflow.data.repository import insert_items
from timeflow.data.stored import StoredItem
from timeflow.functions.contracts import ItemType

NOW = datetime(2026, 12, 1, 2, 0, tzinfo=UTC)
WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)
"""When the items of tests were written: long ago for any clock."""

SHANGHAI = "Asia/Shanghai"


def item(title: str, item_type: ItemType = "schedule", **fields: object) -> StoredItem:
    """An item of Shanghai."""
    content = ItemFields.model_validate({"title": title, "tzid": SHANGHAI, **fields})
    return StoredItem.new(str(new_uuid7()), item_type, content, WRITTEN)


def meeting(
    title: str, start: str, minutes: int = 60, item_type: ItemType = "schedule", **fields: object
) -> StoredItem:
    """What takes a time, from a local time on."""
    begin = datetime.fromisoformat(start)
    return item(title, item_type, local_start=begin, local_end=begin + timedelta(minutes=minutes), **fields)


def window(start: str, end: str) -> TimeWindow:
    """A window between two instants of Shanghai."""
    return TimeWindow.model_validate({"start_at": f"{start}+08:00", "end_at": f"{end}+08:00"})


def span(start: str, end: str) -> tuple[datetime, datetime]:
    """The same as a pair."""
    both = window(start, end)
    return both.start_at, both.end_at


async def store(database: Database, owner: Owner, deadline: Deadline, *items: StoredItem) -> None:
    """Write items as they are, without a card."""
    await database.write(owner, deadline, lambda uow: insert_items(uow, owner, items))
