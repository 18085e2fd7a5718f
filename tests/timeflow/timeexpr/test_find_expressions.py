"""The promises of ``find_expressions``: spans, order, zones, and that no text can hurt it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.timeflow.timeexpr.telling import TUESDAY, context, only
from timeflow.timeexpr import ExpressionKind, TimeContext, expression_view, find_expressions

WORDS_TEXT = """
今天 明天 后 大 前 下 上 这 本 个 周 星期 礼拜 月 年 日 号 点 半 一刻 分 秒 小时 分钟 天 一 二 两 三
十 廿 百 零 5 12 31 2026 99999999999 到 至 - ~ 从 之 内 以 截止 最晚 每 隔 工作日 末 底 初 中 早上
下午 晚上 凌晨 农历 闰 腊月 初三 春节 国庆 假期 的 第 最后 半年 季度 世纪 年代 康熙 : / . （ ） ，
周一 周日 起 开始 和 tomorrow at pm next Monday every
"""
WORDS = WORDS_TEXT.split()


@settings(max_examples=600, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), max_size=14).map("".join) | st.text(max_size=60),
    st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1)),
    st.booleans(),
    st.sampled_from(["Asia/Shanghai", "America/New_York", "UTC"]),
)
def test_any_text_gives_ordered_spans_and_sound_values(text: str, reference: datetime, past: bool, zone: str) -> None:
    found = find_expressions(text, TimeContext(reference, zone, past=past))
    last = 0
    for one in found:
        assert last <= one.span[0] < one.span[1] <= len(text)
        assert one.text == text[slice(*one.span)]
        last = one.span[1]
        assert one.ambiguous <= (len(one.readings) > 1)
        if one.start is not None and one.end is not None:
            assert isinstance(one.start, datetime) == isinstance(one.end, datetime)
            assert one.start < one.end
        if one.kind is ExpressionKind.DURATION:
            assert one.duration_seconds is not None
            assert one.duration_seconds > 0
        if one.kind is ExpressionKind.RECURRENCE:
            assert one.recurrence is not None
            assert one.recurrence.startswith("FREQ=")
        expression_view(one)


@settings(max_examples=60, deadline=timedelta(seconds=2))
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), st.integers(200, 400))
def test_long_repetitions_come_back_in_bounded_time(pattern: list[str], times: int) -> None:
    find_expressions("".join(pattern) * times, context())


@pytest.mark.parametrize(
    "words", ["99999999999天后", "999999999年前", "9999年12月31日", "10000个工作日后", "0月0日", "25点", "2月30日"]
)
def test_numbers_outside_the_calendar_raise_nothing(words: str) -> None:
    for found in find_expressions(words, context()):
        assert found.text


def test_an_empty_text_has_no_times() -> None:
    assert find_expressions("", context()) == ()


def test_a_time_that_daylight_saving_skips_is_ambiguous_with_the_times_around_it() -> None:
    found = only("明天凌晨2点半", datetime(2026, 3, 7, 12, 0), "America/New_York")
    assert (found.ambiguous, found.note) == (True, "dst_gap")
    assert [reading.start for reading in found.readings] == [datetime(2026, 3, 8, 3, 30), datetime(2026, 3, 8, 1, 30)]


@pytest.mark.parametrize("reference", [datetime(2026, 10, 31, 12), datetime(2027, 11, 6, 12)])
@pytest.mark.parametrize("words", ["明天凌晨一点半", "tomorrow at 1:30am"])
def test_a_time_that_comes_twice_is_the_first_of_the_two(words: str, reference: datetime) -> None:
    found = only(words, reference, "America/New_York")
    assert (found.ambiguous, found.note, found.readings) == (False, "dst_fold", ())
    assert found.start == datetime.combine(reference + timedelta(days=1), time(1, 30))
    assert isinstance(found.start, datetime)
    assert found.start.fold == 0


@pytest.mark.parametrize(("words", "locale"), [("24小时后", "zh-CN"), ("in 24 hours", "en")])
def test_hours_from_now_are_counted_as_they_pass(words: str, locale: Literal["zh-CN", "en"]) -> None:
    saturday = TimeContext(datetime(2026, 10, 31, 1, 30), "America/New_York", locale)
    assert find_expressions(words, saturday)[0].start == datetime(2026, 11, 1, 1, 30)
    noon = replace(saturday, reference=datetime(2026, 10, 31, 12))
    (found,) = find_expressions(words, noon)
    assert (found.start, found.ambiguous) == (datetime(2026, 11, 1, 11), False)


def test_the_second_of_two_equal_hours_is_told_by_its_fold() -> None:
    (found,) = find_expressions("25小时后", TimeContext(datetime(2026, 10, 31, 1, 30), "America/New_York"))
    assert isinstance(found.start, datetime)
    assert (found.start.fold, found.ambiguous) == (1, False)


def test_the_zone_moves_no_wall_time() -> None:
    for zone in ("UTC", "Asia/Shanghai", "America/New_York"):
        assert only("明天下午三点", TUESDAY, zone).start == datetime(2026, 12, 2, 15, 0)


def test_the_view_writes_dates_as_dates_and_times_with_seconds() -> None:
    assert expression_view(only("下周三")) == {
        "text": "下周三",
        "kind": "date",
        "start": "2026-12-09",
        "end": "2026-12-10",
        "granularity": "day",
        "recurrence": None,
        "duration_seconds": None,
        "ambiguous": False,
        "readings": [],
    }
    view = expression_view(only("明天四点"))
    assert view["start"] == "2026-12-02T16:00:00"
    assert view["readings"] == [
        {"start": "2026-12-02T16:00:00", "end": None},
        {"start": "2026-12-02T04:00:00", "end": None},
    ]


def test_today_is_never_in_the_past() -> None:
    for hour in range(24):
        reference = datetime(2026, 12, 1, hour, 59)
        assert only("今天", reference).start == date(2026, 12, 1)
        assert only("截止今天", reference).end == date(2026, 12, 2)
