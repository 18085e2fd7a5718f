"""How a command ends: its result, or an error that names what was wrong, and the exit status of design section 7."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date

import structlog
from typer.exceptions import Abort, TyperException

from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from timeflow.cli.app import app
from timeflow.cli.language import spoken_locale
from timeflow.cli.logfile import log_to
from timeflow.cli.printing import Printer
from timeflow.cli.problems import (
    ExitStatus,
    NotShownError,
    WrongUsageError,
    error_event,
    not_shown_event,
    usage_event,
)
from timeflow.cli.render.texts import tell
from timeflow.execution.contracts import ErrorEvent
from timeflow.settings import default_data_folder


def run_to_its_end(arguments: Sequence[str]) -> int:
    """Run one command. The details of what was not foreseen go to the log alone."""
    as_json = "--json" in arguments
    try:
        # Standard output is the command's alone, also before the settings say where logs go.
        with log_to(default_data_folder()):
            return int(app(args=list(arguments), prog_name="timeflow", standalone_mode=False) or ExitStatus.DONE)
    except WrongUsageError as error:
        return _tell(usage_event(error, spoken_locale()), as_json, ExitStatus.USAGE, arguments)
    except TyperException as error:
        return _wrong_usage(error, as_json, arguments)
    except NotShownError as error:
        return _tell(not_shown_event(error, spoken_locale()), as_json, ExitStatus.FAILED)
    except AgentBaseError as error:
        return _tell(error_event(error, spoken_locale()), as_json, ExitStatus.FAILED)
    except Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        raise
    except Exception as error:  # the last line of defence
        with log_to(default_data_folder()):
            structlog.get_logger(__name__).error("command_failed", alert=True, exc_info=error)
        return _tell(error_event(base_error("INTERNAL_ERROR"), spoken_locale()), as_json, ExitStatus.FAILED)


def _wrong_usage(error: TyperException, as_json: bool, arguments: Sequence[str]) -> int:
    if not arguments:
        # What is printed for no arguments at all is the help.
        sys.stderr.write(f"{error.format_message()}\n")
        return ExitStatus.USAGE
    parameter = getattr(error, "param", None)
    names = [*getattr(parameter, "opts", ()), getattr(error, "option_name", None)]
    field = next((name for name in names if isinstance(name, str) and name.startswith("--")), None)
    shown = field or str(getattr(parameter, "metavar", None) or "timeflow")
    event = usage_event(WrongUsageError(shown, error.format_message()), spoken_locale())
    return _tell(event, as_json, ExitStatus.USAGE, arguments)


def _tell(event: ErrorEvent, as_json: bool, status: ExitStatus, arguments: Sequence[str] = ()) -> int:
    Printer(as_json=as_json, configured=spoken_locale()).event(event, date.min, to_stderr=True)
    if status is ExitStatus.USAGE and not as_json:
        names = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
        command = next((f"{word} " for word in arguments if word in names), "")
        sys.stderr.write(f"{tell('error.help', spoken_locale(), command=command)}\n")
    return status
