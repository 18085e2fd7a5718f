"""Changes of existing items that code computes (decisions 2, 7): move, shift, roll over, length, deadline.

One change per item; nothing here calls a model. Wall times are kept where only the day changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from timeflow.data.contracts import ItemSnapshot
from timeflow.execution import slots
from timeflow.execution.contracts import DefaultView, SourceView
from timeflow.execution.planned_times import PlannedTimes, TimeFacts, TimeQuestion, TimeValue
from timeflow.execution.state import ChosenSlot
from timeflow.execution.steps.resolve_time import check_start, expression_notices, last_moment, takes_any_hour
from timeflow.execution.wording import say, span_label
from timeflow.functions.contracts import ItemChange, ResolvedTime

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ComputedChange:
    """The new times of one item; ``selected`` is False for a hard deadline that has passed (decisions 7)."""

    item: ItemSnapshot
    planned: PlannedTimes
    selected: bool = True


async def computed_change(
    item: ItemSnapshot,
    change: ItemChange,
    facts: TimeFacts,
    slot: ChosenSlot | None,
    *,
    keep_time: bool,
    alone: bool,
) -> ComputedChange | TimeQuestion:
    """What the change makes of one item. ``alone``: the only one, so its time is looked at and asked about."""
    if slot is not None:
        return ComputedChange(item, await _to_slot(item, slot, change, facts))
    planned = _values(item, change, facts)
    if isinstance(planned, _FreeSlotWanted):
        planned_slot = await _free_slot(planned, facts)
        if isinstance(planned_slot, TimeQuestion) and not alone:
            return ComputedChange(item, PlannedTimes(), selected=False)
        return planned_slot if isinstance(planned_slot, TimeQuestion) else ComputedChange(item, planned_slot)
    start, end = planned.values.get("local_start"), planned.values.get("local_end")
    if alone and isinstance(start, datetime) and isinstance(end, datetime):
        words = change.when.words if change.when else None
        checked = await check_start(start, end, facts, words=words, keep_time=keep_time)
        if isinstance(checked, TimeQuestion):
            return checked
        notices = (*planned.notices, *checked.notices)
        planned = PlannedTimes(planned.values, planned.sources, planned.defaults, notices, checked.conflicts)
    return ComputedChange(item, planned, selected=not _passed_hard_deadline(item, change, facts))


@dataclass(frozen=True, slots=True)
class _FreeSlotWanted:
    """A move into a part of a day: which window, how long."""

    start: datetime
    end: datetime
    minutes: int
    when: ResolvedTime


def _values(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> PlannedTimes | _FreeSlotWanted:
    match change.kind:
        case "shift":
            return _shifted(item, change, facts)
        case "set_length":
            return _with_length(item, change, facts)
        case "move_end":
            return _with_end_moved(item, change, facts)
        case "set_due":
            return _with_due(item, change.due or change.when, facts)
        case _:
            return _moved(item, change, facts)


def _moved(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> PlannedTimes | _FreeSlotWanted:
    when = change.when
    if when is None or (when.start is None and when.end is None):
        return PlannedTimes()
    if item.start_at is None:
        return _with_due(item, when, facts)
    if item.all_day:
        return _moved_all_day(item, when, facts)
    old_start, old_end = facts.wall(item.start_at), facts.wall(item.end_at or item.start_at)
    length = timedelta(seconds=change.duration.duration_seconds or 0) if change.duration else old_end - old_start
    notices = expression_notices(when, facts)
    sources = [SourceView(field="start_at", words=when.words, rule=when.rule)]
    defaults: list[DefaultView] = []
    start, end = when.start, when.end
    if not isinstance(start, datetime):
        day = start if start is not None else _last_day(end)
        new_start = datetime.combine(day, old_start.time())
        defaults.append(DefaultView(field="start_at", because=say("default.kept_clock", facts.locale)))
    elif not when.time_given:
        window_start, window_end = _on_day(when, old_start, facts)
        return _FreeSlotWanted(window_start, window_end, max(1, round(length.total_seconds() / 60)), when)
    elif not when.date_given:
        new_start = datetime.combine(old_start.date(), start.time())
        defaults.append(DefaultView(field="start_at", because=say("default.kept_date", facts.locale)))
        end = new_start + (end - start) if isinstance(end, datetime) else end
    else:
        new_start = start
    if change.duration is not None:
        sources.append(SourceView(field="end_at", words=change.duration.words, rule=change.duration.rule))
    if isinstance(end, datetime) and when.time_given and change.duration is None:
        new_end = end
        sources.append(SourceView(field="end_at", words=when.words, rule=when.rule))
    else:
        new_end = new_start + length
        if change.duration is None:
            defaults.append(DefaultView(field="end_at", because=say("default.kept_length", facts.locale)))
    values: dict[str, TimeValue] = {"local_start": new_start, "local_end": new_end}
    return PlannedTimes(values, tuple(sources), tuple(defaults), notices)


def _moved_all_day(item: ItemSnapshot, when: ResolvedTime, facts: TimeFacts) -> PlannedTimes:
    first, end = item.start_date or facts.today, item.end_date
    days = (end - first) if end else _DAY
    source = SourceView(field="start_date", words=when.words, rule=when.rule)
    notices = expression_notices(when, facts)
    if isinstance(when.start, datetime) and when.time_given:
        minutes = timedelta(minutes=facts.profile.default_minutes)
        stop = when.end if isinstance(when.end, datetime) else when.start + minutes
        values: dict[str, TimeValue] = {
            "all_day": False, "start_date": None, "end_date": None, "local_start": when.start, "local_end": stop
        }  # fmt: skip
        sources = (source.model_copy(update={"field": "start_at"}), source.model_copy(update={"field": "end_at"}))
        return PlannedTimes(values, sources, (), notices)
    start = when.start if when.start is not None else _last_day(when.end)
    day = start.date() if isinstance(start, datetime) else start
    kept = DefaultView(field="end_date", because=say("default.kept_length", facts.locale))
    return PlannedTimes({"start_date": day, "end_date": day + days}, (source,), (kept,), notices)


def _shifted(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> PlannedTimes:
    if change.shift is None or not change.shift.duration_seconds:
        return PlannedTimes()
    sign = -1 if change.direction == "earlier" else 1
    step = timedelta(seconds=sign * change.shift.duration_seconds)
    values: dict[str, TimeValue] = {}
    shown = "start_at"
    if item.all_day and item.start_date is not None:
        shown = "start_date"
        first, end = item.start_date, item.end_date or item.start_date + _DAY
        values |= {"start_date": first + step, "end_date": end + step}
    elif item.start_at is not None:
        values |= {
            "local_start": _shift(item.start_at, step, facts),
            "local_end": _shift(item.end_at or item.start_at, step, facts),
        }
    elif item.due_date is not None and not step % _DAY:
        shown = "due_date"
        values["due_date"] = item.due_date + step
    elif item.due_at is not None:
        shown = "due_at"
        values |= {"local_due": _shift(item.due_at, step, facts), "due_date": None}
    fields = {"start_at": ("start_at", "end_at"), "start_date": ("start_date", "end_date")}.get(shown, (shown,))
    words, rule = change.shift.words, change.shift.rule
    return PlannedTimes(values, tuple(SourceView(field=field, words=words, rule=rule) for field in fields))


def _shift(instant: datetime, step: timedelta, facts: TimeFacts) -> datetime:
    """Whole days keep the wall clock; hours and minutes are real time, also over a DST change."""
    if not step % _DAY:
        return facts.wall(instant) + step
    return facts.wall(instant.astimezone(UTC) + step)


def _with_length(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> PlannedTimes:
    if change.duration is None or not change.duration.duration_seconds:
        return PlannedTimes()
    seconds = change.duration.duration_seconds
    if item.start_at is None or item.all_day:
        source = SourceView(field="estimated_minutes", words=change.duration.words, rule=change.duration.rule)
        return PlannedTimes({"estimated_minutes": max(1, seconds // 60)}, (source,), (), ())
    start = facts.wall(item.start_at)
    source = SourceView(field="end_at", words=change.duration.words, rule=change.duration.rule)
    values: dict[str, TimeValue] = {"local_start": start, "local_end": start + timedelta(seconds=seconds)}
    return PlannedTimes(values, (source,), (), ())


def _with_end_moved(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> PlannedTimes:
    """Longer or shorter by a length; what would end before it starts stays as it is."""
    if change.shift is None or not change.shift.duration_seconds:
        return PlannedTimes()
    sign = -1 if change.direction == "earlier" else 1
    step = timedelta(seconds=sign * change.shift.duration_seconds)
    words, rule = change.shift.words, change.shift.rule
    if item.all_day and item.start_date is not None and not step % _DAY:
        end = (item.end_date or item.start_date + _DAY) + step
        source = SourceView(field="end_date", words=words, rule=rule)
        return (
            PlannedTimes({"start_date": item.start_date, "end_date": end}, (source,))
            if end > item.start_date
            else PlannedTimes()
        )
    if item.start_at is None or item.all_day:
        minutes = (item.estimated_minutes or 0) + round(step.total_seconds() / 60)
        source = SourceView(field="estimated_minutes", words=words, rule=rule)
        return PlannedTimes({"estimated_minutes": minutes}, (source,)) if minutes > 0 else PlannedTimes()
    start, end_at = facts.wall(item.start_at), _shift(item.end_at or item.start_at, step, facts)
    if end_at <= start:
        return PlannedTimes()
    source = SourceView(field="end_at", words=words, rule=rule)
    return PlannedTimes({"local_start": start, "local_end": end_at}, (source,))


def _with_due(item: ItemSnapshot, when: ResolvedTime | None, facts: TimeFacts) -> PlannedTimes:
    moment = last_moment(when) if when is not None else None
    if when is None or moment is None:
        return PlannedTimes()
    prefix = "deadline" if item.item_type == "long_goal" else "due"
    at_field, date_field = f"local_{prefix}", f"{prefix}_date"
    if isinstance(moment, datetime):
        if not when.date_given and (old := item.deadline_at if prefix == "deadline" else item.due_at) is not None:
            moment = datetime.combine(_due_day(item, old, facts), moment.time())
        values: dict[str, TimeValue] = {at_field: moment, date_field: None}
        shown = f"{prefix}_at"
    else:
        values = {date_field: moment, at_field: None}
        shown = date_field
    source = SourceView(field=shown, words=when.words, rule=when.rule)
    return PlannedTimes(values, (source,), (), expression_notices(when, facts))


def _due_day(item: ItemSnapshot, old: datetime, facts: TimeFacts) -> date:
    return item.due_date or item.deadline_date or facts.wall(old).date()


async def _to_slot(item: ItemSnapshot, slot: ChosenSlot, change: ItemChange, facts: TimeFacts) -> PlannedTimes:
    window = facts.window(slot.local_start, slot.local_end)
    busy = (await facts.availability(window, 1, True)).busy
    words = span_label(slot.local_start, slot.local_end, facts.locale, today=facts.today)
    values: dict[str, TimeValue] = {"local_start": slot.local_start, "local_end": slot.local_end}
    if item.all_day:
        values |= {"all_day": False, "start_date": None, "end_date": None}
    sources = tuple(SourceView(field=field, words=words, rule="execution.choice") for field in ("start_at", "end_at"))
    return PlannedTimes(values, sources, (), (), slots.overlapping(busy, window.start_at, window.end_at))


async def _free_slot(wanted: _FreeSlotWanted, facts: TimeFacts) -> PlannedTimes | TimeQuestion:
    window = facts.window(wanted.start, wanted.end)
    any_hour = takes_any_hour(wanted.when)
    offer = await slots.earliest_in(window, wanted.minutes, facts, any_hour=any_hour)
    words = wanted.when.words
    if offer is None:
        offers = await slots.near(max(wanted.start, facts.local_now), wanted.minutes, facts, any_hour=any_hour)
        question = say("ask.no_room", facts.locale, window=words, minutes=wanted.minutes)
        return TimeQuestion("time", question, offers)
    because = say("default.earliest_slot", facts.locale, window=words)
    return PlannedTimes(
        {"local_start": offer.local_start, "local_end": offer.local_end},
        (SourceView(field="start_at", words=words, rule=wanted.when.rule),),
        (
            DefaultView(field="start_at", because=because),
            DefaultView(field="end_at", because=say("default.kept_length", facts.locale)),
        ),
        expression_notices(wanted.when, facts),
    )


def _on_day(when: ResolvedTime, old_start: datetime, facts: TimeFacts) -> tuple[datetime, datetime]:
    """The window of a part of a day; on the item's own day where the words name none."""
    start, end = when.start, when.end
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return old_start, old_start + _DAY
    if when.date_given:
        return start, end
    moved = datetime.combine(old_start.date(), start.time())
    return moved, moved + (end - start)


def _passed_hard_deadline(item: ItemSnapshot, change: ItemChange, facts: TimeFacts) -> bool:
    """A deadline with a clock time, or of a goal, that is over: moving the item would hide that it was missed."""
    if change.kind != "roll_over":
        return False
    hard = item.deadline_at or (item.due_at if item.due_date is None else None)
    return hard is not None and hard < facts.now


def _last_day(end: datetime | date | None) -> date:
    if end is None:
        raise ValueError("an expression with neither start nor end moves nothing")
    moment = end if isinstance(end, datetime) else datetime.combine(end, time())
    return (moment - timedelta(seconds=1)).date()
