"""Ranges, open ends, deadlines and lengths in English words, said on Tuesday 2026-12-01 at 10:00."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.english.reading import meaning
from tests.timeflow.timeexpr.telling import table

RANGES = table("""
from 3 to 5pm | range 2026-12-01T15:00..2026-12-01T17:00
3-5pm | range 2026-12-01T15:00..2026-12-01T17:00
3 to 5pm | range 2026-12-01T15:00..2026-12-01T17:00
between 2 and 4 | range 2026-12-01T14:00..2026-12-01T16:00 or 2026-12-02T02:00..2026-12-02T04:00
11-1pm | range 2026-12-01T11:00..2026-12-01T13:00
9am-5pm tomorrow | range 2026-12-02T09:00..2026-12-02T17:00
9am to 5 on Friday | range 2026-12-04T09:00..2026-12-04T17:00
10pm-2am | range 2026-12-01T22:00..2026-12-02T02:00
from 11:30pm to 1am | range 2026-12-01T23:30..2026-12-02T01:00
10pm to 2 | range 2026-12-01T22:00..2026-12-02T02:00
15:00-16:30 | range 2026-12-01T15:00..2026-12-01T16:30
9:00-17:00 | range 2026-12-02T09:00..2026-12-02T17:00
from 15:00 to 16:30 on Friday | range 2026-12-04T15:00..2026-12-04T16:30
Friday 3-4:30pm | range 2026-12-04T15:00..2026-12-04T16:30
Monday 11-4 | range 2026-12-07T11:00..2026-12-07T16:00 or 2026-12-07T23:00..2026-12-08T04:00
tomorrow 12-4 | range 2026-12-02T12:00..2026-12-02T16:00 or 2026-12-03T00:00..2026-12-03T04:00
five to seven tomorrow | range 2026-12-02T17:00..2026-12-02T19:00 or 2026-12-02T05:00..2026-12-02T07:00
6-8 next Monday | range 2026-12-07T18:00..2026-12-07T20:00 or 2026-12-07T06:00..2026-12-07T08:00
next Tuesday from 10 to 11am | range 2026-12-08T10:00..2026-12-08T11:00
yesterday afternoon from 3-8pm | range 2026-11-30T15:00..2026-11-30T20:00
tonight from 7 to 7:30 | range 2026-12-01T19:00..2026-12-01T19:30
from 3 in the morning until 5pm | range 2026-12-02T03:00..2026-12-02T17:00
noon to 1pm | range 2026-12-01T12:00..2026-12-01T13:00
from 9 for 2.5 hrs | range 2026-12-02T09:00..2026-12-02T11:30 or 2026-12-01T21:00..2026-12-01T23:30
tomorrow 3pm for 2 hours | range 2026-12-02T15:00..2026-12-02T17:00
for 3 hours from 10 am | range 2026-12-01T10:00..2026-12-01T13:00
for 3 days from tomorrow | range 2026-12-02..2026-12-05
2 weeks starting Dec 20 | range 2026-12-20..2027-01-03
from 2pm till tomorrow 4:30pm | range 2026-12-01T14:00..2026-12-02T16:30
from Monday 9am to Tuesday 5pm | range 2026-12-07T09:00..2026-12-08T17:00
now until 5pm | range 2026-12-01T10:00..2026-12-01T17:00
Monday to Wednesday | range 2026-12-07..2026-12-10
Fri-Sun | range 2026-12-04..2026-12-07
from Friday to Monday | range 2026-12-04..2026-12-08
from next Monday to Friday | range 2026-12-07..2026-12-12
Dec 24-26 | range 2026-12-24..2026-12-27
December 24th to 26th | range 2026-12-24..2026-12-27
9 to 12 of June | range 2027-06-09..2027-06-13
the 5th to the 10th | range 2026-12-05..2026-12-11
from 4-23 in next month | range 2027-01-04..2027-01-24
12/20-12/27 | range 2026-12-20..2026-12-28
from 10/1/2027-10/7/2027 | range 2027-10-01..2027-10-08
2027-01-01 to 2027-01-05 | range 2027-01-01..2027-01-06
from 26 June to 28 June in 2027 | range 2027-06-26..2027-06-29
from March to May | range 2027-03-01..2027-06-01
Nov-Feb | range 2026-11-01..2027-03-01
June-August 1992 | range 1992-06-01..1992-09-01
from May to Oct 2027 | range 2027-05-01..2027-11-01
between 2014 and 2018 | range 2014-01-01..2019-01-01
from today to Friday | range 2026-12-01..2026-12-05
within 2 hours | range 2026-12-01T10:00..2026-12-01T12:00
within 9 months | range 2026-12-01..2027-09-01
from 2pm for 90 minutes tomorrow | range 2026-12-02T14:00..2026-12-02T15:30
Monday for 3 days | range 2026-12-07..2026-12-10
the last 5 minutes | range 2026-12-01T09:55..2026-12-01T10:00
""")
BOUNDS = table("""
by Friday | deadline ..2026-12-05
by Friday 5pm | deadline ..2026-12-04T17:00
by 5pm tomorrow | deadline ..2026-12-02T17:00
by 5 | deadline ..2026-12-01T17:00 or ..2026-12-02T05:00
by noon | deadline ..2026-12-01T12:00
by tonight | deadline ..2026-12-02T00:00
by tomorrow morning | deadline ..2026-12-02T12:00
by the 15th | deadline ..2026-12-16
by next week | deadline ..2026-12-14
by end of month | deadline ..2027-01-01
by the end of the year | deadline ..2027-01-01
by end of next week | deadline ..2026-12-12 or ..2026-12-14 (open)
by EOD | deadline ..2026-12-02
end of day | deadline ..2026-12-02
by end of day tomorrow | deadline ..2026-12-03
EOD Friday | deadline ..2026-12-05
before 5pm | deadline ..2026-12-01T17:00
before Christmas | deadline ..2026-12-25
before noon tomorrow | deadline ..2026-12-02T12:00
Friday before 5pm | deadline ..2026-12-04T17:00
until tomorrow | deadline ..2026-12-03
until 6pm | deadline ..2026-12-01T18:00
till Sunday | deadline ..2026-12-07
no later than Friday | deadline ..2026-12-05
not later than 6pm | deadline ..2026-12-01T18:00
as late as tomorrow | deadline ..2026-12-03
due Monday | deadline ..2026-12-08
due tomorrow at 5pm | deadline ..2026-12-02T17:00
due in 3 days | deadline ..2026-12-05
Friday at the latest | deadline ..2026-12-05
on or before Dec 5 | deadline ..2026-12-06
prior to Monday | deadline ..2026-12-07
after 6pm | range 2026-12-01T18:00..
after Friday | range 2026-12-05..
after Feb 2027 | range 2027-03-01..
Monday after 1pm | range 2026-12-07T13:00..
since Monday | range 2026-11-30..
since August | range 2026-08-01..
since 2020 | range 2020-01-01..
from 9am | range 2026-12-02T09:00..
starting tomorrow | range 2026-12-02..
no earlier than Monday | range 2026-12-07..
Friday or later | range 2026-12-04..
tonight by 9 | deadline ..2026-12-01T21:00
any time after 3pm | range 2026-12-01T15:00..
""")
LENGTHS = table("""
for an hour and a half | duration 5400
one and a half hours | duration 5400
one hour and a half | duration 5400
90 minutes | duration 5400
a 30-minute call | duration 1800
two days | duration 172800
half an hour | duration 1800
½ hour | duration 1800
2.5 hours | duration 9000
3h | duration 10800
2 hours and 30 minutes | duration 9000
1 hour 15 minutes | duration 4500
a couple of days | duration 172800
several weeks | duration 1814400
two nights | duration 172800
an hour | duration 3600
all day | duration 86400
twenty four hours | duration 86400
ten seconds | duration 10
three months | duration 7776000
2-3 hours | duration 10800
one week | duration 604800
""")


@pytest.mark.parametrize(("phrase", "meant"), RANGES)
def test_what_one_end_leaves_out_follows_from_the_other(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant


@pytest.mark.parametrize(("phrase", "meant"), BOUNDS)
def test_a_deadline_includes_its_day_and_an_open_range_has_no_end(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant


@pytest.mark.parametrize(("phrase", "meant"), LENGTHS)
def test_a_length_is_told_in_seconds(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant
