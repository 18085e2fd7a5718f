"""One parsed file, with the questions that several rules ask of it."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Finding:
    """One place that breaks a rule. ``line`` counts from 1."""

    path: PurePosixPath
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"


class SourceFile:
    """A Python file. ``path`` is relative to the source root, as ``agentbase/core/clock.py``."""

    def __init__(self, path: PurePosixPath, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = ast.parse(text, filename=str(path))

    def finding(self, node: ast.AST, rule: str, message: str) -> Finding:
        """A finding at the place of a node."""
        return Finding(self.path, getattr(node, "lineno", 1), rule, message)

    def is_at(self, *places: str) -> bool:
        """Whether this is one of the files, or below one of the folders, that are named from the source root."""
        return any(self.path.is_relative_to(place) for place in places)

    def nodes(self) -> Iterator[ast.AST]:
        """Every node of the file."""
        return ast.walk(self.tree)

    @cached_property
    def imports(self) -> dict[str, str]:
        """What each name bound by an import stands for: ``{"dt": "datetime", "now": "time.time"}``."""
        names: dict[str, str] = {}
        for node in self.nodes():
            if isinstance(node, ast.Import):
                for alias in node.names:
                    root = alias.name.partition(".")[0]
                    names[alias.asname or root] = alias.name if alias.asname else root
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        return names

    def qualified_name(self, node: ast.AST) -> str | None:
        """The full dotted name of an imported thing (``datetime.datetime.now``), or None if it was not imported."""
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.imports:
            return None
        return ".".join([self.imports[node.id], *reversed(attributes)])

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The parent of every node."""
        return {child: parent for parent in self.nodes() for child in ast.iter_child_nodes(parent)}

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        """The parents of a node, innermost first."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    @cached_property
    def comments(self) -> dict[int, str]:
        """The comment on each line that has one."""
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}


def identifiers(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name, attribute, keyword and short string below the nodes."""
    for root in nodes:
        for node in ast.walk(root):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                    yield name
                case ast.Constant(value=str(name)):
                    yield name
                case _:
                    pass
