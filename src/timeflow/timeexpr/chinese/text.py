"""The written form: traditional and full-width characters made plain without moving any, and Chinese numerals."""

from __future__ import annotations

import re

_TRADITIONAL = (
    "個週點後禮號時鐘鍾兩間內這農曆歷陰臘閏節慶勞動陽淩從開過還幾與會聖誕裡裏遲來現馬剛當晩萬婦兒親際"
    "雙單頭國師長趕驚蟄穀處種滿復軍黨樹終結將進"
)
_SIMPLIFIED = (
    "个周点后礼号时钟钟两间内这农历历阴腊闰节庆劳动阳凌从开过还几与会圣诞里里迟来现马刚当晚万妇儿亲际"
    "双单头国师长赶惊蛰谷处种满复军党树终结将进"
)
_FULL_WIDTH = "０１２３４５６７８９：／．－～—–，（）　○"
_PLAIN = "0123456789:/.-~--,() 〇"
_TO_PLAIN = str.maketrans(
    _TRADITIONAL + _FULL_WIDTH + "貳參肆伍陸柒捌玖",
    _SIMPLIFIED + _PLAIN + "二三四五六七八九",
)

_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}

NUMERALS = "0123456789零〇一二两三四五六七八九十百千万廿卅"

_D = "[一二两三四五六七八九]"
_CHINESE_NUMBER = rf"(?:{_D}?十{_D}?|廿{_D}?|卅一?|{_D}百(?:零{_D}|{_D}十{_D}?)?|[零〇]?[零〇一二两三四五六七八九])"
NUMBER = rf"(?:\d{{1,12}}|{_CHINESE_NUMBER})"
"""A regular expression for a whole number, in digits or well-formed Chinese numerals (so 两三 is none)."""

_CHARACTER = r"(?:[\u4e00-\u9fff]|[0-9]{1,4}|[:~-])"
_SPACED = re.compile(rf"(?<![^\s,.:()]){_CHARACTER}(?: {_CHARACTER}(?![^\s,.:()])){{2,}}")
_SPACE_BETWEEN = re.compile(r"(?<![0-9]) | (?![0-9])")

TO = r" {0,2}(?:到|至|~|-{1,2}) {0,2}"
"""What stands between the two ends of a range."""


def plain(text: str) -> str:
    """The text in simplified, half-width characters; every character stays at its place."""
    return text.translate(_TO_PLAIN)


def closed_up(text: str) -> tuple[str, list[int]]:
    """The text without the spaces that reading from a picture puts between single characters (下 午 3 点).

    Also the offset in ``text`` of each character that is left, and of the end. Two numbers stay apart.
    """
    dropped: set[int] = set()
    for run in _SPACED.finditer(text):
        dropped.update(space.start() for space in _SPACE_BETWEEN.finditer(text, run.start(), run.end()))
    kept = [index for index in range(len(text)) if index not in dropped]
    return "".join(text[index] for index in kept), [*kept, len(text)]


def number(words: str) -> int:
    """The value of what ``NUMBER`` matches."""
    if words.isdecimal():
        return int(words)
    total = digit = 0
    for char in words:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char == "十":
            total, digit = total + (digit or 1) * 10, 0
        elif char == "百":
            total, digit = total + digit * 100, 0
        else:
            total += {"廿": 20, "卅": 30}[char]
    return total + digit


def year_number(words: str) -> int:
    """The year that digits name one by one: ``2024``, ``二零二四``, ``07`` and ``九八`` (of 1970 to 2069)."""
    year = int(words) if words.isdecimal() else int("".join(str(_DIGITS[char]) for char in words))
    if len(words) == 2:
        return year + (1900 if year >= 70 else 2000)
    return year
