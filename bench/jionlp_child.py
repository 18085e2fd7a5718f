"""Runs in an environment of its own (``make bench`` makes it): jionlp on the sentences of standard input.

Reads a JSON object ``{"sentences", "rounds", "reference"}`` (a local ISO time); prints the median microseconds of CPU
time of each sentence as a JSON list.
"""

import importlib
import json
import sys
import time
from contextlib import redirect_stdout
from datetime import datetime
from statistics import median
from typing import Any


def main() -> None:
    """Measure, after one round that fills caches."""
    asked = json.load(sys.stdin)
    with redirect_stdout(sys.stderr):  # it greets on import
        extract: Any = importlib.import_module("jionlp").ner.extract_time
    base = datetime.fromisoformat(asked["reference"])
    reference = {name: getattr(base, name) for name in ("year", "month", "day", "hour", "minute", "second")}
    spent: list[list[float]] = [[] for _ in asked["sentences"]]
    for _ in range(asked["rounds"] + 1):
        for sentence, times in zip(asked["sentences"], spent, strict=True):
            begun = time.process_time()
            try:
                extract(sentence, time_base=reference)
            except Exception as error:  # what it cannot read it may fail on; the time spent counts all the same
                sys.stderr.write(f"{type(error).__name__} for a sentence\n")
            times.append((time.process_time() - begun) * 1e6)
    json.dump([median(times[1:]) for times in spent], sys.stdout)


if __name__ == "__main__":
    main()
