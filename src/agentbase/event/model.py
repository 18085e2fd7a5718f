"""The outbox. ``aggregate_seq`` is the order of an aggregate's events; an id or an instant is no cursor."""

from sqlalchemy import Column, Index, Integer, Table, UniqueConstraint

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, UtcDateTime, metadata

domain_event_outbox = Table(
    "domain_event_outbox",
    metadata,
    Column("event_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("aggregate_type", AsciiId(64), nullable=False),
    Column("aggregate_id", AsciiId(64), nullable=False),
    Column("aggregate_seq", Integer, nullable=False),
    Column("event_type", AsciiId(128), nullable=False),
    Column("trace_id", AsciiId(64), nullable=False),
    Column("payload", JsonText, nullable=False),
    Column("occurred_at", UtcDateTime(6), nullable=False),
    Column("status", AsciiId(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("available_at", UtcDateTime(6), nullable=False),
    Column("claimed_by", AsciiId(64)),
    Column("claimed_until", UtcDateTime(6)),
    Column("fencing_token", Integer, nullable=False),
    Column("published_at", UtcDateTime(6)),
    UniqueConstraint("tenant_id", "aggregate_type", "aggregate_id", "aggregate_seq", name="uq_outbox_aggregate_seq"),
    Index("ix_outbox_due", "status", "available_at", "event_id"),
    Index("ix_outbox_aggregate", "aggregate_type", "aggregate_id", "status"),
    **TABLE_OPTIONS,
)
