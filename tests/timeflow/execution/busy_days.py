"""Facts for the steps that settle times: a reference time and a few busy hours, computed as the data module does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from timeflow.data.availability import availability_of
from timeflow.data.contracts import Availability, ItemFields, TimeWindow
from timeflow.data.profile import ProfileDefaults
from timeflow.data.stored import StoredItem
from timeflow.execution.planned_times import TimeFacts
from timeflow.functions.contracts import ResolvedTime
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import TimeContext

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 12, 1, 10, 0, tzinfo=ZONE)
"""A Tuesday morning."""


def facts(*busy: tuple[str, str, int], now: datetime = NOW, zone: ZoneInfo = ZONE) -> TimeFacts:
    """Facts with items ``(title, local start, minutes)``."""
    profile = ProfileDefaults(timezone=zone.key)
    items = [
        StoredItem.new(f"item-{place}", "schedule", _fields(title, start, minutes, zone), now.astimezone(UTC))
        for place, (title, start, minutes) in enumerate(busy)
    ]

    async def availability(window: TimeWindow, minutes: int, any_hour: bool) -> Availability:
        return availability_of(items, window, zone, minutes=minutes, hours=None if any_hour else profile)

    return TimeFacts(now.astimezone(zone), zone, "zh-CN", profile, availability)


def said(words: str, now: datetime = NOW) -> ResolvedTime:
    """What the words mean at the reference time."""
    context = TimeContext(now.astimezone(ZONE).replace(tzinfo=None), ZONE.key)
    (found,) = find_expressions(words, context)
    return ResolvedTime.of(found)


def _fields(title: str, start: str, minutes: int, zone: ZoneInfo) -> ItemFields:
    begin = datetime.fromisoformat(start)
    return ItemFields(title=title, tzid=zone.key, local_start=begin, local_end=begin + timedelta(minutes=minutes))
