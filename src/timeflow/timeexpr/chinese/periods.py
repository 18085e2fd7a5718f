"""Periods relative to now and what lies inside a period: 下个月底, 明年三月, 十月的第一周, 今年的最后三周."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from timeflow.timeexpr.calendar import (
    Span,
    add_days,
    add_months,
    last_of_month,
    months_span,
    nth_week,
    nth_weekday,
    period_span,
    valid_date,
    week_span,
    weekday_of_week,
    weekend_span,
    years_span,
)
from timeflow.timeexpr.chinese.festive import festival_at
from timeflow.timeexpr.chinese.pieces import Days, Scope
from timeflow.timeexpr.chinese.text import NUMBER, NUMERALS, TO, number
from timeflow.timeexpr.chinese.vague import neighbour_days
from timeflow.timeexpr.contracts import Granularity
from timeflow.timeexpr.workdays import add_workdays

WEEKDAYS = {char: index for index, char in enumerate("一二三四五六日")} | {"天": 6}
WEEK = r"(?:周|星期|礼拜)"
# The character after decides whether 一 is Monday or begins 一起, 一直, 一定 …, and 日 Sunday or 日程, 日报 …
WEEKDAY = (
    r"(?:一(?![直定些共样边旦切般律块再会致]|起(?!床|飞)|下(?![午班])|个(?!半)|同(?![事学])|次|趟|遍|回(?!来))"
    r"|[二三四五六](?![次趟遍]|回(?!来))|日(?![程常记志期本用均子语报](?!名|到|告))|天(?![天气空使]))"
)
LENGTHS: dict[str, tuple[int, Granularity]] = {
    "月": (1, "month"),
    "季度": (3, "quarter"),
    "季": (3, "quarter"),
    "半年": (6, "quarter"),
    "年": (12, "year"),
}
_RELATIVE = re.compile(
    r"(?P<which>这|本(?<![一二两三四五六七八九十几这那每\d]本)|该|当|上{1,6}|下{1,6})(?P<one>一?个?)(?P<unit>周(?![围边年岁长期报刊转])|星期(?!天气)|礼拜|月(?![亮饼光经台球])|季度|季(?!节)|半年|年)"
)
_WEEKDAY_AFTER = re.compile(rf"的?(?:{WEEK})?(?P<day>{WEEKDAY}|末|六日)")
_WEEKDAY_ON = re.compile(rf"的?(?:{WEEK})?(?P<day>一)(?=起)")
_MORE_WEEKDAYS = re.compile(
    rf"(?:[、,，]?[二三四五六日天])+(?![{NUMERALS}点时个号月日年楼层次分刻天节遍趟楼杯期度路块元位名人:.])"
)
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "来年": 1, "后年": 2, "大后年": 3}
_YEAR_WORD = re.compile("(?:" + "|".join(sorted(_YEARS, key=len, reverse=True)) + ")度?(?![级轻货])")
_EDGE = r"(?:初(?![一二三四五六七八九十级中衷])|中(?![国午秋旬心间文级期学])|底(?![下层])|末(?![日尾]))"
_BARE_EDGE = re.compile(rf"(?P<unit>年|月|季度?)(?P<edge>{_EDGE})")
_BARE_BOX = re.compile(r"(?P<unit>年|月)(?=之?内(?![部容存]))")
_BARE_HALF = re.compile(r"(?P<half>[上下])半年")
_BARE_WEEKEND = re.compile(r"(?:周末|星期六日|周六日|周六周日)")
_BARE_QUARTER = re.compile(
    r"(?:第?(?P<number>[一二三四1-4])(?:个?季度(?!假)|(?<!第[一二三四1-4])季(?!节|稻))|[Qq](?P<letter>[1-4])(?![0-9A-Za-z]))"
)
_BARE_SEASON = re.compile(r"(?P<season>[春夏秋冬])(?:天|季)")
_TEN_DAYS = re.compile(r"(?P<part>[上中下])旬")

_NTH = rf"(?:(?P<from_end>倒数)?第 ?(?P<nth>{NUMBER})|(?P<last>最后) ?一|(?P<first>首) ?)"
_NTH_WEEKDAY = re.compile(rf"{_NTH} ?个? ?{WEEK}(?P<weekday>{WEEKDAY}|末)")
_NTH_UNIT = re.compile(rf"{_NTH} ?个? ?(?P<unit>周|星期|礼拜|月|季度|天)")
_NTH_WORKDAY = re.compile(rf"{_NTH} ?个? ?工作日")
_SOME_UNITS = re.compile(rf"(?P<side>最后|最後|前|头|后) ?(?P<count>{NUMBER}) ?个? ?(?P<unit>周|星期|礼拜|月|季度|天)")
_MONTH = re.compile(rf"(?P<month>{NUMBER}) ?(?:月份?|(?={TO}{NUMBER} ?月))")
_DAY = re.compile(rf"(?P<day>{NUMBER}) ?(?:日(?![元本])|号|(?={TO}{NUMBER} ?[日号])|(?![\d点时:.个天年月周分秒人%]))")
_HALF = re.compile(r"(?P<half>[上下前后])半年")
_UNIT_EDGE = re.compile(rf"(?:年|月|季度?)?(?P<edge>{_EDGE})")
_SAME_DAY = re.compile(r"(?:今天|今日)")
_DECADE = re.compile(rf"(?P<decade>{NUMBER})年代(?P<half>初|末)?")
_SEASON = re.compile(r"(?P<season>[春夏秋冬])(?:天|季|(?![季天分节至运招令]))")
_SEASON_MONTH = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_UNIT_MONTHS = {"月": 1, "季度": 3}


def relative_period(scope: Scope, index: int) -> Days | None:
    """这周, 下下个月, 上个季度, 下周三, 本周末; with what lies inside it."""
    matched = _RELATIVE.match(scope.text, index)
    if matched is None or (matched["which"] in {"该", "当"} and matched["unit"] not in {"周", "月", "年", "季度"}):
        return None
    which, unit = matched["which"], matched["unit"]
    if which[0] == "下" and scope.before(index) == "一":
        # 看一下下周三: the first 下 belongs to 一下.
        return None
    shift = len(which) if which[0] == "下" else -len(which) if which[0] == "上" else 0
    if unit in {"周", "星期", "礼拜"}:
        # 从下周一起 counts from Monday on, where 下周一起去 goes together.
        on_monday = scope.text[max(0, index - 1) : index] in {"从", "自"}
        return _relative_week(scope, matched.end(), shift, _WEEKDAY_ON if on_monday else _WEEKDAY_AFTER)
    if unit == "半年" and not matched["one"]:
        return None
    length, granularity = LENGTHS[unit]
    span = period_span(scope.today, length, shift)
    return inside(scope, Days(matched.end(), (span,), granularity, f"zh.relative_{granularity}"))


def _relative_week(scope: Scope, end: int, shift: int, after: re.Pattern[str]) -> Days | None:
    matched = after.match(scope.text, end) or _WEEKDAY_AFTER.match(scope.text, end)
    if matched is None:
        return inside(scope, Days(end, (week_span(scope.today, shift),), "week", "zh.relative_week"))
    if matched["day"] in {"末", "六日"}:
        return Days(
            matched.end(), (weekend_span(scope.today, shift),), "weekend", "zh.relative_weekend", before_start=True
        )
    day = weekday_of_week(scope.today, WEEKDAYS[matched["day"]], shift)
    if (more := more_weekdays(scope.text, matched.end(), WEEKDAYS[matched["day"]])) is not None:
        return Days(more[0], ((day, add_days(day, more[1])),), "day", "zh.weekdays")
    return _one_day(matched.end(), day, "zh.relative_weekday")


def more_weekdays(text: str, end: int, first: int) -> tuple[int, int] | None:
    """Where the days that run on from a weekday end, and how many there are with it: 下周二三, 周二、三、四."""
    matched = _MORE_WEEKDAYS.match(text, end)
    if matched is None:
        return None
    days = [WEEKDAYS[char] for char in matched[0] if char in WEEKDAYS]
    return (matched.end(), len(days) + 1) if days == list(range(first + 1, first + 1 + len(days))) else None


def relative_year(scope: Scope, index: int) -> Days | None:
    """去年, 明年上半年, 后年三月五号."""
    matched = _YEAR_WORD.match(scope.text, index)
    if matched is None:
        return None
    year = scope.today.year + _YEARS[matched[0].rstrip("度")]
    return inside(scope, Days(matched.end(), (years_span(year),), "year", "zh.relative_year"))


def bare_period(scope: Scope, index: int) -> Days | None:
    """A period without a word that says which: the one that is not over: 月底, 上半年, 周末, 三季度, 夏天, 中旬."""
    text, today = scope.text, scope.origin
    if matched := _BARE_EDGE.match(text, index):
        unit = {"季": "季度"}.get(matched["unit"], matched["unit"])
        boxes = [period_span(today, LENGTHS[unit][0], shift) for shift in (0, -1 if scope.past else 1)]
        found = [_edge(matched.end(), box, matched["edge"], unit) for box in boxes]
        return replace(_not_over(scope, found), yearless=True)
    if (matched := _BARE_BOX.match(text, index)) and scope.before(index) not in set(NUMERALS + "个半"):
        length, granularity = LENGTHS[matched["unit"]]
        return Days(matched.end(), (period_span(scope.today, length),), granularity, f"zh.relative_{granularity}")
    if matched := _BARE_HALF.match(text, index):
        return _half(scope, matched.end(), years_span(today.year)[0].year, matched["half"])
    if matched := _BARE_WEEKEND.match(text, index):
        return Days(matched.end(), (weekend_span(today),), "weekend", "zh.weekend", before_start=True, yearless=True)
    if matched := _BARE_QUARTER.match(text, index):
        quarter = number(matched["number"] or matched["letter"])
        span = months_span(scope.today.year, quarter * 3 - 2, 3)
        return inside(scope, Days(matched.end(), (span,), "quarter", "zh.quarter"))
    if matched := _BARE_SEASON.match(text, index):
        seasons = [_season(year, matched["season"]) for year in (today.year - 1, today.year, today.year + 1)]
        return _not_over(scope, [Days(matched.end(), (s,), "season", "zh.season", yearless=True) for s in seasons])
    if matched := _TEN_DAYS.match(text, index):
        firsts = [add_months(today.replace(day=1), shift) for shift in (0, -1 if scope.past else 1)]
        return _not_over(scope, [_ten_days(matched.end(), first, matched["part"]) for first in firsts])
    return None


def _not_over(scope: Scope, candidates: list[Days]) -> Days:
    if scope.past:
        return next((days for days in reversed(candidates) if days.first <= scope.origin), candidates[0])
    return next((days for days in candidates if days.until > scope.origin), candidates[-1])


def inside(scope: Scope, box: Days) -> Days:
    """The narrower time that the following words pick out of a period, or the period itself."""
    index = box.end
    while scope.text.startswith(("的", " "), index) and index - box.end < 2:
        index += 1
    for rule in (_inside_year, _inside_month, _inside_any):
        found = rule(scope, box, index)
        if found is not None:
            return found
    return box


def _inside_year(scope: Scope, box: Days, index: int) -> Days | None:
    text, year = scope.text, box.first.year
    if box.granularity == "century" and (matched := _DECADE.match(text, index)):
        decade = box.first.year + number(matched["decade"])
        return Days(matched.end(), (years_span(decade, 10),), "decade", "zh.decade")
    if box.granularity not in {"year", "quarter"}:
        return None
    if (matched := _MONTH.match(text, index)) and 1 <= (month := number(matched["month"])) <= 12:
        return inside(scope, Days(matched.end(), (months_span(year, month),), "month", "zh.month"))
    if box.granularity != "year":
        return None
    if matched := _HALF.match(text, index):
        return _half(scope, matched.end(), year, matched["half"])
    if matched := _BARE_QUARTER.match(text, index):
        quarter = number(matched["number"] or matched["letter"])
        return inside(scope, Days(matched.end(), (months_span(year, quarter * 3 - 2, 3),), "quarter", "zh.quarter"))
    if matched := _SEASON.match(text, index):
        return Days(matched.end(), (_season(year, matched["season"]),), "season", "zh.season")
    if matched := _SAME_DAY.match(text, index):
        return _one_day(matched.end(), add_months(scope.today, 12 * (year - scope.today.year)), "zh.same_day")
    return festival_at(scope, index, year)


def _inside_month(scope: Scope, box: Days, index: int) -> Days | None:
    text = scope.text
    if box.granularity != "month":
        return None
    if (days := neighbour_days(text, index)) is not None:
        first, last = (valid_date(box.first.year, box.first.month, day) for day in days[1:])
        if first is None or last is None:
            return None
        return Days(days[0], ((first, add_days(last, 1)),), "day", "zh.dates")
    if matched := _DAY.match(text, index):
        day = valid_date(box.first.year, box.first.month, number(matched["day"]))
        return None if day is None else _one_day(matched.end(), day, "zh.date")
    if matched := _TEN_DAYS.match(text, index):
        return _ten_days(matched.end(), box.first, matched["part"])
    if matched := _SAME_DAY.match(text, index):
        day = min(box.first.replace(day=1) + timedelta(days=scope.today.day - 1), last_of_month(box.first))
        return _one_day(matched.end(), day, "zh.same_day")
    return None


def _inside_any(scope: Scope, box: Days, index: int) -> Days | None:
    text, span = scope.text, box.spans[0]
    if box.granularity not in {"week", "month", "quarter", "year"}:
        return None
    if box.granularity == "week" and (matched := _SAME_DAY.match(text, index)):
        return _one_day(matched.end(), weekday_of_week(box.first, scope.today.weekday()), "zh.same_day")
    if box.granularity != "week" and (matched := _UNIT_EDGE.match(text, index)):
        return _edge(matched.end(), span, matched["edge"], "年" if box.granularity == "year" else "月")
    if matched := _NTH_WEEKDAY.match(text, index):
        which = _which(matched)
        if matched["weekday"] == "末":
            saturday = nth_weekday(span, 5, which)
            return (
                None
                if saturday is None
                else Days(matched.end(), ((saturday, add_days(saturday, 2)),), "weekend", "zh.nth_weekend")
            )
        day = nth_weekday(span, WEEKDAYS[matched["weekday"]], which)
        return None if day is None else _one_day(matched.end(), day, "zh.nth_weekday")
    if matched := _NTH_WORKDAY.match(text, index):
        which = _which(matched)
        return _nth_workday(matched.end(), span, which)
    if matched := _NTH_UNIT.match(text, index):
        which = _which(matched)
        return _units(matched.end(), span, matched["unit"], which, 1)
    if matched := _SOME_UNITS.match(text, index):
        count = number(matched["count"])
        which = 1 if matched["side"] in {"前", "头"} else -count
        return _units(matched.end(), span, matched["unit"], which, count)
    return None


def _which(matched: re.Match[str]) -> int:
    """1 the first, -1 the last."""
    if matched["nth"]:
        return number(matched["nth"]) * (-1 if matched["from_end"] else 1)
    return -1 if matched["last"] else 1


def _nth_workday(end: int, box: Span, which: int) -> Days | None:
    outside = add_days(box[0], -1) if which > 0 else box[1]
    day, published = add_workdays(outside, which)
    if which == 0 or not box[0] <= day < box[1]:
        return None
    return replace(_one_day(end, day, "zh.workday"), note=None if published else "workdays_unpublished")


def _units(end: int, box: Span, unit: str, which: int, count: int) -> Days | None:
    """``count`` days, weeks or months from the ``which``-th on (negative: counted from the end of the box)."""
    if which == 0 or not 0 < count <= 400 or abs(which) > 400:
        return None
    if unit in {"周", "星期", "礼拜"}:
        span, granularity = nth_week(box, which, count), "week"
    elif unit == "天":
        first = add_days(box[0], which - 1) if which > 0 else add_days(box[1], which)
        span, granularity = (first, add_days(first, count)), "day"
    else:
        step = _UNIT_MONTHS[unit]
        first = add_months(box[0], (which - 1) * step) if which > 0 else add_months(box[1], which * step)
        span, granularity = (first, add_months(first, count * step)), LENGTHS[unit][1]
    if not box[0] <= span[0] < box[1]:
        return None
    return Days(
        end,
        (span,),
        "week" if granularity == "week" else LENGTHS[unit][1] if unit in LENGTHS else "day",
        "zh.part_of_period",
    )


def _edge(end: int, box: Span, edge: str, unit: str) -> Days:
    """初 is the first day, 底 and 末 the last, 中 the 15th; of a year 初 is its first month and 中 its sixth."""
    if edge in {"底", "末"}:
        return _one_day(end, add_days(box[1], -1), "zh.period_end")
    if unit == "年":
        return Days(end, (months_span(box[0].year, 1 if edge == "初" else 6),), "month", "zh.period_edge")
    if edge == "初":
        return _one_day(end, box[0], "zh.period_start")
    return _one_day(end, add_days(box[0], 14 if unit == "月" else 45), "zh.period_middle")


def _half(scope: Scope, end: int, year: int, half: str) -> Days:
    span = months_span(year, 1 if half in {"上", "前"} else 7, 6)
    return inside(scope, Days(end, (span,), "quarter", "zh.half_year"))


def _ten_days(end: int, first: date, part: str) -> Days:
    start = add_days(first, {"上": 0, "中": 10, "下": 20}[part])
    until = add_days(last_of_month(first), 1) if part == "下" else add_days(start, 10)
    return Days(end, ((start, until),), "week", "zh.ten_days")


def _season(year: int, season: str) -> Span:
    return months_span(year, _SEASON_MONTH[season], 3)


def _one_day(end: int, day: date, rule: str) -> Days:
    return Days(end, ((day, add_days(day, 1)),), "day", rule)
