"""Free times to offer: the earliest in a window, near ones around a wanted time, one on each of the next days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from timeflow.data.contracts import BusySlot, TimeWindow
from timeflow.execution.planned_times import OfferedSlot, TimeFacts

OFFERS = 3
"""At most so many times are offered (decisions 13)."""

GRID = timedelta(minutes=15)
_HORIZON = timedelta(days=7)


def next_grid(moment: datetime) -> datetime:
    """The next quarter of an hour, or ``moment`` itself when it is one."""
    start_of_hour = moment.replace(minute=0, second=0, microsecond=0)
    steps = -((start_of_hour - moment) // GRID)
    return start_of_hour + steps * GRID


async def earliest_in(window: TimeWindow, minutes: int, facts: TimeFacts, *, any_hour: bool) -> OfferedSlot | None:
    """The earliest free stretch of ``minutes`` in the window that is not past."""
    start = max(window.start_at, next_grid(facts.now))
    if start >= window.end_at:
        return None
    availability = await facts.availability(TimeWindow(start_at=start, end_at=window.end_at), minutes, any_hour)
    return _first(availability.free, minutes, facts)


async def near(wanted: datetime, minutes: int, facts: TimeFacts, *, any_hour: bool) -> tuple[OfferedSlot, ...]:
    """Up to three free stretches nearest to the wanted local time, in order of time."""
    centre = facts.instant(wanted)
    start = max(centre - timedelta(days=1), next_grid(facts.now))
    end = max(centre, start) + timedelta(days=3)
    free = (await facts.availability(TimeWindow(start_at=start, end_at=end), minutes, any_hour)).free
    length = timedelta(minutes=minutes)
    starts = {moment for window in free for moment in _starts(window, length, centre)}
    chosen: list[datetime] = []
    for moment in sorted(starts, key=lambda m: (abs(m - centre), m)):
        if all(abs(moment - other) >= length for other in chosen):
            chosen.append(moment)
        if len(chosen) == OFFERS:
            break
    return tuple(_offer(moment, minutes, facts) for moment in sorted(chosen))


async def on_next_days(minutes: int, facts: TimeFacts) -> tuple[OfferedSlot, ...]:
    """The earliest free stretch of each of the next days in working hours, three at most."""
    start = next_grid(facts.now)
    free = (await facts.availability(TimeWindow(start_at=start, end_at=start + _HORIZON), minutes, False)).free
    by_day: dict[object, OfferedSlot] = {}
    for window in free:
        offer = _first((window,), minutes, facts)
        if offer is not None:
            by_day.setdefault(offer.local_start.date(), offer)
    return tuple(by_day.values())[:OFFERS]


def overlapping(busy: Iterable[BusySlot], start: datetime, end: datetime) -> tuple[BusySlot, ...]:
    """The busy slots that share time with ``[start, end)``; aware instants."""
    return tuple(slot for slot in busy if slot.start_at < end and slot.end_at > start)


def _first(free: Iterable[TimeWindow], minutes: int, facts: TimeFacts) -> OfferedSlot | None:
    length = timedelta(minutes=minutes)
    for window in free:
        start = next_grid(window.start_at)
        if start + length <= window.end_at:
            return _offer(start, minutes, facts)
    return None


def _starts(window: TimeWindow, length: timedelta, centre: datetime) -> Iterable[datetime]:
    """The start nearest to ``centre`` on either side that fits in the window, and those one length further."""
    first, last = next_grid(window.start_at), window.end_at - length
    nearest = min(max(centre, first), last)
    for step in range(-OFFERS, OFFERS + 1):
        moment = nearest + step * max(length, GRID)
        if first <= moment <= last:
            yield moment


def _offer(start: datetime, minutes: int, facts: TimeFacts) -> OfferedSlot:
    return OfferedSlot(facts.wall(start), facts.wall(start + timedelta(minutes=minutes)))
