"""Days found from another day: 中秋节前一天, 春节后第一个工作日, 月底前最后一个周五."""

from __future__ import annotations

import re
from dataclasses import replace

from timeflow.timeexpr.calendar import add_days, coming_weekday
from timeflow.timeexpr.chinese.periods import WEEK, WEEKDAY, WEEKDAYS
from timeflow.timeexpr.chinese.pieces import Days, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number
from timeflow.timeexpr.workdays import add_workdays, holiday_span

_NEXT_TO = re.compile(r"的?(?:之?(?P<way>[前后头])一天)(?![三四五六七八九])")
_COUNTED = re.compile(
    rf"(?:之|以)?(?P<way>前|后)的?(?:(?P<near>最后一?|[首头]一?|[上下]一?|一)|(?:倒数)?第 ?(?P<nth>{NUMBER})) ?个? ?"
    rf"(?:(?P<work>工作日)|{WEEK}(?P<weekday>{WEEKDAY}))"
)

_AWAY = re.compile(
    rf"之?(?P<way>前|后)(?P<count>{NUMBER}) ?个?"
    rf"(?P<unit>周(?![一二三四五六日末])|星期(?![一二三四五六日天])|礼拜|天|日)(?![内之以前后])"
)
_ANCHORS = frozenset({"zh.festival", "zh.holiday", "zh.date", "zh.lunar_date"})


def day_beside(scope: Scope, days: Days) -> Days:
    """The day that the following words count from ``days``, or ``days`` itself."""
    if len(days.spans) > 1:
        return days
    if matched := _COUNTED.match(scope.text, days.end):
        return _counted(days, matched)
    if (matched := _AWAY.match(scope.text, days.end)) and days.rule in _ANCHORS:
        return _away(days, matched)
    matched = _NEXT_TO.match(scope.text, days.end)
    if matched is None or days.until != add_days(days.first, 1):
        return days
    day = add_days(days.first, -1 if matched["way"] in {"前", "头"} else 1)
    return replace(days, end=matched.end(), spans=((day, add_days(day, 1)),), before_start=False)


def _away(days: Days, matched: re.Match[str]) -> Days:
    """国庆前三天 is one day, 春节前两周 all days of the two weeks."""
    forward, count = matched["way"] == "后", number(matched["count"])
    if matched["unit"] in {"天", "日"}:
        day = add_days(days.first, count if forward else -count)
        return Days(matched.end(), ((day, add_days(day, 1)),), "day", days.rule, note=days.note)
    length = 7 * count
    span = (days.until, add_days(days.until, length)) if forward else (add_days(days.first, -length), days.first)
    return Days(matched.end(), (span,), "week", days.rule, note=days.note)


def _counted(days: Days, matched: re.Match[str]) -> Days:
    """A workday or weekday before or after; of a festival its free days are passed over, of a month's end it counts."""
    count = number(matched["nth"]) if matched["nth"] else 1
    first, until = holiday_span(days.first)[0] if days.rule == "zh.festival" else (days.first, days.until)
    forward, note = matched["way"] == "后", days.note
    outside = add_days(until, -1) if forward else until if days.rule == "zh.period_end" else first
    if matched["work"]:
        day, published = add_workdays(outside, count if forward else -count)
        note = note if published else "workdays_unpublished"
    else:
        near = coming_weekday(add_days(outside, 1 if forward else -1), WEEKDAYS[matched["weekday"]], past=not forward)
        day = add_days(near, 7 * (count - 1) * (1 if forward else -1))
    span = (day, add_days(day, 1))
    return Days(matched.end(), (span,), "day", "zh.workday" if matched["work"] else "zh.nth_weekday", note=note)
