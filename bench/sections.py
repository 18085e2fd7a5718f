"""One measured subject, for people as a table and for programs as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

Value = str | int | float
Row = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one subject; all have the same columns. ``key`` is its name in the JSON."""

    key: str
    title: str
    rows: tuple[Row, ...]


def as_json(sections: Iterable[Section]) -> str:
    """One JSON object: the rows of each section under its key."""
    return json.dumps({section.key: section.rows for section in sections}, ensure_ascii=False, indent=1)


def print_section(section: Section, console: Console) -> None:
    """A table with a column for each field."""
    table = Table(title=section.title, title_justify="left", title_style="bold")
    for name in section.rows[0]:
        numeric = not isinstance(section.rows[0][name], str)
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left")
    for row in section.rows:
        table.add_row(*(f"{value:,.3g}" if isinstance(value, float) else str(value) for value in row.values()))
    console.print(table)


def percentile(values: list[float], share: float) -> float:
    """The value that ``share`` of the sorted values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(1, math.ceil(share * len(ordered))) - 1]
