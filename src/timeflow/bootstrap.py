"""Where TimeFlow is put together: the one place that opens it. ``timeflow.testing`` is its test twin.

The rooms themselves are joined in ``timeflow.wiring``, which is loaded when all of them are wanted: a command that only
looks at the agenda starts without them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database import Database, Owner
from agentbase.core.database.engine import parse_url
from agentbase.core.database.migrate import needs_migration, upgrade_embedded
from agentbase.core.logging import ensure_safe_logging
from agentbase.core.reasons import base_error
from agentbase.migrations import BRANCH as BASE_BRANCH
from timeflow.app import App
from timeflow.local_user import local_user
from timeflow.migrations import BRANCH as TIMEFLOW_BRANCH
from timeflow.settings import Settings, load_settings

if TYPE_CHECKING:
    from timeflow.conversation.agenda import AgendaReader

BRANCHES: Final = (BASE_BRANCH, TIMEFLOW_BRANCH)
"""Whose tables TimeFlow needs."""

LOCAL_TENANT: Final = "local"


@asynccontextmanager
async def open_app(settings: Settings | Path | str | None = None) -> AsyncIterator[App]:
    """Everything wired, nothing served: from settings, a ``timeflow.toml``, or what the environment says.

    The embedded database is made and migrated where that is due; a server's is not. Before it closes, what stands in
    the outbox is delivered, for a moment at most.

    Raises CONFIG_ERROR, DATABASE_UNAVAILABLE, DATABASE_BUSY and MIGRATION_NEEDED.
    """
    if not isinstance(settings, Settings):
        settings = load_settings(settings)
    ensure_safe_logging(settings.log_level)
    from timeflow import wiring  # noqa: PLC0415 - see above
    from timeflow.execution.contracts import AuthContext  # noqa: PLC0415

    clock = SystemClock()
    auth = AuthContext(tenant_id=LOCAL_TENANT, user_id=local_user(settings.data_folder))
    async with open_database(settings, clock) as database:
        await wiring.interrupt_abandoned(database, clock)
        try:
            yield wiring.wire(settings, database, clock, auth, wiring.offline_providers(clock))
        finally:
            await wiring.deliver_events(database, clock)


@asynccontextmanager
async def open_agenda(settings: Settings) -> AsyncIterator[tuple[AgendaReader, Owner]]:
    """The agenda of the local user alone; nothing of what writes is loaded or done. Raises as `open_app`."""
    from timeflow.conversation.agenda import AgendaReader  # noqa: PLC0415
    from timeflow.data.service import DataService  # noqa: PLC0415

    clock = SystemClock()
    owner = Owner(LOCAL_TENANT, local_user(settings.data_folder))
    async with open_database(settings, clock) as database:
        yield AgendaReader(database, DataService(clock, settings.profile), clock, settings.turn.deadline_ms), owner


@asynccontextmanager
async def open_database(settings: Settings, clock: Clock) -> AsyncIterator[Database]:
    """The configured database with the structure of this version (design section 3)."""
    url = parse_url(settings.database_url)
    embedded = url.get_backend_name() == "sqlite"
    if embedded:
        try:
            await upgrade_embedded(Path(url.database or ""), BRANCHES)
        except OSError as error:
            raise base_error("DATABASE_UNAVAILABLE") from error
    database = await Database.open(settings.database_url, clock=clock)
    try:
        if not embedded and await needs_migration(database, BRANCHES):
            raise base_error("MIGRATION_NEEDED")
        yield database
    finally:
        await database.close()
