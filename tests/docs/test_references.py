"""What the documents point to exists: files, tests, and each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "src/*/AGENTS.md")
    for path in ROOT.glob(pattern)
)  # fmt: skip
PLACES = re.compile(r"`((?:src|tests|docs|lints|scripts|evals|bench|schema)/[\w./-]+)(?:::(\w+))?`")
LINKS = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")
NAME = [str(path.relative_to(ROOT)) for path in DOCUMENTS]


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAME)
def test_a_file_or_test_that_is_named_exists(document: Path) -> None:
    missing = []
    for place, test in PLACES.findall(document.read_text(encoding="utf-8")):
        path = ROOT / place
        if not path.exists() or (test and f"def {test}(" not in path.read_text(encoding="utf-8")):
            missing.append(f"{place}::{test}" if test else place)
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=NAME)
def test_a_link_leads_to_a_file(document: Path) -> None:
    links = LINKS.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_documents_are_found() -> None:
    assert {"README.md", "README.zh-CN.md", "CONTRIBUTING.md", "docs/threat-model.md"} <= set(NAME)
