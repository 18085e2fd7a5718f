"""Score time expressions against the public cases: ``python evals/time.py recognizers-zh [--show]``.

Prints one line with the number and share of right cases; ``--show`` also prints each wrong one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from timeflow.timeexpr import TimeContext, expression_view, find_expressions

SHARED = Path(__file__).resolve().parents[2] / "shared" / "evals"


def predictions(cases: Path) -> list[str]:
    """One JSON line of expressions for each case of the file."""
    lines = []
    for line in cases.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        context = TimeContext(
            reference=datetime.fromisoformat(case["reference"]),
            timezone=case.get("timezone", "Asia/Shanghai"),
            locale="en" if "-en" in cases.stem else "zh-CN",
        )
        found = [expression_view(e) for e in find_expressions(case["text"], context)]
        lines.append(json.dumps({"id": case["id"], "timezone": context.timezone, "expressions": found}))
    return lines


def score(name: str, *options: str) -> str:
    """What the scorer prints for the cases named, e.g. ``cases-zh``."""
    cases = SHARED / f"{name}.jsonl"
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "predictions.jsonl"
        written.write_text("\n".join(predictions(cases)), encoding="utf-8")
        command = [sys.executable, str(SHARED / "score_time.py"), str(cases), str(written), *options]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Print the score of one file of cases."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("cases", help="cases-zh, recognizers-zh or recognizers-en")
    arguments.add_argument("--show", action="store_true", help="print every wrong case")
    chosen = arguments.parse_args()
    if not SHARED.is_dir():
        sys.exit("the public cases are not beside this repository (../shared/evals)")
    sys.stdout.write(score(chosen.cases, *(["--show"] if chosen.show else [])))


if __name__ == "__main__":
    main()
