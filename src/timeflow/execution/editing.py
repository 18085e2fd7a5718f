"""Edits of a card: field by field, as typed. An edited card is a new request (design section 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final, NoReturn

from agentbase.core.errors import AgentBaseError
from agentbase.core.text import check_text
from timeflow.execution import slots
from timeflow.execution.changes import ChangeDraft
from timeflow.execution.contracts import DefaultView, SourceView
from timeflow.execution.planned_times import TimeFacts, TimeValue
from timeflow.execution.reasons import execution_error
from timeflow.execution.steps.resolve_time import past_notice
from timeflow.execution.wording import say
from timeflow.functions.contracts import ItemType
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import ExpressionKind, TimeContext, TimeExpression

RULE: Final = "execution.edit"
_TEXT_LIMITS: Final = {"title": 200, "description": 2000}
_DAY: Final = timedelta(days=1)
_MARKS: Final = " 　\t。.!！吧在到于前"
"""What may stand beside the time that was typed and says nothing more."""

_TEXTS: Final = frozenset({"title", "description"})
_SPAN: Final = frozenset({"start_at", "end_at", "duration"})
_DUE: Final = frozenset({"due_at", "due_date", "estimated_minutes"})
_FIELDS_OF: Final[dict[ItemType, frozenset[str]]] = {
    "schedule": _TEXTS | _SPAN,
    "todo": _TEXTS | _DUE | {"duration"},
    "subtask": _TEXTS | _SPAN | _DUE,
    "long_goal": _TEXTS | {"deadline_at"},
}
"""What can be edited of each kind of item."""

_SAID: Final = {"duration": "end_at"}
"""The field that an edit shows, where it is named otherwise."""

Edit = Callable[[ChangeDraft, str, TimeFacts], dict[str, TimeValue]]


async def apply_edits(
    drafts: tuple[ChangeDraft, ...], edits: Mapping[str, Mapping[str, str]], facts: TimeFacts
) -> tuple[ChangeDraft, ...]:
    """The changes with the person's edits; what they take the place of is no longer a default, and conflicts are new.

    Raises EDIT_INVALID that names the change and field.
    """
    if not edits:
        return drafts
    numbered = {f"C{place}": draft for place, draft in enumerate(drafts, start=1)}
    for change_id, fields in edits.items():
        if change_id not in numbered:
            _refuse(change_id, "there is no such change on the card", facts)
        for field, typed in fields.items():
            numbered[change_id] = _edited(numbered[change_id], f"{change_id}.{field}", field, typed.strip(), facts)
        numbered[change_id] = await _with_conflicts(numbered[change_id], facts)
    return tuple(numbered.values())


def parse_fields(fields: Mapping[str, str], change_ids: tuple[str, ...], facts: TimeFacts) -> dict[str, dict[str, str]]:
    """``{"C2.start_at": "四点"}`` by change; a field without its change belongs to the only one.

    Raises EDIT_INVALID.
    """
    by_change: dict[str, dict[str, str]] = {}
    for key, typed in fields.items():
        change_id, _, field = key.rpartition(".")
        if not change_id:
            if len(change_ids) != 1:
                _refuse(key, f"say which change: {', '.join(change_ids)}", facts)
            change_id = change_ids[0]
        if change_id not in change_ids:
            _refuse(key, "there is no such change on the card", facts)
        by_change.setdefault(change_id, {})[field] = typed
    return by_change


def _edited(draft: ChangeDraft, place: str, field: str, typed: str, facts: TimeFacts) -> ChangeDraft:
    edit = _EDITS.get(field)
    if edit is None:
        _refuse(place, f"can be one of: {', '.join(sorted(_FIELDS_OF[draft.item_type]))}", facts)
    if draft.operation not in {"create", "update"}:
        _refuse(place, "this change has nothing to edit", facts)
    if field not in _FIELDS_OF[draft.item_type]:
        _refuse(place, f"can be one of: {', '.join(sorted(_FIELDS_OF[draft.item_type]))}", facts)
    try:
        values = edit(draft, typed, facts)
    except _Unreadable as problem:
        _refuse(place, str(problem), facts)
    except AgentBaseError:
        _refuse(place, "cannot be used", facts)
    said = {_SAID.get(field, field)}
    kept: tuple[DefaultView, ...] = ()
    if field == "start_at" and "local_end" in values:
        ends_too = _end_of(typed, facts) is not None
        said |= {"end_at"} if ends_too else set()
        kept = () if ends_too else (DefaultView(field="end_at", because=say("default.kept_length", facts.locale)),)
    touched = said | {default.field for default in kept}
    return replace(
        draft,
        values={**draft.values, **values},
        sources=(
            *(source for source in draft.sources if source.field not in touched),
            *(SourceView(field=name, words=typed or "（空）", rule=RULE) for name in sorted(said)),
        ),
        defaults=(*(default for default in draft.defaults if default.field not in touched), *kept),
    )


async def _with_conflicts(draft: ChangeDraft, facts: TimeFacts) -> ChangeDraft:
    start, end = draft.values.get("local_start"), draft.values.get("local_end")
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return draft
    window = facts.window(start, end)
    busy = (await facts.availability(window, 1, True)).busy
    notices = (*draft.notices, *past_notice(start, facts))
    return replace(draft, conflicts=slots.overlapping(busy, window.start_at, window.end_at), notices=notices)


class _Unreadable(Exception):
    """The typed text says nothing that the field can hold."""


def _edit_text(field: str) -> Edit:
    def edit(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
        check_text(field, typed, _TEXT_LIMITS[field])
        if field == "title" and not typed:
            raise _Unreadable("must not be empty")
        return {field: typed or None}

    return edit


def _edit_start(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
    expression = _read(typed, facts)
    old_start, old_end = _span(draft, facts)
    if old_start is None and draft.item_type == "todo":
        raise _Unreadable("a todo has due_at")
    length = (old_end - old_start) if old_start and old_end else timedelta(minutes=facts.profile.default_minutes)
    if draft.values.get("all_day") or (old_start is None and draft.item is not None and draft.item.all_day):
        if not expression.time_given:
            first = _date_of(expression)
            return {"start_date": first, "end_date": first + _all_day_length(draft)}
        length = timedelta(minutes=facts.profile.default_minutes)
    start = _placed(expression, old_start)
    end = _end_of(typed, facts)
    if end is None or isinstance(expression.start, datetime) is False:
        end = start + length
    elif not expression.date_given and isinstance(expression.start, datetime):
        end = start + (end - expression.start)
    return {**_no_dates(draft), "local_start": start, "local_end": end}


def _edit_end(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
    old_start, old_end = _span(draft, facts)
    if old_start is None:
        raise _Unreadable("there is no start yet")
    expression = _read(typed, facts)
    if expression.kind is ExpressionKind.DURATION and expression.duration_seconds:
        return {"local_start": old_start, "local_end": old_start + timedelta(seconds=expression.duration_seconds)}
    end = _placed(expression, old_end or old_start)
    if end <= old_start:
        raise _Unreadable("must be after the start")
    return {"local_start": old_start, "local_end": end}


def _edit_duration(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
    minutes = _minutes(typed, facts)
    start, _ = _span(draft, facts)
    if start is None:
        return {"estimated_minutes": minutes}
    return {"local_start": start, "local_end": start + timedelta(minutes=minutes)}


def _edit_minutes(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
    return {"estimated_minutes": _minutes(typed, facts)}


def _edit_limit(prefix: str) -> Edit:
    at_field, date_field = f"local_{prefix}", f"{prefix}_date"

    def edit(draft: ChangeDraft, typed: str, facts: TimeFacts) -> dict[str, TimeValue]:
        if not typed:
            return {at_field: None, date_field: None}
        expression = _read(typed, facts)
        moment = expression.end if expression.kind is ExpressionKind.DEADLINE else expression.start
        old = _old_limit(draft, at_field, date_field, facts)
        if isinstance(moment, datetime):
            if not expression.date_given and old is not None:
                moment = datetime.combine(old, moment.time())
            return {at_field: moment, date_field: None}
        if moment is None:
            raise _Unreadable("is not a day or a time")
        day = moment - _DAY if expression.kind is ExpressionKind.DEADLINE else moment
        if isinstance(old, datetime):
            return {at_field: datetime.combine(day, old.time()), date_field: None}
        return {at_field: None, date_field: day}

    return edit


def _old_limit(draft: ChangeDraft, at_field: str, date_field: str, facts: TimeFacts) -> datetime | date | None:
    """The deadline before the edit: what was not said of it stays, the day or the hour."""
    for value in (draft.values.get(at_field), draft.values.get(date_field)):
        if isinstance(value, datetime | date):
            return value
    item = draft.item
    if item is None:
        return None
    day, instant = (item.due_date, item.due_at) if at_field == "local_due" else (item.deadline_date, item.deadline_at)
    if day is not None:
        return day
    return facts.wall(instant) if instant is not None else None


_EDITS: Final[dict[str, Edit]] = {
    "title": _edit_text("title"),
    "description": _edit_text("description"),
    "start_at": _edit_start,
    "end_at": _edit_end,
    "duration": _edit_duration,
    "due_at": _edit_limit("due"),
    "due_date": _edit_limit("due"),
    "deadline_at": _edit_limit("deadline"),
    "estimated_minutes": _edit_minutes,
}


def _read(typed: str, facts: TimeFacts) -> TimeExpression:
    """The one time that was typed; an ISO time with an offset is taken in the zone of the request."""
    check_text("value", typed, 200)
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        pass
    else:
        if moment.tzinfo is not None:
            typed = facts.wall(moment).isoformat()
    context = TimeContext(facts.local_now, facts.zone.key, facts.locale, facts.profile.day_start_hour)
    said = typed.replace("T", " ") if typed[:4].isdigit() else typed
    found = find_expressions(said, context)
    if len(found) != 1 or said.replace(found[0].text, "", 1).strip(_MARKS):
        raise _Unreadable("is not one time")
    if found[0].ambiguous:
        raise _Unreadable("can mean more than one time; please say which")
    return found[0]


def _end_of(typed: str, facts: TimeFacts) -> datetime | None:
    """The end that the words name themselves."""
    expression = _read(typed, facts)
    return expression.end if isinstance(expression.end, datetime) and expression.time_given else None


def _placed(expression: TimeExpression, old: datetime | None) -> datetime:
    """A clock time on the old day, a day at the old clock time, or both as said."""
    start = expression.start if expression.start is not None else expression.end
    if isinstance(start, datetime):
        return start if expression.date_given or old is None else datetime.combine(old.date(), start.time())
    if start is None or old is None:
        raise _Unreadable("is not a time of day")
    return datetime.combine(_date_of(expression), old.time())


def _date_of(expression: TimeExpression) -> date:
    start = expression.start
    if isinstance(start, datetime):
        return start.date()
    if start is not None:
        return start
    if expression.end is None:
        raise _Unreadable("is not a day")
    return (expression.end.date() if isinstance(expression.end, datetime) else expression.end) - _DAY


def _minutes(typed: str, facts: TimeFacts) -> int:
    if typed.isascii() and typed.isdigit() and len(typed) <= 5:
        minutes = int(typed)
    else:
        expression = _read(typed, facts)
        minutes = (expression.duration_seconds or 0) // 60
    if minutes < 1:
        raise _Unreadable("is not a length of time")
    return minutes


def _span(draft: ChangeDraft, facts: TimeFacts) -> tuple[datetime | None, datetime | None]:
    start, end = draft.values.get("local_start"), draft.values.get("local_end")
    if isinstance(start, datetime):
        return start, end if isinstance(end, datetime) else None
    item = draft.item
    if item is None or item.start_at is None or item.all_day:
        return None, None
    return facts.wall(item.start_at), facts.wall(item.end_at) if item.end_at else None


def _all_day_length(draft: ChangeDraft) -> timedelta:
    first, end = draft.values.get("start_date"), draft.values.get("end_date")
    if isinstance(first, date) and isinstance(end, date):
        return end - first
    item = draft.item
    return item.end_date - item.start_date if item and item.start_date and item.end_date else _DAY


def _no_dates(draft: ChangeDraft) -> dict[str, TimeValue]:
    if draft.values.get("all_day") or (draft.item is not None and draft.item.all_day):
        return {"all_day": False, "start_date": None, "end_date": None}
    return {}


def _refuse(field: str, problem: str, facts: TimeFacts) -> NoReturn:
    raise execution_error("EDIT_INVALID", locale=facts.locale, field=field, problem=problem)
