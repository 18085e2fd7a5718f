"""What the READMEs say is what happens: their tour and their programs are run word for word."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.tour import READMES, ROOT, TOUR_SECONDS, Step, run_tour, told, tour_of, written_anew
from timeflow.settings import load_settings

_FENCE = r"^```{language}\n(.*?)^```$"


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _blocks(name: str, language: str) -> list[str]:
    found: list[str] = re.findall(_FENCE.format(language=language), _text(name), re.MULTILINE | re.DOTALL)
    return found


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Step], list[int]]:
    """The tour, run once: both READMEs have the same."""
    commands = [step.command for step in tour_of(_text(READMES[0]))]
    return run_tour(commands, {"TMPDIR": str(tmp_path_factory.mktemp("tour"))})


@pytest.mark.timeout(TOUR_SECONDS + 20)
@pytest.mark.parametrize("name", READMES)
def test_the_tour_prints_what_the_readme_says(name: str, replayed: tuple[list[Step], list[int]]) -> None:
    ran, statuses = replayed
    assert statuses == [0] * len(ran)
    for said, done in zip(tour_of(_text(name)), ran, strict=True):
        assert told(said) == told(done), said.command


def test_only_the_owner_can_read_the_data_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    commands = [
        "umask 000",
        f"export TIMEFLOW_HOME={home}",
        "timeflow say 明天下午三点开会 --now 2026-12-01T10:00",
        "timeflow say 好 --now 2026-12-01T10:00",
    ]
    _, statuses = run_tour(commands, {})
    assert statuses == [0, 0, 0, 0]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}
    assert {"timeflow.db", "user", "shown.json"} <= files.keys()
    assert [name for name, mode in files.items() if mode & 0o077 and not name.endswith(".lock")] == []


def test_both_readmes_have_the_same_commands_and_programs() -> None:
    english, chinese = (tour_of(_text(name)) for name in READMES)
    assert [step.command for step in english] == [step.command for step in chinese]
    for language in ("python", "sh"):
        english_code, chinese_code = (
            [re.sub(r" *#.*", "", block) for block in _blocks(name, language)] for name in READMES
        )
        assert english_code == chinese_code
    assert len(english) > 10


@pytest.mark.parametrize("name", READMES)
def test_the_programs_run_and_print_what_stands_beside(name: str, tmp_path: Path) -> None:
    blocks = _blocks(name, "python")
    assert len(blocks) == 2
    for number, block in enumerate(blocks):
        home = tmp_path / str(number)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("TIMEFLOW_")}
        ended = subprocess.run(
            [sys.executable, "-W", "error", "-c", block],
            env={**environment, "TIMEFLOW_HOME": str(home)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            timeout=60,
        )
        assert ended.stdout.splitlines() == re.findall(r"^ *print\(.*\)  # (.*)$", block, re.MULTILINE)


@pytest.mark.parametrize("name", READMES)
def test_the_configuration_is_accepted(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = _blocks(name, "toml")
    file = tmp_path / "timeflow.toml"
    file.write_text(block, encoding="utf-8")
    monkeypatch.setenv("TIMEFLOW_HOME", str(tmp_path))
    given = tomllib.loads(block)
    settings = load_settings(file)
    assert settings.profile.default_minutes == given["profile"]["default_minutes"]
    assert settings.database_url == given["database"]["url"]


def test_writing_the_tour_anew_changes_what_is_said_alone() -> None:
    document = "a\n```console\n$ one\nold\n$ two\n```\nb\n```console\n$ three\n  编号 01ab23\n```\n"
    steps = [Step("one", ("new", "")), Step("two", ()), Step("three", ("  编号 45cd67",))]
    written = "a\n```console\n$ one\nnew\n\n$ two\n```\nb\n```console\n$ three\n  编号 01ab23\n```\n"
    assert written_anew(document, steps) == written
    assert tour_of(written) == (*steps[:2], Step("three", ("  编号 01ab23",)))
