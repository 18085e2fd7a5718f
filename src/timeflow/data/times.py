"""From what the person meant (wall time and zone, or a date) to instants, and back (design section 5, decisions 14)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error
from timeflow.data.contracts import ItemFields

_DAY: Final = timedelta(days=1)
FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 9990
"""Years outside are refused: every zone's offset must fit in, on every database."""

SPAN_LIMITS: Final = (timedelta(days=1, hours=2), timedelta(days=8), timedelta(days=64), timedelta(days=512), None)
"""The longest item of each span class; the last has no bound. The two hours let a day in which clocks go back be one
day."""


@dataclass(frozen=True, slots=True)
class DerivedTimes:
    """The columns that follow from an item's local times: aware UTC instants, and the class of its length."""

    start_at: datetime | None
    end_at: datetime | None
    due_at: datetime | None
    deadline_at: datetime | None
    span_class: int | None


def zone_of(tzid: str, *, field: str = "tzid") -> ZoneInfo:
    """The IANA zone of that name. Raises INPUT_INVALID that names ``field`` when there is none."""
    try:
        return ZoneInfo(tzid)
    except (KeyError, ValueError, OSError, TypeError) as error:
        raise base_error("INPUT_INVALID", field_errors=[FieldError(field, "is not an IANA time zone")]) from error


def instant_of(wall: datetime, zone: ZoneInfo, *, field: str = "local_time") -> datetime:
    """The UTC instant of a naive wall time.

    A wall time that the zone skips is moved forward by what was skipped; one that comes twice is the first. Raises
    INPUT_INVALID that names ``field`` for a year outside FIRST_YEAR to LAST_YEAR.
    """
    _check_year(wall.year, field)
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _check_year(year: int, field: str) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        message = f"must lie in the years {FIRST_YEAR} to {LAST_YEAR}"
        raise base_error("INPUT_INVALID", field_errors=[FieldError(field, message)])


def midnight_of(day: date, zone: ZoneInfo, *, field: str = "date") -> datetime:
    """The UTC instant at which a local day begins."""
    return instant_of(datetime.combine(day, time.min), zone, field=field)


def midnight_after(day: date, zone: ZoneInfo, *, field: str = "date") -> datetime:
    """The UTC instant at which a local day ends."""
    _check_year(day.year, field)
    return midnight_of(day + _DAY, zone, field=field)


def span_class_of(length: timedelta) -> int:
    """The class of an item's length: the first whose limit it keeps."""
    return next(index for index, limit in enumerate(SPAN_LIMITS) if limit is None or length <= limit)


def derive_times(fields: ItemFields) -> DerivedTimes:
    """The UTC columns of an item.

    A date begins at local midnight: all-day is ``start_date`` to the exclusive ``end_date`` (absent: one day).
    A date that is due or a deadline ends at the next local midnight. Raises INPUT_INVALID for an unknown zone, a year
    out of range or an end that is not after its start.
    """
    zone = zone_of(fields.tzid)
    start_at, end_at = _span(fields, zone)
    if start_at is not None and end_at is not None and end_at <= start_at:
        raise base_error("INPUT_INVALID", field_errors=[FieldError("local_end", "must be after the start")])
    return DerivedTimes(
        start_at=start_at,
        end_at=end_at,
        due_at=_limit("due", fields.local_due, fields.due_date, zone),
        deadline_at=_limit("deadline", fields.local_deadline, fields.deadline_date, zone),
        span_class=None if start_at is None or end_at is None else span_class_of(end_at - start_at),
    )


def _span(fields: ItemFields, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    if fields.local_start is None:
        return _days(fields, zone)
    start_at = instant_of(fields.local_start, zone, field="local_start")
    if fields.local_end is None:
        return start_at, None
    end_at = instant_of(fields.local_end, zone, field="local_end")
    if end_at <= start_at and fields.local_end > fields.local_start:
        # The start lies in skipped time and was moved past the end: the length that was meant stays.
        end_at = start_at + (fields.local_end - fields.local_start)
    return start_at, end_at


def _days(fields: ItemFields, zone: ZoneInfo) -> tuple[datetime | None, datetime | None]:
    if fields.start_date is None:
        return None, None
    start_at = midnight_of(fields.start_date, zone, field="start_date")
    if fields.end_date is not None:
        return start_at, midnight_of(fields.end_date, zone, field="end_date")
    return start_at, midnight_after(fields.start_date, zone, field="start_date") if fields.all_day else None


def _limit(name: str, wall: datetime | None, day: date | None, zone: ZoneInfo) -> datetime | None:
    if wall is not None:
        return instant_of(wall, zone, field=f"local_{name}")
    if day is not None:
        return midnight_after(day, zone, field=f"{name}_date")
    return None
