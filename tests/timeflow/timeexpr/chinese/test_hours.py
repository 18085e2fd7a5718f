"""Clock times, parts of the day, ranges and lengths in Chinese words."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.timeflow.timeexpr.telling import only, table, told

INSTANTS = table("""
明天下午三点 | instant 2026-12-02T15:00
明天早上8点 | instant 2026-12-02T08:00
明早8点 | instant 2026-12-02T08:00
明晚七点半 | instant 2026-12-02T19:30
今晚8点 | instant 2026-12-01T20:00
昨晚11点 | instant 2026-11-30T23:00
今早8点十五分 | instant 2026-12-01T08:15
后天上午十点半 | instant 2026-12-03T10:30
后天中午12点 | instant 2026-12-03T12:00
明天中午1点 | instant 2026-12-02T13:00
明天凌晨2点 | instant 2026-12-02T02:00
明天零点 | instant 2026-12-02T00:00
明天24点 | instant 2026-12-03T00:00
今晚12点 | instant 2026-12-02T00:00
今晚2点 | instant 2026-12-02T02:00
明天晚上1点 | instant 2026-12-03T01:00
下周三下午5点一刻 | instant 2026-12-09T17:15
周五晚8：00 | instant 2026-12-04T20:00
下個禮拜三下午兩點 | instant 2026-12-09T14:00
12月5日差五分八点 | instant 2026-12-05T07:55
三天后下午两点 | instant 2026-12-04T14:00
2016年9月14日晚8：00 | instant 2016-09-14T20:00
2026年12月5日14时30分 | instant 2026-12-05T14:30
2026-12-05 14:00 | instant 2026-12-05T14:00
2026-12-05T14:00:30 | instant 2026-12-05T14:00:30
明天8点 | instant 2026-12-02T08:00
明天四点 | instant 2026-12-02T16:00
明天一点 | instant 2026-12-02T13:00
半小时后 | instant 2026-12-01T10:00
两个半小时后 | instant 2026-12-01T12:00
10分钟之前 | instant 2026-12-01T09:20
过二十分钟 | instant 2026-12-01T09:50
现在 | instant 2026-12-01T09:30
下午三点 | time_of_day 2026-12-01T15:00
早上8点 | time_of_day 2026-12-02T08:00
傍晚6点 | time_of_day 2026-12-01T18:00
凌晨2点半 | time_of_day 2026-12-02T02:30
晚上1点 | time_of_day 2026-12-02T01:00
13点 | time_of_day 2026-12-01T13:00
20:00:00 | time_of_day 2026-12-01T20:00
08:00 | time_of_day 2026-12-02T08:00
2:00pm | time_of_day 2026-12-01T14:00
三点 | time_of_day 2026-12-01T15:00
十点整 | time_of_day 2026-12-01T10:00
""")

SPANS = table("""
明天下午 | range 2026-12-02T12:00..2026-12-02T18:00
后天一早 | range 2026-12-03T06:00..2026-12-03T09:00
今晚 | range 2026-12-01T18:00..2026-12-02T00:00
周五晚 | range 2026-12-04T18:00..2026-12-05T00:00
昨天上午 | range 2026-11-30T08:00..2026-11-30T12:00
下午 | time_of_day 2026-12-01T12:00..2026-12-01T18:00
早上 | time_of_day 2026-12-02T06:00..2026-12-02T09:00
今天下午1点半到3点 | range 2026-12-01T13:30..2026-12-01T15:00
下午3-5点 | range 2026-12-01T15:00..2026-12-01T17:00
从下午五点一刻到六点 | range 2026-12-01T17:15..2026-12-01T18:00
明天9点到5点 | range 2026-12-02T09:00..2026-12-02T17:00
周一上午10点到12点 | range 2026-12-07T10:00..2026-12-07T12:00
明天晚上10点到早上6点 | range 2026-12-02T22:00..2026-12-03T06:00
晚上11点到1点 | range 2026-12-01T23:00..2026-12-02T01:00
14:00~15:30 | range 2026-12-01T14:00..2026-12-01T15:30
周三下午2点到周五下午4点 | range 2026-12-02T14:00..2026-12-04T16:00
明天下午到晚上 | range 2026-12-02T12:00..2026-12-03T00:00
从周一到周三 | range 2026-12-07..2026-12-10
周三至周五 | range 2026-12-02..2026-12-05
周一到五 | range 2026-12-07..2026-12-12
3月1日到5日 | range 2027-03-01..2027-03-06
5月1-3号 | range 2027-05-01..2027-05-04
12月5日至1月3日 | range 2026-12-05..2027-01-04
12/5-12/7 | range 2026-12-05..2026-12-08
11月28日到12月3日 | range 2026-11-28..2026-12-04
1995 – 1997年 | range 1995-01-01..1998-01-01
10月和5月之间 | range 2026-10-01..2027-06-01
之后5分钟 | range 2026-12-01T09:30..2026-12-01T09:35
上个小时 | range 2026-12-01T08:30..2026-12-01T09:30
从下周一起 | range 2026-12-07..
2018年之后 | range 2019-01-01..
2019年9月9日或之后 | range 2019-09-09..
自2018年以来 | range 2018-01-01..
""")

LENGTHS = table("""
一个半小时 | duration 5400
两小时 | duration 7200
一个小时二十分 | duration 4800
1小时20分 | duration 4800
2.5小时 | duration 9000
90分钟 | duration 5400
三刻钟 | duration 2700
半个钟头 | duration 1800
半天 | duration 43200
两天半 | duration 216000
一周 | duration 604800
两个半月 | duration 6480000
半年 | duration 15768000
三年半 | duration 110376000
两天又一个月 | duration 2764800
五个星期3小时 | duration 3034800
""")


@pytest.mark.parametrize(("phrase", "meaning"), INSTANTS + SPANS + LENGTHS)
def test_a_clock_time_span_or_length_is_computed(phrase: str, meaning: str) -> None:
    found = only(f"，{phrase}，")
    assert (found.text, told(found)) == (phrase, meaning)


@pytest.mark.parametrize(
    ("reference", "phrase", "meaning"),
    [
        (datetime(2026, 12, 1, 16, 0), "三点", "time_of_day 2026-12-02T15:00"),
        (datetime(2026, 12, 1, 16, 0), "今天下午三点", "instant 2026-12-01T15:00"),
        (datetime(2026, 12, 1, 10, 0), "8点", "time_of_day 2026-12-01T20:00"),
        (datetime(2026, 12, 1, 10, 0), "今天8点", "instant 2026-12-01T20:00"),
        (datetime(2026, 12, 1, 14, 0), "上午", "time_of_day 2026-12-02T08:00..2026-12-02T12:00"),
        (datetime(2026, 12, 1, 14, 0), "下午", "time_of_day 2026-12-01T12:00..2026-12-01T18:00"),
        (datetime(2026, 12, 1, 23, 0), "晚上1点", "time_of_day 2026-12-02T01:00"),
        (datetime(2026, 12, 1, 0, 30), "晚上1点", "time_of_day 2026-12-01T01:00"),
        (datetime(2026, 7, 15, 9, 0), "4月1日到10月1日", "range 2026-04-01..2026-10-02"),
        (datetime(2026, 11, 15, 9, 0), "4月1日到10月1日", "range 2027-04-01..2027-10-02"),
    ],
)
def test_the_nearest_sensible_time_to_come_is_meant(reference: datetime, phrase: str, meaning: str) -> None:
    assert told(only(phrase, reference)) == meaning


def test_an_hour_without_its_half_of_the_day_lists_both_and_prefers_waking_hours() -> None:
    found = only("明天四点")
    assert [reading.start for reading in found.readings] == [datetime(2026, 12, 2, 16), datetime(2026, 12, 2, 4)]
    assert not found.ambiguous


@pytest.mark.parametrize("phrase", ["晚上12点", "明天晚上12点", "周五晚上12点"])
def test_twelve_at_night_is_ambiguous_with_two_midnights(phrase: str) -> None:
    found = only(phrase)
    assert found.ambiguous
    assert len(found.readings) == 2
    assert {reading.start.strftime("%H:%M") for reading in found.readings if isinstance(reading.start, datetime)} == {
        "00:00"
    }


def test_a_time_without_a_day_says_that_the_day_was_filled_in() -> None:
    found = only("下午三点")
    assert (found.date_given, found.time_given, found.part_of_day) == (False, True, "下午")
    dated = only("明天下午")
    assert (dated.date_given, dated.time_given, dated.part_of_day) == (True, False, "下午")


@pytest.mark.parametrize("phrase", ["提前半小时", "推后半小时", "推迟半小时"])
def test_a_move_by_a_length_is_a_length(phrase: str) -> None:
    assert told(only(phrase)) == "duration 1800"


@pytest.mark.parametrize(
    ("words", "meaning"),
    table("""
    晚上11点半到1点 | range 2026-12-01T23:30..2026-12-02T01:00
    今天晚上11点55分到1点跨年 | range 2026-12-01T23:55..2026-12-02T01:00
    12月31日晚上11点半到1点聚会 | range 2026-12-31T23:30..2027-01-01T01:00
    明天22点到2点值班 | range 2026-12-02T22:00..2026-12-03T02:00
    22:00-02:00 | range 2026-12-01T22:00..2026-12-02T02:00
    """),
)
def test_a_range_over_midnight_ends_on_the_next_day(words: str, meaning: str) -> None:
    assert told(only(words)) == meaning
