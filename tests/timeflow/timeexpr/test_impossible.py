"""What reads like a time and is none: the whole of it is consumed, and no part of it stands for another time."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.timeflow.timeexpr.telling import told
from timeflow.timeexpr import ExpressionKind, TimeContext, TimeExpression, find_expressions

REFERENCE = datetime(2026, 12, 1, 10)
NOTHING = """
2027年2月29日上午9点开会
二零二七年二月三十日
2月30日
2月30号下午三点到五点
2月30号到3月5号
2月28号到30号
2月28号到29号
下个月32号
13月5日
2027年13月
9999年
9999年12月31日晚上11点半
截止9999年12月31日
10000年1月1日
8000年后
8000年后的周三
一万年后
一万年后的周三
99999999999天后
每月32号
每年2月30日
2027-02-30 9:00
2027/13/45
10000-01-01
2/30 9点
下午25点
25:00
下午3点到25点
Feb 30
30 Feb at 9am
by Feb 30
every Feb 30
Feb 29 2027
Feb 28-30
Feb 28-29
Feb 28 to 31
thirty-first of April
31 April 2027
June 45
from Feb 30 to Mar 5
13/45/2026
13/45/2026 at 9am
2027-02-30T09:00
Dec 31, 9999
Jan 1 10000
in 9000 years
nine thousand years from now
8000 years ago
at 25:00
at 3:75pm
25 o'clock
"""
DAY_ALONE = [
    ("明天25点开会", "明天25点", "date 2026-12-02"),
    ("明天25:00开会", "明天25:00", "date 2026-12-02"),
    ("周三30点", "周三30点", "date 2026-12-02"),
    ("明天下午三点六十一分", "明天下午三点六十一分", "date 2026-12-02"),
    ("明天三点八十", "明天三点八十", "date 2026-12-02"),
    ("明天下午3点到25点", "明天下午3点到25点", "date 2026-12-02"),
    ("每天早上9999点", "每天早上9999点", "recurrence FREQ=DAILY @ 2026-12-02"),
    ("meet tomorrow at 25:00", "tomorrow at 25:00", "date 2026-12-02"),
    ("meet at 25:00 tomorrow", "25:00 tomorrow", "date 2026-12-02"),
    ("tomorrow at 3:75pm", "tomorrow at 3:75pm", "date 2026-12-02"),
    ("Monday at 25 o'clock", "Monday at 25 o'clock", "date 2026-12-07"),
    ("every day at 25:00", "every day at 25:00", "recurrence FREQ=DAILY @ 2026-12-01"),
]
STANDS = [
    ("9998年12月31日晚上11点半", "instant 9998-12-31T23:30"),
    ("December 31 9998", "date 9998-12-31"),
    ("2月29日", "date 2028-02-29"),
    ("2030年后", "range 2031-01-01.."),
    ("5000年后", "date 7026-12-01"),
    ("农历二月三十", "date 2027-04-06"),
    ("周三十点", "instant 2026-12-02T10:00"),
    ("明天24点", "instant 2026-12-03T00:00"),
    ("6月31号和7月1号", "date 2027-07-01"),
    ("Feb 30, tomorrow", "date 2026-12-02"),
    ("12月5号32号楼", "date 2026-12-05"),
    ("明天25点建议", "date 2026-12-02"),
    ("股票涨了25点，明天再看", "date 2026-12-02"),
    ("明天比分3:75", "date 2026-12-02"),
    ("call 555-12-3456 tomorrow", "date 2026-12-02"),
    ("in 100 years", "date 2126-12-01"),
]
DATES = """
12月5日 12月5号 2027年3月5日 2027-03-05 2027/3/5 12/5 3月 5号 5日 3天后 2027年 周三3点 3:30 15:00 3点半
5/12/2027 5.12.2027 20270305
"""
ENGLISH_DATES = ["Dec 5", "5 Dec", "Dec 5 2027", "2027-03-05", "3pm", "3:30", "12/5/2027", "in 3 days", "May 2027"]


def _found(text: str) -> tuple[TimeExpression, ...]:
    return find_expressions(text, TimeContext(REFERENCE, "Asia/Shanghai"))


@pytest.mark.parametrize("words", NOTHING.strip().splitlines())
def test_nothing_stands_for_a_time_that_does_not_exist(words: str) -> None:
    assert [(one.text, told(one)) for one in _found(words)] == []


@pytest.mark.parametrize(("words", "span", "meaning"), DAY_ALONE)
def test_a_day_with_an_impossible_clock_time_stands_alone_and_says_so(words: str, span: str, meaning: str) -> None:
    (found,) = _found(words)
    assert (found.text, told(found), found.note) == (span, meaning, "clock_invalid")
    assert (found.time_given, found.ambiguous, words[slice(*found.span)]) == (False, False, span)


@pytest.mark.parametrize(("words", "meaning"), STANDS)
def test_what_exists_stands(words: str, meaning: str) -> None:
    assert [(told(one), one.note) for one in _found(words)] == [(meaning, None)]


@settings(max_examples=400, deadline=None)
@given(
    st.text("0123456789", max_size=6),
    st.sampled_from(DATES.split() + ENGLISH_DATES),
    st.text("0123456789", max_size=6),
)
def test_digits_around_a_date_never_leave_a_part_of_their_run(before: str, written: str, after: str) -> None:
    text = before + written + after
    for one in _found(text):
        for edge in one.span:
            assert not (0 < edge < len(text) and text[edge - 1].isdecimal() and text[edge].isdecimal()), one


@settings(max_examples=400, deadline=None)
@given(st.integers(1, 99_999), st.integers(0, 99), st.integers(0, 99), st.sampled_from(["{}年{}月{}日", "{}-{}-{}"]))
def test_a_whole_date_is_that_date_or_nothing(year: int, month: int, day: int, form: str) -> None:
    if year < 1000:
        year += 1000
    try:
        wanted = [date(year, month, day)] if year <= 9998 else []
    except ValueError:
        wanted = []
    found = _found(form.format(year, month, day) + "开会")
    assert [one.start for one in found] == wanted
    assert all(one.kind is ExpressionKind.DATE for one in found)
