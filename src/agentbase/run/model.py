"""Tables of runs: the run, the one event log, and the summaries of components."""

from sqlalchemy import BigInteger, Column, Index, Integer, PrimaryKeyConstraint, String, Table

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, UtcDateTime, metadata

runs = Table(
    "runs",
    metadata,
    Column("run_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("trace_id", AsciiId(64), nullable=False),
    Column("kind", AsciiId(64), nullable=False),
    Column("status", AsciiId(32), nullable=False),
    Column("reference_time", UtcDateTime(6), nullable=False),
    Column("timezone", AsciiId(64), nullable=False),
    Column("lease_holder", AsciiId(64)),
    Column("lease_until", UtcDateTime(6)),
    Column("fencing_token", Integer, nullable=False),
    Column("accepted_at", UtcDateTime(6), nullable=False),
    Column("started_at", UtcDateTime(6)),
    Column("finished_at", UtcDateTime(6)),
    Column("error_code", AsciiId(64)),
    Column("reason_code", AsciiId(64)),
    Index("ix_runs_lease", "status", "lease_until", "run_id"),
    Index("ix_runs_owner", "tenant_id", "owner_id", "accepted_at"),
    **TABLE_OPTIONS,
)

run_events = Table(
    "run_events",
    metadata,
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("owner_id", AsciiId(64), nullable=False),
    Column("seq", BigInteger, nullable=False, autoincrement=False),
    Column("run_id", AsciiId(36), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("event_type", AsciiId(64), nullable=False),
    Column("payload", JsonText, nullable=False),
    Column("created_at", UtcDateTime(6), nullable=False),
    PrimaryKeyConstraint("tenant_id", "owner_id", "seq"),
    Index("ix_run_events_run", "run_id", "seq"),
    **TABLE_OPTIONS,
)

agent_run_records = Table(
    "agent_run_records",
    metadata,
    Column("record_id", AsciiId(36), primary_key=True),
    Column("tenant_id", AsciiId(64), nullable=False),
    Column("user_id", AsciiId(64), nullable=False),
    Column("run_id", AsciiId(36), nullable=False),
    Column("correlation_id", AsciiId(64), nullable=False),
    Column("trace_id", AsciiId(64), nullable=False),
    Column("component", String(128), nullable=False),
    Column("function", String(128), nullable=False),
    Column("status", AsciiId(16), nullable=False),
    Column("generation_path", AsciiId(64)),
    Column("made_by", String(128)),
    Column("prompt_version", AsciiId(128)),
    Column("attempts", Integer, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("error_code", AsciiId(64)),
    Column("reason_code", AsciiId(64)),
    Column("started_at", UtcDateTime(6), nullable=False),
    Column("finished_at", UtcDateTime(6)),
    Column("duration_ms", Integer),
    Index("ix_agent_run_records_run", "run_id"),
    **TABLE_OPTIONS,
)
