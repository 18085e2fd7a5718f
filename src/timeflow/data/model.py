"""The table of items.

Local wall times beside ``tzid``, and dates, are the truth (design section 5). Derived from them when a row is written,
and never set by anybody else:

- ``start_at``, ``end_at``, ``due_at``, ``deadline_at``: UTC, by ``times.derive_times``.
- ``span_class``: the class of ``end_at - start_at`` (``times.SPAN_LIMITS``), null without an end. No index on start and
  end alone answers "what overlaps this window" without reading half of the table. Within a class the start lies at most
  one limit before the window, so a range of (owner, class, start) is all that is read; the few long items stand in
  classes of their own, so they are never missed and never make the look back long for the rest.
- ``folded_text``: title and description, NFKC and case folded (``folding.fold``), so that "contains" means the same on
  every database.
"""

from sqlalchemy import Boolean, Column, Date, Index, Integer, MetaData, SmallInteger, String, Table

from agentbase.core.database import NAMING_CONVENTION, TABLE_OPTIONS, AsciiId, LongText, UtcDateTime, WallTime

metadata = MetaData(naming_convention=NAMING_CONVENTION)
"""The tables of TimeFlow."""

task_items = Table(
    "task_items",
    metadata,
    Column("item_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("item_type", AsciiId(16), nullable=False),
    Column("title", String(200), nullable=False),
    Column("description", LongText),
    Column("status", AsciiId(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("all_day", Boolean, nullable=False),
    Column("local_start", WallTime),
    Column("local_end", WallTime),
    Column("tzid", AsciiId(64), nullable=False),
    Column("start_date", Date),
    Column("end_date", Date),
    Column("local_due", WallTime),
    Column("due_date", Date),
    Column("local_deadline", WallTime),
    Column("deadline_date", Date),
    Column("start_at", UtcDateTime),
    Column("end_at", UtcDateTime),
    Column("due_at", UtcDateTime),
    Column("deadline_at", UtcDateTime),
    Column("span_class", SmallInteger),
    Column("folded_text", LongText, nullable=False),
    Column("estimated_minutes", Integer),
    Column("plan_overview", LongText),
    Column("goal_id", AsciiId(36)),
    Column("todo_id", AsciiId(36)),
    Column("rrule", String(500)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("completed_at", UtcDateTime),
    Column("deleted_at", UtcDateTime),
    Index("ix_task_items_span", "tenant_id", "owner_id", "span_class", "start_at", "end_at"),
    Index("ix_task_items_due", "tenant_id", "owner_id", "due_at"),
    Index("ix_task_items_open", "tenant_id", "owner_id", "item_type", "status", "due_at"),
    Index("ix_task_items_goal", "tenant_id", "owner_id", "goal_id"),
    **TABLE_OPTIONS,
)
