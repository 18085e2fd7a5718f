"""The table of the audit; rows are added and never changed."""

from sqlalchemy import Column, Index, Table

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, UtcDateTime, metadata

interaction_audit = Table(
    "interaction_audit",
    metadata,
    Column("audit_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("actor_id", AsciiId(64), nullable=False),
    Column("event_type", AsciiId(64), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("run_id", AsciiId(36)),
    Column("write_request_id", AsciiId(36)),
    Column("targets", JsonText, nullable=False),
    Column("outcome", AsciiId(32), nullable=False),
    Column("reason_code", AsciiId(64)),
    Column("digest", AsciiId(80)),
    Column("occurred_at", UtcDateTime(6), nullable=False),
    Index("ix_interaction_audit_actor", "tenant_id", "actor_id", "occurred_at"),
    **TABLE_OPTIONS,
)
