"""The `timeflow` command: whatever happens, a clear end and no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO

from typer.exceptions import Abort, TyperException

from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from timeflow.cli.app import app
from timeflow.cli.language import spoken_locale
from timeflow.cli.problems import (
    ExitStatus,
    NotShownError,
    WrongUsageError,
    error_event,
    not_shown_event,
    usage_event,
)
from timeflow.execution.contracts import ErrorEvent

INTERRUPTED: Final = 130


def main() -> None:
    """Run the command line of this process, and leave with its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _speak_utf8(stream)
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        # Whoever read from us has gone; the interpreter would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = ExitStatus.FAILED
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command. Never raises; the details of what was not foreseen go to the log alone."""
    as_json = "--json" in arguments
    try:
        return int(app(args=list(arguments), prog_name="timeflow", standalone_mode=False) or ExitStatus.DONE)
    except WrongUsageError as error:
        return _tell(usage_event(error, spoken_locale()), as_json, ExitStatus.USAGE, arguments)
    except TyperException as error:
        return _wrong_usage(error, as_json, arguments)
    except NotShownError as error:
        return _tell(not_shown_event(error, spoken_locale()), as_json, ExitStatus.FAILED)
    except AgentBaseError as error:
        return _tell(error_event(error, spoken_locale()), as_json, ExitStatus.FAILED)
    except (Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return ExitStatus.FAILED
    except Exception as error:  # the last line of defence
        _log_unforeseen(error)
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
    from datetime import date  # noqa: PLC0415 - only failures come here

    from timeflow.cli.printing import Printer  # noqa: PLC0415
    from timeflow.cli.render.texts import tell  # noqa: PLC0415

    Printer(as_json=as_json, configured=spoken_locale()).event(event, date.min, to_stderr=True)
    if status is ExitStatus.USAGE and not as_json:
        names = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
        command = next((f"{word} " for word in arguments if word in names), "")
        sys.stderr.write(f"{tell('error.help', spoken_locale(), command=command)}\n")
    return status


def _log_unforeseen(error: Exception) -> None:
    import structlog  # noqa: PLC0415

    from timeflow.cli.logfile import log_to  # noqa: PLC0415
    from timeflow.settings import default_data_folder  # noqa: PLC0415

    with log_to(default_data_folder()):
        structlog.get_logger(__name__).error("command_failed", alert=True, exc_info=error)


def _speak_utf8(stream: TextIO | None) -> None:
    """Chinese everywhere, whatever the locale of the machine; bytes that are no text are refused later by name."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace")
