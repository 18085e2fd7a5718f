"""A day and a clock time in two languages are one time."""

from __future__ import annotations

from datetime import datetime

import pytest

from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import TimeContext

CONTEXT = TimeContext(datetime(2026, 12, 1, 10), "Asia/Shanghai")


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        ("明天3pm开会", "明天3pm", datetime(2026, 12, 2, 15), None),
        ("tomorrow下午三点 review", "tomorrow下午三点", datetime(2026, 12, 2, 15), None),
        ("周五 3-5pm 面试", "周五 3-5pm", datetime(2026, 12, 4, 15), datetime(2026, 12, 4, 17)),
        ("后天的 9am standup", "后天的 9am", datetime(2026, 12, 3, 9), None),
    ],
)
def test_a_day_before_a_clock_time_of_the_other_language_is_its_day(
    text: str, words: str, start: datetime, end: datetime | None
) -> None:
    (found,) = find_expressions(text, CONTEXT)
    assert (found.text, found.start, found.end, found.date_given) == (words, start, end, True)


def test_a_clock_time_further_on_stays_by_itself() -> None:
    assert len(find_expressions("明天交报告，3pm 再说", CONTEXT)) == 2


@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_figures_are_read_in_the_language_of_their_sentence(locale: str) -> None:
    context = TimeContext(datetime(2026, 12, 1, 10), "Asia/Shanghai", "en" if locale == "en" else "zh-CN")
    (found,) = find_expressions("See you on 12/5/2026", context)
    assert found.start == datetime(2026, 12, 5).date()


def test_a_rule_takes_the_clock_time_behind_the_name_of_what_recurs() -> None:
    rule, clock = find_expressions("每天站会九点到九点一刻", CONTEXT)
    assert (rule.text, rule.recurrence, rule.time_given) == ("每天", "FREQ=DAILY", True)
    assert (rule.start, rule.end) == (datetime(2026, 12, 2, 9), datetime(2026, 12, 2, 9, 15))
    assert clock.text == "九点到九点一刻"


def test_how_often_and_which_weekday_are_one_rule() -> None:
    often, days = find_expressions("biweekly sync on Thursdays at 2pm", CONTEXT)
    assert often.recurrence == days.recurrence == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"
    assert often.start == days.start == datetime(2026, 12, 3, 14)


@pytest.mark.parametrize("text", ["每天跑步，九点开会", "daily run. Meet Bob at 9"])
def test_a_clock_time_of_another_clause_is_not_the_rule_s(text: str) -> None:
    rule, _ = find_expressions(text, CONTEXT)
    assert not rule.time_given
