"""What only the installed command shows: what it imports, how first starts meet, pipes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.timeflow.cli.commands import COMMAND, NOW, REVIEW, Person

FORBIDDEN = {
    "alembic", "aiohttp", "anthropic", "fastapi", "httpx", "httpx2", "openai", "prompt_toolkit", "redis", "requests",
    "starlette", "urllib3", "uvicorn", "websockets",
}  # fmt: skip
LISTING = """
import json, sys
from timeflow.cli.main import run
status = run(["agenda", "--json"])
print(json.dumps({"status": status, "modules": sorted(sys.modules)}))
"""


def test_the_agenda_loads_no_http_client_web_framework_or_migration_tool(person: Person) -> None:
    assert person.spawn("migrate").status == 0
    done = subprocess.run(
        [sys.executable, "-c", LISTING], env=person.environment(), capture_output=True, timeout=60, check=True
    )
    agenda, listing = map(json.loads, done.stdout.splitlines())
    assert (agenda, listing["status"]) == ({"items": []}, 0)
    assert FORBIDDEN.isdisjoint(name.partition(".")[0] for name in listing["modules"])
    assert {"timeflow.wiring", "timeflow.offline", "timeflow.timeexpr.service"}.isdisjoint(listing["modules"])


def test_two_first_starts_at_once_end_with_one_person(person: Person) -> None:
    running = [person.start("say", REVIEW, "--json", "--now", NOW) for _ in range(2)]
    printed = [json.loads(process.communicate(timeout=90)[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    waiting = person.at("pending", "--json").json()["cards"]
    assert {card["write_request_id"] for card in waiting} == {card["write_request_id"] for card in printed}
    assert person.at("confirm", printed[0]["write_request_id"], "--json").json()["status"] == "applied"


def test_two_confirms_at_once_write_once(person: Person) -> None:
    card_id = person.at("say", REVIEW, "--json").json()["write_request_id"]
    running = [person.start("confirm", card_id, "--json", "--now", NOW) for _ in range(2)]
    results = [json.loads(process.communicate(timeout=90)[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert [result["status"] for result in results] == ["applied", "applied"]
    assert sorted(result["replayed"] for result in results) == [False, True]
    assert len(person.at("agenda", "--json").json()["items"]) == 1


def test_a_dialogue_through_a_pipe(person: Person) -> None:
    done = person.spawn("chat", "--now", NOW, piped=f"{REVIEW}\ny\n\n明天有什么安排\n".encode())
    assert done.status == 0
    assert "“明天下午三点”" in done.out
    assert "✓ 已按卡片写入" in done.out
    assert [item["title"] for item in person.at("agenda", "--json").json()["items"]] == ["和王工评审接口"]


def test_bytes_that_are_no_text_are_refused_by_name(person: Person) -> None:
    done = person.spawn("chat", "--now", NOW, "--json", piped=b"\xff\xfe\n")
    assert done.json()["field_errors"][0]["field"] == "text"
    done = person.spawn("say", "\udcff", "--json", PYTHONUTF8="1")
    assert (done.status, done.json()["field_errors"][0]["field"]) == (1, "text")


def test_a_closed_pipe_ends_the_command_quietly(person: Person) -> None:
    process = person.start("schema")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(timeout=60) == 1
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize("command", ["say", "confirm", "edit", "undo", "choose", "chat", "agenda", "time"])
def test_help_teaches_by_example_in_both_languages(person: Person, command: str) -> None:
    assert f"timeflow {command}" in person.spawn(command, "--help").out.split("例子：")[1]
    english = person.spawn(command, "--help", TIMEFLOW_LOCALE="en").out
    assert f"timeflow {command}" in english.split("Examples:")[1]


def test_a_dialogue_through_a_pipe_fails_with_a_sentence_and_tells_what_waits(person: Person) -> None:
    done = person.spawn("chat", "--now", NOW, piped=f"把火星计划删掉\n{REVIEW}\n退出\n明天有什么安排\n".encode())
    assert done.status == 1
    assert "还有 1 张卡片等您决定：timeflow pending" in done.out
    assert "明天有什么安排" not in done.out


@pytest.mark.parametrize("after", ["", "说一句就好"], ids=["while loading", "while waiting"])
def test_an_interruption_ends_the_command_quietly(person: Person, after: str) -> None:
    process = subprocess.Popen(
        [COMMAND, "chat"],
        env=person.environment(PYTHONUNBUFFERED="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    if after:
        assert after in process.stdout.readline().decode()
    else:
        wait_until_python_runs(process.pid)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def wait_until_python_runs(pid: int) -> None:
    """Until the program's own modules are being read, which is when its handlers are in place."""
    mapped = Path(f"/proc/{pid}/maps")
    while "pydantic_core" not in mapped.read_text():
        time.sleep(0.01)
