"""Tables of the gate. Not business tables: nobody's facts change by them (decisions 19)."""

from sqlalchemy import Column, Index, Integer, Table, UniqueConstraint

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime, metadata

write_requests = Table(
    "write_requests",
    metadata,
    Column("write_request_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("run_id", AsciiId(36), nullable=False),
    Column("kind", AsciiId(16), nullable=False),
    Column("status", AsciiId(16), nullable=False),
    Column("weight", AsciiId(16), nullable=False),
    Column("change_count", Integer, nullable=False),
    Column("payload_hash", AsciiId(80), nullable=False),
    Column("changes", LongText, nullable=False),
    Column("presentation", JsonText, nullable=False),
    Column("facts", JsonText, nullable=False),
    Column("policy", AsciiId(32), nullable=False),
    Column("undo_of", AsciiId(36)),
    Column("superseded_by", AsciiId(36)),
    Column("created_at", UtcDateTime(6), nullable=False),
    Column("expires_at", UtcDateTime(6), nullable=False),
    Column("decided_at", UtcDateTime(6)),
    Column("decided_by", AsciiId(64)),
    Index("ix_write_requests_owner", "tenant_id", "owner_id", "status", "created_at"),
    **TABLE_OPTIONS,
)

operation_confirmations = Table(
    "operation_confirmations",
    metadata,
    Column("confirmation_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("write_request_id", AsciiId(36), nullable=False),
    Column("decision", AsciiId(16), nullable=False),
    Column("payload_hash", AsciiId(80), nullable=False),
    Column("accepted_change_ids", JsonText, nullable=False),
    Column("idempotency_key", AsciiId(128), nullable=False),
    Column("decided_by", AsciiId(64), nullable=False),
    Column("outcome", AsciiId(16), nullable=False),
    Column("result", JsonText, nullable=False),
    Column("decided_at", UtcDateTime(6), nullable=False),
    UniqueConstraint("tenant_id", "owner_id", "idempotency_key", name="uq_confirmation_key"),
    Index("ix_confirmation_request", "write_request_id"),
    **TABLE_OPTIONS,
)
