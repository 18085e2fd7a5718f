"""Dates, distances and clock times in Chinese words that do not exist: 2月30日, 13月5日, 一万年后, 25点."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from timeflow.timeexpr.calendar import valid_date
from timeflow.timeexpr.chinese.clock import COUNTED, NOT_HOUR_WORD
from timeflow.timeexpr.chinese.text import NUMERALS, TO, number, plain, year_number
from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.impossible import LAST_YEAR, LEAP_YEAR, Impossible, coming_year

# The numeral of a weekday is none of the number behind it: 周三30点.
_START = rf"(?:(?<![{NUMERALS}.:/-])|(?<=[周期拜][一二三四五六]))"
_N = rf"(?:[0-9]{{1,12}}|[{NUMERALS[10:]}]{{1,12}})"
_Y = "[零〇一二三四五六七八九]"
_NOT_THINGS = r"(?![楼房线门机店院位台桌厅库桥馆码召称令角仓柜栋池教航出窗选车会病技井矿厂坑元本])"
_DAY_UNIT = rf"[日号]{_NOT_THINGS}"
_DATE = re.compile(
    rf"{_START}(?:(?P<year>\d{{2,12}}|{_Y}{{2,12}}) {{0,2}}年度?的? {{0,2}})?(?P<month>{_N}) {{0,2}}月份? {{0,2}}"
    rf"(?:(?P<day>{_N}) ?(?:{_DAY_UNIT}|(?={TO}{_N} ?[日号]))(?:{TO}(?P<last>{_N}) ?{_DAY_UNIT})?)?"
)
_LUNAR = re.compile(r"(?:农历|阴历|旧历|闰)[^ ,，。]{0,8}$")
_YEAR = re.compile(rf"{_START}(?P<year>\d{{4,12}}|{_Y}{{4,12}}) {{0,2}}年")
_DAY_OF_MONTH = re.compile(rf"(?<=月)的? ?(?P<day>{_N}) ?{_DAY_UNIT}")
_DAYS = {"世纪": 36524, "年": 365, "季度": 90, "月": 30, "周": 7, "星期": 7, "礼拜": 7, "天": 1, "日": 1}
_DISTANCE = re.compile(
    rf"{_START}(?P<count>[{NUMERALS}]{{1,12}}) ?个?(?P<unit>{'|'.join(_DAYS)})(?:之|以)?(?P<way>[后前])"
)
_MINUTE_TAIL = r"(?![\d点个人名位件%元块份张台岁号楼间本篇页字斤次条种天年月周米千万百十])"
_CLOCK = re.compile(
    rf"{_START}(?P<hour>{_N}) ?(?:点钟?|时(?![{NOT_HOUR_WORD}]))"
    rf"(?: ?过?(?P<minute>{_N}) ?分(?![之钟])| ?(?P<bare>\d{{2}}|[六七八九]十[一二三四五六七八九]?){_MINUTE_TAIL})?"
)


def impossible_words(text: str, ends: Collection[int], context: TimeContext) -> Iterator[Impossible]:
    """The passages of ``text``; ``ends`` are the offsets at which the expressions end that the grammar found."""
    words = plain(text)
    for found in _DATE.finditer(words):
        if not _LUNAR.search(words[max(0, found.start() - 12) : found.start()]) and not _is_date(found, context):
            yield Impossible(found.span())
    for found in _YEAR.finditer(words):
        if year_number(found["year"]) > LAST_YEAR:
            yield Impossible(found.span())
    for found in _DAY_OF_MONTH.finditer(words):
        # A day that the grammar could not take with its month is none of that month: 每月32号.
        if found.start() in ends:
            yield Impossible(found.span())
    for found in _DISTANCE.finditer(words):
        if _is_outside(found, context):
            yield Impossible(found.span())
    for found in _CLOCK.finditer(words):
        if not _is_clock(found) and not COUNTED.match(words, found.end()):
            yield Impossible(found.span(), is_clock=True)


def _is_date(found: re.Match[str], context: TimeContext) -> bool:
    year = year_number(found["year"]) if found["year"] else LEAP_YEAR
    month = _value(found["month"])
    if not found["day"]:
        return not found["year"] or (year <= LAST_YEAR and 1 <= month <= 12)
    day = _value(found["day"])
    last = _value(found["last"]) if found["last"] else day
    near = year if found["year"] else coming_year(month, context)
    is_in_month = last <= day or valid_date(near, month, last) is not None
    return year <= LAST_YEAR and valid_date(year, month, day) is not None and is_in_month


def _is_outside(found: re.Match[str], context: TimeContext) -> bool:
    count, year = _value(found["count"]), context.reference.year
    if found["unit"] == "年" and found["count"].isdecimal() and len(found["count"]) == 4 and count < 3000:
        # 2030年后 names a year.
        return False
    years = LAST_YEAR - year if found["way"] == "后" else year - 1
    return count * _DAYS[found["unit"]] > years * 365


def _is_clock(found: re.Match[str]) -> bool:
    hour = _value(found["hour"])
    minute = _value(found["minute"] or found["bare"] or "0")
    return (hour < 24 and minute < 60) or (hour == 24 and minute == 0)


def _value(words: str) -> int:
    """The value of a run of numerals, also with 千 and 万, which the grammar itself does not read."""
    if words.isdecimal() and words.isascii():
        return int(words)
    high, is_split, low = words.rpartition("万")
    if is_split:
        return (_value(high) if high else 1) * 10_000 + (_value(low) if low else 0)
    high, is_split, low = words.rpartition("千")
    if is_split:
        return (_value(high) if high else 1) * 1000 + (_value(low) if low else 0)
    # In 3百 the figure stands for the whole: too small to matter here.
    figures = re.match("[0-9]+", words)
    return int(figures[0]) if figures else number(re.sub("[0-9]", "", words))
