from __future__ import annotations

import io
import json

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from bench.sections import Section, as_json, percentile, print_section

SECTION = Section("latency", "How long", ({"what": "turn", "samples": 3, "p50_ms": 12.345},))


@given(st.lists(st.floats(0, 1e6), min_size=1), st.floats(0.01, 1))
def test_a_percentile_is_a_value_that_the_share_does_not_exceed(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)


def test_percentiles_are_nearest_ranks() -> None:
    values = [float(value) for value in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)) == (50, 95, 100)


def test_the_json_holds_each_section_under_its_key() -> None:
    assert json.loads(as_json([SECTION])) == {"latency": [{"what": "turn", "samples": 3, "p50_ms": 12.345}]}


def test_a_table_has_a_column_for_each_field() -> None:
    console = Console(file=io.StringIO(), width=80)
    print_section(SECTION, console)
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue()
    assert all(text in printed for text in ("How long", "what", "p50 ms", "turn", "12.3"))
