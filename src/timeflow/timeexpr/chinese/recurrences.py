"""What recurs: 每天早上七点, 每周二周四, 每月最后一个周五, 每隔两天, 每工作日."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime

from timeflow.timeexpr.calendar import add_days, period_span, rrule_days, valid_date, weekday_of_week
from timeflow.timeexpr.chinese.clock import hours_at
from timeflow.timeexpr.chinese.festive import festival_at
from timeflow.timeexpr.chinese.periods import WEEK, WEEKDAYS
from timeflow.timeexpr.chinese.phrases import range_end
from timeflow.timeexpr.chinese.pieces import Days, Hours, Phrase, Point, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number
from timeflow.timeexpr.contracts import ExpressionKind, Granularity
from timeflow.timeexpr.resolve import first_occurrence, moments, part_span
from timeflow.timeexpr.workdays import add_workdays, is_workday

_WD = r"[一二三四五六日天]"
_AND = r"[、,，和及与跟]?"
_COUNT_AFTER = r"(?![次回趟遍顿节个小]|天(?!都))"
_DAYS_OF_WEEK = rf"{_WD}(?:(?:到|至|-|~)(?:{WEEK})?{_WD}|(?:{_AND}(?:{WEEK})?{_WD}){{0,6}}){_COUNT_AFTER}"
_WEEKLY = re.compile(
    rf"(?:每个?|逢|每逢|每到|(?P<other>每?隔)|每隔?(?P<interval>{NUMBER})个?)(?:{WEEK}(?:的?{WEEK})?(?P<days>{_DAYS_OF_WEEK})|(?:{WEEK})?(?P<weekend>周末|末))"
)
_DAYS_EVERY = re.compile(rf"{WEEK}(?P<days>{_DAYS_OF_WEEK})的?(?:每天|天天)")
_WORKDAYS = re.compile(
    rf"每一?个?工作日|工作日的?每天|每逢工作日|(?<![个的后前到至\d])工作日的?(?=[早晚上下中凌]|{NUMBER}[点:]|每)"
)
_SOME_DAYS = re.compile(
    rf"(?:每逢|每|逢|(?P<week>[这本]|下{{1,3}})一?个?)?{WEEK}(?P<days>{_WD}(?:、?{_WD}){{1,6}})(?![点时个号月日年楼次趟遍:.\d])"
)
_ODD_WEEKS = re.compile(
    rf"每?(?:逢)?(?P<which>[单双])周(?:的?{WEEK}?(?P<days>{_WD}(?:{_AND}{_WD}){{0,6}}))?{_COUNT_AFTER}(?![号刻休人])"
)
_QUARTERLY = re.compile(r"每一?个?季度?的?(?P<edge>[初末底](?![一二三四五六七八九])|第一天|最后一天)")
_YEAR_EDGE = re.compile(r"每一?年的?年?(?P<edge>[初末底](?![一二三四五六七八九])|第一天|最后一天)")
_DAILY = re.compile(r"(?:每一?天|每日|天天(?=[早晚上中下凌\d一二三四五六七八九十])|每(?=[早晚](?![一]?点)))")
_MONTH_DAYS = rf"{NUMBER}[日号]?(?:[、,，和及与]{NUMBER}[日号]?){{0,5}}"
_MONTHLY = re.compile(
    rf"(?:每一?个?月|每隔?(?P<interval>{NUMBER})个月|月月)的?(?:(?P<last>最后一天|月?底|月?末)|(?P<first>第一天|月?初(?![一二三四五六七八九十]))"
    rf"|(?P<nth>(?:倒数)?第{NUMBER}个?|最后一个?)(?:{WEEK}(?P<weekday>{_WD})|(?P<workday>工作日))|(?P<days>{_MONTH_DAYS})(?<=[日号]))"
)
_YEARLY = re.compile(rf"每年的?(?P<month>{NUMBER})月(?:份?(?P<day>{NUMBER})[日号]?)?")
_YEARLY_FESTIVAL = re.compile(r"每年的?(?=\D)")
_PLAIN = re.compile(
    rf"(?:(?P<every>每一?个?|每隔(?P<half>半)个?|每(?P<half_unit>半)个?|每(?P<count>{NUMBER})个?|每隔(?P<gap>{NUMBER})个?|隔(?P<other>一?)个?)"
    r"(?P<unit>天|日|周(?![年岁围边])|星期|礼拜|月(?!饼|的?(?:初[一二三四五六七八九十]|[农阴]历))|季度|季|年(?!级)|小时|钟头|分钟))"
)
_UNITS: dict[str, tuple[str, int, Granularity]] = {
    **dict.fromkeys(("天", "日"), ("DAILY", 1, "day")),
    **dict.fromkeys(("周", "星期", "礼拜"), ("WEEKLY", 1, "week")),
    "月": ("MONTHLY", 1, "month"),
    **dict.fromkeys(("季度", "季"), ("MONTHLY", 3, "quarter")),
    "年": ("YEARLY", 1, "year"),
    **dict.fromkeys(("小时", "钟头"), ("HOURLY", 1, "hour")),
    "分钟": ("MINUTELY", 1, "minute"),
}
_HALVES = {"年": ("MONTHLY", 6), "小时": ("MINUTELY", 30), "钟头": ("MINUTELY", 30), "天": ("HOURLY", 12)}
_GAP = re.compile(r"(?:的|都|在|[ ,，]|每天的?)?")
_LONGEST_RUN_DAYS = 31


@dataclass(frozen=True, slots=True)
class _Rule:
    """RRULE parts, a remark, and how to find the first day where the parts alone cannot tell it."""

    end: int
    parts: str
    granularity: Granularity
    first: Callable[[date], date] | None = None
    note: str | None = None


def recurrence_at(scope: Scope, index: int) -> Phrase | None:
    """A rule of recurrence with the clock time or part of the day that follows it."""
    for read in (_workdays, _weekly, _some_days, _odd_weeks, _edges, _monthly, _yearly, _daily, _plain):
        if (rule := read(scope, index)) is not None:
            return _with_hours(scope, rule)
    return None


def _weekly(scope: Scope, index: int) -> _Rule | None:
    matched = _DAYS_EVERY.match(scope.text, index)
    weekly = matched or _WEEKLY.match(scope.text, index)
    if weekly is None:
        return None
    groups = weekly.groupdict()
    count = number(groups["interval"]) + ("隔" in weekly[0][:2]) if groups.get("interval") else 1
    count = 2 if groups.get("other") else count
    if not 1 <= count <= 999:
        return None
    interval = f"INTERVAL={count};" if count > 1 else ""
    days = [5, 6] if groups.get("weekend") else _weekdays(groups["days"])
    return _Rule(weekly.end(), f"FREQ=WEEKLY;{interval}BYDAY={rrule_days(days)}", "day")


def _some_days(scope: Scope, index: int) -> _Rule | None:
    """周一三五, 周二四: days that do not follow each other are those of every week, or of the named one."""
    matched = _SOME_DAYS.match(scope.text, index)
    before = scope.before(index)
    if matched is None or (before and before in "上下这本个年"):
        return None
    days = _weekdays(matched["days"])
    if days != sorted(set(days)) or days[-1] - days[0] == len(days) - 1:
        return None
    if matched["week"] is None:
        return _Rule(matched.end(), f"FREQ=WEEKLY;BYDAY={rrule_days(days)}", "day")
    shift = len(matched["week"]) if matched["week"][0] == "下" else 0
    ahead = [day for day in days if weekday_of_week(scope.today, day, shift) >= scope.today]
    if not ahead:
        return None
    first = weekday_of_week(scope.today, ahead[0], shift)
    parts = f"FREQ=WEEKLY;BYDAY={rrule_days(ahead)};COUNT={len(ahead)}"
    return _Rule(matched.end(), parts, "day", lambda earliest: max(earliest, first))


def _odd_weeks(scope: Scope, index: int) -> _Rule | None:
    """单周, 双周周三: every second week; which weeks are odd follows ISO 8601, as no other counting is known."""
    matched = _ODD_WEEKS.match(scope.text, index)
    if matched is None or not (matched["days"] or matched[0][0] == "每"):
        return None
    odd = matched["which"] == "单"
    days = _weekdays(matched["days"]) if matched["days"] else []
    by_day = f";BYDAY={rrule_days(days)}" if days else ""

    def first(earliest: date) -> date:
        return next(
            day
            for day in (add_days(earliest, step) for step in range(22))
            if day.isocalendar().week % 2 == odd and (day.weekday() in days if days else day.weekday() == 0)
        )

    return _Rule(matched.end(), f"FREQ=WEEKLY;INTERVAL=2{by_day}", "day" if days else "week", first)


def _edges(scope: Scope, index: int) -> _Rule | None:
    """每季度末, 每年年底: the first or last day of each."""
    if matched := _QUARTERLY.match(scope.text, index):
        last = matched["edge"] in {"末", "底", "最后一天"}

        def first(earliest: date) -> date:
            quarters = [period_span(earliest, 3, shift) for shift in (0, 1)]
            days = [add_days(until, -1) if last else begun for begun, until in quarters]
            return next(day for day in days if day >= earliest)

        return _Rule(matched.end(), f"FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY={-1 if last else 1}", "day", first)
    if matched := _YEAR_EDGE.match(scope.text, index):
        day = "BYMONTH=12;BYMONTHDAY=31" if matched["edge"] in {"末", "底", "最后一天"} else "BYMONTH=1;BYMONTHDAY=1"
        return _Rule(matched.end(), f"FREQ=YEARLY;{day}", "day")
    return None


def _weekdays(words: str) -> list[int]:
    chars = [WEEKDAYS[char] for char in re.sub(r"星期|礼拜|周", "", words) if char in WEEKDAYS]
    if re.search(r"[到至~-]", words) and len(chars) == 2:
        first, last = chars
        return [(first + step) % 7 for step in range((last - first) % 7 + 1)]
    return chars


def _workdays(scope: Scope, index: int) -> _Rule | None:
    matched = _WORKDAYS.match(scope.text, index)
    if matched is None:
        return None
    note = "workday_calendar" if is_workday(scope.today)[1] else "workdays_unpublished"
    return _Rule(matched.end(), "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "day", _workday_from, note)


def _workday_from(earliest: date) -> date:
    return add_workdays(add_days(earliest, -1), 1)[0]


def _daily(scope: Scope, index: int) -> _Rule | None:
    matched = _DAILY.match(scope.text, index)
    return matched and _Rule(matched.end(), "FREQ=DAILY", "day")


def _monthly(scope: Scope, index: int) -> _Rule | None:
    matched = _MONTHLY.match(scope.text, index)
    if matched is None:
        return None
    interval = ""
    if matched["interval"]:
        count = number(matched["interval"]) + ("隔" in matched[0][:2])
        if not 1 <= count <= 999:
            return None
        interval = f";INTERVAL={count}" if count > 1 else ""
    head = f"FREQ=MONTHLY{interval}"
    if matched["last"]:
        return _Rule(matched.end(), f"{head};BYMONTHDAY=-1", "day")
    if matched["first"]:
        return _Rule(matched.end(), f"{head};BYMONTHDAY=1", "day")
    if matched["nth"]:
        which = -1 if matched["nth"].startswith("最后") else number(matched["nth"].strip("倒数第个"))
        which = -which if matched["nth"].startswith("倒数") else which
        if matched["workday"]:
            parts = f"{head};BYDAY=MO,TU,WE,TH,FR;BYSETPOS={which}"
            return _Rule(matched.end(), parts, "day", note="workday_calendar") if -20 <= which <= 20 and which else None
        if not 1 <= abs(which) <= 5:
            return None
        return _Rule(matched.end(), f"{head};BYDAY={which}{rrule_days([WEEKDAYS[matched['weekday']]])}", "day")
    days = [number(words) for words in re.findall(NUMBER, matched["days"])]
    if not all(1 <= day <= 31 for day in days):
        return None
    return _Rule(matched.end(), f"{head};BYMONTHDAY={','.join(map(str, sorted(set(days))))}", "day")


def _yearly(scope: Scope, index: int) -> _Rule | None:
    if matched := _YEARLY.match(scope.text, index):
        month = number(matched["month"])
        if not 1 <= month <= 12:
            return None
        if matched["day"] is None:
            return _Rule(matched.end(), f"FREQ=YEARLY;BYMONTH={month}", "month")
        day = number(matched["day"])
        if valid_date(2000, month, day) is None:
            return None
        return _Rule(matched.end(), f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}", "day")
    if (matched := _YEARLY_FESTIVAL.match(scope.text, index)) is None:
        return None
    index = matched.end()
    festival = festival_at(replace(scope, floor=index), index)
    if festival is None:
        return None

    def first(earliest: date) -> date:
        later = festival_at(replace(scope, floor=index, origin=earliest, past=False), index)
        return (later or festival).first

    return _Rule(festival.end, "FREQ=YEARLY", "day", first, "moving_date")


def _plain(scope: Scope, index: int) -> _Rule | None:
    matched = _PLAIN.match(scope.text, index)
    if matched is None:
        return None
    unit = matched["unit"]
    frequency, count, granularity = _UNITS[unit]
    if matched["half"] or matched["half_unit"]:
        if unit not in _HALVES:
            return None
        frequency, count = _HALVES[unit]
    elif matched["count"]:
        count *= number(matched["count"])
    elif matched["gap"]:
        # 隔 counts the days left out; of hours and minutes it counts the time between.
        count *= number(matched["gap"]) + (frequency not in {"HOURLY", "MINUTELY"})
    elif matched["every"] is None or matched["every"].startswith("隔"):
        count *= 2
    if not 1 <= count <= 9999:
        return None
    return _Rule(matched.end(), f"FREQ={frequency}" + (f";INTERVAL={count}" if count > 1 else ""), granularity)


def daily_hours(scope: Scope, index: int, found: Phrase) -> Phrase:
    """Hours behind several days are those of each day: 周三到周五下午2点到4点; of the whole week, of every week."""
    days, hours_from = found.readings[0], _GAP.match(scope.text, found.end)
    if found.kind is not ExpressionKind.RANGE or found.granularity != "day" or hours_from is None:
        return found
    first, until = days
    if isinstance(first, datetime) or first is None or until is None:
        return found
    length = (until - first).days
    hours = hours_at(replace(scope, floor=hours_from.end()), hours_from.end(), after_day=True)
    if hours is None or not 2 <= length <= _LONGEST_RUN_DAYS:
        return found
    if scope.text.startswith(("周", "星期", "礼拜"), index) and first.weekday() == 0 and length in {5, 7}:
        week = rrule_days(range(length))
        return _with_hours(scope, _Rule(found.end, f"FREQ=WEEKLY;BYDAY={week}", "day"))
    rule = _Rule(found.end, f"FREQ=DAILY;COUNT={length}", "day", lambda earliest: max(earliest, first))
    return _with_hours(scope, rule)


def _with_hours(scope: Scope, rule: _Rule) -> Phrase:
    gap = _GAP.match(scope.text, rule.end)
    start = gap.end() if gap else rule.end
    hours = hours_at(replace(scope, floor=start), start, after_day=True)
    if rule.granularity in {"hour", "minute"} or hours is None:
        return _phrase(rule, rule.end, _first_day(scope, rule, scope.today), None, None)
    if hours.clock is None:
        assert hours.part is not None
        span = part_span(_first_day(scope, rule, scope.today), hours.part)
        if span[1] <= scope.context.reference:
            span = part_span(_first_day(scope, rule, add_days(scope.today, 1)), hours.part)
        return _phrase(rule, hours.end, span[0], span[1], hours)
    first = moments(hours.clock, _first_day(scope, rule, scope.today))[0]
    if first < scope.context.reference:
        first = moments(hours.clock, _first_day(scope, rule, add_days(scope.today, 1)))[0]
    until = range_end(scope, hours, hours.end, first)
    return _phrase(rule, until[0] if until else hours.end, first, until[1] if until else None, hours)


def _first_day(scope: Scope, rule: _Rule, earliest: date) -> date:
    """The first day of the rule from ``earliest`` on."""
    if rule.first is not None:
        return rule.first(earliest)
    found = first_occurrence(rule.parts, scope.context, day=earliest)
    return date(found.year, found.month, found.day)


def _phrase(rule: _Rule, end: int, first: datetime | date, until: datetime | None, hours: Hours | None) -> Phrase:
    day = Days(rule.end, ((date(first.year, first.month, first.day),) * 2,), rule.granularity, "zh.recurrence")
    granularity = rule.granularity
    if hours is not None:
        granularity = hours.clock.granularity if hours.clock else "part_of_day"
    return Phrase(
        end,
        ExpressionKind.RECURRENCE,
        ((first, until),),
        granularity,
        Point(end, day, hours),
        "zh.recurrence",
        note=rule.note,
        recurrence=rule.parts,
    )
