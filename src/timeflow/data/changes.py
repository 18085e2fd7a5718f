"""What a change makes of an item: pure, and strict, since what was confirmed is what will be written.

- ``create``: ``after`` is an ``ItemFields``.
- ``update``: the fields named in ``after`` take those values; or ``after`` is ``RESTORED`` and the target is a deleted
  item, which comes back as it was.
- ``delete``: ``after`` is empty; the row stays, with ``deleted_at``.
- ``set_status``: ``after`` is ``{"status": …}``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from pydantic import JsonValue, ValidationError

from agentbase.confirmation.contracts import Change
from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error
from agentbase.core.text import check_text
from timeflow.data.contracts import ItemFields
from timeflow.data.stored import FIELD_NAMES, StoredItem
from timeflow.functions.contracts import ItemType

RESTORED: Final[dict[str, JsonValue]] = {"deleted": False}
"""``after`` of the update that brings a deleted item back."""

SPAN_FIELDS: Final = frozenset({"local_start", "local_end", "start_date", "end_date", "all_day", "tzid"})
"""The fields that say which time an item takes."""

_TEXT_LIMITS: Final = {"title": 200, "description": 2000, "plan_overview": 20_000}
_DUE: Final = frozenset({"local_due", "due_date"})
_DEADLINE: Final = frozenset({"local_deadline", "deadline_date"})
_SPAN: Final = frozenset({"local_start", "local_end", "start_date", "end_date"})
_ALLOWED: Final[dict[ItemType, frozenset[str]]] = {
    "schedule": _SPAN,
    "todo": _DUE,
    "subtask": _SPAN | _DUE,
    "long_goal": frozenset({"local_start", "start_date"}) | _DEADLINE,
}
"""The times that a kind of item may have."""


def is_restore(change: Change) -> bool:
    """Whether a change brings a deleted item back."""
    return change.operation == "update" and change.after == RESTORED


def fields_json(fields: ItemFields, names: Iterable[str] | None = None) -> dict[str, JsonValue]:
    """``after`` for these fields: all that are set, or just the named ones."""
    content: dict[str, JsonValue] = fields.model_dump(
        mode="json", include=None if names is None else set(names), exclude_unset=names is None
    )
    return content


def next_item(change: Change, current: StoredItem | None, item_id: str, now: datetime) -> StoredItem:
    """The item as the change would write it, from ``current`` (None for a creation).

    Raises INPUT_INVALID that names the field where ``after`` does not say an item of its kind, exactly.
    """
    if current is None:
        fields = _read(change.after)
        kind: ItemType = change.kind  # type: ignore[assignment]  # the applier's kinds are the item types
        _check(kind, fields)
        return StoredItem.new(item_id, kind, fields, now)
    if change.operation == "delete":
        _expect(not change.after, "after", "a deletion writes no field")
        return current.next_version(current.fields, now, deleted=True)
    if is_restore(change):
        return current.next_version(current.fields, now)
    if change.operation == "set_status":
        _expect(set(change.after) == {"status"}, "after", "writes the status alone")
    _expect(bool(change.after) and change.after.keys() <= set(FIELD_NAMES), "after", "names a field that items lack")
    fields = _read({**fields_json(current.fields, FIELD_NAMES), **change.after})
    _check(current.item_type, fields)
    return current.next_version(fields, now)


def sets_times(change: Change) -> bool:
    """Whether a change says which time an item takes."""
    return change.operation in ("create", "update") and not SPAN_FIELDS.isdisjoint(change.after)


def inverse_of(change: Change, before: StoredItem | None) -> tuple[str, dict[str, JsonValue]]:
    """Operation and ``after`` that take a change back, on the version that it wrote."""
    if before is None or is_restore(change):
        return "delete", {}
    if change.operation == "delete":
        return "update", dict(RESTORED)
    return change.operation, fields_json(before.fields, change.after)


def _read(after: dict[str, JsonValue]) -> ItemFields:
    """The fields, where reading and writing them again gives the same JSON: nothing trimmed, nothing coerced."""
    try:
        fields = ItemFields.model_validate(after)
    except ValidationError as error:
        wrong = [FieldError(".".join(str(part) for part in one["loc"]), one["msg"]) for one in error.errors()]
        raise base_error("INPUT_INVALID", field_errors=wrong) from error
    written = fields_json(fields, after)
    for name, value in after.items():
        _expect(written[name] == value and type(written[name]) is type(value), name, "is not in its exact form")
    for name, limit in _TEXT_LIMITS.items():
        check_text(name, getattr(fields, name) or "", limit)
    return fields


def _check(kind: ItemType, fields: ItemFields) -> None:
    """Whether the fields hold exactly the times that the kind has, each said in one way."""
    times = {name for name in _SPAN | _DUE | _DEADLINE if getattr(fields, name) is not None}
    for name in sorted(times - _ALLOWED[kind]):
        _expect(False, name, f"a {kind} has no such time")
    _expect(not (fields.local_due and fields.due_date), "due_date", "stands beside local_due")
    _expect(not (fields.local_deadline and fields.deadline_date), "deadline_date", "stands beside local_deadline")
    dated = fields.start_date is not None
    _expect(not (dated and fields.local_start), "start_date", "stands beside local_start")
    _expect(
        fields.all_day == dated or kind == "long_goal", "all_day", "an item of whole days has a start_date, no other"
    )
    _expect(fields.end_date is None or fields.all_day, "end_date", "needs all_day")
    _expect(fields.local_end is None or fields.local_start is not None, "local_start", "is missing")
    if kind == "schedule":
        _expect(dated or fields.local_end is not None, "local_end", "a schedule has a start and an end")
    if kind == "subtask":
        _expect(fields.local_start is None or fields.local_end is not None, "local_end", "is missing")


def _expect(holds: bool, field: str, message: str) -> None:
    if not holds:
        raise base_error("INPUT_INVALID", field_errors=[FieldError(field, message)])
