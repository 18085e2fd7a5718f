"""CPU time to find and resolve the times of a sentence, beside jionlp, and of a long text."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Final

from bench.sections import Row, Section, percentile
from bench.sentences import SENTENCES
from timeflow.timeexpr import TimeContext, find_expressions

LONG_TEXTS: Final = (1000, 4000)
"""Characters; the second shows that time grows with the length and no faster."""

LIMIT_MS: Final = 50
"""For 1,000 characters."""

_ROUNDS: Final = 15
_REFERENCE: Final = datetime(2026, 12, 1, 10)  # noqa: DTZ001 - a local time
_CONTEXT: Final = TimeContext(_REFERENCE, "Asia/Shanghai")
_ROOT: Final = Path(__file__).resolve().parents[1]
_CHILD: Final = Path(__file__).with_name("jionlp_child.py")
_CHILD_PYTHON: Final = _ROOT / ".venv-bench/bin/python"


def measure() -> list[Section]:
    """The median of each sentence over all rounds, and a long text."""
    ours = [_median_of(sentence) for sentence in SENTENCES]
    rows = [_row("timeexpr", ours, ours)]
    theirs = _jionlp()
    if theirs is not None:
        rows.append(_row("jionlp", theirs, ours))
    long_rows = tuple(_long_row(characters) for characters in LONG_TEXTS)
    title = f"Times of a sentence, over {len(SENTENCES)} sentences, in microseconds of CPU time"
    return [
        Section("time_expressions", title, tuple(rows)),
        Section("long_text", "Times of a long text, in milliseconds of CPU time", long_rows),
    ]


def _long_row(characters: int) -> Row:
    sentences = "，".join(SENTENCES)
    text = (sentences * (characters // len(sentences) + 1))[:characters]
    return {"characters": characters, "median_ms": _median_of(text) / 1000, "limit_ms": LIMIT_MS * characters // 1000}


def _median_of(text: str) -> float:
    """Microseconds."""
    spent = []
    for _ in range(_ROUNDS + 1):
        begun = time.process_time()
        find_expressions(text, _CONTEXT)
        spent.append((time.process_time() - begun) * 1e6)
    return median(spent[1:])


def _jionlp() -> list[float] | None:
    if not _CHILD_PYTHON.exists():
        sys.stderr.write("jionlp is not measured: `make bench` installs it.\n")
        return None
    asked = {"sentences": SENTENCES, "rounds": _ROUNDS, "reference": _REFERENCE.isoformat()}
    child = subprocess.run(  # noqa: S603
        [_CHILD_PYTHON, "-W", "ignore", _CHILD],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    if child.returncode:
        raise RuntimeError(f"jionlp could not be measured: {child.stderr[-500:]}")
    medians: list[float] = json.loads(child.stdout)
    return medians


def _row(name: str, spent: list[float], ours: list[float]) -> Row:
    mean = sum(spent) / len(spent)
    return {
        "library": name,
        "mean_us": mean,
        "p50_us": percentile(spent, 0.5),
        "p95_us": percentile(spent, 0.95),
        "times_ours": mean / (sum(ours) / len(ours)),
    }
