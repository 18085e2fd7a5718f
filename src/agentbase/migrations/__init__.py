"""The tables of the base, revision by revision, and the environment in which every package's revisions run."""

from pathlib import Path
from typing import Final

from agentbase.core.database.migrate import MigrationBranch

BRANCH: Final = MigrationBranch(
    label="agentbase", versions=Path(__file__).parent / "versions", head="0001_base", depends_on=frozenset()
)
