"""Numbers in a text by value, however they are written: ``３``, ``3``, ``三个``, ``1,000``, ``一千``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

_DIGITS = {"〇": 0, "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10_000, "亿": 100_000_000}
_ARABIC = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?")
_CHINESE = re.compile("[〇零一二两三四五六七八九十百千万亿]+")
_MEASURES = (
    "个|名|位|人|次|份|页|章|节|天|小时|分钟|周|个月|年|元|块|公里|千米|米|斤|公斤|克|%|点|号|日|楼|层|室|台|本|篇|"
    "项|条|组|轮|期|套|种|倍|成|折|岁|桌|张|辆|场|件|步|部|门|道|题|课|遍|杯|瓶|箱|只|家|座|行|段|句|字|票|集|关|级|km|kg"
)
_ENGLISH = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_ENGLISH_WORD = re.compile(rf"\b(?:{'|'.join(_ENGLISH)})\b")
_MEASURE = re.compile(rf"[ \t]*(?:{_MEASURES})")
_ORDINAL = "第"


def stated_numbers(text: str) -> Iterator[str]:
    """The numbers that a text (folded) states as facts.

    Chinese numerals count only before a measure word or after 第, and one (``一个``, ``一次``) is no fact: they are
    parts of ordinary words too often (``一致``, ``十分``, ``三方``).
    """
    yield from _written_out(text)
    for match in _CHINESE.finditer(text):
        is_counted = _MEASURE.match(text, match.end()) or text[: match.start()].endswith(_ORDINAL)
        is_spelled = len(match.group()) >= 3
        if is_counted or is_spelled:
            value = chinese_value(match.group())
            if value is not None and value != 1:
                yield _canonical(Decimal(value))


def all_numbers(text: str) -> Iterator[str]:
    """Every number that could be meant in a text (folded), single Chinese numerals included."""
    yield from _written_out(text)
    for match in _CHINESE.finditer(text):
        value = chinese_value(match.group())
        if value is not None:
            yield _canonical(Decimal(value))


def chinese_value(numeral: str) -> int | None:
    """The value of a Chinese numeral, read by place (``一百二十``) or digit by digit (``二〇二六``)."""
    if all(character in _DIGITS for character in numeral):
        return int("".join(str(_DIGITS[character]) for character in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _UNITS:
            section += (digit or 1) * _UNITS[character]
            digit = 0
        else:
            total = (total + section + digit) * _LARGE[character]
            section = digit = 0
    value = total + section + digit
    return value or None


def _written_out(text: str) -> Iterator[str]:
    """Digits, and English number words from two on."""
    for match in _ARABIC.finditer(text):
        yield _canonical(Decimal(match.group().replace(",", "")))
    for match in _ENGLISH_WORD.finditer(text):
        yield _canonical(Decimal(_ENGLISH[match.group()]))


def _canonical(value: Decimal) -> str:
    return format(value.normalize(), "f")
