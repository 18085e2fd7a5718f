"""The tables of TimeFlow, revision by revision. They stand on those of the base."""

from pathlib import Path
from typing import Final

from agentbase.core.database.migrate import MigrationBranch

BRANCH: Final = MigrationBranch(
    label="timeflow",
    versions=Path(__file__).parent / "versions",
    head="0001_timeflow",
    depends_on=frozenset({"0001_base"}),
)
