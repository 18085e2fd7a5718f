"""Sentences of every kind, in the form of the public scorer's ``expect``: ``cases/*.jsonl``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from timeflow.timeexpr import TimeContext, expression_view, find_expressions
from timeflow.timeexpr.view import JsonValue

CASES = Path(__file__).parent / "cases"


class Expect(TypedDict, total=False):
    """One of: none, ambiguous, a length, a rule (with its first occurrence), a start, an end, or both."""

    none: bool
    ambiguous: bool
    duration_seconds: int
    recurrence: str
    start: str | None
    end: str


class Case(TypedDict):
    """A sentence said at a moment in a zone."""

    id: str
    text: str
    reference: str
    timezone: str
    locale: NotRequired[Literal["zh-CN", "en"]]
    expect: Expect


def _cases() -> list[Case]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return [json.loads(line) for line in lines]


def _found(case: Case) -> list[Mapping[str, JsonValue]]:
    reference = datetime.fromisoformat(case["reference"])
    context = TimeContext(reference, case["timezone"], locale=case.get("locale", "zh-CN"))
    return [expression_view(found) for found in find_expressions(case["text"], context)]


def _rule(parts: JsonValue) -> set[str]:
    return set(str(parts).split(";"))


def _same(told: JsonValue, wanted: str | None) -> bool:
    """A date stands for any time on it."""
    if wanted is None or told is None:
        return wanted is told
    return str(told)[: len(wanted)] == wanted


def _meets(found: Mapping[str, JsonValue], want: Expect) -> bool:
    if "ambiguous" in want:
        readings = found["readings"]
        return bool(found["ambiguous"]) and isinstance(readings, list) and len(readings) > 1
    if found["ambiguous"]:
        return False
    if "duration_seconds" in want:
        return found["duration_seconds"] == want["duration_seconds"]
    if "recurrence" in want and _rule(found["recurrence"]) != _rule(want["recurrence"]):
        return False
    return ("start" not in want or _same(found["start"], want["start"])) and (
        "end" not in want or _same(found["end"], want["end"])
    )


@pytest.mark.parametrize("case", _cases(), ids=lambda case: case["id"])
def test_a_sentence_means_what_people_mean_by_it(case: Case) -> None:
    found = _found(case)
    want = case["expect"]
    assert not found if "none" in want else any(_meets(one, want) for one in found), (case["text"], found)
