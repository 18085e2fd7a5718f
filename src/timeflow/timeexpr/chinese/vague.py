"""Numbers that are two neighbours at once: 三四点, 两三天, 五六号, 5、6号."""

from __future__ import annotations

import re
from dataclasses import replace

from timeflow.timeexpr.chinese.durations import length_at
from timeflow.timeexpr.chinese.pieces import Length, Scope
from timeflow.timeexpr.chinese.text import NUMBER, number

_NEIGHBOURS = r"(?:一[两二]|[两二]三|三四|四五|五六|六七|七八|八九)"
_HOURS = re.compile(
    rf"(?:(?P<pair>{_NEIGHBOURS})|(?P<nine>九、?十)|(?P<ten>十、?十一)|(?P<eleven>十一、?十?二)"
    r"|(?P<low>[一二两三四五六七八九]|\d{1,2})、(?P<high>[一二三四五六七八九]|\d{1,2}))点钟?(?![\d一二三四五六七八九十半])"
)
_LENGTH = re.compile(rf"(?P<pair>{_NEIGHBOURS})(?=十?(?:个|天|周|年|刻|分|秒|小|星|礼))")
_LONGEST_WORDS = 12
_MONTHS = re.compile(rf"(?={_NEIGHBOURS}月(?![亮饼光球]))(?P<first>.).月份?")
_DAYS = re.compile(
    rf"(?:(?P<tens>[一二]?十)?(?P<pair>{_NEIGHBOURS})|(?P<list>{NUMBER}(?:[、和]{NUMBER}){{1,5}}))(?:日(?![元本])|号(?![楼线房]))"
)


def neighbour_hours(text: str, index: int) -> tuple[int, int] | None:
    """The offset after 三四点 and the first of its two hours."""
    matched = _HOURS.match(text, index)
    if matched is None:
        return None
    if matched["low"]:
        low, high = number(matched["low"]), number(matched["high"])
        return (matched.end(), low) if high == low + 1 <= 24 else None
    if matched["pair"]:
        return matched.end(), number(matched["pair"][0])
    return matched.end(), 9 if matched["nine"] else 10 if matched["ten"] else 11


def neighbour_lengths(scope: Scope, index: int) -> tuple[Length, Length] | None:
    """The shorter and the longer one of 两三天; both end at the same offset."""
    matched = _LENGTH.match(scope.text, index)
    if matched is None:
        return None
    low, high = (_length_of(scope, index, char) for char in matched["pair"])
    return None if low is None or high is None else (low, high)


def _length_of(scope: Scope, index: int, numeral: str) -> Length | None:
    """The length with one of the two numerals in place of both."""
    words = numeral + scope.text[index + 2 : index + _LONGEST_WORDS]
    found = length_at(replace(scope, text=words, floor=0), 0)
    return None if found is None else replace(found, end=found.end + index + 1)


def neighbour_months(text: str, index: int) -> tuple[int, int] | None:
    """The offset after 三四月 and the first of its two months."""
    matched = _MONTHS.match(text, index)
    return matched and (matched.end(), number(matched["first"]))


def neighbour_days(text: str, index: int) -> tuple[int, int, int] | None:
    """The offset after 5、6号 or 五六号, the first day of the month and the last; each follows the one before."""
    matched = _DAYS.match(text, index)
    if matched is None:
        return None
    if matched["pair"]:
        tens = number(matched["tens"]) if matched["tens"] else 0
        first = tens + number(matched["pair"][0])
        return matched.end(), first, first + 1
    days = [number(words) for words in re.split("[、和]", matched["list"])]
    if days != list(range(days[0], days[0] + len(days))) or not 1 <= days[0] <= days[-1] <= 31:
        return None
    return matched.end(), days[0], days[-1]
