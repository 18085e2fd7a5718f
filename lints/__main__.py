"""Check the sources: prints one finding a line; exit status 1 if there are any."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath

from lints.rules import check
from lints.source import SourceFile


def main(root: Path) -> int:
    """Check every Python file below a source root."""
    findings = [
        finding
        for path in sorted(root.rglob("*.py"))
        for finding in check(SourceFile(PurePosixPath(path.relative_to(root)), path.read_text("utf-8")))
    ]
    for finding in findings:
        sys.stderr.write(f"{root.name}/{finding}\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parents[1] / "src"))
