"""What pictures and dictation do to Chinese: spaces between characters, traditional ones, neighbouring numbers."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.timeflow.timeexpr.telling import context, only, told
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.chinese.text import closed_up


def test_words_keep_their_spaces_and_their_place() -> None:
    found = only("会 议 ： 12 月 5 日 下 午 3 点 开 始")
    assert (found.text, told(found)) == ("12 月 5 日 下 午 3 点", "instant 2026-12-05T15:00")


@given(st.text("下午三点 周五的15:-~,a", max_size=30))
def test_closing_up_only_leaves_out_spaces(text: str) -> None:
    closed, places = closed_up(text)
    assert len(places) == len(closed) + 1
    assert [text[place] for place in places[:-1]] == list(closed)
    assert closed.replace(" ", "") == text.replace(" ", "")


def test_two_numbers_stay_apart() -> None:
    assert closed_up("第 12 30 页 共 3 页")[0] == "第12 30页共3页"


@pytest.mark.parametrize("words", ["两三天后", "过五六个小时", "七八分钟前"])
def test_two_lengths_at_once_are_for_the_speaker_to_choose(words: str) -> None:
    found = only(words)
    assert found.ambiguous
    assert len(found.readings) == 2


def test_hours_of_two_neighbours_span_the_first() -> None:
    found = only("明天下午三四点")
    assert (found.start, found.end) == (datetime(2026, 12, 2, 15), datetime(2026, 12, 2, 16))


@pytest.mark.parametrize("words", ["二十八九十号", "5、8号", "三、一号"])
def test_days_that_do_not_follow_each_other_are_no_span(words: str) -> None:
    assert all(found.granularity == "day" and found.kind == "date" for found in find_expressions(words, context()))


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("春节后第一个工作日", date(2026, 2, 24)),
        ("国庆前最后一个工作日", date(2026, 9, 30)),
        ("节后第一个工作日", date(2026, 2, 24)),
        ("3月底前最后一个周五", date(2026, 3, 27)),
    ],
)
def test_workdays_beside_a_holiday_follow_the_published_calendar(words: str, day: date) -> None:
    assert only(words, datetime(2026, 2, 11, 10)).start == day


@pytest.mark.parametrize("words", ["他说“明天三点见”", "通知：“周五放假”"])
def test_quoted_speech_has_times(words: str) -> None:
    assert find_expressions(words, context())


@pytest.mark.parametrize("words", ["把标题改成“周五聚餐”", "听“五月的雪”", "“星期天”这首歌", "《后天》"])
def test_quoted_names_have_none(words: str) -> None:
    assert not find_expressions(words, context())
