"""The rules, and those of them that concern time, models and the size of files."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from lints.database_rules import commit_only_in_the_unit_of_work, no_text_built_sql, queries_name_their_owner
from lints.failure_rules import cancellation_is_passed_on, no_asyncio_lock
from lints.source import Finding, SourceFile

CLOCK = "agentbase/core/clock.py"
PROVIDERS = "agentbase/llm/providers"

CLOCK_READINGS = frozenset(
    {
        "datetime.datetime.now",
        "datetime.datetime.utcnow",
        "datetime.datetime.today",
        "datetime.date.today",
        "time.time",
        "time.time_ns",
        "time.localtime",
        "time.gmtime",
    }
)
CLIENTS = frozenset({"openai", "anthropic", "httpx", "httpx2", "requests", "aiohttp", "urllib3", "litellm"})
LINES_OF_A_FILE = 400
LINES_OF_A_SERVICE = 150


def time_comes_from_the_clock(source: SourceFile) -> Iterator[Finding]:
    """The machine's clock is read in one place; all else is given a clock or a reference time."""
    if source.is_at(CLOCK):
        return
    for node in source.nodes():
        name = source.qualified_name(node) if isinstance(node, ast.Attribute | ast.Name) else None
        if name in CLOCK_READINGS:
            yield source.finding(node, "clock", f"{name} outside {CLOCK}; take a Clock or a reference time")


def models_are_called_in_providers(source: SourceFile) -> Iterator[Finding]:
    """No model call, and no client that could make one, outside the providers."""
    if source.is_at(PROVIDERS):
        return
    for node in source.nodes():
        match node:
            case ast.Import(names=aliases):
                modules = [alias.name for alias in aliases]
            case ast.ImportFrom(module=str(module), level=0):
                modules = [module]
            case _:
                continue
        for module in modules:
            if module.partition(".")[0] in CLIENTS or module in {"urllib.request", "http.client"}:
                yield source.finding(node, "model-call", f"{module} outside {PROVIDERS}; call the model manager")


def files_are_short(source: SourceFile) -> Iterator[Finding]:
    """A file answers one question; a service is a door."""
    limit = LINES_OF_A_SERVICE if source.path.name == "service.py" else LINES_OF_A_FILE
    count = source.text.count("\n")
    if count > limit:
        yield Finding(source.path, limit, "length", f"{count} lines, and at most {limit}; divide it by question")


RULES: Final[tuple[Callable[[SourceFile], Iterator[Finding]], ...]] = (
    time_comes_from_the_clock,
    commit_only_in_the_unit_of_work,
    no_text_built_sql,
    queries_name_their_owner,
    models_are_called_in_providers,
    cancellation_is_passed_on,
    no_asyncio_lock,
    files_are_short,
)


def check(source: SourceFile) -> list[Finding]:
    """Everything that the rules find in one file."""
    return [finding for rule in RULES for finding in rule(source)]
