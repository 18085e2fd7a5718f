"""Score time expressions against the public cases: ``python evals/time.py recognizers-zh [--show]``.

Prints one line with the number and share of right cases; ``--show`` also prints each wrong one as JSON.
"""

from __future__ import annotations

import argparse
import json
import runpy
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypedDict, cast

from timeflow.timeexpr import TimeContext, expression_view, find_expressions
from timeflow.timeexpr.view import JsonValue

SHARED = Path(__file__).resolve().parents[2] / "shared" / "evals"
"""The public cases and their scorer; they are not part of the repository."""


class Case(TypedDict):
    """The fields of a case that this program reads."""

    id: str
    text: str
    reference: str


@dataclass(frozen=True, slots=True)
class Score:
    """How many cases there are, and those that came out wrong with what was found instead."""

    total: int
    wrong: list[tuple[Case, list[dict[str, JsonValue]]]]

    @property
    def right(self) -> int:
        """The number of cases that came out right."""
        return self.total - len(self.wrong)


def score(name: str) -> Score:
    """Score one file of cases, e.g. ``cases-zh``, with the public scorer. Raises ``OSError`` where it is absent."""
    scorer = runpy.run_path(str(SHARED / "score_time.py"))
    is_right = cast("Callable[[Case, list[dict[str, JsonValue]]], bool]", scorer["right"])
    lines = (SHARED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [cast("Case", json.loads(line)) for line in lines if line.strip()]
    answered = [(case, _found(case, english="-en" in name)) for case in cases]
    return Score(len(cases), [(case, found) for case, found in answered if not is_right(case, found)])


def _found(case: Case, *, english: bool) -> list[dict[str, JsonValue]]:
    context = TimeContext(
        reference=datetime.fromisoformat(case["reference"]),
        timezone="Asia/Shanghai",
        locale="en" if english else "zh-CN",
    )
    return [expression_view(found) for found in find_expressions(case["text"], context)]


def main() -> None:
    """Print the score of one file of cases."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("cases", help="cases-zh, recognizers-zh or recognizers-en")
    arguments.add_argument("--show", action="store_true", help="print every wrong case")
    chosen = arguments.parse_args()
    if not SHARED.is_dir():
        sys.exit("the public cases are not beside this repository (../shared/evals)")
    result = score(chosen.cases)
    for case, got in result.wrong if chosen.show else []:
        sys.stdout.write(json.dumps({"case": case, "got": got}, ensure_ascii=False) + "\n")
    sys.stdout.write(f"{result.right} of {result.total} right ({100 * result.right / result.total:.1f} %)\n")


if __name__ == "__main__":
    main()
