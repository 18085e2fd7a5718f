"""From options to a running program: settings, log, reference time, then the work, then the exit status."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agentbase.core.clock import SystemClock
from timeflow.cli.desk import Desk
from timeflow.cli.language import configured_locale
from timeflow.cli.logfile import log_to
from timeflow.cli.moment import Moment, moment_of
from timeflow.cli.printing import Printer
from timeflow.cli.problems import ExitStatus
from timeflow.cli.shown import ShownStore
from timeflow.settings import Settings, load_settings

if TYPE_CHECKING:
    from timeflow.app import App


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """What every command takes: ``--json``, ``--now``, ``--tz``."""

    as_json: bool = False
    now: str | None = None
    timezone: str | None = None

    def moment(self, settings: Settings) -> Moment:
        """The reference time. Raises WrongUsageError that names the option."""
        return moment_of(self.now, self.timezone, default_zone=settings.profile.timezone, clock=SystemClock())


def run_with_settings(options: CommonOptions, work: Callable[[Settings, Printer], ExitStatus]) -> ExitStatus:
    """Run what needs no database."""
    settings = load_settings()
    if "locale" in settings.model_fields_set:
        configured_locale.set(settings.locale)
    with closing(log_to(settings.data_folder, settings.log_level)):
        return work(settings, Printer(as_json=options.as_json, configured=settings.locale))


def run_at_desk(
    options: CommonOptions, work: Callable[[Desk], Awaitable[ExitStatus]], *, with_commands: bool = True
) -> ExitStatus:
    """Run a command of the dialogue. Without ``--now`` the reference time is the clock's at each step."""

    def with_settings(settings: Settings, printer: Printer) -> ExitStatus:
        options.moment(settings)
        speaking = Printer(as_json=printer.as_json, configured=settings.locale, with_commands=with_commands)

        async def at_desk(app: App) -> ExitStatus:
            shown = ShownStore(settings.data_folder)
            return await work(Desk(app.conversation, app.auth, lambda: options.moment(settings), speaking, shown))

        return asyncio.run(_in_app(settings, at_desk))

    return run_with_settings(options, with_settings)


async def _in_app(settings: Settings, work: Callable[[App], Awaitable[ExitStatus]]) -> ExitStatus:
    from timeflow.bootstrap import open_app  # noqa: PLC0415 - only what opens the program pays for it

    async with open_app(settings) as app:
        return await work(app)
