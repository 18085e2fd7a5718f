"""Deadlines, recurrences, festivals and lunar dates in Chinese words."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tests.timeflow.timeexpr.telling import only, table, told

DEADLINES = table("""
周五前 | deadline ..2026-12-05
周五之前 | deadline ..2026-12-05
周五之内 | deadline ..2026-12-05
12月10日以前 | deadline ..2026-12-11
2019年4月4日或之前 | deadline ..2019-04-05
截止今天 | deadline ..2026-12-02
截止到周五 | deadline ..2026-12-05
截至12月10日 | deadline ..2026-12-11
最晚周五 | deadline ..2026-12-05
不晚于12月10日 | deadline ..2026-12-11
月底之前 | deadline ..2027-01-01
年底前 | deadline ..2027-01-01
下周前 | deadline ..2026-12-07
下个月前 | deadline ..2027-01-01
本周内 | deadline ..2026-12-07
年内 | deadline ..2027-01-01
三天内 | deadline ..2026-12-05
3个工作日内 | deadline ..2026-12-05
一周之内 | deadline ..2026-12-09
春节放假前 | deadline ..2027-02-06
国庆前 | deadline ..2027-10-01
2000年之前 | deadline ..2000-01-01
2013年及以前 | deadline ..2014-01-01
下周三下午5点前 | deadline ..2026-12-09T17:00
今天晚上八点之前 | deadline ..2026-12-01T20:00
最晚明天下午三点 | deadline ..2026-12-02T15:00
24小时内 | deadline ..2026-12-02T09:30
明天中午前 | deadline ..2026-12-02T12:00
明天上午前 | deadline ..2026-12-02T12:00
周五下班前 | deadline ..2026-12-04T18:00
""")

RULES = table("""
每天 | recurrence FREQ=DAILY @ 2026-12-01
每日 | recurrence FREQ=DAILY @ 2026-12-01
每天早上七点 | recurrence FREQ=DAILY @ 2026-12-02T07:00
每天下午三点 | recurrence FREQ=DAILY @ 2026-12-01T15:00
每晚9点 | recurrence FREQ=DAILY @ 2026-12-01T21:00
每天早上 | recurrence FREQ=DAILY @ 2026-12-02T06:00..2026-12-02T09:00
每隔一天 | recurrence FREQ=DAILY;INTERVAL=2 @ 2026-12-01
每隔两天 | recurrence FREQ=DAILY;INTERVAL=3 @ 2026-12-01
每两天 | recurrence FREQ=DAILY;INTERVAL=2 @ 2026-12-01
每周 | recurrence FREQ=WEEKLY @ 2026-12-01
每个星期 | recurrence FREQ=WEEKLY @ 2026-12-01
每两周 | recurrence FREQ=WEEKLY;INTERVAL=2 @ 2026-12-01
每周二周四上午九点 | recurrence FREQ=WEEKLY;BYDAY=TU,TH @ 2026-12-03T09:00
每周一、三、五晚上8点 | recurrence FREQ=WEEKLY;BYDAY=MO,WE,FR @ 2026-12-02T20:00
每周一到周五早上8点半到9点 | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-02T08:30..2026-12-02T09:00
每个周末 | recurrence FREQ=WEEKLY;BYDAY=SA,SU @ 2026-12-05
每两周周三 | recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=WE @ 2026-12-02
隔周三下午 | recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=WE @ 2026-12-02T12:00..2026-12-02T18:00
每月31号 | recurrence FREQ=MONTHLY;BYMONTHDAY=31 @ 2026-12-31
每月1号和15号 | recurrence FREQ=MONTHLY;BYMONTHDAY=1,15 @ 2026-12-01
每月最后一天 | recurrence FREQ=MONTHLY;BYMONTHDAY=-1 @ 2026-12-31
每月最后一个周五 | recurrence FREQ=MONTHLY;BYDAY=-1FR @ 2026-12-25
每月第二个周二上午10点 | recurrence FREQ=MONTHLY;BYDAY=2TU @ 2026-12-08T10:00
每季度 | recurrence FREQ=MONTHLY;INTERVAL=3 @ 2026-12-01
每年 | recurrence FREQ=YEARLY @ 2026-12-01
每年3月5日 | recurrence FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5 @ 2027-03-05
每半小时 | recurrence FREQ=MINUTELY;INTERVAL=30 @ 2026-12-01
每工作日 | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-01
工作日每天早上9点 | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-02T09:00
周一至周五每天9点 | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-02T09:00
""")

FEASTS = table("""
春节 | date 2027-02-06
除夕 | date 2027-02-05
大年初三 | date 2027-02-08
正月初一 | date 2027-02-06
腊月二十三 | date 2027-01-30
农历八月十五 | date 2027-09-15
元宵节 | date 2027-02-20
清明 | date 2027-04-05
端午节 | date 2027-06-09
七夕 | date 2027-08-08
中秋 | date 2027-09-15
重阳节 | date 2027-10-08
冬至 | date 2026-12-22
国庆节 | date 2027-10-01
元旦 | date 2027-01-01
五一 | date 2027-05-01
儿童节 | date 2027-06-01
圣诞节 | date 2026-12-25
母亲节 | date 2027-05-09
感恩节 | date 2027-11-25
明年春节 | date 2027-02-06
2026年除夕 | date 2027-02-05
今年中秋 | date 2026-09-25
2026年国庆假期 | range 2026-10-01..2026-10-08
闰六月初三 | date 2036-07-25
""")


@pytest.mark.parametrize(("phrase", "meaning"), DEADLINES + RULES + FEASTS)
def test_a_deadline_rule_or_festival_is_computed(phrase: str, meaning: str) -> None:
    found = only(f"，{phrase}，")
    assert (found.text, told(found)) == (phrase, meaning)


def test_a_rule_by_workdays_starts_on_a_day_that_is_worked() -> None:
    found = only("每工作日早上9点", datetime(2026, 10, 1, 8, 0))
    assert (found.start, found.note) == (datetime(2026, 10, 8, 9, 0), "workday_calendar")
    on_make_up_day = only("每个工作日", datetime(2026, 10, 10, 8, 0))
    assert on_make_up_day.start == date(2026, 10, 10)


def test_three_times_a_week_is_not_wednesday() -> None:
    found = only("每周三次")
    assert (found.text, found.recurrence) == ("每周", "FREQ=WEEKLY")


def test_a_rule_whose_time_today_has_passed_begins_at_the_next_one() -> None:
    assert only("每周二上午九点").start == datetime(2026, 12, 8, 9, 0)


def test_a_festival_that_moves_says_so_when_it_recurs() -> None:
    found = only("每年春节")
    assert (found.recurrence, found.start, found.note) == ("FREQ=YEARLY", date(2027, 2, 6), "moving_date")


def test_a_holiday_whose_year_is_not_published_has_its_days_by_law_with_a_note() -> None:
    found = only("国庆假期")
    assert (told(found), found.note) == ("range 2027-10-01..2027-10-04", "workdays_unpublished")
