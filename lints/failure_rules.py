"""Lints of what must never be lost: cancellation and the bound on every wait."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lints.source import Finding, SourceFile

UNSTOPPABLE = frozenset({"BaseException", "asyncio.CancelledError", "asyncio.exceptions.CancelledError"})


def cancellation_is_passed_on(source: SourceFile) -> Iterator[Finding]:
    """A handler that catches cancellation ends by raising, or keeps it under a name that its function raises later."""
    for node in source.nodes():
        match node:
            case ast.ExceptHandler(type=caught):
                passed_on = _ends_by_raising(node) or _is_raised_later(source, node)
                lost = _catches_cancellation(source, caught) and not passed_on
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


def _is_raised_later(source: SourceFile, handler: ast.ExceptHandler) -> bool:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    function = next((node for node in source.ancestors(handler) if isinstance(node, functions)), None)
    if function is None:
        return False
    raised = {
        node.exc.id for node in ast.walk(function) if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name)
    }
    for statement in handler.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=kept)], value=ast.Name(id=value)) if value == handler.name:
                return kept in raised
            case _:
                pass
    return False


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
