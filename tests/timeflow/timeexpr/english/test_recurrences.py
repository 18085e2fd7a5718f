"""Recurrences in English words, said on Tuesday 2026-12-01 at 10:00."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.english.reading import meaning
from tests.timeflow.timeexpr.telling import table

RULES = table("""
every Monday | recurrence FREQ=WEEKLY;BYDAY=MO @ 2026-12-07
every weekday | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-01
every day at 7am | recurrence FREQ=DAILY @ 2026-12-02T07:00
every weekday at 9:30am | recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR @ 2026-12-02T09:30
daily | recurrence FREQ=DAILY @ 2026-12-01
weekly | recurrence FREQ=WEEKLY @ 2026-12-01
monthly on the 15th | recurrence FREQ=MONTHLY;BYMONTHDAY=15 @ 2026-12-15
every other day | recurrence FREQ=DAILY;INTERVAL=2 @ 2026-12-01
every other Friday | recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=FR @ 2026-12-04
every 2 weeks | recurrence FREQ=WEEKLY;INTERVAL=2 @ 2026-12-01
every two weeks on Monday | recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=MO @ 2026-12-07
every 15 minutes | recurrence FREQ=MINUTELY;INTERVAL=15 @ 2026-12-01
every Monday, Wednesday and Friday at 7am | recurrence FREQ=WEEKLY;BYDAY=MO,WE,FR @ 2026-12-02T07:00
Mondays | recurrence FREQ=WEEKLY;BYDAY=MO @ 2026-12-07
Tuesdays and Thursdays at 9 | recurrence FREQ=WEEKLY;BYDAY=TU,TH @ 2026-12-03T09:00
Mondays 6-7pm | recurrence FREQ=WEEKLY;BYDAY=MO @ 2026-12-07T18:00..2026-12-07T19:00
Friday mornings | recurrence FREQ=WEEKLY;BYDAY=FR @ 2026-12-04T08:00..2026-12-04T12:00
weekends | recurrence FREQ=WEEKLY;BYDAY=SA,SU @ 2026-12-05
every morning | recurrence FREQ=DAILY @ 2026-12-02T08:00..2026-12-02T12:00
every night at 10 | recurrence FREQ=DAILY @ 2026-12-01T22:00
3pm each day | recurrence FREQ=DAILY @ 2026-12-01T15:00
7pm-9pm every Friday | recurrence FREQ=WEEKLY;BYDAY=FR @ 2026-12-04T19:00..2026-12-04T21:00
on the 1st of every month | recurrence FREQ=MONTHLY;BYMONTHDAY=1 @ 2026-12-01
19th of every month | recurrence FREQ=MONTHLY;BYMONTHDAY=19 @ 2026-12-19
last Friday of every month | recurrence FREQ=MONTHLY;BYDAY=-1FR @ 2026-12-25
every third Thursday | recurrence FREQ=MONTHLY;BYDAY=3TH @ 2026-12-17
every month on the last day | recurrence FREQ=MONTHLY;BYMONTHDAY=-1 @ 2026-12-31
quarterly | recurrence FREQ=MONTHLY;INTERVAL=3 @ 2026-12-01
fortnightly | recurrence FREQ=WEEKLY;INTERVAL=2 @ 2026-12-01
semi-annually | recurrence FREQ=MONTHLY;INTERVAL=6 @ 2026-12-01
yearly | recurrence FREQ=YEARLY @ 2026-12-01
every year | recurrence FREQ=YEARLY @ 2026-12-01
every December 25 | recurrence FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 @ 2026-12-25
every 4th of July | recurrence FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4 @ 2027-07-04
every Christmas | recurrence FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25 @ 2026-12-25
once a week | recurrence FREQ=WEEKLY @ 2026-12-01
twice a month on the 5th | recurrence FREQ=MONTHLY;BYMONTHDAY=5 @ 2026-12-05
every 1st and 15th | recurrence FREQ=MONTHLY;BYMONTHDAY=1,15 @ 2026-12-01
twice a week on Monday | recurrence FREQ=WEEKLY;BYDAY=MO @ 2026-12-07
in the mornings | recurrence FREQ=DAILY @ 2026-12-02T08:00..2026-12-02T12:00
""")


@pytest.mark.parametrize(("phrase", "meant"), RULES)
def test_a_recurrence_is_a_rule_with_its_first_occurrence(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant
