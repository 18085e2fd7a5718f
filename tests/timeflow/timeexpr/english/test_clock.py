"""Clock times and parts of the day in English words, said on Tuesday 2026-12-01 at 10:00."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.english.reading import meaning
from tests.timeflow.timeexpr.telling import table

CLOCK = table("""
3pm | time_of_day 2026-12-01T15:00
3:30 p.m. | time_of_day 2026-12-01T15:30
3PM today | instant 2026-12-01T15:00
15:00 | time_of_day 2026-12-01T15:00
07:30 | time_of_day 2026-12-02T07:30
half past three | time_of_day 2026-12-01T15:30 or 2026-12-02T03:30
quarter to five | time_of_day 2026-12-01T16:45 or 2026-12-02T04:45
quarter past 9 tomorrow | instant 2026-12-02T09:15 or 2026-12-02T21:15
ten minutes to five | time_of_day 2026-12-01T16:50 or 2026-12-02T04:50
twenty past 8 in the evening | time_of_day 2026-12-01T20:20
noon | time_of_day 2026-12-01T12:00
tomorrow at noon | instant 2026-12-02T12:00
midnight | time_of_day 2026-12-02T00:00
tonight at midnight | instant 2026-12-02T00:00
Friday at midnight | instant 2026-12-05T00:00 or 2026-12-04T00:00 (open)
12am Friday | instant 2026-12-04T00:00
12 noon | time_of_day 2026-12-01T12:00
at 12 | time_of_day 2026-12-01T12:00 or 2026-12-02T00:00
at 5 | time_of_day 2026-12-01T17:00 or 2026-12-02T05:00
at 8 | time_of_day 2026-12-01T20:00 or 2026-12-02T08:00
5 o'clock | time_of_day 2026-12-01T17:00 or 2026-12-02T05:00
five o'clock | time_of_day 2026-12-01T17:00 or 2026-12-02T05:00
tomorrow at 3 | instant 2026-12-02T15:00 or 2026-12-02T03:00
tomorrow at 7 | instant 2026-12-02T07:00 or 2026-12-02T19:00
tomorrow at 3:30 | instant 2026-12-02T15:30 or 2026-12-02T03:30
nine thirty tomorrow | instant 2026-12-02T09:30 or 2026-12-02T21:30
at 6.45 | time_of_day 2026-12-01T18:45 or 2026-12-02T06:45
at 1730 | time_of_day 2026-12-01T17:30
8.30pm today | instant 2026-12-01T20:30
7:56:30 pm | time_of_day 2026-12-01T19:56:30
11ish | time_of_day 2026-12-01T11:00 or 2026-12-01T23:00
in the morning at 7 | time_of_day 2026-12-02T07:00
7 in the evening | time_of_day 2026-12-01T19:00
1 at night | time_of_day 2026-12-02T01:00
tonight at 1 | instant 2026-12-02T01:00
tonight at 8 | instant 2026-12-01T20:00
10, tonight | instant 2026-12-01T22:00
8 tomorrow evening | instant 2026-12-02T20:00
Dec 5 at 9am | instant 2026-12-05T09:00
9am on Tuesday | instant 2026-12-08T09:00
next Friday at 3pm | instant 2026-12-11T15:00 or 2026-12-04T15:00 (open)
Sat at 5pm | instant 2026-12-05T17:00
12/24 @ 17:49 | instant 2026-12-24T17:49
in 2 hours | instant 2026-12-01T12:00
in half an hour | instant 2026-12-01T10:30
30 min ago | instant 2026-12-01T09:30
right now | instant 2026-12-01T10:00
2026-12-03T14:00 | instant 2026-12-03T14:00
""")
PARTS = table("""
tonight | range 2026-12-01T18:00..2026-12-02T00:00
last night | range 2026-11-30T18:00..2026-12-01T00:00
this morning | range 2026-12-01T08:00..2026-12-01T12:00
this afternoon | range 2026-12-01T12:00..2026-12-01T18:00
tomorrow morning | range 2026-12-02T08:00..2026-12-02T12:00
Friday evening | range 2026-12-04T18:00..2026-12-05T00:00
Wednesday evening next week | range 2026-12-09T18:00..2026-12-10T00:00
Christmas morning | range 2026-12-25T08:00..2026-12-25T12:00
in the afternoon | time_of_day 2026-12-01T12:00..2026-12-01T18:00
early morning | time_of_day 2026-12-02T06:00..2026-12-02T09:00
the first Monday evening of next month | range 2027-01-04T18:00..2027-01-05T00:00
""")


@pytest.mark.parametrize(("phrase", "meant"), CLOCK)
def test_a_clock_time_keeps_the_other_half_of_the_day_where_that_is_open(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant


@pytest.mark.parametrize(("phrase", "meant"), PARTS)
def test_a_part_of_the_day_is_a_span_without_clock_time(phrase: str, meant: str) -> None:
    assert meaning(phrase) == meant
