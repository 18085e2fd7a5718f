"""The tables of TimeFlow: items and pending interactions."""

import sqlalchemy as sa
from alembic import op

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime, WallTime

revision = "0001_timeflow"
down_revision = None
branch_labels = ("timeflow",)
depends_on = "0001_base"


def upgrade() -> None:
    """Make every table."""
    _create_items()
    _create_pending_interactions()


def downgrade() -> None:
    """Drop every table, and all that is in it."""
    op.drop_table("pending_interactions")
    op.drop_table("task_items")


def _create_items() -> None:
    op.create_table(
        "task_items",
        sa.Column("item_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("item_type", AsciiId(16), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("description", LongText(), nullable=True),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("all_day", sa.Boolean(), nullable=False),
        sa.Column("local_start", WallTime(6), nullable=True),
        sa.Column("local_end", WallTime(6), nullable=True),
        sa.Column("tzid", AsciiId(64), nullable=False),
        sa.Column("start_date", sa.Date(), nullable=True),
        sa.Column("end_date", sa.Date(), nullable=True),
        sa.Column("local_due", WallTime(6), nullable=True),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("local_deadline", WallTime(6), nullable=True),
        sa.Column("deadline_date", sa.Date(), nullable=True),
        sa.Column("start_at", UtcDateTime(6), nullable=True),
        sa.Column("end_at", UtcDateTime(6), nullable=True),
        sa.Column("due_at", UtcDateTime(6), nullable=True),
        sa.Column("deadline_at", UtcDateTime(6), nullable=True),
        sa.Column("span_class", sa.SmallInteger(), nullable=True),
        sa.Column("folded_text", LongText(), nullable=False),
        sa.Column("estimated_minutes", sa.Integer(), nullable=True),
        sa.Column("plan_overview", LongText(), nullable=True),
        sa.Column("goal_id", AsciiId(36), nullable=True),
        sa.Column("todo_id", AsciiId(36), nullable=True),
        sa.Column("rrule", sa.String(500), nullable=True),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.Column("updated_at", UtcDateTime(6), nullable=False),
        sa.Column("completed_at", UtcDateTime(6), nullable=True),
        sa.Column("deleted_at", UtcDateTime(6), nullable=True),
        sa.PrimaryKeyConstraint("item_id", name="pk_task_items"),
        **TABLE_OPTIONS,
    )
    owner = ["tenant_id", "owner_id"]
    op.create_index("ix_task_items_span", "task_items", [*owner, "span_class", "start_at", "end_at"])
    op.create_index("ix_task_items_due", "task_items", [*owner, "due_at"])
    op.create_index("ix_task_items_open", "task_items", [*owner, "item_type", "status", "due_at"])
    op.create_index("ix_task_items_goal", "task_items", [*owner, "goal_id"])


def _create_pending_interactions() -> None:
    op.create_table(
        "pending_interactions",
        sa.Column("interaction_id", AsciiId(36), nullable=False),
        sa.Column("tenant_id", AsciiId(64), nullable=False),
        sa.Column("owner_id", AsciiId(64), nullable=False),
        sa.Column("correlation_id", AsciiId(64), nullable=False),
        sa.Column("kind", AsciiId(16), nullable=False),
        sa.Column("question", LongText(), nullable=False),
        sa.Column("options", JsonText(), nullable=False),
        sa.Column("decision", JsonText(), nullable=False),
        sa.Column("resume_step", AsciiId(64), nullable=False),
        sa.Column("status", AsciiId(16), nullable=False),
        sa.Column("created_at", UtcDateTime(6), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_pending_interactions"),
        **TABLE_OPTIONS,
    )
    op.create_index(
        "ix_pending_interactions_owner", "pending_interactions", ["tenant_id", "owner_id", "status", "created_at"]
    )
    op.create_index("ix_pending_interactions_status", "pending_interactions", ["status"])
