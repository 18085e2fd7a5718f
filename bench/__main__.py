"""``python -m bench [--json]``: measure everything and print it. Needs MariaDB (`make bench` provides it)."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from bench import counts, latency, rows, start, time_expressions
from bench.sections import Section, as_json, print_section

SUBJECTS = (counts, time_expressions, latency, rows, start)


def main(arguments: list[str]) -> int:
    """Print each subject as soon as it is measured; with ``--json`` one object at the end."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output, and nothing else")
    wants_json = parser.parse_args(arguments).json
    console = Console()
    measured: list[Section] = []
    for subject in SUBJECTS:
        sections = subject.measure()
        measured += sections
        if not wants_json:
            for section in sections:
                print_section(section, console)
    if wants_json:
        sys.stdout.write(f"{as_json(measured)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
