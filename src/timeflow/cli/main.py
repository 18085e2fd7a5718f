"""The `timeflow` command: whatever happens, a clear end and no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO

INTERRUPTED: Final = 130
_FAILED: Final = 1


def main() -> None:
    """Run the command line of this process, and leave with its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _speak_utf8(stream)
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # Whoever read from us has gone; the interpreter would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = _FAILED
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command to its exit status. Raises BrokenPipeError and KeyboardInterrupt, and nothing else."""
    # Loaded here, so that an interruption while loading ends as quietly as any other.
    from timeflow.cli.ending import run_to_its_end  # noqa: PLC0415

    return run_to_its_end(arguments)


def _speak_utf8(stream: TextIO | None) -> None:
    """Chinese everywhere, whatever the locale of the machine; bytes that are no text are refused later by name."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="surrogateescape" if stream is sys.stdin else "backslashreplace")
