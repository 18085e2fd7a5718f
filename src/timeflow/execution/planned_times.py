"""What the steps that settle times hand on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from timeflow.data.contracts import Availability, BusySlot, ItemSnapshot, TimeWindow
from timeflow.data.profile import ProfileDefaults
from timeflow.data.times import instant_of
from timeflow.execution.contracts import DefaultView, SourceView
from timeflow.execution.wording import Locale

TimeValue = datetime | date | bool | int | str | None
TIME_FIELDS = (
    "all_day",
    "local_start",
    "local_end",
    "start_date",
    "end_date",
    "local_due",
    "due_date",
    "local_deadline",
    "deadline_date",
)

FindAvailability = Callable[[TimeWindow, int, bool], Awaitable[Availability]]
"""Window, minutes wanted, whether any hour will do; the items being moved are left out."""


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """What times are settled against. ``now`` is the reference time in ``zone``, aware."""

    now: datetime
    zone: ZoneInfo
    locale: Locale
    profile: ProfileDefaults
    availability: FindAvailability

    @property
    def local_now(self) -> datetime:
        """The reference time as naive wall time."""
        return self.now.replace(tzinfo=None)

    def wall(self, instant: datetime) -> datetime:
        """The naive wall time of an instant in the zone of the request."""
        return instant.astimezone(self.zone).replace(tzinfo=None)

    def instant(self, wall: datetime) -> datetime:
        """The UTC instant of a naive wall time in the zone of the request."""
        return instant_of(wall, self.zone)

    def window(self, start: datetime, end: datetime) -> TimeWindow:
        """The window between two wall times, a minute long at least."""
        start_at = self.instant(start)
        return TimeWindow(start_at=start_at, end_at=max(self.instant(end), start_at + timedelta(minutes=1)))

    @property
    def today(self) -> date:
        """The calendar day of the reference time."""
        return self.now.date()


@dataclass(frozen=True, slots=True)
class PlannedTimes:
    """Settled times: values of ``ItemFields``, where each came from, and what else takes the time."""

    values: dict[str, TimeValue] = field(default_factory=dict)
    sources: tuple[SourceView, ...] = ()
    defaults: tuple[DefaultView, ...] = ()
    notices: tuple[str, ...] = ()
    conflicts: tuple[BusySlot, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedSlot:
    """A time to choose; ``keep`` marks the time that was asked for."""

    local_start: datetime
    local_end: datetime
    keep: bool = False


@dataclass(frozen=True, slots=True)
class TimeQuestion:
    """The person chooses a time before anything is prepared."""

    kind: Literal["time", "conflict"]
    question: str
    offers: tuple[OfferedSlot, ...]
    targets: tuple[ItemSnapshot, ...] = ()
