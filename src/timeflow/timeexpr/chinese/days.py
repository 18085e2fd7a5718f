"""Days relative to now: 后天, 今晚, 周五, 三天后, 前一周, 下个工作日."""

from __future__ import annotations

import re
from datetime import date

from timeflow.timeexpr.calendar import Span, add_days, add_months, coming_weekday, weekday_of_week
from timeflow.timeexpr.chinese.dates import date_at, with_weekday
from timeflow.timeexpr.chinese.durations import length_at
from timeflow.timeexpr.chinese.eras import era_year
from timeflow.timeexpr.chinese.festive import festival_at
from timeflow.timeexpr.chinese.periods import (
    WEEK,
    WEEKDAY,
    WEEKDAYS,
    bare_period,
    more_weekdays,
    relative_period,
    relative_year,
)
from timeflow.timeexpr.chinese.pieces import Days, Length, Scope
from timeflow.timeexpr.chinese.text import NUMBER, NUMERALS, number
from timeflow.timeexpr.contracts import PartOfDay
from timeflow.timeexpr.resolve import relative_days
from timeflow.timeexpr.workdays import add_workdays

_OFFSETS = {
    **{"大前": -3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2, "大后": 3},
}
_RELATIVE_DAY = re.compile(
    r"(?:(?P<far>大?[前后])(?:天|日(?=[晚早上下中])|儿(?=个|[早晚上下中])个?)|(?P<near>[今明昨])(?:[天日]|儿(?![子女童媳])个?)"
    r"|(?P<short>[今明昨]|[前后](?=晚))(?P<part>早上?|晚上?|夜|晨)(?![点茶]|报(?![名告到])|安(?![排装])))(?!气)"
)
# 然后晚上 and 以后儿子 hold 后晚 and 后儿 by chance.
_BEFORE_SHORT_DAY = {"", *" ,，。；;、！？:(我你他她们在到于是约改定从把就那和跟给"}
_TWO_DAYS = re.compile(r"今明[两二2]?天|明后[两二2]?天")
_SHORT_PARTS: dict[str, PartOfDay] = {"早": "早上", "晨": "早上", "晚": "晚上", "夜": "晚上"}
_WEEKDAY = re.compile(rf"{WEEK}(?P<day>{WEEKDAY})")
_WEEKDAY_ON = re.compile(rf"{WEEK}(?P<day>[一二三四五六日天])")
_FROM = {"从", "自"}
_NAME_AFTER = re.compile(r"[鸣围帆航诺涵菲恒丰]")
_VAGUE = re.compile(r"最近(?![的地]?[一二三四五六七八九十\d几]|一)")
_LINK_AFTER = re.compile(r"(?:之|以)?(?P<way>后|前)(?![端台面期勤来排者会辈任言往提途后半])")
_IN_ADVANCE = re.compile(r"(?:再过|过|再等)(?= ?[\d一二两三四五六七八九十半])")
_STRETCH = re.compile(
    r"(?P<way>前|后|(?:过去|近|最近|之后|未来|接下来|今后|往后|随后)的?) ?(?=[\d一二两三四五六七八九十半])"
)
_WORKDAYS = re.compile(rf"(?P<count>{NUMBER}) ?个?工作日(?P<way>之?后|以后|之?前|以前|(?=之内|以内|内))")
_NEXT_WORKDAY = re.compile(r"(?P<way>下|上)一?个?工作日")
_WEEKDAY_OF = re.compile(rf"的?(?:{WEEK})(?P<day>{WEEKDAY})")


def days_at(scope: Scope, index: int) -> Days | None:
    """Whole days or a period, by the rule whose words reach furthest."""
    if index >= len(scope.text):
        return None
    candidates = [found for rule in _RULES if (found := rule(scope, index)) is not None]
    return max(candidates, key=lambda days: days.end, default=None)


def _relative_day(scope: Scope, index: int) -> Days | None:
    matched = _RELATIVE_DAY.match(scope.text, index)
    if matched is None or (matched["far"] == "前" and scope.before(index) in {"目", "之", "提", "以"}):
        return None
    if matched[0][:2] in {"前晚", "后晚", "前儿", "后儿"} and scope.before(index) not in _BEFORE_SHORT_DAY:
        return None
    offset = _OFFSETS[matched["far"] or matched["near"] or matched["short"]]
    days = relative_days(offset, scope.context)
    spans = tuple((day, add_days(day, 1)) for day in days)
    part = _SHORT_PARTS[matched["part"][0]] if matched["part"] else None
    shifted = len(days) > 1
    note = "day_start" if shifted else None
    found = Days(matched.end(), spans, "day", "zh.relative_day", part, ambiguous=shifted, note=note)
    return found if shifted else with_weekday(scope, found)


