"""What changes make of items: pure."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agentbase.confirmation.contracts import Change, Target
from tests.timeflow.data.builders import SHANGHAI
from timeflow.data.changes import fields_json, inverse_of, next_item
from timeflow.data.contracts import ItemFields
from timeflow.data.stored import StoredItem
from timeflow.functions.contracts import ItemType

NOW = datetime(2026, 12, 1, tzinfo=UTC)
texts = st.text("报告评审abc 。😀", min_size=1, max_size=30).map(str.strip).filter(bool)
walls = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1))
days = st.dates(date(2020, 1, 1), date(2035, 1, 1))
statuses = st.sampled_from(["active", "completed", "cancelled"])
lengths = st.integers(1, 100_000).map(lambda minutes: timedelta(minutes=minutes))


@st.composite
def spans(draw: st.DrawFn) -> dict[str, object]:
    if draw(st.booleans()):
        first = draw(days)
        until = draw(st.none() | st.integers(1, 400).map(lambda count: first + timedelta(days=count)))
        return {"all_day": True, "start_date": first, "end_date": until, "local_start": None, "local_end": None}
    start = draw(walls)
    end = start + draw(lengths)
    return {"all_day": False, "start_date": None, "end_date": None, "local_start": start, "local_end": end}


@st.composite
def limits(draw: st.DrawFn, name: str) -> dict[str, object]:
    which = draw(st.sampled_from(["none", "date", "time"]))
    return {
        f"{name}_date": draw(days) if which == "date" else None,
        f"local_{name}": draw(walls) if which == "time" else None,
    }


@st.composite
def contents(draw: st.DrawFn, kind: ItemType) -> ItemFields:
    values: dict[str, object] = {
        "title": draw(texts),
        "description": draw(st.none() | texts),
        "status": draw(statuses),
        "tzid": draw(st.sampled_from([SHANGHAI, "America/New_York", "Australia/Lord_Howe"])),
    }
    if kind == "schedule" or (kind == "subtask" and draw(st.booleans())):
        values |= draw(spans())
    if kind in ("todo", "subtask"):
        values |= draw(limits("due"))
    if kind == "long_goal":
        values |= draw(limits("deadline"))
    return ItemFields.model_validate(values)


def change(operation: str, kind: str, after: dict[str, JsonValue], target: StoredItem | None = None) -> Change:
    return Change.model_validate({
        "change_id": "C1",
        "operation": operation,
        "kind": kind,
        "target": None if target is None else Target(item_id=target.item_id),
        "base_version": None if target is None else target.version,
        "after": after,
    })  # fmt: skip


KINDS: tuple[ItemType, ...] = ("schedule", "todo", "subtask", "long_goal")


@st.composite
def versions(draw: st.DrawFn) -> tuple[ItemType, ItemFields, ItemFields]:
    kind: ItemType = draw(st.sampled_from(KINDS))
    return kind, draw(contents(kind)), draw(contents(kind))


@given(versions())
def test_a_creation_writes_exactly_what_it_says(case: tuple[ItemType, ItemFields, ItemFields]) -> None:
    kind, fields, _ = case
    made = next_item(change("create", kind, fields_json(fields)), None, "new", NOW)
    assert (made.fields, made.version, made.item_type) == (fields, 1, kind)
    assert (made.completed_at is not None) == (fields.status == "completed")


@given(versions())
def test_every_change_is_taken_back_by_its_inverse(case: tuple[ItemType, ItemFields, ItemFields]) -> None:
    kind, first, second = case
    before = next_item(change("create", kind, fields_json(first)), None, "item", NOW)
    names = [name for name in ItemFields.model_fields if getattr(first, name) != getattr(second, name)]
    wanted = [
        change("delete", kind, {}, before),
        change("set_status", kind, {"status": second.status}, before),
        *([change("update", kind, fields_json(second, names), before)] if names else []),
    ]
    for one in wanted:
        later = next_item(one, before, "", NOW + timedelta(hours=1))
        assert later.version == before.version + 1
        assert later.item_id == before.item_id
        operation, after = inverse_of(one, before)
        back = next_item(change(operation, kind, after, later), later, "", NOW + timedelta(hours=2))
        assert (back.fields, back.times, back.deleted_at) == (before.fields, before.times, None)
        assert back.version == before.version + 2
    updated = wanted[-1]
    if updated.operation == "update":
        assert next_item(updated, before, "", NOW).fields == second
