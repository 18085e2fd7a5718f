"""Days and periods in English words, said on Tuesday 2026-12-01 at 10:00."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.english.reading import meaning
from tests.timeflow.timeexpr.telling import table

DAYS = table("""
today | date 2026-12-01
later today | date 2026-12-01
tomorrow | date 2026-12-02
tmrw | date 2026-12-02
yesterday | date 2026-11-30
the day after tomorrow | date 2026-12-03
the day before yesterday | date 2026-11-29
tomorrow's meeting | date 2026-12-02
Friday | date 2026-12-04
on Friday | date 2026-12-04
Tuesday | date 2026-12-01 or 2026-12-08
this Friday | date 2026-12-04
this Monday | date 2026-12-07 or 2026-11-30 (open)
next Saturday | date 2026-12-12 or 2026-12-05 (open)
next Monday | date 2026-12-07
next Tuesday | date 2026-12-08
last Friday | date 2026-11-27
last Monday | date 2026-11-23 or 2026-11-30 (open)
coming Tuesday | date 2026-12-08
this past Friday | date 2026-11-27
next week Friday | date 2026-12-11
Friday next week | date 2026-12-11
Tuesday of last week | date 2026-11-24
Friday, Dec 4 | date 2026-12-04
Friday Dec 5 | date 2026-12-05 or 2026-12-04 (open)
Dec 5 | date 2026-12-05
December 5th, 2026 | date 2026-12-05
5 December 2026 | date 2026-12-05
1st of May | date 2027-05-01
the 09th of May | date 2027-05-09
May twenty nine | date 2027-05-29
twenty five January nineteen eighty six | date 1986-01-25
July 4th of 1995 | date 1995-07-04
Feb 29 | date 2028-02-29
12/5 | date 2026-12-05
25/12 | date 2026-12-25
12/5/2026 | date 2026-12-05
12/5/26 | date 2026-12-05
2026-12-05 | date 2026-12-05
2026/12/05 | date 2026-12-05
05.12.2026 | date 2026-12-05
2026 12 05 | date 2026-12-05
20261205 | date 2026-12-05
Dec/24 | date 2026-12-24
the 15th | date 2026-12-15
the 1st | date 2026-12-01
on the 31st | date 2026-12-31
Friday the 13th | date 2027-08-13
the first Monday of next month | date 2027-01-04
the last day of the month | date 2026-12-31
the 15th day of next month | date 2027-01-15
Christmas | date 2026-12-25
New Year's Day | date 2027-01-01
Thanksgiving | date 2027-11-25
Easter 2027 | date 2027-03-28
Labor Day | date 2027-09-06
next Christmas | date 2026-12-25
Chinese New Year | date 2027-02-06
last Easter | date 2026-04-05
in 3 days | date 2026-12-04
in a week | date 2026-12-08
in two weeks' time | date 2026-12-15
3 days ago | date 2026-11-28
a week from Monday | date 2026-12-14
two weeks from tomorrow | date 2026-12-16
5 days before Christmas | date 2026-12-20
a fortnight later | date 2026-12-15
the day after Christmas | date 2026-12-26
the Monday after next | date 2026-12-14
two Fridays from now | date 2026-12-11
""")
PERIODS = table("""
this week | range 2026-11-30..2026-12-07
next week | range 2026-12-07..2026-12-14
last week | range 2026-11-23..2026-11-30
the week after next | range 2026-12-14..2026-12-21
this weekend | range 2026-12-05..2026-12-07
next weekend | range 2026-12-12..2026-12-14 or 2026-12-05..2026-12-07 (open)
this month | range 2026-12-01..2027-01-01
next month | range 2027-01-01..2027-02-01
last month | range 2026-11-01..2026-12-01
this quarter | range 2026-10-01..2027-01-01
next quarter | range 2027-01-01..2027-04-01
this year | range 2026-01-01..2027-01-01
next year | range 2027-01-01..2028-01-01
last year | range 2025-01-01..2026-01-01
in May | range 2027-05-01..2027-06-01
this May | range 2026-05-01..2026-06-01
May 2027 | range 2027-05-01..2027-06-01
2027 April | range 2027-04-01..2027-05-01
Dec-2026 | range 2026-12-01..2027-01-01
2027-3 | range 2027-03-01..2027-04-01
in 2028 | range 2028-01-01..2029-01-01
the year 2028 | range 2028-01-01..2029-01-01
Q1 2027 | range 2027-01-01..2027-04-01
first quarter of 2027 | range 2027-01-01..2027-04-01
next year's first quarter | range 2027-01-01..2027-04-01
summer 2027 | range 2027-06-01..2027-09-01
1990s | range 1990-01-01..2000-01-01
next 2 weeks | range 2026-12-02..2026-12-16
the last three months | range 2026-09-01..2026-12-01
5 upcoming years | range 2026-12-02..2031-12-02
next 2 quarters | range 2027-01-01..2027-07-01
week 31 | range 2026-07-27..2026-08-03
the week of the 18th | range 2026-12-14..2026-12-21
the first week of January | range 2027-01-04..2027-01-11
mid-January | range 2027-01-11..2027-01-21
late January | range 2027-01-21..2027-02-01
end of month | date 2026-12-31
end of the year | date 2026-12-31
end of next week | date 2026-12-11 or 2026-12-13 (open)
earlier this week | range 2026-11-30..2026-12-01
the rest of the week | range 2026-12-01..2026-12-07
later this month | range 2026-12-02..2027-01-01
""")


@pytest.mark.parametrize(("phrase", "meant"), DAYS)
def test_a_day_is_found_by_the_calendar(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant


@pytest.mark.parametrize(("phrase", "meant"), PERIODS)
def test_a_period_is_whole_and_its_end_exclusive(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant
