"""The door of the room: every time expression of a sentence, each with what it means."""

from __future__ import annotations

import re
from itertools import chain

from timeflow.timeexpr import chinese, english
from timeflow.timeexpr.contracts import TimeContext, TimeExpression
from timeflow.timeexpr.joining import join_days_and_clocks
from timeflow.timeexpr.resolve import in_zone

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_GRAMMARS = {"zh-CN": chinese.match, "en": english.match}


def find_expressions(text: str, context: TimeContext) -> tuple[TimeExpression, ...]:
    """All time expressions of ``text``, in order of position, none overlapping another.

    Both grammars run over the whole text; of two that overlap the longer one stands, at equal length that of the
    language of the text. What is written in figures alone is read by that grammar only. The language is that of the
    script: Chinese with any Chinese character, else English with any letter, else the locale's.
    Pure and linear in the length of the text. Raises ``zoneinfo.ZoneInfoNotFoundError`` for a zone that does not exist.
    """
    language = _language_of(text, context)
    own = _GRAMMARS[language](text, context)
    foreign = chain.from_iterable(match(text, context) for other, match in _GRAMMARS.items() if other != language)
    worded = [candidate for candidate in foreign if any(map(str.isalpha, candidate.text))]
    found = sorted([*own, *worded], key=lambda e: e.span[0] - e.span[1])
    taken = bytearray(len(text))
    kept: list[TimeExpression] = []
    for candidate in found:
        first, last = candidate.span
        if not any(taken[first:last]):
            taken[first:last] = b"\x01" * (last - first)
            kept.append(candidate)
    joined = join_days_and_clocks(text, sorted(kept, key=lambda e: e.span))
    return tuple(in_zone(expression, context) for expression in joined)


def _language_of(text: str, context: TimeContext) -> str:
    if _CHINESE.search(text):
        return "zh-CN"
    return "en" if _LATIN.search(text) else context.locale
