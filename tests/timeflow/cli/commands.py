"""The command: most often within this process, and installed, in processes of its own, where that is the question."""

from __future__ import annotations

import contextvars
import io
import json
import logging
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import structlog

from timeflow.cli.main import run

COMMAND = Path(sys.executable).with_name("timeflow")
NOW = "2026-12-01T10:00:00+08:00"
"""A Tuesday."""

REVIEW = "明天下午三点和王工评审接口，一小时"


@dataclass(frozen=True)
class Finished:
    """How a command ended."""

    status: int
    out: str
    err: str

    def __post_init__(self) -> None:
        assert "Traceback" not in self.out + self.err, self.out + self.err

    def json(self) -> dict[str, Any]:
        """The one object on standard output; fails where there is anything else."""
        assert self.out.count("\n") == 1, self.out
        read = json.loads(self.out)
        assert isinstance(read, dict)
        return read


class Person:
    """Somebody with a data folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str, piped: str = "", **variables: str) -> Finished:
        """Run one command within this process."""
        out, err = io.StringIO(), io.StringIO()
        environment, handlers = self.environment(**variables), logging.getLogger().handlers[:]
        with (
            patch.dict(os.environ, environment, clear=True),
            patch.object(sys, "stdin", io.StringIO(piped)),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = contextvars.copy_context().run(run, arguments)
        structlog.reset_defaults()
        logging.getLogger().handlers[:] = handlers
        return Finished(status, out.getvalue(), err.getvalue())

    def at(self, *arguments: str, piped: str = "", **variables: str) -> Finished:
        """Run one command at NOW."""
        return self.run(*arguments, "--now", NOW, piped=piped, **variables)

    def spawn(self, *arguments: str, piped: bytes = b"", **variables: str) -> Finished:
        """Run the installed command to its end."""
        done = subprocess.run(
            [COMMAND, *arguments],
            input=piped,
            env=self.environment(**variables),
            capture_output=True,
            timeout=90,
            check=False,
        )
        return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the installed command."""
        return subprocess.Popen(
            [COMMAND, *arguments],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def environment(self, **variables: str) -> dict[str, str]:
        """No configuration but this, and no language of the machine."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TIMEFLOW_", "LC_", "LANG"))}
        return kept | {"TIMEFLOW_HOME": str(self.folder), "LC_ALL": "C.UTF-8"} | variables
