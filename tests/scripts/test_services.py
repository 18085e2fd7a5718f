"""The four ways to a server, each on a real one; only apt-get is a stand-in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.services import __main__ as commands
from scripts.services.kinds import KINDS, Kind, ServiceError, find_program
from scripts.services.private import PrivateServer, ensure_installed, start_private, stop_private
from tests.support.services import mysql_server_url, redis_server_url

ROOT = Path(__file__).resolve().parents[2]
MARIADB, REDIS = KINDS
PRINT_URLS = (
    "import json, os; print(json.dumps([os.environ['TEST_MYSQL_URL'], os.environ['TEST_REDIS_URL']]), flush=True)"
)


@pytest.fixture(autouse=True)
def temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where private servers keep their data in these tests; also for the programs that they start."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(commands, "STATE_FILE", tmp_path / "state" / "state.json")
    return tmp_path


def _servers_left(folder: Path) -> list[Path]:
    return list(folder.glob("timeflow-*"))


# --- What answers already


def test_a_named_server_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    url = redis_server_url()
    monkeypatch.setenv("TEST_REDIS_URL", url)
    assert commands.find_running(REDIS, {}, private=False) == url


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_named_server_that_does_not_answer_is_an_error(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kind.variable, kind.url(1))
    with pytest.raises(ServiceError, match=kind.variable):
        commands.find_running(kind, {}, private=False)


def test_what_answers_at_the_standard_port_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, port in ((MARIADB, mysql_server_url().port or 3306), (REDIS, int(redis_server_url().split(":")[2][:-2]))):
        monkeypatch.delenv(kind.variable, raising=False)
        assert commands.find_running(replace(kind, standard_port=port), {}, private=False) == kind.url(port)
        assert commands.find_running(replace(kind, standard_port=1), {}, private=False) is None


def test_a_mariadb_that_refuses_the_user_does_not_count() -> None:
    server = mysql_server_url()
    assert MARIADB.answers(str(server.set(username="timeflow_test_nobody"))) is None


def test_a_redis_that_wants_a_password_does_not_count() -> None:
    locked = replace(REDIS, command=lambda folder, port: [*REDIS.command(folder, port), "--requirepass", "x"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scripts.services.private.START_TIMEOUT_S", 1.0)
        with pytest.raises(ServiceError, match="did not start"):
            start_private(locked)


# --- Private servers


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_private_server_answers_and_leaves_nothing_behind(kind: Kind, temporary_folder: Path) -> None:
    server = start_private(kind)
    try:
        assert kind.answers(server.url)
        assert _servers_left(temporary_folder) == [Path(server.folder)]
    finally:
        stop_private(server)
    assert kind.answers(server.url) is None
    assert _servers_left(temporary_folder) == []
    stop_private(server)


def test_a_private_server_that_does_not_start_tells_its_last_words(temporary_folder: Path) -> None:
    broken = replace(REDIS, command=lambda _folder, _port: ["sh", "-c", "echo no such luck; exit 1"])
    with pytest.raises(ServiceError, match="no such luck"):
        start_private(broken)
    assert _servers_left(temporary_folder) == []


def _run(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "scripts.services", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def test_run_hands_on_addresses_and_exit_status_and_then_stops_its_servers(temporary_folder: Path) -> None:
    process = _run("--private", "run", "--", sys.executable, "-c", f"{PRINT_URLS}; raise SystemExit(7)")
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 7
    for kind, url in zip(KINDS, json.loads(output), strict=True):
        assert url != kind.url(kind.standard_port)
        assert kind.answers(url) is None
    assert _servers_left(temporary_folder) == []


def test_a_run_that_is_terminated_stops_its_command_and_its_servers(temporary_folder: Path) -> None:
    process = _run("--private", "run", "--", sys.executable, "-c", f"{PRINT_URLS}; import time; time.sleep(60)")
    assert process.stdout is not None
    urls = json.loads(process.stdout.readline())
    assert all(kind.answers(url) for kind, url in zip(KINDS, urls, strict=True))
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert [kind.answers(url) for kind, url in zip(KINDS, urls, strict=True)] == [None, None]
    assert _servers_left(temporary_folder) == []


def test_started_servers_stay_and_are_found_again_until_stopped(
    capsys: pytest.CaptureFixture[str], temporary_folder: Path
) -> None:
    assert commands.main(["--private", "start"]) == 0
    try:
        first = capsys.readouterr().out
        assert commands.main(["--private", "start"]) == 0
        assert capsys.readouterr().out == first
        urls = [line.partition("=")[2] for line in first.splitlines()]
        assert all(kind.answers(url) for kind, url in zip(KINDS, urls, strict=True))
    finally:
        assert commands.main(["stop"]) == 0
    assert _servers_left(temporary_folder) == []


def test_stopping_does_not_touch_a_process_that_took_over_a_number() -> None:
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        gone = PrivateServer(url=REDIS.url(1), pid=bystander.pid, folder="/nonexistent")
        commands.STATE_FILE.parent.mkdir()
        commands.STATE_FILE.write_text(json.dumps({"Redis": vars(gone)}), "utf-8")
        assert commands.main(["stop"]) == 0
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


# --- Installing


def _programs(folder: Path, apt_get: str | None, monkeypatch: pytest.MonkeyPatch) -> Kind:
    """A kind whose server is not installed, on a machine with this apt-get and nothing else."""
    if apt_get is not None:
        (folder / "apt-get").write_text(f"#!/bin/sh\n{apt_get}\n", "utf-8")
        (folder / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return replace(REDIS, programs=(("timeflow-test-server",),))


def test_an_installed_server_is_not_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = replace(REDIS, programs=((Path(sys.executable).name,),))
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    ensure_installed(installed)
    assert find_program(installed.programs[0]) == sys.executable


def test_root_with_apt_installs_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = tmp_path / "timeflow-test-server"
    script = f'echo "$@" >>{tmp_path}/calls; if [ "$1" = install ]; then echo >{server}; /bin/chmod +x {server}; fi'
    missing = _programs(tmp_path, script, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    ensure_installed(missing)
    calls = (tmp_path / "calls").read_text("utf-8").splitlines()
    assert calls == ["update -qq", "install -y -qq --no-install-recommends redis-server"]


@pytest.mark.parametrize(("apt_get", "user"), [(None, 0), ("exit 0", 1000), ("exit 100", 0)])
def test_where_it_may_not_install_it_says_what_to_install(
    apt_get: str | None, user: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = _programs(tmp_path, apt_get, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    with pytest.raises(ServiceError, match=r"(?s)tests need Redis.*apt-get install redis-server.*TEST_REDIS_URL"):
        ensure_installed(missing)


def test_a_server_that_cannot_be_had_fails_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TEST_MYSQL_URL", MARIADB.url(1))
    assert commands.main(["run", "--", "true"]) == 1
    assert "TEST_MYSQL_URL" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["run"], ["start", "true"], ["restart"]])
def test_wrong_usage_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_status:
        commands.main(arguments)
    assert exit_status.value.code == 2
