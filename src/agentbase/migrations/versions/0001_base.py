"""The tables of the base.

The names that P gives are kept, and no later revision renames, retypes or repurposes a column (decisions 33).
"""

import sqlalchemy as sa
from alembic import op

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime

revision = "0001_base"
down_revision = None
branch_labels = ("agentbase",)
depends_on = None


def upgrade() -> None:
    """Make every table."""
    _create_conversations()
    _create_runs()
    _create_confirmations()
    _create_audit_and_outbox()


def downgrade() -> None:
    """Drop every table, and all that is in it."""
    for table in (
        "domain_event_outbox",
        "interaction_audit",
        "operation_confirmations",
        "write_requests",
        "agent_run_records",
        "run_events",
        "runs",
        "request_idempotency",
        "conversation_messages",
        "svc_conversation_session",
        "owners",
    ):
        op.drop_table(table)


def _create_conversations() -> None:
    op.create_table(
        "owners",
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "owner_id", name="pk_owners"),
        **TABLE_OPTIONS,
    )
    op.create_table(
        "svc_conversation_session",
        sa.Column("session_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("user_id", AsciiId(64), nullable=False),
        sa.Column("agent_type", AsciiId(64), nullable=False),
        sa.Column("portal", AsciiId(32), nullable=False),
        sa.Column("status", AsciiId(32), nullable=False),
        sa.Column("clarification_round", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.Column("updated_at", UtcDateTime(6), nullable=False),
        sa.Column("ended_at", UtcDateTime(6)),
        sa.PrimaryKeyConstraint("session_id", name="pk_svc_conversation_session"),
        sa.UniqueConstraint("tenant_id", "user_id", "agent_type", "session_id", name="uq_session_owner"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_session_status", "svc_conversation_session", ["tenant_id", "user_id", "agent_type", "status"])
    op.create_table(
        "conversation_messages",
        sa.Column("message_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("user_id", AsciiId(64), nullable=False),
        sa.Column("session_id", AsciiId(36), nullable=False),
        sa.Column("message_index", sa.Integer(), nullable=False),
        sa.Column("role", AsciiId(16), nullable=False),
        sa.Column("modality", AsciiId(16)),
        sa.Column("raw_content", LongText(), nullable=False),
        sa.Column("source_url", sa.String(2048)),
        sa.Column("metadata", JsonText(), nullable=False),
        sa.Column("client_message_id", AsciiId(128)),
        sa.Column("run_id", AsciiId(36)),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name="pk_conversation_messages"),
        sa.UniqueConstraint("tenant_id", "user_id", "client_message_id", name="uq_message_client_id"),
        sa.UniqueConstraint("tenant_id", "session_id", "message_index", name="uq_message_index"),
        **TABLE_OPTIONS,
    )
    op.create_table(
        "request_idempotency",
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("user_id", AsciiId(64), nullable=False),
        sa.Column("agent_type", AsciiId(64), nullable=False),
        sa.Column("idempotency_key", AsciiId(128), nullable=False),
        sa.Column("request_hash", AsciiId(80), nullable=False),
        sa.Column("run_id", AsciiId(36), nullable=False),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("result", JsonText()),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.Column("completed_at", UtcDateTime(6)),
        sa.PrimaryKeyConstraint("tenant_id", "user_id", "agent_type", "idempotency_key", name="pk_request_idempotency"),
        **TABLE_OPTIONS,
    )


def _create_runs() -> None:
    op.create_table(
        "runs",
        sa.Column("run_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("trace_id", AsciiId(64), nullable=False),
        sa.Column("kind", AsciiId(64), nullable=False),
        sa.Column("status", AsciiId(32), nullable=False),
        sa.Column("reference_time", UtcDateTime(6), nullable=False),
        sa.Column("timezone", AsciiId(64), nullable=False),
        sa.Column("lease_holder", AsciiId(64)),
        sa.Column("lease_until", UtcDateTime(6)),
        sa.Column("fencing_token", sa.Integer(), nullable=False),
        sa.Column("accepted_at", UtcDateTime(6), nullable=False),
        sa.Column("started_at", UtcDateTime(6)),
        sa.Column("finished_at", UtcDateTime(6)),
        sa.Column("error_code", AsciiId(64)),
        sa.Column("reason_code", AsciiId(64)),
        sa.PrimaryKeyConstraint("run_id", name="pk_runs"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_runs_lease", "runs", ["status", "lease_until", "run_id"])
    op.create_index("ix_runs_owner", "runs", ["tenant_id", "owner_id", "accepted_at"])
    op.create_table(
        "run_events",
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("run_id", AsciiId(36), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("event_type", AsciiId(64), nullable=False),
        sa.Column("payload", JsonText(), nullable=False),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("tenant_id", "owner_id", "seq", name="pk_run_events"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_run_events_run", "run_events", ["run_id", "seq"])
    op.create_table(
        "agent_run_records",
        sa.Column("record_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("user_id", AsciiId(64), nullable=False),
        sa.Column("run_id", AsciiId(36), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("trace_id", AsciiId(64), nullable=False),
        sa.Column("component", sa.String(128), nullable=False),
        sa.Column("function", sa.String(128), nullable=False),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("generation_path", AsciiId(64)),
        sa.Column("made_by", sa.String(128)),
        sa.Column("prompt_version", AsciiId(128)),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("error_code", AsciiId(64)),
        sa.Column("reason_code", AsciiId(64)),
        sa.Column("started_at", UtcDateTime(6), nullable=False),
        sa.Column("finished_at", UtcDateTime(6)),
        sa.Column("duration_ms", sa.Integer()),
        sa.PrimaryKeyConstraint("record_id", name="pk_agent_run_records"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_agent_run_records_run", "agent_run_records", ["run_id"])


def _create_confirmations() -> None:
    op.create_table(
        "write_requests",
        sa.Column("write_request_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("run_id", AsciiId(36), nullable=False),
        sa.Column("kind", AsciiId(16), nullable=False),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("weight", AsciiId(16), nullable=False),
        sa.Column("change_count", sa.Integer(), nullable=False),
        sa.Column("payload_hash", AsciiId(80), nullable=False),
        sa.Column("changes", LongText(), nullable=False),
        sa.Column("presentation", JsonText(), nullable=False),
        sa.Column("facts", JsonText(), nullable=False),
        sa.Column("policy", AsciiId(32), nullable=False),
        sa.Column("undo_of", AsciiId(36)),
        sa.Column("superseded_by", AsciiId(36)),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.Column("expires_at", UtcDateTime(6), nullable=False),
        sa.Column("decided_at", UtcDateTime(6)),
        sa.Column("decided_by", AsciiId(64)),
        sa.PrimaryKeyConstraint("write_request_id", name="pk_write_requests"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_write_requests_owner", "write_requests", ["tenant_id", "owner_id", "status", "created_at"])
    op.create_table(
        "operation_confirmations",
        sa.Column("confirmation_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("write_request_id", AsciiId(36), nullable=False),
        sa.Column("decision", AsciiId(16), nullable=False),
        sa.Column("payload_hash", AsciiId(80), nullable=False),
        sa.Column("accepted_change_ids", JsonText(), nullable=False),
        sa.Column("idempotency_key", AsciiId(128), nullable=False),
        sa.Column("decided_by", AsciiId(64), nullable=False),
        sa.Column("outcome", AsciiId(16), nullable=False),
        sa.Column("result", JsonText(), nullable=False),
        sa.Column("decided_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("confirmation_id", name="pk_operation_confirmations"),
        sa.UniqueConstraint("tenant_id", "owner_id", "idempotency_key", name="uq_confirmation_key"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_confirmation_request", "operation_confirmations", ["write_request_id"])


def _create_audit_and_outbox() -> None:
    op.create_table(
        "interaction_audit",
        sa.Column("audit_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("actor_id", AsciiId(64), nullable=False),
        sa.Column("event_type", AsciiId(64), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("run_id", AsciiId(36)),
        sa.Column("write_request_id", AsciiId(36)),
        sa.Column("targets", JsonText(), nullable=False),
        sa.Column("outcome", AsciiId(32), nullable=False),
        sa.Column("reason_code", AsciiId(64)),
        sa.Column("digest", AsciiId(80)),
        sa.Column("occurred_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("audit_id", name="pk_interaction_audit"),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_interaction_audit_actor", "interaction_audit", ["tenant_id", "actor_id", "occurred_at"])
    op.create_table(
        "domain_event_outbox",
        sa.Column("event_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("aggregate_type", AsciiId(64), nullable=False),
        sa.Column("aggregate_id", AsciiId(64), nullable=False),
        sa.Column("aggregate_seq", sa.Integer(), nullable=False),
        sa.Column("event_type", AsciiId(128), nullable=False),
        sa.Column("trace_id", AsciiId(64), nullable=False),
        sa.Column("payload", JsonText(), nullable=False),
        sa.Column("occurred_at", UtcDateTime(6), nullable=False),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("available_at", UtcDateTime(6), nullable=False),
        sa.Column("claimed_by", AsciiId(64)),
        sa.Column("claimed_until", UtcDateTime(6)),
        sa.Column("fencing_token", sa.Integer(), nullable=False),
        sa.Column("published_at", UtcDateTime(6)),
        sa.PrimaryKeyConstraint("event_id", name="pk_domain_event_outbox"),
        sa.UniqueConstraint(
            "tenant_id", "aggregate_type", "aggregate_id", "aggregate_seq", name="uq_outbox_aggregate_seq"
        ),
        **TABLE_OPTIONS,
    )
    op.create_index("ix_outbox_aggregate", "domain_event_outbox", ["aggregate_type", "aggregate_id", "status"])
    op.create_index("ix_outbox_due", "domain_event_outbox", ["status", "available_at", "event_id"])
