"""Items as the person sees them (design section 7)."""

from __future__ import annotations

from datetime import date, datetime

from timeflow.data.contracts import ItemSnapshot, ItemView


def item_view(item: ItemSnapshot) -> ItemView:
    """The view of an item: local ISO times with their offset, exclusive ends, dates as dates.

    What was deleted says so in its status, in the answer to the write that deleted it.
    """
    return ItemView(
        item_id=item.item_id,
        item_type=item.item_type,
        title=item.title,
        description=item.description,
        start_at=_iso(item.start_at),
        end_at=_iso(item.end_at),
        all_day=item.all_day,
        start_date=_iso(item.start_date),
        end_date=_iso(item.end_date),
        due_at=_iso(item.due_at),
        due_date=_iso(item.due_date),
        deadline_at=_iso(item.deadline_at),
        estimated_minutes=item.estimated_minutes,
        status="deleted" if item.deleted else item.status,
        version=item.version,
        goal_id=item.goal_id,
        todo_id=item.todo_id,
    )


def _iso(moment: datetime | date | None) -> str | None:
    return None if moment is None else moment.isoformat()
