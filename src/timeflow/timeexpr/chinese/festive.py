"""Festivals and lunar dates in words: 春节, 大年初三, 农历八月十五, 国庆假期."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from timeflow.timeexpr.calendar import add_days, nearest
from timeflow.timeexpr.chinese.pieces import Days, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number
from timeflow.timeexpr.festivals import FESTIVALS, DateOfYear, lunar_date, lunar_month_end, lunar_new_year_eve
from timeflow.timeexpr.workdays import holiday_span, next_holiday

_NAMES: dict[str, str] = {
    **dict.fromkeys(("元旦节", "元旦", "阳历新年"), "new_year"),
    "情人节": "valentine",
    **dict.fromkeys(("三八妇女节", "三八节", "妇女节", "女神节"), "womens_day"),
    "植树节": "arbor_day",
    "愚人节": "fools_day",
    **dict.fromkeys(("五一劳动节", "五一国际劳动节", "劳动节", "五一节", "五一"), "labour_day"),
    **dict.fromkeys(("五四青年节", "青年节"), "youth_day"),
    **dict.fromkeys(("六一儿童节", "儿童节", "六一节", "六一"), "childrens_day"),
    "建党节": "party_day",
    **dict.fromkeys(("八一建军节", "建军节"), "army_day"),
    "教师节": "teachers_day",
    **dict.fromkeys(("十一国庆节", "十一国庆", "国庆节", "国庆", "十一"), "national_day"),
    **dict.fromkeys(("万圣节", "万圣夜"), "halloween"),
    **dict.fromkeys(("双十一", "双11", "光棍节"), "singles_day"),
    **dict.fromkeys(("双十二", "双12"), "double_twelve"),
    **dict.fromkeys(("平安夜", "圣诞前夜", "圣诞夜"), "christmas_eve"),
    **dict.fromkeys(("圣诞节", "圣诞"), "christmas"),
    **dict.fromkeys(("跨年夜", "元旦前夜"), "new_years_eve"),
    "母亲节": "mothers_day",
    "父亲节": "fathers_day",
    "感恩节": "thanksgiving",
    "复活节": "easter",
    **dict.fromkeys(("春节", "大年初一", "农历新年", "农历春节", "正月初一"), "spring_festival"),
    **dict.fromkeys(("除夕夜", "除夕", "大年三十", "年三十", "大年夜", "年三十晚", "大年夜"), "lunar_new_year_eve"),
    **dict.fromkeys(("元宵节", "元宵", "上元节"), "lantern_festival"),
    "龙抬头": "dragon_head",
    **dict.fromkeys(("端午节", "端午"), "dragon_boat"),
    **dict.fromkeys(("七夕节", "七夕", "乞巧节"), "double_seventh"),
    **dict.fromkeys(("中元节", "鬼节"), "ghost_festival"),
    **dict.fromkeys(("中秋节", "中秋"), "mid_autumn"),
    **dict.fromkeys(("重阳节", "重阳"), "double_ninth"),
    **dict.fromkeys(("腊八节", "腊八"), "laba"),
    "小年": "little_new_year",
    **dict.fromkeys(("清明节", "清明"), "清明"),
    **{
        name: name
        for name in (
            *("小寒", "大寒", "立春", "雨水", "惊蛰", "春分", "谷雨", "立夏", "小满", "芒种", "夏至"),
            *("小暑", "大暑", "立秋", "处暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪", "冬至"),
        )
    },
}
# These words mean something else too, so they need a word beside them that makes them a day.
_DOUBTFUL = {
    "五一",
    "六一",
    "十一",
    "小年",
    "元宵",
    "雨水",
    "小雪",
    "大雪",
    "白露",
    "小满",
    "清明",
    "重阳",
    "惊蛰",
    "圣诞",
}
_SETTLES = re.compile(
    r"假期|长假|小长假|黄金周|放假|期间|那天|当天|节?之?[前后]|节?以后|[去回出要到的晚早]|[上下中]午|[ ,，。！？、；]|$"
)
_TEN_ONE = re.compile(r"(?:假期|长假|黄金周|放假|期间|那天|当天|节|前|之前|去|回|出去|出游|国庆)")
_FESTIVAL = re.compile("|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)))
_NOT_A_DAY = re.compile(r"[联晚]|路(?!上)|档|联欢|联|汤圆|粽子|月饼|帽|老人|树|歌|卡|餐|饭|快乐|礼物|贺")
_LEAVE = re.compile(r"放假(?=之?前|以前)")
_HOLIDAY = re.compile(r"(?:小?长假|假期|期间|假日|放假期间|黄金周)")
_THE_HOLIDAY = re.compile(r"节(?=(?:之|以)?[前后](?!面|端|台))")
_BEFORE_THE_HOLIDAY = {"", *" ,，。；;、！？在于到赶改约等"}

_LUNAR_MONTH = rf"(?P<leap>闰)?(?P<month>正|冬|腊|{NUMBER})月"
_LUNAR_DAY = rf"(?:初(?P<early>[一二三四五六七八九十])|(?P<day>{NUMBER})(?:日|号)?)"
_LUNAR = re.compile(rf"(?P<named>农历|阴历|旧历)? ?(?:的)?{_LUNAR_MONTH} ?(?:{_LUNAR_DAY})?(?!\d|个月)")
_NEW_YEAR_DAY = re.compile(r"大?年初(?P<day>[一二三四五六七八九十]|十[一二三四五])(?![中级])")
_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}
STARTS = "".join({name[0] for name in _NAMES} | set("农阴旧闰正冬腊大年节一二三四五六七八九十0123456789"))


def festival_at(scope: Scope, index: int, year: int | None = None) -> Days | None:
    """A festival or lunar date, in ``year`` where one is named, else the nearest to come."""
    found = _new_year_day(scope, index, year) or _named(scope, index, year) or _next_holiday(scope, index)
    if found is not None:
        return found
    return _lunar(scope, index, year)


def _named(scope: Scope, index: int, year: int | None) -> Days | None:
    matched = _FESTIVAL.match(scope.text, index)
    if matched is None:
        return None
    name, end = matched[0], matched.end()
    if name in _DOUBTFUL and year is None:
        settles = _TEN_ONE if name == "十一" else _SETTLES
        before = scope.before(index)
        if not settles.match(scope.text, end) or (before in "零〇一二两三四五六七八九十百第周" and before):
            return None
    if _NOT_A_DAY.match(scope.text, end) and not scope.text.startswith("晚上", end):
        return None
    dates = FESTIVALS[_NAMES[name]]
    day = _in_year(scope, dates, year)
    if day is None:
        return None
    found = Days(end, ((day, add_days(day, 1)),), "day", "zh.festival", yearless=year is None, before_start=True)
    if leave := _LEAVE.match(scope.text, end):
        return replace(found, end=leave.end())
    if holiday := _HOLIDAY.match(scope.text, end):
        span, published = holiday_span(day)
        note = None if published else "workdays_unpublished"
        return replace(found, end=holiday.end(), spans=(span,), rule="zh.holiday", note=note)
    return found


def _next_holiday(scope: Scope, index: int) -> Days | None:
    """节 before 前 or 后 is the next public holiday: 节前, 节后第一个工作日."""
    if not _THE_HOLIDAY.match(scope.text, index) or scope.before(index) not in _BEFORE_THE_HOLIDAY:
        return None
    day, _, published = next_holiday(scope.origin)
    note = None if published else "workdays_unpublished"
    return Days(index + 1, ((day, add_days(day, 1)),), "day", "zh.festival", before_start=True, note=note)


def _new_year_day(scope: Scope, index: int, year: int | None) -> Days | None:
    matched = _NEW_YEAR_DAY.match(scope.text, index)
    if matched is None:
        return None
    day_number = number(matched["day"])
    day = _in_year(scope, lambda y: lunar_date(y, 1, day_number), year)
    if day is None:
        return None
    return Days(matched.end(), ((day, add_days(day, 1)),), "day", "zh.lunar_date", yearless=year is None)


def _lunar(scope: Scope, index: int, year: int | None) -> Days | None:
    """A lunar month or day; without 农历 the words must be the lunar calendar's own: 腊月, 初五, 闰六月."""
    matched = _LUNAR.match(scope.text, index)
    if matched is None or not _is_lunar(matched):
        return None
    month = _LUNAR_MONTHS.get(matched["month"]) or number(matched["month"])
    leap = matched["leap"] is not None
    said = matched["early"] or matched["day"]
    if said is None:
        first = _in_year(scope, lambda y: lunar_date(y, month, 1, leap=leap), year)
        last = first and lunar_month_end(first)
        if first is None or last is None:
            return None
        return Days(matched.end(), ((first, last),), "month", "zh.lunar_month", yearless=year is None)
    day_number = number(said)
    day = _in_year(scope, lambda y: lunar_date(y, month, day_number, leap=leap), year)
    if day is None:
        return None
    return Days(matched.end(), ((day, add_days(day, 1)),), "day", "zh.lunar_date", yearless=year is None)


def _is_lunar(matched: re.Match[str]) -> bool:
    return bool(matched["named"] or matched["leap"] or matched["month"] in _LUNAR_MONTHS or matched["early"])


def _in_year(scope: Scope, dates: DateOfYear, year: int | None) -> date | None:
    if year is None:
        return nearest(dates, scope.origin, past=scope.past)
    day = dates(year)
    # 今年除夕, said after January's, is the one with which the lunar year ends.
    if (
        day is not None
        and year == scope.today.year
        and day < scope.today
        and not scope.past
        and _ends_lunar_year(dates, year)
    ):
        return dates(year + 1) or day
    return day


def _ends_lunar_year(dates: DateOfYear, year: int) -> bool:
    return dates(year) == lunar_new_year_eve(year)
