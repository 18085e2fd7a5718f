"""A computed change over several items (decisions 7): times one after another, one look for what else is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from timeflow.data.availability import Span, without
from timeflow.data.contracts import Availability, BusySlot, ItemSnapshot, TimeWindow
from timeflow.execution import slots
from timeflow.execution.planned_times import FindAvailability, PlannedTimes, TimeFacts, TimeQuestion
from timeflow.execution.steps.compute_changes import ComputedChange, computed_change
from timeflow.functions.contracts import ItemChange

_CLOSE: Final = timedelta(days=7)
"""Times that lie no further apart are looked at together."""


async def computed_range(
    items: Iterable[ItemSnapshot], change: ItemChange, facts: TimeFacts
) -> tuple[ComputedChange, ...]:
    """What the change makes of each item, in order. An item that finds no time keeps its own: no values.

    Nothing is asked: a taken time is shown as a conflict.
    """
    given: list[Span] = []
    placing = replace(facts, availability=_leaving_out(facts.availability, given))
    made: list[ComputedChange] = []
    for item in items:
        one = await computed_change(item, change, placing, None, keep_time=True, alone=False)
        assert not isinstance(one, TimeQuestion)
        made.append(one)
        given += _span(one.planned, facts)
    busy = await _busy_around(given, facts)
    return tuple(replace(one, planned=_with_conflicts(one.planned, busy, facts)) for one in made)


def _leaving_out(find: FindAvailability, given: list[Span]) -> FindAvailability:
    """The same free time without what was given to earlier items; each question is asked once."""
    answers: dict[tuple[datetime, datetime, int, bool], Availability] = {}

    async def find_rest(window: TimeWindow, minutes: int, any_hour: bool) -> Availability:
        question = (window.start_at, window.end_at, minutes, any_hour)
        if question not in answers:
            answers[question] = await find(window, minutes, any_hour)
        found = answers[question]
        left = without([(slot.start_at, slot.end_at) for slot in found.free], given)
        free = tuple(
            TimeWindow(start_at=start, end_at=end) for start, end in left if end - start >= timedelta(minutes=minutes)
        )
        return found.model_copy(update={"free": free})

    return find_rest


async def _busy_around(spans: Iterable[Span], facts: TimeFacts) -> tuple[BusySlot, ...]:
    windows: list[Span] = []
    for start, end in sorted(spans):
        if windows and start - windows[-1][1] <= _CLOSE:
            windows[-1] = (windows[-1][0], max(windows[-1][1], end))
        else:
            windows.append((start, end))
    found: list[BusySlot] = []
    for start, end in windows:
        found += (await facts.availability(TimeWindow(start_at=start, end_at=end), 1, True)).busy
    return tuple(found)


def _with_conflicts(planned: PlannedTimes, busy: tuple[BusySlot, ...], facts: TimeFacts) -> PlannedTimes:
    return replace(
        planned, conflicts=tuple(slot for span in _span(planned, facts) for slot in slots.overlapping(busy, *span))
    )


def _span(planned: PlannedTimes, facts: TimeFacts) -> list[Span]:
    """The new time, where there is one."""
    start, end = planned.values.get("local_start"), planned.values.get("local_end")
    if isinstance(start, datetime) and isinstance(end, datetime):
        return [(facts.instant(start), facts.instant(end))]
    return []
