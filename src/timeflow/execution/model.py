"""The table of pending interactions: never a business fact (decisions 19, 20)."""

from sqlalchemy import Column, Index, Table

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime
from timeflow.data.model import metadata

pending_interactions = Table(
    "pending_interactions",
    metadata,
    Column("interaction_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("kind", AsciiId(16), nullable=False),
    Column("question", LongText, nullable=False),
    Column("options", JsonText, nullable=False),
    Column("decision", JsonText, nullable=False),
    Column("resume_step", AsciiId(64), nullable=False),
    Column("status", AsciiId(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index("ix_pending_interactions_owner", "tenant_id", "owner_id", "status", "created_at"),
    Index("ix_pending_interactions_status", "status"),
    **TABLE_OPTIONS,
)
