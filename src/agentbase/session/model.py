"""Tables of conversations. They carry the product-wide names of A, B and P (decisions 10 and 33)."""

from sqlalchemy import Column, Index, Integer, PrimaryKeyConstraint, String, Table, UniqueConstraint

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime, metadata

conversation_session = Table(
    "svc_conversation_session",
    metadata,
    Column("session_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("user_id", AsciiId(64), nullable=False),
    Column("agent_type", AsciiId(64), nullable=False),
    Column("portal", AsciiId(32), nullable=False),
    Column("status", AsciiId(32), nullable=False),
    Column("clarification_round", Integer, nullable=False),
    Column("created_at", UtcDateTime(6), nullable=False),
    Column("updated_at", UtcDateTime(6), nullable=False),
    Column("ended_at", UtcDateTime(6)),
    UniqueConstraint("tenant_id", "user_id", "agent_type", "session_id", name="uq_session_owner"),
    Index("ix_session_status", "tenant_id", "user_id", "agent_type", "status"),
    **TABLE_OPTIONS,
)

conversation_messages = Table(
    "conversation_messages",
    metadata,
    Column("message_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("user_id", AsciiId(64), nullable=False),
    Column("session_id", AsciiId(36), nullable=False),
    Column("message_index", Integer, nullable=False),
    Column("role", AsciiId(16), nullable=False),
    Column("modality", AsciiId(16)),
    Column("raw_content", LongText, nullable=False),
    Column("source_url", String(2048)),
    Column("metadata", JsonText, nullable=False),
    Column("client_message_id", AsciiId(128)),
    Column("run_id", AsciiId(36)),
    Column("created_at", UtcDateTime(6), nullable=False),
    UniqueConstraint("tenant_id", "session_id", "message_index", name="uq_message_index"),
    UniqueConstraint("tenant_id", "user_id", "client_message_id", name="uq_message_client_id"),
    **TABLE_OPTIONS,
)

request_idempotency = Table(
    "request_idempotency",
    metadata,
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("user_id", AsciiId(64), nullable=False),
    Column("agent_type", AsciiId(64), nullable=False),
    Column("idempotency_key", AsciiId(128), nullable=False),
    Column("request_hash", AsciiId(80), nullable=False),
    Column("run_id", AsciiId(36), nullable=False),
    Column("status", AsciiId(16), nullable=False),
    Column("result", JsonText),
    Column("created_at", UtcDateTime(6), nullable=False),
    Column("completed_at", UtcDateTime(6)),
    PrimaryKeyConstraint("tenant_id", "user_id", "agent_type", "idempotency_key"),
    **TABLE_OPTIONS,
)
