"""Lengths of time: 一个半小时, 两天又一个月, 90分钟."""

from __future__ import annotations

import re
from typing import Literal

from timeflow.timeexpr.chinese.pieces import Length, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number
from timeflow.timeexpr.contracts import Granularity

_Unit = Literal["年", "季度", "月", "周", "天", "小时", "刻钟", "分钟", "秒"]
_UNITS: dict[str, _Unit] = {
    **dict.fromkeys(("年", "年头"), "年"),
    "季度": "季度",
    "月": "月",
    **dict.fromkeys(("周", "星期", "礼拜"), "周"),
    **dict.fromkeys(("天", "日", "昼夜"), "天"),
    **dict.fromkeys(("小时", "钟头", "钟", "时"), "小时"),
    "刻钟": "刻钟",
    **dict.fromkeys(("分钟", "分"), "分钟"),
    **dict.fromkeys(("秒钟", "秒"), "秒"),
}
_SECONDS: dict[_Unit, int] = {
    **{"年": 365 * 86400, "季度": 90 * 86400, "月": 30 * 86400, "周": 7 * 86400, "天": 86400},
    **{"小时": 3600, "刻钟": 900, "分钟": 60, "秒": 1},
}
_DAYS: dict[_Unit, int] = {"周": 7, "天": 1}
_MONTHS: dict[_Unit, int] = {"年": 12, "季度": 3, "月": 1}
_GRANULARITY: dict[_Unit, Granularity] = {
    **{"年": "year", "季度": "quarter", "月": "month", "周": "week", "天": "day"},
    **{"小时": "hour", "刻钟": "minute", "分钟": "minute", "秒": "second"},
}
_SIZES = list(_GRANULARITY)
_LONGEST = 10_000 * 366 * 86400

_COUNTED = "月|季度|星期|礼拜|小时|钟头|钟(?![头声表点])|年头"
_PLAIN = (
    r"年(?![级度代纪龄会终底初末中]|前夕)|周(?![年岁围边报刊期一二三四五六日末])|天(?![天气空下花王堂才])|"
    r"小时|钟头|刻钟|分钟|秒钟?"
)
_TERM = re.compile(
    rf"(?:(?P<half>半) ?个?(?P<half_unit>年(?![级度])|月|周|星期|礼拜|天(?!然)|小时|钟头|钟(?![头声表点])|分钟)"
    rf"|(?P<both>[俩仨]|个把)(?P<both_unit>{_COUNTED})"
    rf"|(?P<count>\d{{1,9}}\.\d|{NUMBER})(?P<about>来)? ?(?:"
    rf"个(?P<and_half>半)(?P<counted_half>{_COUNTED})|个(?P<counted>{_COUNTED})(?P<half_after>半(?!夜|路|价|天))?"
    rf"|(?P<plain>{_PLAIN})(?P<half_after_plain>半(?!夜|路|价|天))?))"
)
_SMALL_TERM = re.compile(rf"(?P<count>{NUMBER}) ?(?P<unit>分(?!之)|秒|时(?![间候代期段])|日(?![元本历常程]))")
_JOIN = re.compile(r"(?:又|零|加|,| )?")


def length_at(scope: Scope, index: int) -> Length | None:
    """A length of one or more units, each smaller than or beside the one before, from ``index`` on."""
    months = days = seconds = 0
    total = 0.0
    smallest: _Unit | None = None
    end = index
    for _ in range(5):
        joined = _JOIN.match(scope.text, end)
        start = end if smallest is None or joined is None else joined.end()
        term = _term_at(scope.text, start, after=smallest)
        if term is None:
            break
        end, unit, count = term
        months_of, days_of, seconds_of = _amount(unit, count)
        months, days, seconds = months + months_of, days + days_of, seconds + seconds_of
        total += count * _SECONDS[unit]
        smallest = unit if smallest is None or _SIZES.index(unit) > _SIZES.index(smallest) else smallest
    if smallest is None or total > _LONGEST:
        return None
    return Length(end, months, days, seconds, round(total), _GRANULARITY[smallest])


def _term_at(text: str, index: int, *, after: _Unit | None) -> tuple[int, _Unit, float] | None:
    matched = _TERM.match(text, index)
    if matched is None:
        if after is None or (small := _SMALL_TERM.match(text, index)) is None:
            return None
        unit = _UNITS[small["unit"]]
        return (small.end(), unit, number(small["count"])) if _SIZES.index(unit) > _SIZES.index(after) else None
    if matched["half"]:
        return matched.end(), _UNITS[matched["half_unit"]], 0.5
    if matched["both"]:
        # 俩小时 is 两个小时; 个把小时 is about one.
        return matched.end(), _UNITS[matched["both_unit"]], {"俩": 2, "仨": 3, "个把": 1}[matched["both"]]
    if matched["about"] and not matched["count"].endswith(("十", "百", "0")):
        return None
    count = float(matched["count"]) if "." in matched["count"] else number(matched["count"])
    words = matched["counted_half"] or matched["counted"] or matched["plain"]
    if after is None and words == "年" and _names_a_year(matched["count"]):
        return None
    half = 0.5 if matched["and_half"] or matched["half_after"] or matched["half_after_plain"] else 0
    return matched.end(), _UNITS[words], count + half


def _names_a_year(count: str) -> bool:
    return count.isdecimal() and ((len(count) == 4 and int(count) < 3000) or (len(count) == 2 and count[0] in "089"))


def _amount(unit: _Unit, count: float) -> tuple[int, int, int]:
    """Months, days and seconds; what is left of a whole month or day goes to the smaller unit."""
    if unit in _MONTHS:
        months = count * _MONTHS[unit]
        return int(months), round((months - int(months)) * 30), 0
    if unit in _DAYS:
        days = count * _DAYS[unit]
        return 0, int(days), round((days - int(days)) * 86400)
    return 0, 0, round(count * _SECONDS[unit])