def _two_days(scope: Scope, index: int) -> Days | None:
    """今明两天, 明后天: two days in one word."""
    matched = _TWO_DAYS.match(scope.text, index)
    if matched is None:
        return None
    first = add_days(scope.today, 0 if matched[0][0] == "今" else 1)
    return Days(matched.end(), ((first, add_days(first, 2)),), "day", "zh.two_days")


def _weekday(scope: Scope, index: int) -> Days | None:
    before = scope.before(index)
    matched = (_WEEKDAY_ON if before in _FROM else _WEEKDAY).match(scope.text, index)
    if matched is None or (before and (before in NUMERALS or before in "几半整圆每")):
        return None
    if _NAME_AFTER.match(scope.text, matched.end()) and matched[0][0] == "周":
        return None
    day = coming_weekday(scope.origin, WEEKDAYS[matched["day"]], past=scope.past)
    week_on = add_days(day, -7 if scope.past else 7)
    spans: tuple[Span, ...] = ((day, add_days(day, 1)),)
    if (more := more_weekdays(scope.text, matched.end(), WEEKDAYS[matched["day"]])) is not None:
        return Days(more[0], ((day, add_days(day, more[1])),), "day", "zh.weekdays", yearless=True)
    if day == scope.today:
        spans = (*spans, (week_on, add_days(week_on, 1)))
    return Days(matched.end(), spans, "day", "zh.weekday", yearless=True)


def _offset(scope: Scope, index: int) -> Days | None:
    """三天后, 两周前, 过两天, 两个月后的周三: from today on by whole days."""
    advance = _IN_ADVANCE.match(scope.text, index)
    start = advance.end() if advance else index
    length = length_at(scope, start)
    if length is None or not length.in_days or _continues_number(scope, index):
        return None
    link = _LINK_AFTER.match(scope.text, length.end)
    if link is None and not advance:
        return None
    sign = -1 if link is not None and link["way"] == "前" else 1
    day = shifted(scope.today, length, sign)
    end = link.end() if link else length.end
    if length.granularity == "week" and (matched := _WEEKDAY_OF.match(scope.text, end)):
        day, end = weekday_of_week(day, WEEKDAYS[matched["day"]]), matched.end()
    return Days(end, ((day, add_days(day, 1)),), "day", "zh.offset", before_start=True)


def _continues_number(scope: Scope, index: int) -> bool:
    before = scope.before(index)
    return bool(before) and (before in NUMERALS or before in "第几数多.") and scope.text[index] in NUMERALS + "半"


def shifted(day: date, length: Length, sign: int) -> date:
    """The day a length later (or earlier, ``sign`` -1)."""
    return add_days(add_months(day, sign * length.months), sign * length.days)


def _stretch(scope: Scope, index: int) -> Days | None:
    """前三天, 未来一周, 后1年: the days just before today, or from tomorrow on."""
    matched = _STRETCH.match(scope.text, index)
    if (
        matched is None
        or scope.before(index) in set("提推延往挪错之以目靠")
        or (scope.before(index) or "x") in NUMERALS
    ):
        return None
    length = length_at(scope, matched.end())
    if length is None or not length.in_days or scope.text.startswith(("前", "后", "之"), length.end):
        return None
    if matched["way"].rstrip("的") in {"前", "过去", "近", "最近"}:
        span = (shifted(scope.today, length, -1), scope.today)
    else:
        first = add_days(scope.today, 1)
        span = (first, shifted(first, length, 1))
    return Days(length.end, (span,), length.granularity, "zh.stretch", length_seconds=length.total_seconds)


def _workday(scope: Scope, index: int) -> Days | None:
    if matched := _NEXT_WORKDAY.match(scope.text, index):
        count, end = (1 if matched["way"] == "下" else -1), matched.end()
    elif (matched := _WORKDAYS.match(scope.text, index)) and not _continues_number(scope, index):
        count, end = number(matched["count"]) * (-1 if matched["way"].endswith("前") else 1), matched.end()
    else:
        return None
    day, published = add_workdays(scope.today, count)
    note = None if published else "workdays_unpublished"
    return Days(end, ((day, add_days(day, 1)),), "day", "zh.workday", note=note)


def _vague(scope: Scope, index: int) -> Days | None:
    matched = _VAGUE.match(scope.text, index)
    if matched is None:
        return None
    return Days(matched.end(), ((scope.today, add_days(scope.today, 1)),), "day", "zh.recently", open_end=True)


def _festival(scope: Scope, index: int) -> Days | None:
    return festival_at(scope, index)


_RULES = (
    _relative_day,
    _two_days,
    relative_period,
    relative_year,
    _weekday,
    date_at,
    _offset,
    _stretch,
    _workday,
    _festival,
    era_year,
    bare_period,
    _vague,
)
