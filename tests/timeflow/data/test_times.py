"""Wall times, dates and instants."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.core.errors import AgentBaseError
from timeflow.data.contracts import ItemFields
from timeflow.data.times import (
    SPAN_LIMITS,
    derive_times,
    instant_of,
    midnight_after,
    midnight_of,
    span_class_of,
    zone_of,
)

ZONES = ("Asia/Shanghai", "America/New_York", "Europe/London", "Australia/Lord_Howe", "Pacific/Apia", "UTC")
zones = st.sampled_from(ZONES)
walls = st.datetimes(datetime(1990, 1, 1), datetime(2060, 1, 1))
NEW_YORK = ZoneInfo("America/New_York")


def fields(**values: object) -> ItemFields:
    return ItemFields.model_validate({"title": "x", "tzid": "Asia/Shanghai", **values})


@given(wall=walls, tzid=zones)
def test_an_instant_shows_its_wall_time_again_unless_the_zone_skips_it(wall: datetime, tzid: str) -> None:
    zone = zone_of(tzid)
    shown = instant_of(wall, zone).astimezone(zone).replace(tzinfo=None)
    assert shown >= wall
    if shown != wall:
        before, after = (wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
        assert before is not None
        assert after is not None
        assert shown - wall == after - before


@given(wall=walls, tzid=zones, minutes=st.integers(1, 60 * 24 * 40))
def test_an_item_that_ends_after_its_start_on_the_wall_does_so_in_time(wall: datetime, tzid: str, minutes: int) -> None:
    derived = derive_times(fields(tzid=tzid, local_start=wall, local_end=wall + timedelta(minutes=minutes)))
    assert derived.start_at is not None
    assert derived.end_at is not None
    assert derived.start_at < derived.end_at
    assert derived.span_class == span_class_of(derived.end_at - derived.start_at)


def test_a_skipped_time_moves_forward_and_a_repeated_one_is_the_first() -> None:
    assert instant_of(datetime(2027, 3, 14, 2, 30), NEW_YORK) == datetime(2027, 3, 14, 7, 30, tzinfo=UTC)
    assert instant_of(datetime(2027, 11, 7, 1, 30), NEW_YORK) == datetime(2027, 11, 7, 5, 30, tzinfo=UTC)


def test_an_end_that_a_gap_puts_before_the_start_keeps_the_length() -> None:
    derived = derive_times(
        fields(tzid="America/New_York", local_start="2027-03-14T02:30:00", local_end="2027-03-14T03:00:00")
    )
    assert derived.start_at == datetime(2027, 3, 14, 7, 30, tzinfo=UTC)
    assert derived.end_at == datetime(2027, 3, 14, 8, 0, tzinfo=UTC)


def test_an_all_day_item_lasts_from_local_midnight_to_the_next() -> None:
    derived = derive_times(fields(all_day=True, start_date="2026-12-02"))
    assert derived.start_at == datetime(2026, 12, 1, 16, tzinfo=UTC)
    assert derived.end_at == datetime(2026, 12, 2, 16, tzinfo=UTC)
    assert derived.span_class == 0


def test_the_day_on_which_clocks_go_back_is_still_one_day() -> None:
    derived = derive_times(fields(all_day=True, start_date="2027-11-07", tzid="America/New_York"))
    assert derived.start_at is not None
    assert derived.end_at is not None
    assert derived.end_at - derived.start_at == timedelta(hours=25)
    assert derived.span_class == 0


def test_dates_that_are_due_end_at_the_next_midnight() -> None:
    derived = derive_times(fields(due_date="2026-12-04", deadline_date="2026-12-31"))
    assert derived.due_at == datetime(2026, 12, 4, 16, tzinfo=UTC)
    assert derived.deadline_at == datetime(2026, 12, 31, 16, tzinfo=UTC)


@given(day=st.dates(date(1990, 1, 1), date(2060, 1, 1)), tzid=zones)
def test_days_follow_each_other_without_gap_or_overlap(day: date, tzid: str) -> None:
    zone = zone_of(tzid)
    first, until = midnight_of(day, zone), midnight_after(day, zone)
    assert until == midnight_of(day + timedelta(days=1), zone)
    # Apia left out 30 December 2011: that day has no length.
    assert first <= until


@given(length=st.timedeltas(timedelta(seconds=1), timedelta(days=4000)))
def test_a_span_class_is_the_smallest_that_holds_the_length(length: timedelta) -> None:
    index = span_class_of(length)
    limit = SPAN_LIMITS[index]
    assert limit is None or length <= limit
    below = SPAN_LIMITS[index - 1] if index else timedelta(0)
    assert below is not None
    assert length > below


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"tzid": "Mars/Olympus"}, "tzid"),
        ({"tzid": "../etc/passwd"}, "tzid"),
        ({"tzid": "Asia"}, "tzid"),
        ({"tzid": "tzdata.zi"}, "tzid"),
        ({"tzid": "a\x00b"}, "tzid"),
        ({"local_start": "0001-01-01T00:00:00"}, "local_start"),
        ({"due_date": "9999-12-31"}, "due_date"),
        ({"local_start": "2026-12-02T15:00:00", "local_end": "2026-12-02T15:00:00"}, "local_end"),
        ({"all_day": True, "start_date": "2026-12-02", "end_date": "2026-12-01"}, "local_end"),
    ],
)
def test_what_is_no_time_is_refused_by_its_field(values: dict[str, object], field: str) -> None:
    with pytest.raises(AgentBaseError) as refused:
        derive_times(fields(**values))
    assert refused.value.reason_code == "INPUT_INVALID"
    assert [error.field for error in refused.value.field_errors] == [field]
