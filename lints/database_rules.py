"""Lints of what touches the database: who commits, how SQL is made, whose rows a query may see."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from lints.source import Finding, SourceFile, identifiers

UNIT_OF_WORK = "agentbase/core/database/unit_of_work.py"

TEXT_CONSTRUCTS = frozenset(
    f"{module}.{name}"
    for module in ("sqlalchemy", "sqlalchemy.sql", "sqlalchemy.sql.expression", "sqlalchemy.schema")
    for name in ("text", "literal_column", "DDL")
)
EXECUTING_METHODS = frozenset(
    {"execute", "executemany", "exec_driver_sql", "executescript", "scalar", "scalars", "stream", "stream_scalars"}
)
STATEMENT_BUILDERS = frozenset(
    f"{module}.{name}"
    for module in ("sqlalchemy", "sqlalchemy.orm", "sqlalchemy.future", "sqlalchemy.sql", "sqlalchemy.sql.expression")
    for name in ("select", "update", "delete")
)
BUILDING_METHODS = frozenset({"format", "format_map", "join", "replace", "substitute"})
OWNER_NAME = re.compile(r"(?:^|_)(?:owner(?:_id|ed)?|owned|user_id)(?:$|_)")
NO_OWNER_COMMENT = re.compile(r"#\s*lint:\s*no-owner\s*(?:—|-+|:)\s*\S")


def commit_only_in_the_unit_of_work(source: SourceFile) -> Iterator[Finding]:
    """Repositories query, one unit of work commits."""
    if source.is_at(UNIT_OF_WORK) or "migrations" in source.path.parts:
        return
    for node in source.nodes():
        if isinstance(node, ast.Attribute) and node.attr == "commit":
            yield source.finding(node, "commit", f"only {UNIT_OF_WORK} commits; run this inside a unit of work")


def no_text_built_sql(source: SourceFile) -> Iterator[Finding]:
    """SQL text is a constant with bound parameters, or made by SQLAlchemy: never put together from strings."""
    for node in source.nodes():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        is_text = source.qualified_name(node.func) in TEXT_CONSTRUCTS
        is_execution = isinstance(node.func, ast.Attribute) and node.func.attr in EXECUTING_METHODS
        if (is_text or is_execution) and _is_built(source, node.args[0]):
            yield source.finding(
                node, "sql-text", "SQL put together as text; bind parameters or use SQLAlchemy's expressions"
            )


def _is_built(source: SourceFile, value: ast.expr, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a value is text put together at run time; names are followed to what this file assigns to them."""
    match value:
        case ast.JoinedStr():
            return any(isinstance(part, ast.FormattedValue) for part in value.values)
        case ast.BinOp(left=left, op=ast.Add() | ast.Mod(), right=right):
            return _is_text(source, left, seen) or _is_text(source, right, seen)
        case ast.Call(func=ast.Attribute(value=template, attr=method)) if method in BUILDING_METHODS:
            return _is_text(source, template, seen)
        case ast.Name(id=name) if name not in seen:
            return any(_is_built(source, assigned, seen | {name}) for assigned in _assigned_to(source, value))
        case _:
            return False


def _is_text(source: SourceFile, value: ast.expr, seen: frozenset[str]) -> bool:
    match value:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.Name(id=name) if name not in seen:
            return any(_is_text(source, assigned, seen | {name}) for assigned in _assigned_to(source, value))
        case _:
            return _is_built(source, value, seen)


def _assigned_to(source: SourceFile, use: ast.Name) -> Iterator[ast.expr]:
    """The values that the functions around a name, or the module, give to it; ``+=`` is a sum."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Module
    scopes = [scope for scope in source.ancestors(use) if isinstance(scope, kinds)]
    for node in (node for scope in scopes for node in ast.walk(scope)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == use.id:
                yield value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name == use.id:
                yield value
            case ast.AugAssign(target=ast.Name(id=name) as target, op=operator, value=value) if name == use.id:
                yield ast.BinOp(left=target, op=operator, right=value)
            case _:
                pass


def queries_name_their_owner(source: SourceFile) -> Iterator[Finding]:
    """In a repository, each statement that selects, updates or deletes says whose rows it may touch.

    What is checked: the Python statement that calls ``select``, ``update`` or ``delete`` contains a name with
    ``owner`` or ``user_id`` in it. That the condition is the right one stays for review and for the tests.
    """
    if source.path.name != "repository.py":
        return
    for node in source.nodes():
        if not isinstance(node, ast.Call) or source.qualified_name(node.func) not in STATEMENT_BUILDERS:
            continue
        statement = next(ancestor for ancestor in source.ancestors(node) if isinstance(ancestor, ast.stmt))
        parts = _header(statement)
        if any(OWNER_NAME.search(name) for name in identifiers(parts)) or _is_excused(source, statement, parts):
            continue
        yield source.finding(
            node, "no-owner", "a query without its owner; add it, or say why not: `# lint: no-owner — reason`"
        )


def _header(statement: ast.stmt) -> list[ast.AST]:
    """What a statement itself says: of a loop or a ``with``, the line that opens it and not its body."""
    bodies = {"body", "orelse", "handlers", "finalbody"}
    if isinstance(statement, ast.Match):
        return [statement.subject]
    return [
        part
        for field, value in ast.iter_fields(statement)
        if field not in bodies
        for part in (value if isinstance(value, list) else [value])
        if isinstance(part, ast.AST)
    ]


def _is_excused(source: SourceFile, statement: ast.stmt, parts: list[ast.AST]) -> bool:
    """Whether a comment with a reason stands on the line before the statement or on one of its lines."""
    last = max(getattr(part, "end_lineno", statement.lineno) for part in parts)
    lines = range(statement.lineno - 1, last + 1)
    return any(NO_OWNER_COMMENT.search(source.comments.get(line, "")) for line in lines)
