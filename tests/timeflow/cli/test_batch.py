from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.timeflow.cli.commands import Person


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_every_line_is_answered_in_order_with_its_own_reference_and_zone(person: Person, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text(
        '{"id": "a", "text": "明天早上8点", "reference": "2024-03-24T10:00:00", "timezone": "Asia/Shanghai"}\n'
        "\n"
        '{"id": 2, "text": "明天", "reference": "2026-12-01T20:00:00Z", "timezone": "America/New_York", "expect": {}}\n'
        '{"text": "tomorrow at 5pm"}\n',
        "utf-8",
    )
    done = person.at("time", "--batch", str(cases))
    assert done.status == 0
    first, second, third = lines(done.out)
    assert (first["id"], first["timezone"]) == ("a", "Asia/Shanghai")
    assert first["expressions"][0]["start"] == "2024-03-25T08:00:00"
    assert (second["id"], second["timezone"]) == (2, "America/New_York")
    assert second["expressions"][0]["start"] == "2026-12-02"
    assert (third["id"], third["expressions"][0]["start"]) == (None, "2026-12-02T17:00:00")


@pytest.mark.parametrize("command", ["time", "parse"])
def test_a_bad_line_is_an_error_in_its_place(person: Person, tmp_path: Path, command: str) -> None:
    cases = tmp_path / "cases.jsonl"
    bad = [
        b"not json",
        b"[1]",
        b'{"id": "no-text"}',
        b'{"id": "typed", "text": 3}',
        b'{"id": "zone", "text": "x", "timezone": "Mars/X"}',
        b'{"id": "time", "text": "x", "reference": "yesterday"}',
        b'{"id": "long", "text": "' + b"x" * 5000 + b'"}',
        b'{"id": "nul", "text": "a\\u0000b"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": "huge", "text": "' + b"x" * 2_000_000 + b'"}',
    ]
    good = '{"id": "good", "text": "明天下午三点开会"}'.encode()
    cases.write_bytes(b"\n".join([*bad, good]))
    done = person.at(command, "--batch", str(cases), "--json")
    assert done.status == 1
    answers = lines(done.out)
    assert len(answers) == len(bad) + 1
    assert [answer["type"] for answer in answers[:-1]] == ["error"] * len(bad)
    assert [answer["id"] for answer in answers[2:8]] == ["no-text", "typed", "zone", "time", "long", "nul"]
    assert [answer["field_errors"][0]["field"] for answer in answers[2:8]] == [
        "text", "text", "timezone", "reference", "text", "text",
    ]  # fmt: skip
    assert answers[-1]["id"] == "good"
    assert "type" not in answers[-1]


def test_parse_answers_what_perception_answers(person: Person, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"id": "1", "text": "明天下午三点和王工评审接口，一小时"}\n', "utf-8")
    [answer] = lines(person.at("parse", "--batch", str(cases)).out)
    alone = person.at("parse", "明天下午三点和王工评审接口，一小时", "--json").json()
    assert answer.pop("id") == "1"
    for one in (answer, alone):
        one["decision"].pop("trace_id")
    assert answer == alone
