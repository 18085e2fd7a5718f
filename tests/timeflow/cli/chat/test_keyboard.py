"""A dialogue at a terminal: single keys, no line to finish."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.timeflow.cli.commands import COMMAND, NOW, REVIEW, Person

pytestmark = pytest.mark.timeout(180)


class Terminal:
    """The other end of a terminal in which `timeflow chat` runs."""

    def __init__(self, person: Person) -> None:
        self._near, far = pty.openpty()
        variables = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            [COMMAND, "chat", "--now", NOW],
            env=person.environment(**variables),
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
        )
        os.close(far)
        os.set_blocking(self._near, False)
        self.seen = ""

    def press(self, keys: str) -> None:
        """Type, as a person does: at once, and without a pause."""
        os.write(self._near, keys.encode())

    def wait_for(self, words: str) -> None:
        """Read until the screen has shown ``words`` since the last wait."""
        for _ in range(600):
            self._read()
            _, found, after = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.seen).partition(words)
            if found:
                self.seen = after
                return
            time.sleep(0.1)
        raise AssertionError(f"{words!r} never came: {self.seen!r}")

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        os.close(self._near)

    def _read(self) -> None:
        try:
            self.seen += os.read(self._near, 65_536).decode(errors="replace")
        except (BlockingIOError, OSError):
            return


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    opened = Terminal(Person(tmp_path))
    yield opened
    opened.close()


def test_one_key_confirms_another_rejects_and_control_d_leaves(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("›")
    terminal.press(f"{REVIEW}\r")
    terminal.wait_for("y/回车")
    terminal.press("y")
    terminal.wait_for("✓ 已按卡片写入")
    terminal.wait_for("›")
    terminal.press("把和王工评审接口删掉\r")
    terminal.wait_for("y/回车")
    terminal.press("n")
    terminal.wait_for("好，什么都没有写")
    terminal.wait_for("›")
    terminal.press("\x04")
    assert terminal.process.wait(timeout=60) == 0
    items = Person(tmp_path).at("agenda", "--json").json()["items"]
    assert [item["title"] for item in items] == ["和王工评审接口"]
