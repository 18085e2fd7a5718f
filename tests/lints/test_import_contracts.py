"""The contracts in pyproject.toml, tried on a tree of our rooms with one import too many."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath

import pytest

from lints.source import SourceFile

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
ROOMS = (
    "agentbase.core.clock",
    "agentbase.llm.manager",
    "agentbase.testing.clock",
    "timeflow.bootstrap",
    "timeflow.cli.main",
    "timeflow.conversation.service",
    "timeflow.perception.service",
    "timeflow.execution.service",
    "timeflow.offline.handlers",
    "timeflow.subagents.contracts.output",
    "timeflow.subagents.dispatcher",
    "timeflow.subagents.schedule_todo.agent",
    "timeflow.subagents.feedback.agent",
    "timeflow.data.service",
    "timeflow.functions.contracts",
    "timeflow.timeexpr.service",
    "wealth.domain",
)


def lint(tree: Path, importer: str, imported: str) -> subprocess.CompletedProcess[str]:
    """Lay all rooms out, let one module import another, and run import-linter with our contracts on it."""
    for module in ROOMS:
        path = tree.joinpath(*module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"import {imported}\n" if module == importer else "", "utf-8")
        for folder in path.relative_to(tree).parents[:-1]:
            (tree / folder / "__init__.py").touch()
    return subprocess.run(
        [LINT_IMPORTS, "--no-cache", "--no-logo", ROOT / "pyproject.toml"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("agentbase.llm.manager", "timeflow.data.service"),
        ("agentbase.llm.manager", "wealth"),
        ("timeflow.data.service", "wealth"),
        ("agentbase.core.clock", "agentbase.llm.manager"),
        ("agentbase.llm.manager", "agentbase.testing.clock"),
        ("timeflow.perception.service", "timeflow.data.service"),
        ("timeflow.perception.service", "timeflow.subagents.dispatcher"),
        ("timeflow.perception.service", "timeflow.execution.service"),
        ("timeflow.execution.service", "timeflow.conversation.service"),
        ("timeflow.subagents.schedule_todo.agent", "timeflow.data.service"),
        ("timeflow.subagents.schedule_todo.agent", "timeflow.subagents.feedback.agent"),
        ("timeflow.data.service", "timeflow.subagents.contracts.output"),
        ("timeflow.timeexpr.service", "agentbase.core.clock"),
        ("timeflow.timeexpr.service", "timeflow.functions.contracts"),
        ("timeflow.conversation.service", "timeflow.bootstrap"),
    ],
)
def test_an_import_against_the_arrows_is_refused(importer: str, imported: str, tmp_path: Path) -> None:
    result = lint(tmp_path, importer, imported)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{importer} -> {imported}" in result.stdout


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("timeflow.perception.service", "timeflow.subagents.contracts.output"),
        ("timeflow.execution.service", "timeflow.subagents.dispatcher"),
        ("timeflow.conversation.service", "timeflow.perception.service"),
    ],
)
def test_an_import_along_the_arrows_passes(importer: str, imported: str, tmp_path: Path) -> None:
    result = lint(tmp_path, importer, imported)
    assert result.returncode == 0, result.stdout + result.stderr


def _rooms(package: str) -> set[str]:
    folder = ROOT / "src" / Path(*package.split("."))
    return {f"{package}.{room.name}" for room in folder.iterdir() if room.is_dir() and any(room.glob("*.py"))}


@pytest.mark.parametrize(
    ("package", "outside"),
    [
        ("agentbase", {"agentbase.migrations"}),
        ("timeflow", {"timeflow.migrations"}),
        ("timeflow.subagents", {"timeflow.subagents.contracts"}),
    ],
)
def test_every_room_stands_in_a_contract(package: str, outside: set[str]) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    layers = " ".join(layer for contract in contracts for layer in contract.get("layers", ()))
    named = set(layers.replace("(", " ").replace(")", " ").split())
    assert _rooms(package) - outside <= named


def test_the_base_is_tested_without_the_products() -> None:
    tests = (ROOT / "tests" / "agentbase").rglob("*.py")
    importing = {
        path.name
        for path in tests
        for module in SourceFile(PurePosixPath(path.name), path.read_text("utf-8")).imports.values()
        if module.partition(".")[0] in {"timeflow", "wealth"}
    }
    assert importing == set()
