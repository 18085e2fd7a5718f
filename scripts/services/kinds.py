"""The kinds of server that the tests need: how each is recognised, and how a private one is made."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

SYSTEM_FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/opt/homebrew/bin", "/usr/local/bin")
ANSWER_TIMEOUT_S = 2.0


class ServiceError(Exception):
    """A server cannot be had; the message says what to do."""


@dataclass(frozen=True)
class Kind:
    """One kind of server: where it is looked for, and how a private one is made.

    ``answers`` takes a URL and returns the server's own words for its version, or None.
    ``command`` prepares a data folder and returns the command that serves it on a port.
    """

    name: str
    variable: str
    url_template: str
    standard_port: int
    answers: Callable[[str], str | None]
    command: Callable[[Path, int], list[str]]
    programs: tuple[tuple[str, ...], ...]
    apt_packages: tuple[str, ...]
    advice: str

    def url(self, port: int) -> str:
        """The address of such a server on this machine."""
        return self.url_template.format(port=port)


def find_program(names: tuple[str, ...]) -> str | None:
    """The first of several names for one program, on PATH or where systems keep their servers."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *SYSTEM_FOLDERS))
    return next((found for name in names if (found := shutil.which(name, path=path))), None)


def _require_program(names: tuple[str, ...]) -> str:
    program = find_program(names)
    if program is None:
        raise ServiceError(f"{names[0]} is not installed")
    return program


# The last is called by the second.
MARIADB_PROGRAMS = (("mariadbd", "mysqld"), ("mariadb-install-db", "mysql_install_db"), ("my_print_defaults",))
# CLIENT_PROTOCOL_41 | CLIENT_SECURE_CONNECTION | CLIENT_PLUGIN_AUTH
LOGIN_CAPABILITIES = 0x0200 | 0x8000 | 0x80000


def _read_packet(connection: socket.socket) -> bytes:
    header = _read_exactly(connection, 4)
    return _read_exactly(connection, int.from_bytes(header[:3], "little"))


def _read_exactly(connection: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        chunk = connection.recv(size - len(data))
        if not chunk:
            raise ConnectionError("closed")
        data += chunk
    return data


def mariadb_answers(url: str) -> str | None:
    """The version of the server at the URL if its user may enter without a password, else None.

    A login is tried and not only a connection: a server that asks for a password is of no use to the tests.
    A URL with a password is believed once the server greets: drivers do the rest.
    """
    parts = urlsplit(url)
    address = (parts.hostname or "127.0.0.1", parts.port or 3306)
    try:
        with socket.create_connection(address, timeout=ANSWER_TIMEOUT_S) as connection:
            connection.settimeout(ANSWER_TIMEOUT_S)
            greeting = _read_packet(connection)
            if greeting[0] != 10:
                return None
            version = greeting[1 : greeting.index(0, 1)].decode("ascii", "replace").removeprefix("5.5.5-")
            if parts.password:
                return version
            user = unquote(parts.username or "root").encode()
            login = LOGIN_CAPABILITIES.to_bytes(4, "little") + (1 << 24).to_bytes(4, "little") + bytes([45]) + bytes(23)
            login += user + b"\0" + b"\0" + b"mysql_native_password\0"
            connection.sendall(len(login).to_bytes(3, "little") + b"\x01" + login)
            reply = _read_packet(connection)
            if reply[0] == 0xFE:
                connection.sendall(b"\0\0\0\x03")
                reply = _read_packet(connection)
            return version if reply[0] == 0 else None
    except (OSError, ValueError, IndexError):
        return None


def mariadb_command(folder: Path, port: int) -> list[str]:
    """Make an empty MariaDB data folder; return the command that serves it."""
    server = _require_program(MARIADB_PROGRAMS[0])
    as_root = ["--user=root"] if os.geteuid() == 0 else []
    installed = subprocess.run(
        [
            _require_program(MARIADB_PROGRAMS[1]),
            "--no-defaults",
            *as_root,
            f"--datadir={folder / 'data'}",
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if installed.returncode != 0:
        raise ServiceError(f"MariaDB's data folder could not be made:\n{installed.stdout[-2000:]}")
    return [
        server,
        "--no-defaults",
        *as_root,
        f"--datadir={folder / 'data'}",
        f"--socket={folder / 's.sock'}",
        f"--pid-file={folder / 'pid'}",
        f"--port={port}",
        "--bind-address=127.0.0.1",
        "--skip-name-resolve",
        "--skip-log-bin",
        "--default-time-zone=+00:00",
        "--character-set-server=utf8mb4",
        "--max-connections=500",
    ]


REDIS_PROGRAMS = (("redis-server", "valkey-server"),)


def redis_answers(url: str) -> str | None:
    """The version of the Redis at the URL if it answers without a password (or a password is in the URL), else None."""
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "127.0.0.1", parts.port or 6379)
        with socket.create_connection(address, timeout=ANSWER_TIMEOUT_S) as connection:
            connection.settimeout(ANSWER_TIMEOUT_S)
            connection.sendall(b"*2\r\n$4\r\nINFO\r\n$6\r\nserver\r\n")
            reply = connection.recv(4096).decode("ascii", "replace")
    except (OSError, ValueError):
        return None
    if parts.password and reply.startswith("-NOAUTH"):
        return "password in the address"
    lines = (line.partition(":") for line in reply.splitlines())
    return next((value for key, _, value in lines if key == "redis_version"), None)


def redis_command(folder: Path, port: int) -> list[str]:
    """The command for a Redis that keeps nothing on disk."""
    server = _require_program(REDIS_PROGRAMS[0])
    return [
        server,
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        str(folder),
        "--save",
        "",
        "--appendonly",
        "no",
    ]


KINDS = (
    Kind(
        name="MariaDB",
        variable="TEST_MYSQL_URL",
        url_template="mysql+asyncmy://root@127.0.0.1:{port}",
        standard_port=3306,
        answers=mariadb_answers,
        command=mariadb_command,
        programs=MARIADB_PROGRAMS,
        apt_packages=("mariadb-server-core", "mariadb-client-core"),
        advice="apt-get install mariadb-server | dnf install mariadb-server | brew install mariadb",
    ),
    Kind(
        name="Redis",
        variable="TEST_REDIS_URL",
        url_template="redis://127.0.0.1:{port}/0",
        standard_port=6379,
        answers=redis_answers,
        command=redis_command,
        programs=REDIS_PROGRAMS,
        apt_packages=("redis-server",),
        advice="apt-get install redis-server | dnf install redis | brew install redis",
    ),
)
