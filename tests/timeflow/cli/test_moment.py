from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.testing.clock import FrozenClock
from timeflow.cli.moment import Moment, day_named, moment_of
from timeflow.cli.problems import WrongUsageError

SHANGHAI = "Asia/Shanghai"
TUESDAY = Moment(datetime.fromisoformat("2026-12-01T10:00:00+08:00"), SHANGHAI)


def read(now: str | None, timezone: str | None = None) -> Moment:
    return moment_of(now, timezone, default_zone=SHANGHAI, clock=FrozenClock())


@pytest.mark.parametrize(
    ("now", "timezone", "local"),
    [
        (None, None, "2026-12-01T10:00:00+08:00"),
        (None, "America/New_York", "2026-11-30T21:00:00-05:00"),
        ("2026-12-01T10:00", None, "2026-12-01T10:00:00+08:00"),
        ("2026-12-01T10:00", "Europe/Rome", "2026-12-01T10:00:00+01:00"),
        ("2026-12-01T10:00Z", None, "2026-12-01T18:00:00+08:00"),
        (" 20261201T100000+0200 ", None, "2026-12-01T16:00:00+08:00"),
        ("2026-12-01", None, "2026-12-01T00:00:00+08:00"),
    ],
)
def test_the_reference_time_stands_in_the_persons_zone(now: str | None, timezone: str | None, local: str) -> None:
    moment = read(now, timezone)
    assert moment.current_time.isoformat() == local
    assert moment.timezone == (timezone or SHANGHAI)


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_is_written_is_read_or_refused_by_name(now: str, timezone: str) -> None:
    for arguments, field in (((now, None), "--now"), ((None, timezone), "--tz")):
        try:
            assert read(*arguments).current_time.tzinfo is not None
        except WrongUsageError as error:
            assert error.field == field


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("2026-12-05", date(2026, 12, 5), date(2026, 12, 5)),
        ("今天", date(2026, 12, 1), date(2026, 12, 1)),
        ("明天", date(2026, 12, 2), date(2026, 12, 2)),
        ("下周五", date(2026, 12, 11), date(2026, 12, 11)),
        ("tomorrow", date(2026, 12, 2), date(2026, 12, 2)),
        ("下周", date(2026, 12, 7), date(2026, 12, 13)),
        ("下个月", date(2027, 1, 1), date(2027, 1, 31)),
        ("明天下午三点", date(2026, 12, 2), date(2026, 12, 2)),
    ],
)
def test_days_may_be_words_and_a_range_has_a_first_and_a_last_day(words: str, first: date, last: date) -> None:
    assert day_named("--from", words, TUESDAY, "zh-CN", day_start_hour=4, last=False) == first
    assert day_named("--to", words, TUESDAY, "zh-CN", day_start_hour=4, last=True) == last


def test_a_word_with_two_readings_takes_both_days_in() -> None:
    night = Moment(datetime.fromisoformat("2026-12-01T00:20:00+08:00"), SHANGHAI)
    days = [day_named("--from", "明天", night, "zh-CN", day_start_hour=4, last=last) for last in (False, True)]
    assert days == [date(2026, 12, 1), date(2026, 12, 2)]


@pytest.mark.parametrize(
    "words", ["", "  ", "开会", "明天开会", "明天和后天", "每周一", "一小时", "周五前", "明" * 5000]
)
def test_what_is_no_day_is_refused(words: str) -> None:
    with pytest.raises(WrongUsageError) as caught:
        day_named("--from", words, TUESDAY, "zh-CN", day_start_hour=4, last=False)
    assert caught.value.field == "--from"


def test_the_clock_is_read_in_utc_and_told_in_the_zone() -> None:
    clock = FrozenClock(datetime(2026, 12, 1, 20, 0, tzinfo=UTC))
    assert moment_of(None, None, default_zone=SHANGHAI, clock=clock).today == date(2026, 12, 2)
