"""The scores that are required on the public cases; they lie beside the repository, not in it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PUBLIC_CASES = ROOT.parent / "shared" / "evals"


@pytest.mark.skipif(
    not PUBLIC_CASES.is_dir(), reason="the public cases are not beside this repository (../shared/evals)"
)
@pytest.mark.parametrize(("name", "least"), [("cases-zh", 1.0), ("recognizers-zh", 0.95), ("recognizers-en", 0.84)])
def test_the_required_share_of_the_public_cases_is_right(
    name: str, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("evals_time", ROOT / "evals" / "time.py")
    assert spec is not None
    assert spec.loader is not None
    evals = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up while it is being built.
    monkeypatch.setitem(sys.modules, spec.name, evals)
    spec.loader.exec_module(evals)
    result = evals.score(name)
    assert result.right >= least * result.total, [case["id"] for case, _ in result.wrong]
