"""The project's own sentences, Chinese and English: each must be understood as its case says."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.understanding import CASES, Case, cases, misses, offline_perception, understood

ALL_CASES = cases(CASES)


def test_there_are_enough_cases_in_both_languages_and_none_twice() -> None:
    chinese = [case for case in ALL_CASES if case.locale == "zh-CN"]
    assert len(chinese) >= 200
    assert len(ALL_CASES) - len(chinese) >= 60
    assert len({case.text for case in ALL_CASES}) == len(ALL_CASES)
    assert len({case.case_id for case in ALL_CASES}) == len(ALL_CASES)


@pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.case_id)
async def test_sentence(case: Case) -> None:
    assert misses(case, await understood(offline_perception(), case)) == {}


def test_a_case_that_expects_something_else_is_a_miss(tmp_path: Path) -> None:
    line = '{"id": "x", "text": "买牛奶", "expect": {"operation": "delete"}}'
    (tmp_path / "one.jsonl").write_text(line, encoding="utf-8")
    (case,) = cases(tmp_path)
    assert misses(case, {"operation": "create"}) == {"operation": ("delete", "create")}
