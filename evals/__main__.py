"""Run the project's evaluations and print their scores: ``python -m evals [understanding|time] [--show]``."""

from __future__ import annotations

import sys

from evals import time, understanding

_TIME_FILES = ("cases-zh", "recognizers-zh", "recognizers-en")


def run(chosen: list[str], options: list[str]) -> int:
    """Run the chosen evaluations, all by default. 2: a name is not known."""
    names = chosen or ["understanding", "time"]
    if unknown := [name for name in names if name not in {"understanding", "time"}]:
        sys.stderr.write(f"unknown evaluation: {', '.join(unknown)}\n")
        return 2
    if "understanding" in names:
        understanding.main(options)
    if "time" in names:
        if not time.SHARED.is_dir():
            sys.stdout.write("time: skipped, the public cases are not beside this repository (../shared/evals)\n")
            return 0
        for name in _TIME_FILES:
            scored = time.score(name)
            right = scored.total - len(scored.wrong)
            sys.stdout.write(f"time {name}: {right}/{scored.total} = {right / scored.total:.1%}\n")
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(run([a for a in arguments if not a.startswith("-")], [a for a in arguments if a.startswith("-")]))
