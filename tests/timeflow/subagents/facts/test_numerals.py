"""Numbers by value, however they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeflow.subagents.facts.folding import fold
from timeflow.subagents.facts.numerals import all_numbers, chinese_value, stated_numbers

DIGITS = "零一二三四五六七八九"


def spelled(value: int) -> str:
    """A number below ten thousand in Chinese, as people write it."""
    parts, gap = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, value = divmod(value, unit)
        if digit:
            parts += ("零" if gap and parts else "") + DIGITS[digit] + name
            gap = False
        else:
            gap = True
    return parts


@given(st.integers(min_value=1, max_value=9999))
def test_a_chinese_numeral_has_the_value_that_it_spells(value: int) -> None:
    assert chinese_value(spelled(value)) == value
    assert chinese_value("".join(DIGITS[int(digit)] for digit in str(value))) == value


@pytest.mark.parametrize(
    ("numeral", "value"),
    [("十", 10), ("十五", 15), ("两百", 200), ("一万二千", 12000), ("二〇二六", 2026), ("三亿", 3 * 10**8)],
)
def test_usual_spellings(numeral: str, value: int) -> None:
    assert chinese_value(numeral) == value


@pytest.mark.parametrize("text", ["3个人", "３个人", "三个人", "3 个人"])
def test_one_number_in_four_spellings(text: str) -> None:
    assert list(stated_numbers(fold(text))) == ["3"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,280元", ["1280"]),
        ("1280.50元", ["1280.5"]),
        ("4/5G套餐", ["4", "5"]),
        ("第三章", ["3"]),
        ("两位客户", ["2"]),
        ("two eggs", ["2"]),
        ("一三八零零", ["13800"]),
        ("统一规划，一起讨论一个方案，十分重要，三方会谈", []),
    ],
)
def test_what_counts_as_a_stated_number(text: str, numbers: list[str]) -> None:
    assert list(stated_numbers(fold(text))) == numbers


@given(st.text(max_size=60))
def test_every_stated_number_is_among_all_numbers(text: str) -> None:
    assert set(stated_numbers(fold(text))) <= set(all_numbers(fold(text)))
