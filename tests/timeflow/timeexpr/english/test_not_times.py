"""English words and figures that only look like a time, and sentences where one stands beside them."""

from __future__ import annotations

import pytest

from tests.timeflow.timeexpr.english.reading import read
from tests.timeflow.timeexpr.telling import table

NOTHING = """
You may go
May I help you?
it may be late
he may 5 times
we will march on
the march of time
March on!
wait a second
wait a minute
I'm second
on the second floor
the first one
at first
4th floor
he sat down
Sat with Bob
sat next to her
he sat 3 exams
the sun is hot
I read The Sun
Sun Microsystems
看Sun的报告
写Q3总结
Q3 report
version 3.5.1
v1.2
iOS 17.5
python 3.11
score 3:2
won 21-19
ratio 16:9
a 1:1 meeting
room 302
chapter 5
page 12-14
iPhone 15
Windows 11
Boeing 747
flight CA1234
ABC-12345-A1B2C3
call 555-1234
(206) 555-1212
+86 138-2010-2015
tel 13800138000
192.168.1.1
http://example.com/2026/12/05/post
write to a@5pm.com
meet at 5 Main Street
at 4 people
at 5 percent
at 6.45 percent
between 2 and 4 people
from 3 to 5 people
3 out of 5
table for 4
10 people
5-10 items
open 24/7
1/2 cup
3/4 of the users
$5 lunch
it costs 15 dollars
#5
1984 by Orwell
2000 pieces
5G plan
A4 paper
one day I will
someday
one day
the other day
these days
the day before my birthday
2026-12-03T14:00:00Z
every now and then
in his 20s
good morning
Good evening all
night shift
Christmas party
new year plan
January sales
Monday.com
next time
last one
this time
on time
5 times
Feb 30
13/13/2026
2026-13-01
25:00
10:75
32 - 2015
twenty-one coins
the decimal system
Mayor of London
""".strip().splitlines()

BESIDE = table("""
You may call on Friday | on Friday
March 5 we march | March 5
Room 302 at 3pm | at 3pm
lunch with Bob tomorrow at 12:30 | tomorrow at 12:30
standup every weekday at 9:30am | every weekday at 9:30am
table for 4 at 7pm Saturday | at 7pm Saturday
buy 3 tickets for Friday | Friday
pick up 2 kids at 3:15 | at 3:15
it may be in May | in May
schedule me a 1:1 on Monday | on Monday
I bought it for $12 December 27 | December 27
v2 launch Jan 15 | Jan 15
move tomorrow's call to Friday | tomorrow; Friday
book 2 hours next month | 2 hours; next month
from 3pm on 12/5, not 4pm | from 3pm on 12/5; 4pm
Mon, Wed and Fri | Mon; Wed; Fri
Friday开会 | Friday
by Friday提交报告 | by Friday
预留30min复盘 | 30min
""")


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_only_looks_like_a_time_is_none(sentence: str) -> None:
    assert [found.text for found in read(sentence)] == []


@pytest.mark.parametrize(("sentence", "times"), BESIDE)
def test_only_the_words_of_the_time_are_taken(sentence: str, times: str) -> None:
    found = read(sentence)
    assert [expression.text for expression in found] == times.split("; ")
    assert all(sentence[slice(*expression.span)] == expression.text for expression in found)


def test_a_text_without_letters_and_figures_is_left_at_once() -> None:
    assert read("今天下午开会，讨论方案。") == []
