"""Private servers: installed where they may be, started on a free port, ended with their data."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .kinds import Kind, ServiceError, find_program

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 20.0


@dataclass(frozen=True)
class PrivateServer:
    """A server that we started: enough to find it and to end it again."""

    url: str
    pid: int
    folder: str


def ensure_installed(kind: Kind) -> None:
    """Install the programs of a kind of server where they are missing and apt-get may do so.

    Raises:
        ServiceError: they are missing and cannot be installed; the message names the packages.
    """
    if all(find_program(names) for names in kind.programs):
        return
    apt_get = shutil.which("apt-get")
    if apt_get is not None and os.geteuid() == 0:
        say(f"{kind.name} is not installed: apt-get install {' '.join(kind.apt_packages)}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = [apt_get, "install", "-y", "-qq", "--no-install-recommends", *kind.apt_packages]
        for command in ([apt_get, "update", "-qq"], install):
            subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        if all(find_program(names) for names in kind.programs):
            return
    raise ServiceError(
        f"The tests need {kind.name}: none answers at {kind.url(kind.standard_port)}, none is installed, and it "
        f"cannot be installed from here.\nInstall it ({kind.advice})\nor name a running one in {kind.variable}."
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_private(kind: Kind) -> PrivateServer:
    """Start a private server and wait until it answers.

    Raises:
        ServiceError: it ended or did not answer within ``START_TIMEOUT_S``; nothing of it stays behind.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"timeflow-{kind.name.lower()}-"))
    try:
        port = _free_port()
        server = PrivateServer(kind.url(port), _spawn(kind.command(folder, port), folder / "log"), str(folder))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    try:
        version = _wait_for_answer(kind, server)
    except BaseException:
        stop_private(server)
        raise
    say(f"{kind.name} {version}: private, on port {port}")
    return server


def _spawn(command: list[str], log: Path) -> int:
    """Start a process that may outlive this one; returns its number."""
    output = (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    no_input = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
    # A process group of its own: Ctrl-C ends the tests first, which still need the server to clean up.
    return os.posix_spawnp(
        command[0],
        command,
        os.environ,
        file_actions=[no_input, output, (os.POSIX_SPAWN_DUP2, 1, 2)],
        setpgroup=0,
        setsigmask=[],
    )


def _wait_for_answer(kind: Kind, server: PrivateServer) -> str:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and _is_running(server.pid):
        version = kind.answers(server.url)
        if version is not None:
            return version
        time.sleep(0.05)
    last_words = (Path(server.folder) / "log").read_text("utf-8", "replace")[-2000:]
    raise ServiceError(f"A private {kind.name} did not start. Its last words:\n{last_words}")


def stop_private(server: PrivateServer) -> None:
    """End a server that ``start_private`` started and remove its data; harmless if it is gone already."""
    try:
        os.kill(server.pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_TIMEOUT_S
        while _is_running(server.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        if _is_running(server.pid):
            os.kill(server.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    shutil.rmtree(server.folder, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        # Reaps our own child; one that an earlier process left has another parent, and is only looked at.
        return os.waitpid(pid, os.WNOHANG)[0] == 0
    except ChildProcessError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True


def say(message: str) -> None:
    """Tell the person, beside the output that programs read."""
    sys.stderr.write(f"{message}\n")
