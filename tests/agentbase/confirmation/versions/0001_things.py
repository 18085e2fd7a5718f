"""The one table of the product behind the gate."""

from alembic import op

from tests.agentbase.confirmation.things import things_metadata

revision = "0001_things"
down_revision = None
branch_labels = ("things",)
depends_on = None


def upgrade() -> None:
    things_metadata.create_all(op.get_bind())


def downgrade() -> None:
    things_metadata.drop_all(op.get_bind())
