"""One item as the table holds it, and its way in and out of a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import RowMapping

from agentbase.core.database import Owner
from timeflow.data.contracts import ItemFields, ItemSnapshot
from timeflow.data.folding import fold
from timeflow.data.times import DerivedTimes, derive_times, zone_of
from timeflow.functions.contracts import ItemType

FIELD_NAMES: Final = tuple(ItemFields.model_fields)


@dataclass(frozen=True, slots=True)
class StoredItem:
    """A row of ``task_items``. All instants aware, in UTC."""

    item_id: str
    item_type: ItemType
    version: int
    fields: ItemFields
    times: DerivedTimes
    created_at: datetime
    updated_at: datetime
    completed_at: datetime | None = None
    deleted_at: datetime | None = None

    @classmethod
    def new(cls, item_id: str, item_type: ItemType, fields: ItemFields, now: datetime) -> StoredItem:
        """A first version. Raises INPUT_INVALID as ``derive_times`` does."""
        item = cls(
            item_id=item_id,
            item_type=item_type,
            version=1,
            fields=fields,
            times=derive_times(fields),
            created_at=now,
            updated_at=now,
        )
        return item if fields.status == "active" else replace(item, completed_at=_completed_at(fields, None, now))

    @classmethod
    def of_row(cls, row: RowMapping) -> StoredItem:
        """Read a row of the table."""
        return cls(
            item_id=row["item_id"],
            item_type=row["item_type"],
            version=row["version"],
            fields=ItemFields.model_validate({name: row[name] for name in FIELD_NAMES}),
            times=DerivedTimes(
                start_at=row["start_at"],
                end_at=row["end_at"],
                due_at=row["due_at"],
                deadline_at=row["deadline_at"],
                span_class=row["span_class"],
            ),
            created_at=row["created_at"],
            updated_at=row["updated_at"],
            completed_at=row["completed_at"],
            deleted_at=row["deleted_at"],
        )

    def next_version(self, fields: ItemFields, now: datetime, *, deleted: bool = False) -> StoredItem:
        """The version after this one. Raises INPUT_INVALID as ``derive_times`` does."""
        return replace(
            self,
            version=self.version + 1,
            fields=fields,
            times=derive_times(fields),
            updated_at=now,
            completed_at=_completed_at(fields, self.completed_at, now),
            deleted_at=(self.deleted_at or now) if deleted else None,
        )

    def values(self, owner: Owner) -> dict[str, object]:
        """The row, every column but ``rrule``, which nothing writes yet."""
        return {
            "item_id": self.item_id,
            "tenant_id": owner.tenant_id,
            "owner_id": owner.owner_id,
            "item_type": self.item_type,
            "version": self.version,
            **{name: getattr(self.fields, name) for name in FIELD_NAMES},
            "start_at": self.times.start_at,
            "end_at": self.times.end_at,
            "due_at": self.times.due_at,
            "deadline_at": self.times.deadline_at,
            "span_class": self.times.span_class,
            "folded_text": fold(f"{self.fields.title}\n{self.fields.description or ''}"),
            "created_at": self.created_at,
            "updated_at": self.updated_at,
            "completed_at": self.completed_at,
            "deleted_at": self.deleted_at,
        }

    @property
    def takes_time(self) -> bool:
        """Whether nothing else should be planned into its time.

        All-day items do not: a trip, a birthday or a deadline week says what kind of day it is, not that each of its
        hours is taken; if they did, one such item would refuse every appointment of the day. They are shown as a
        notice. What is completed, cancelled or deleted holds no time either.
        """
        return (
            self.item_type in ("schedule", "subtask")
            and self.fields.status == "active"
            and self.deleted_at is None
            and not self.fields.all_day
            and self.times.span_class is not None
        )

    def overlaps(self, other: StoredItem) -> bool:
        """Whether both take some of the same time."""
        mine, theirs = self.times, other.times
        if mine.start_at is None or mine.end_at is None or theirs.start_at is None or theirs.end_at is None:
            return False
        return mine.start_at < theirs.end_at and theirs.start_at < mine.end_at

    def snapshot(self) -> ItemSnapshot:
        """The item with instants in its own zone."""
        zone, fields, times = zone_of(self.fields.tzid), self.fields, self.times

        def local(instant: datetime | None) -> datetime | None:
            return None if instant is None else instant.astimezone(zone)

        return ItemSnapshot(
            item_id=self.item_id,
            item_type=self.item_type,
            title=fields.title,
            description=fields.description,
            status=fields.status,
            version=self.version,
            timezone=fields.tzid,
            all_day=fields.all_day,
            start_at=local(times.start_at),
            end_at=local(times.end_at),
            start_date=fields.start_date,
            end_date=fields.end_date,
            due_at=local(times.due_at),
            due_date=fields.due_date,
            deadline_at=local(times.deadline_at),
            deadline_date=fields.deadline_date,
            estimated_minutes=fields.estimated_minutes,
            plan_overview=fields.plan_overview,
            goal_id=fields.goal_id,
            todo_id=fields.todo_id,
            deleted=self.deleted_at is not None,
            created_at=self.created_at,
        )


def _completed_at(fields: ItemFields, before: datetime | None, now: datetime) -> datetime | None:
    return (before or now) if fields.status == "completed" else None
