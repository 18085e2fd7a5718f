"""Busy and free time of a window: computed from instants, so that no change of clocks makes a slot longer or shorter.

All-day items take no time here (``StoredItem.takes_time`` says why).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from timeflow.data.contracts import Availability, BusySlot, TimeWindow
from timeflow.data.profile import ProfileDefaults
from timeflow.data.stored import StoredItem
from timeflow.data.times import instant_of

Span = tuple[datetime, datetime]
"""Two aware UTC instants, half-open, not empty."""

_DAY = timedelta(days=1)


def availability_of(
    items: Iterable[StoredItem], window: TimeWindow, zone: ZoneInfo, *, minutes: int, hours: ProfileDefaults | None
) -> Availability:
    """What the items leave of a window.

    ``busy``: each item that takes time, cut to the window, in order. ``free``: the rest in stretches of at least
    ``minutes``, in order, within the working hours of ``zone`` and outside lunch where ``hours`` are given. All
    instants carry the offset of ``zone``.
    """
    whole = (window.start_at.astimezone(UTC), window.end_at.astimezone(UTC))
    busy = sorted(
        (
            (cut, item)
            for item in items
            if item.takes_time and item.times.start_at is not None and item.times.end_at is not None
            for cut in _cut((item.times.start_at, item.times.end_at), whole)
        ),
        key=lambda pair: (pair[0], pair[1].item_id),
    )
    open_hours = [whole] if hours is None else list(working_spans(whole, zone, hours))
    free = without(open_hours, [span for span, _ in busy])
    return Availability(
        busy=tuple(
            BusySlot(
                item_id=item.item_id,
                title=item.fields.title,
                start_at=start.astimezone(zone),
                end_at=end.astimezone(zone),
            )
            for (start, end), item in busy
        ),
        free=tuple(
            TimeWindow(start_at=start.astimezone(zone), end_at=end.astimezone(zone))
            for start, end in free
            if end - start >= timedelta(minutes=minutes)
        ),
    )


def working_spans(whole: Span, zone: ZoneInfo, hours: ProfileDefaults) -> Iterator[Span]:
    """The working hours of every local day that lie in ``whole``, without lunch, in order."""
    day = whole[0].astimezone(zone).date()
    last = whole[1].astimezone(zone).date()
    while day <= last:
        open_, lunch, resumed, close = (
            instant_of(datetime.combine(day, at), zone)
            for at in (hours.work_start, hours.lunch_start, hours.lunch_end, hours.work_end)
        )
        for span in without([(open_, close)], [(lunch, resumed)]):
            yield from _cut(span, whole)
        day += _DAY


def without(spans: Sequence[Span], taken: Sequence[Span]) -> list[Span]:
    """What is left of the spans, which are disjoint and in order, when the taken ones are cut out of them."""
    merged: list[Span] = []
    for start, end in sorted(span for span in taken if span[0] < span[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    left: list[Span] = []
    place = 0
    for start, end in spans:
        while place < len(merged) and merged[place][1] <= start:
            place += 1
        current, following = start, place
        while following < len(merged) and merged[following][0] < end:
            if current < merged[following][0]:
                left.append((current, merged[following][0]))
            current = max(current, merged[following][1])
            following += 1
        if current < end:
            left.append((current, end))
    return left


def _cut(span: Span, whole: Span) -> Iterator[Span]:
    start, end = max(span[0], whole[0]), min(span[1], whole[1])
    if start < end:
        yield start, end
