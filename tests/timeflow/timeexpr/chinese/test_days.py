"""Days and periods in Chinese words, each against a reference time."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tests.timeflow.timeexpr.telling import only, table, told

DAYS = table("""
今天 | date 2026-12-01
明天 | date 2026-12-02
後天 | date 2026-12-03
大后天 | date 2026-12-04
昨天 | date 2026-11-30
昨日 | date 2026-11-30
前天 | date 2026-11-29
大前天 | date 2026-11-28
3天后 | date 2026-12-04
十天后 | date 2026-12-11
两周后 | date 2026-12-15
两周后的周三 | date 2026-12-16
三个月后 | date 2027-03-01
一年后 | date 2027-12-01
三天前 | date 2026-11-28
5年前 | date 2021-12-01
过两天 | date 2026-12-03
再过一周 | date 2026-12-08
周二 | date 2026-12-01
周三 | date 2026-12-02
周一 | date 2026-12-07
周天 | date 2026-12-06
星期日 | date 2026-12-06
禮拜四 | date 2026-12-03
这周一 | date 2026-11-30
本周五 | date 2026-12-04
下周一 | date 2026-12-07
下周三 | date 2026-12-09
下个星期天 | date 2026-12-13
下下周二 | date 2026-12-15
下下下周一 | date 2026-12-21
上周五 | date 2026-11-27
上上个礼拜三 | date 2026-11-18
29号 | date 2026-12-29
1号 | date 2026-12-01
３１号 | date 2026-12-31
12月3日 | date 2026-12-03
3月5号 | date 2027-03-05
十二月二十五日 | date 2026-12-25
十月初八 | date 2027-11-05
2月29日 | date 2028-02-29
本月十日 | date 2026-12-10
下个月5号 | date 2027-01-05
明年3月5日 | date 2027-03-05
2024-03-05 | date 2024-03-05
2024/3/5 | date 2024-03-05
2010.01.29 | date 2010-01-29
二零零四年八月十五 | date 2004-08-15
18年10月1日 | date 2018-10-01
12-11-10 | date 2012-11-10
12/5 | date 2026-12-05
12月3日（周四） | date 2026-12-03
明天（周三） | date 2026-12-02
月底 | date 2026-12-31
月初 | date 2026-12-01
月中 | date 2026-12-15
下个月底 | date 2027-01-31
本月底 | date 2026-12-31
季度末 | date 2026-12-31
年底 | date 2026-12-31
明年年底 | date 2027-12-31
下个月最后一天 | date 2027-01-31
下个月第二个周三 | date 2027-01-13
明年三月第一个周一 | date 2027-03-01
12月最后一个周五 | date 2026-12-25
去年今天 | date 2025-12-01
下个月的今天 | date 2027-01-01
下个工作日 | date 2026-12-02
中秋节前一天 | date 2027-09-14
元旦后一天 | date 2027-01-02
3个工作日后 | date 2026-12-04
这个月最后一个工作日 | date 2026-12-31
""")

PERIODS = table("""
下周 | range 2026-12-07..2026-12-14
这周 | range 2026-11-30..2026-12-07
上上周 | range 2026-11-16..2026-11-23
周末 | range 2026-12-05..2026-12-07
周六日 | range 2026-12-05..2026-12-07
下个周末 | range 2026-12-12..2026-12-14
上上個週末 | range 2026-11-21..2026-11-23
这个月 | range 2026-12-01..2027-01-01
下下个月 | range 2027-02-01..2027-03-01
3月 | range 2027-03-01..2027-04-01
12月份 | range 2026-12-01..2027-01-01
2027年5月 | range 2027-05-01..2027-06-01
上个季度 | range 2026-07-01..2026-10-01
明年一季度 | range 2027-01-01..2027-04-01
2027年Q2 | range 2027-04-01..2027-07-01
下半年 | range 2026-07-01..2027-01-01
去年上半年 | range 2025-01-01..2025-07-01
上个半年 | range 2026-01-01..2026-07-01
今年 | range 2026-01-01..2027-01-01
前年 | range 2024-01-01..2025-01-01
07年 | range 2007-01-01..2008-01-01
二零二七年 | range 2027-01-01..2028-01-01
90年代 | range 1990-01-01..2000-01-01
十九世纪七十年代 | range 1870-01-01..1880-01-01
民国三十八年 | range 1949-01-01..1950-01-01
十月的第一周 | range 2027-10-04..2027-10-11
明年的第三个月 | range 2027-03-01..2027-04-01
今年的最后三周 | range 2026-12-14..2027-01-04
去年的前10天 | range 2025-01-01..2025-01-11
12月上旬 | range 2026-12-01..2026-12-11
下个月下旬 | range 2027-01-21..2027-02-01
未来三天 | range 2026-12-02..2026-12-05
今明两天 | range 2026-12-01..2026-12-03
明后天 | range 2026-12-02..2026-12-04
前一周 | range 2026-11-24..2026-12-01
年初 | range 2027-01-01..2027-02-01
夏天 | range 2027-06-01..2027-09-01
""")


@pytest.mark.parametrize(("phrase", "meaning"), DAYS + PERIODS)
def test_a_day_or_period_is_computed_from_the_reference(phrase: str, meaning: str) -> None:
    found = only(f"请在{phrase}，谢谢")
    assert (found.text, told(found)) == (phrase, meaning)


@pytest.mark.parametrize(
    ("reference", "phrase", "day"),
    [
        (datetime(2026, 2, 28, 22, 0), "月底", date(2026, 2, 28)),
        (datetime(2026, 2, 28, 22, 0), "明天", date(2026, 3, 1)),
        (datetime(2028, 2, 28, 22, 0), "明天", date(2028, 2, 29)),
        (datetime(2026, 12, 31, 9, 0), "后天", date(2027, 1, 2)),
        (datetime(2026, 12, 31, 9, 0), "1号", date(2027, 1, 1)),
        (datetime(2026, 1, 31, 9, 0), "一个月后", date(2026, 2, 28)),
        (datetime(2026, 4, 30, 9, 0), "31号", date(2026, 5, 31)),
        (datetime(2026, 12, 6, 9, 0), "下周一", date(2026, 12, 7)),
        (datetime(2026, 12, 6, 9, 0), "这周一", date(2026, 11, 30)),
        (datetime(2026, 12, 6, 9, 0), "周一", date(2026, 12, 7)),
    ],
)
def test_the_edges_of_months_years_and_weeks_hold(reference: datetime, phrase: str, day: date) -> None:
    assert only(phrase, reference).start == day


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("周五", date(2026, 11, 27)),
        ("3月5日", date(2026, 3, 5)),
        ("29号", date(2026, 11, 29)),
        ("三月", date(2026, 3, 1)),
    ],
)
def test_in_a_sentence_about_the_past_the_nearest_one_gone_by_is_meant(phrase: str, day: date) -> None:
    assert only(phrase, past=True).start == day


def test_a_weekday_that_is_today_keeps_next_week_as_a_reading() -> None:
    found = only("周二")
    assert [reading.start for reading in found.readings] == [date(2026, 12, 1), date(2026, 12, 8)]
    assert not found.ambiguous


def test_a_weekday_whose_time_has_passed_today_is_next_week() -> None:
    assert told(only("周二早上8点")) == "instant 2026-12-08T08:00"


def test_a_date_and_a_weekday_that_contradict_are_both_readings() -> None:
    found = only("12月3日周五")
    assert found.ambiguous
    assert found.note == "weekday_mismatch"
    assert [reading.start for reading in found.readings] == [date(2026, 12, 3), date(2026, 12, 4)]


@pytest.mark.parametrize(
    ("phrase", "days"),
    [
        ("明天", [date(2026, 12, 2), date(2026, 12, 1)]),
        ("后天", [date(2026, 12, 3), date(2026, 12, 2)]),
        ("昨天", [date(2026, 11, 30), date(2026, 11, 29)]),
    ],
)
def test_before_the_day_has_started_both_dates_are_named(phrase: str, days: list[date]) -> None:
    found = only(phrase, datetime(2026, 12, 1, 0, 20))
    assert found.ambiguous
    assert found.note == "day_start"
    assert [reading.start for reading in found.readings] == days


def test_today_has_one_meaning_even_before_the_day_has_started() -> None:
    found = only("今天", datetime(2026, 12, 1, 0, 20))
    assert (found.start, found.ambiguous) == (date(2026, 12, 1), False)


def test_tomorrow_is_plain_once_the_day_has_started() -> None:
    assert not only("明天", datetime(2026, 12, 1, 4, 0)).ambiguous


def test_make_up_workdays_count_and_holidays_do_not() -> None:
    # 2026-10-10 is a Saturday that is worked; the national holiday lasts until the 7th.
    assert only("下个工作日", datetime(2026, 9, 30, 9, 0)).start == date(2026, 10, 8)
    assert only("下个工作日", datetime(2026, 10, 9, 9, 0)).start == date(2026, 10, 10)


def test_a_year_whose_workdays_are_not_published_is_said_to_be_so() -> None:
    found = only("下个工作日", datetime(2027, 6, 4, 9, 0))
    assert (found.start, found.note) == (date(2027, 6, 7), "workdays_unpublished")
