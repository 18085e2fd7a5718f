"""Calendar dates in words and digits: 2024-03-05, 18年10月1日, 3月5日, 29号, 九十年代."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from timeflow.timeexpr.calendar import (
    add_days,
    months_span,
    nearest_day_of_month,
    nearest_month,
    nearest_month_day,
    valid_date,
    weekday_of_week,
    years_span,
)
from timeflow.timeexpr.chinese.periods import WEEK, WEEKDAYS, inside
from timeflow.timeexpr.chinese.pieces import Days, Scope
from timeflow.timeexpr.chinese.text import NUMBER, NUMERALS, TO, number, year_number
from timeflow.timeexpr.chinese.vague import neighbour_days, neighbour_months

_Y = r"[零〇一二三四五六七八九]"
_NOT_JOINED = r"(?![\d./-]?\d|[A-Za-z])"
_YMD = re.compile(
    r"(?P<year>\d{4})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d|\.\d|(?!T\d)[A-Za-z])"
)
_SHORT_YMD = re.compile(rf"(?P<year>\d{{2}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}}){_NOT_JOINED}")
_DMY = re.compile(rf"(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})/(?P<year>\d{{4}}){_NOT_JOINED}")
_MD = re.compile(r"(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/.A-Za-z%])")
# 12.5 is a date only where the words beside it say so: 12.5号, 12.5下午, 12.5(周六), 12.5前, 12.5-12.8.
_DOTTED = re.compile(
    r"(?P<month>\d{1,2})\.(?P<day>\d{1,2})(?:[号日](?![楼线])|(?= ?(?:[上下中]午|早上|晚上|凌晨|傍晚|"
    r"\(?(?:周|星期|礼拜)[一二三四五六日天]|"
    r"\d{1,2}:\d\d|(?:之|以)?前|[到至~-]{1,2} ?\d{1,2}\.\d{1,2}(?![\d.%元块万亿米斤倍]))))"
)
_DASHED = re.compile(r"(?P<month>\d{1,2})-(?P<day>\d{1,2})(?= \d{1,2}:\d\d)")
_MD_BEFORE = frozenset(" ,，。、；;:(《在于到至从-~")
_MD_NOT_AFTER = re.compile(r" ?(?:的|个|人|分|比|杯|份|成|折|倍|票|决)")
_YEAR = re.compile(
    rf"(?P<year>\d{{4}}|{_Y}{{4}}|\d{{2}}|{_Y}{{2}}) {{0,2}}(?:年度?(?![级龄轮代])|(?={TO}(?:\d{{4}}|{_Y}{{4}}) ?年))"
)
_SETTLES_SHORT_YEAR = re.compile(
    rf" ?(?:{NUMBER} ?月|[上下]半年|[初底末](?![一二三])|[春夏秋冬]|第|以前|之前|以后|以来|之后|的时候|那年|[至到-])"
)
_MONTH = re.compile(
    rf"(?P<month>{NUMBER}) {{0,2}}(?:月份?(?![亮饼光球台菊卡])|(?={TO}{NUMBER} ?月))"
    rf"(?: {{0,2}}(?P<day>{NUMBER}) {{0,2}}(?:日(?!元|本)"
    rf"|号(?![楼线])|(?={TO}{NUMBER} ?[日号])|(?![\d点时:.个天年月周分秒人%元块万岁日号])))?"
)
_MONTH_WORD = re.compile(r" {0,2}月份? {0,2}")
_NOT_THINGS = r"(?![楼房线门机店院位台桌厅库桥馆码召称令角仓柜栋池教航出窗选车会病技井矿厂坑])"  # 3号楼, 1号线
_DAY = re.compile(
    rf"(?P<day>{NUMBER}) ?(?:日(?![元本游均产间志记])|号{_NOT_THINGS}"
    rf"|(?={TO}{NUMBER} ?(?:日(?![元本游])|号{_NOT_THINGS})))"
)
_DECADE = re.compile(rf"(?:(?P<century>\d{{2}}|{NUMBER})世纪)?(?:(?P<decade>{NUMBER})年代(?P<edge>[初末])?)?")
_WEEKDAY_AFTER = re.compile(rf"[，, ]?\(?{WEEK}(?P<day>[一二三四五六日天])\)?")


def date_at(scope: Scope, index: int) -> Days | None:
    """A date, month, year, decade or century that starts with a number."""
    if scope.text[index] not in NUMERALS:
        return None
    found = _numeric(scope, index) or _decade(scope, index) or _year(scope, index) or _month(scope, index)
    if found is None:
        found = _two_months(scope, index) or _day_of_month(scope, index)
    return found if found is None or found.granularity != "day" else with_weekday(scope, found)


def with_weekday(scope: Scope, found: Days) -> Days:
    """The date with the weekday written after it; where they contradict, both are readings."""
    matched = _WEEKDAY_AFTER.match(scope.text, found.end)
    if matched is None:
        return found
    weekday = WEEKDAYS[matched["day"]]
    if found.first.weekday() == weekday:
        return replace(found, end=matched.end())
    other = weekday_of_week(found.first, weekday)
    spans = (found.spans[0], (other, add_days(other, 1)))
    return replace(found, end=matched.end(), spans=spans, ambiguous=True, note="weekday_mismatch")


def _numeric(scope: Scope, index: int) -> Days | None:
    text, before = scope.text, scope.before(index)
    if (
        before
        and (before in NUMERALS or before in "./-" or (before.isascii() and before.isalpha()))
        and before not in "-~"
    ):
        return None
    if matched := _YMD.match(text, index):
        return _day(matched.end(), valid_date(*(int(matched[name]) for name in ("year", "month", "day"))))
    if matched := _SHORT_YMD.match(text, index):
        day = valid_date(year_number(matched["year"]), int(matched["month"]), int(matched["day"]))
        return _day(matched.end(), day)
    if matched := _DMY.match(text, index):
        year, a, b = int(matched["year"]), int(matched["a"]), int(matched["b"])
        days = [day for day in (valid_date(year, a, b), valid_date(year, b, a)) if day is not None]
        spans = tuple(dict.fromkeys((day, add_days(day, 1)) for day in days))
        return Days(matched.end(), spans, "day", "zh.date", ambiguous=len(spans) > 1) if spans else None
    if (matched := _DOTTED.match(text, index) or _DASHED.match(text, index)) and (
        (before != "." and before not in NUMERALS) or not before
    ):
        nearest = _nearest(scope, int(matched["month"]), int(matched["day"]))
        return _day(matched.end(), nearest, yearless=True)
    if (matched := _MD.match(text, index)) and (not before or before in _MD_BEFORE):
        if _MD_NOT_AFTER.match(text, matched.end()):
            return None
        nearest = _nearest(scope, int(matched["month"]), int(matched["day"]))
        return _day(matched.end(), nearest, yearless=True)
    return None


def _nearest(scope: Scope, month: int, day: int) -> date | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return nearest_month_day(month, day, scope.origin, past=scope.past)


def _decade(scope: Scope, index: int) -> Days | None:
    matched = _DECADE.match(scope.text, index)
    if matched is None or matched.end() == index:
        return None
    century = number(matched["century"]) if matched["century"] else None
    decade = number(matched["decade"]) if matched["decade"] else None
    if century is not None and not 1 <= century <= 30:
        return None
    if decade is None:
        assert century is not None
        return Days(matched.end(), (years_span(century * 100 - 99, 100),), "century", "zh.century")
    if decade >= 1000 and century is None:
        base = decade
    elif decade < 100 and decade % 10 == 0:
        base = ((century - 1) * 100 if century else 1900 if decade >= 30 else 2000) + decade
    else:
        return None
    return Days(matched.end(), (years_span(base, 10),), "decade", "zh.decade")


def _year(scope: Scope, index: int) -> Days | None:
    matched = _YEAR.match(scope.text, index)
    if matched is None or (scope.before(index) in NUMERALS and scope.before(index)):
        return None
    words = matched["year"]
    if len(words) == 2 and not _is_short_year(scope.text, matched):
        return None
    year = year_number(words)
    if not 1 <= year <= 9998 or (words.isdecimal() and len(words) == 4 and year < 1000):
        return None
    return inside(scope, Days(matched.end(), (years_span(year),), "year", "zh.year"))


def _is_short_year(text: str, matched: re.Match[str]) -> bool:
    words = matched["year"]
    if not words.isdecimal():
        return words[0] in "零〇九八" or _SETTLES_SHORT_YEAR.match(text, matched.end()) is not None
    return words[0] in "089" or _SETTLES_SHORT_YEAR.match(text, matched.end()) is not None


def _month(scope: Scope, index: int) -> Days | None:
    matched = _MONTH.match(scope.text, index)
    if matched is None or not 1 <= (month := number(matched["month"])) <= 12 or _counted(scope, index):
        return None
    named = _MONTH_WORD.match(scope.text, matched.end("month"))
    if named is not None and (days := neighbour_days(scope.text, named.end())) is not None:
        last = _nearest(scope, month, days[2])
        return _days(days[0], last and valid_date(last.year, month, days[1]), last)
    if matched["day"]:
        day = _nearest(scope, month, number(matched["day"]))
        if day is not None:
            return _day(matched.end(), day, yearless=True)
        if scope.text[matched.end() - 1] in "日号":
            return None
        end = scope.text.index("月", index) + 1
    else:
        end = matched.end()
    first = nearest_month(month, scope.origin, past=scope.past)
    if first is None:
        return None
    span = months_span(first.year, month)
    return replace(inside(scope, Days(end, (span,), "month", "zh.month")), yearless=True)


def _two_months(scope: Scope, index: int) -> Days | None:
    """三四月: the two months."""
    found = neighbour_months(scope.text, index)
    first = found and nearest_month(found[1], scope.origin, past=scope.past)
    if not found or not first or _counted(scope, index):
        return None
    return Days(found[0], (months_span(first.year, found[1], 2),), "month", "zh.month", yearless=True)


def _day_of_month(scope: Scope, index: int) -> Days | None:
    days = neighbour_days(scope.text, index)
    if days is not None and not _counted(scope, index):
        begun = nearest_day_of_month(days[2], scope.origin, past=scope.past)
        return _days(days[0], begun and valid_date(begun.year, begun.month, days[1]), begun)
    matched = _DAY.match(scope.text, index)
    if matched is None or not 1 <= (day := number(matched["day"])) <= 31 or _counted(scope, index):
        return None
    found = nearest_day_of_month(day, scope.origin, past=scope.past)
    return _day(matched.end(), found, yearless=True)


def _counted(scope: Scope, index: int) -> bool:
    before = scope.before(index)
    return bool(before) and (before in NUMERALS or before in "第几多数./月" or (before.isascii() and before.isalnum()))


def _days(end: int, first: date | None, last: date | None) -> Days | None:
    if first is None or last is None:
        return None
    return Days(end, ((first, add_days(last, 1)),), "day", "zh.dates", yearless=True)


def _day(end: int, day: date | None, *, yearless: bool = False) -> Days | None:
    return None if day is None else Days(end, ((day, add_days(day, 1)),), "day", "zh.date", yearless=yearless)
