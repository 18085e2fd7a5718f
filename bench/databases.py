"""Fresh databases with TimeFlow's tables: a SQLite file, and MariaDB."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from agentbase.core.database.migrate import upgrade
from agentbase.testing.database import sqlite_url
from tests.support.services import temporary_database
from timeflow.bootstrap import BRANCHES

KINDS: Final = ("sqlite", "mariadb")


@contextmanager
def fresh_database(kind: str) -> Iterator[tuple[str, Path]]:
    """Its address and a data folder, both gone after the block."""
    # MariaDB names primary keys itself, and says so of each.
    logging.getLogger("asyncmy").setLevel(logging.ERROR)
    with TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield sqlite_url(Path(folder) / "timeflow.db"), Path(folder)
            return
        with temporary_database("bench") as url:
            address = url.render_as_string(hide_password=False)
            asyncio.run(upgrade(address, BRANCHES))
            yield address, Path(folder)
