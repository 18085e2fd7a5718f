"""Every option and argument, wrongly used: the field is named, the exit status says whose fault it is, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.timeflow.cli.commands import REVIEW, Person
from timeflow.cli import dialogue_commands

UNKNOWN = "01900000-0000-7000-8000-000000000000"
HASH = f"sha256:{'a' * 64}"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["say"], "TEXT"),
        (["say", "a", "b"], "timeflow"),
        (["say", REVIEW, "--nothing"], "--nothing"),
        (["say", REVIEW, "--now", "tomorrow"], "--now"),
        (["say", REVIEW, "--now", "9999-12-31T23:59:59"], "--now"),
        (["say", REVIEW, "--now", "0001-01-01T00:00:00+14:00"], "--now"),
        (["say", REVIEW, "--now", ""], "--now"),
        (["say", REVIEW, "--tz", "Mars/Olympus"], "--tz"),
        (["say", REVIEW, "--tz", "../../etc/passwd"], "--tz"),
        (["say", REVIEW, "--tz", "\x00"], "--tz"),
        (["say", REVIEW, "--tz", ""], "--tz"),
        (["confirm"], "ID"),
        (["confirm", UNKNOWN, "--hash", "sha256:ABC"], "--hash"),
        (["confirm", UNKNOWN, "--only", "C0"], "--only"),
        (["confirm", UNKNOWN, "--only", ""], "--only"),
        (["confirm", UNKNOWN, "--only", "C1,C1"], "--only"),
        (["confirm", UNKNOWN, "--only", ",".join(f"C{place}" for place in range(1, 5000))], "--only"),
        (["confirm", UNKNOWN, "--count", "many"], "--count"),
        (["confirm", UNKNOWN, "--count", "0"], "--count"),
        (["edit", UNKNOWN], "[CHANGE.]FIELD=VALUE..."),
        (["edit", UNKNOWN, "title"], "FIELD=VALUE"),
        (["edit", UNKNOWN, "C0.title=x"], "FIELD=VALUE"),
        (["edit", UNKNOWN, "title=a", "title=b"], "title"),
        (["edit", UNKNOWN, "title=a", "标题=b"], "title"),
        (["choose", UNKNOWN], "N"),
        (["choose", UNKNOWN, "first"], "N"),
        (["choose", UNKNOWN, "0"], "N"),
        (["agenda", "--from", "当然"], "--from"),
        (["agenda", "--from", "9999-12-31"], "--from"),
        (["agenda", "--from", "2026-02-30"], "--from"),
        (["agenda", "--to", "x" * 5000], "--to"),
        (["agenda", "--from", "2026-12-02", "--to", "2026-12-01"], "--to"),
        (["time"], "TEXT"),
        (["time", "明天", "--batch", "cases.jsonl"], "TEXT"),
        (["time", "--batch", "/nowhere/cases.jsonl"], "--batch"),
        (["parse", "--batch", "/"], "--batch"),
        (["dance"], "timeflow"),
    ],
)
def test_wrong_usage_names_the_field_and_exits_2(person: Person, arguments: list[str], field: str) -> None:
    done = person.run(*arguments, "--json")
    error = done.json()
    assert (done.status, error["type"], error["reason_code"]) == (2, "error", "WRONG_USAGE")
    assert error["field_errors"][0]["field"] == field
    assert error["field_errors"][0]["message"]

    told = person.run(*arguments)
    assert (told.status, told.out) == (2, "")
    assert field in told.err
    assert not person.folder.joinpath("timeflow.log").exists()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["say", ""], None),
        (["say", "嗯" * 5000], "text"),
        (["say", "明天\x00开会"], "text"),
        (["say", "明天\udcff开会"], "text"),
        (["time", "嗯" * 5000], "text"),
        (["parse", "明天\x00"], "text"),
        (["confirm", UNKNOWN], "ID"),
        (["confirm", "zz"], "ID"),
        (["confirm", UNKNOWN, "--hash", HASH], None),
        (["reject", UNKNOWN], "ID"),
        (["edit", UNKNOWN, "title=x"], None),
        (["edit", UNKNOWN, "title=\x00"], "title"),
        (["undo"], None),
        (["undo", UNKNOWN], None),
        (["choose", UNKNOWN, "1"], None),
        (["cancel", UNKNOWN], None),
        (["cancel", "\x1b[31m"], "ID"),
    ],
)
def test_what_is_refused_exits_1_and_writes_nothing(person: Person, arguments: list[str], field: str | None) -> None:
    done = person.at(*arguments, "--json")
    error = done.json()
    assert (done.status, error["type"]) == (1, "error")
    assert error["message"]
    if field is not None:
        assert error["field_errors"][0]["field"] == field
    assert person.at("agenda", "--json").json() == {"items": []}

    told = person.at(*arguments)
    assert told.status == 1
    assert "\x1b" not in told.out + told.err


def test_a_bad_setting_is_named_and_its_value_is_not(person: Person) -> None:
    person.folder.mkdir()
    (person.folder / "timeflow.toml").write_text('[turn]\ndeadline_ms = "s3cret"\n[databse]\nurl = "x"\n', "utf-8")
    done = person.run("agenda", "--json")
    assert done.status == 1
    assert done.json()["reason_code"] == "CONFIG_ERROR"
    assert {one["field"] for one in done.json()["field_errors"]} == {"turn.deadline_ms", "databse"}
    assert "s3cret" not in done.out


@pytest.mark.parametrize("command", [["agenda"], ["say", REVIEW], ["pending"], ["migrate"]])
def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").touch()
    done = Person(tmp_path / "file").run(*command, "--json")
    assert done.status == 1
    assert done.json()["reason_code"] in {"CONFIG_ERROR", "DATABASE_UNAVAILABLE"}


def test_a_database_that_is_none_is_refused(person: Person) -> None:
    person.folder.mkdir()
    (person.folder / "timeflow.db").write_bytes(b"not a database" * 1000)
    done = person.run("agenda", "--json")
    assert (done.status, done.json()["reason_code"]) == (1, "DATABASE_UNAVAILABLE")


def test_a_damaged_memory_of_what_was_shown_is_an_empty_one(person: Person) -> None:
    card = person.at("say", REVIEW, "--json").json()
    (person.folder / "shown.json").write_text('{"entries": 1', "utf-8")
    assert person.at("confirm", card["write_request_id"], "--json").json()["reason_code"] == "CARD_NOT_SHOWN"


def test_an_unforeseen_failure_tells_no_details_and_logs_no_content(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("秘密客户")

    monkeypatch.setattr(dialogue_commands, "say", fail)
    done = person.at("say", REVIEW, "--json")
    assert (done.status, done.json()["reason_code"]) == (1, "INTERNAL_ERROR")
    log = (person.folder / "timeflow.log").read_text("utf-8")
    assert "RuntimeError" in log
    assert "秘密" not in done.out + done.err + log
    assert (person.folder / "timeflow.log").stat().st_mode & 0o077 == 0


def test_what_is_displayed_cannot_act_on_the_terminal(person: Person) -> None:
    card = person.at("say", "明天上午十点和\x1b[31m红色\u202e客户[bold]开会[/bold]，一小时")
    assert card.status == 0
    assert "\x1b" not in card.out
    assert "\u202e" not in card.out
    assert "[bold]" in card.out
    printed = person.at("pending", "--json").out
    assert "\u202e" not in printed
    assert json.loads(printed)["cards"]
