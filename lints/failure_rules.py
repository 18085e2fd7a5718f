"""Lints of what must never be lost: cancellation and the bound on every wait."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lints.source import Finding, SourceFile

UNSTOPPABLE = frozenset({"BaseException", "asyncio.CancelledError", "asyncio.exceptions.CancelledError"})


def cancellation_is_passed_on(source: SourceFile) -> Iterator[Finding]:
    """A handler that catches cancellation ends by raising, and nothing in it leaves another way."""
    for node in source.nodes():
        match node:
            case ast.ExceptHandler(type=caught):
                lost = _catches_cancellation(source, caught) and not _ends_by_raising(node)
            case ast.Call(func=function, args=arguments):
                suppresses = source.qualified_name(function) == "contextlib.suppress"
                lost = suppresses and any(_catches_cancellation(source, argument) for argument in arguments)
            case _:
                continue
        if lost:
            yield source.finding(node, "swallow", "cancellation ends here; catch Exception, or end with `raise`")


def _ends_by_raising(handler: ast.ExceptHandler) -> bool:
    leaves = any(isinstance(node, ast.Return | ast.Break | ast.Continue) for node in ast.walk(handler))
    return isinstance(handler.body[-1], ast.Raise) and not leaves


def _catches_cancellation(source: SourceFile, caught: ast.expr | None) -> bool:
    match caught:
        case None:
            return True
        case ast.Tuple(elts=elements):
            return any(_catches_cancellation(source, element) for element in elements)
        case ast.Name(id="BaseException"):
            return True
        case _:
            return source.qualified_name(caught) in UNSTOPPABLE


def no_asyncio_lock(source: SourceFile) -> Iterator[Finding]:
    """A lock in one process guards nothing between two; what must be alone locks its owner's row."""
    for node in source.nodes():
        if isinstance(node, ast.Attribute | ast.Name) and source.qualified_name(node) == "asyncio.Lock":
            yield source.finding(node, "lock", "asyncio.Lock holds in one process only; lock the owner's row")
