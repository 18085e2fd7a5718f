"""``第二个``, ``最后一个``, ``the second one``: places in what was shown."""

from __future__ import annotations

import re
from typing import Final

_NUMBERS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_WORDS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
ORDINAL: Final = (
    r"第\s*(?:\d{1,2}|[一二两三四五六七八九十])\s*(?:个|项|条|件|场|种|号|(?![\u3400-\u9fff]))|最后(?:一|那)?(?:个|项|条|件|场)|"
    r"\b(?:the )?(?:first|second|third|fourth|fifth|last) (?:one|option|item)\b"
)
_ORDINAL: Final = re.compile(ORDINAL, re.IGNORECASE)
_LAST: Final = re.compile(r"最后|\blast\b", re.IGNORECASE)


def ordinal_of(words: str) -> int | None:
    """The place, from 0; -1 is the last one. None where the words are no ordinal."""
    match = _ORDINAL.search(words)
    if match is None:
        return None
    said = match.group().lower()
    if _LAST.search(said):
        return -1
    digits = re.search(r"\d+", said)
    if digits is not None:
        return int(digits.group()) - 1 if int(digits.group()) else None
    return next(number for name, number in {**_WORDS, **_NUMBERS}.items() if name in said) - 1
