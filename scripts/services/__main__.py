"""Have MariaDB and Redis answer for tests and benchmarks, wherever this runs.

For each server the first of these that works is used:

1. the address in ``TEST_MYSQL_URL`` or ``TEST_REDIS_URL`` (which must answer, else this fails);
2. a private server that ``start`` left running;
3. what answers at the standard port and lets root (or anybody) in without a password;
4. a private server from installed binaries, on a free port, with its data in a temporary folder;
5. the same after ``apt-get install``, where this runs as root and apt is there.

Else it says what to install and exits with status 1. Usage::

    python -m scripts.services start           # servers stay; prints their addresses
    python -m scripts.services run -- COMMAND  # exports the addresses to COMMAND, stops what it started
    python -m scripts.services stop            # ends what `start` started

``--private`` passes over 1 and 3. Standard library only, so that it runs before anything is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from .kinds import KINDS, Kind, ServiceError
from .private import PrivateServer, ensure_installed, say, start_private, stop_private

STATE_FILE = Path(__file__).resolve().parents[2] / ".services" / "state.json"


def find_running(kind: Kind, left_running: dict[str, PrivateServer], *, private: bool) -> str | None:
    """The URL of a server of this kind that answers already, or None; if ``private``, only of one that is ours.

    Raises:
        ServiceError: the environment names a server that does not answer.
    """
    named = os.environ.get(kind.variable)
    if named and not private:
        version = kind.answers(named)
        if version is None:
            raise ServiceError(f"{kind.variable} is set, but no {kind.name} answers there. Start it, or unset it.")
        say(f"{kind.name} {version}: the one that {kind.variable} names")
        return named
    candidates: list[tuple[str, str]] = []
    if kind.name in left_running:
        candidates.append((left_running[kind.name].url, "private, left running"))
    if not private:
        candidates.append((kind.url(kind.standard_port), f"at the standard port {kind.standard_port}"))
    for url, what in candidates:
        version = kind.answers(url)
        if version is not None:
            say(f"{kind.name} {version}: {what}")
            return url
    return None


def _read_state() -> dict[str, PrivateServer]:
    if not STATE_FILE.exists():
        return {}
    return {name: PrivateServer(**fields) for name, fields in json.loads(STATE_FILE.read_text("utf-8")).items()}


def _leave(signum: int, _frame: FrameType | None) -> None:
    """Turn a signal into an orderly exit, so that private servers never outlive us."""
    raise SystemExit(128 + signum)


def run(command: list[str], *, private: bool) -> int:
    """Run a command with the servers' addresses in its environment; return its exit status."""
    left_running = _read_state()
    urls: dict[str, str] = {}
    with ExitStack() as stack:
        for kind in KINDS:
            url = find_running(kind, left_running, private=private)
            if url is None:
                ensure_installed(kind)
                server = start_private(kind)
                stack.callback(stop_private, server)
                url = server.url
            urls[kind.variable] = url
        child = subprocess.Popen(command, env={**os.environ, **urls})
        stack.callback(_end_child, child)
        while True:
            try:
                status = child.wait()
            except KeyboardInterrupt:  # The terminal sent it to the command too: let that one end first.
                continue
            return status if status >= 0 else 128 - status


def _end_child(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        child.wait()


def start(*, private: bool) -> int:
    """Have both servers answer, leave them running, and print their addresses as shell assignments."""
    servers = _read_state()
    for kind in KINDS:
        url = find_running(kind, servers, private=private)
        if url is None:
            ensure_installed(kind)
            servers[kind.name] = start_private(kind)
            STATE_FILE.parent.mkdir(exist_ok=True)
            STATE_FILE.write_text(json.dumps({name: vars(server) for name, server in servers.items()}), "utf-8")
            url = servers[kind.name].url
        sys.stdout.write(f"export {kind.variable}={url}\n")
    return 0


def stop() -> int:
    """End the private servers that ``start`` left running."""
    servers = _read_state()
    for kind in KINDS:
        # One that no longer answers is gone: its process number may be somebody else's by now.
        if kind.name in servers and kind.answers(servers[kind.name].url) is not None:
            stop_private(servers[kind.name])
            say(f"{kind.name}: stopped")
    STATE_FILE.unlink(missing_ok=True)
    return 0


def main(arguments: list[str]) -> int:
    """Parse the command line and act; returns the exit status."""
    parser = argparse.ArgumentParser(prog="services", description="MariaDB and Redis for tests.")
    parser.add_argument("--private", action="store_true", help="start private servers whatever answers already")
    parser.add_argument("action", choices=("run", "start", "stop"))
    parser.add_argument("command", nargs="*", help="for run, after --")
    options = parser.parse_args(arguments)
    if (options.action == "run") != bool(options.command):
        parser.error("`run -- COMMAND` takes a command; `start` and `stop` take none")
    for signum in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, _leave)
    try:
        if options.action == "run":
            return run(options.command, private=options.private)
        return start(private=options.private) if options.action == "start" else stop()
    except ServiceError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
