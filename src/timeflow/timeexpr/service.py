"""The door of the room: every time expression of a sentence, each with what it means."""

from __future__ import annotations

import re

from timeflow.timeexpr import chinese, english
from timeflow.timeexpr.chinese.impossible import impossible_words
from timeflow.timeexpr.contracts import TimeContext, TimeExpression
from timeflow.timeexpr.english.impossible import impossible_phrases
from timeflow.timeexpr.impossible import impossible_figures, without_impossible
from timeflow.timeexpr.joining import join_pieces
from timeflow.timeexpr.resolve import in_zone

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_GRAMMARS = {"zh-CN": chinese.match, "en": english.match}


def find_expressions(text: str, context: TimeContext) -> tuple[TimeExpression, ...]:
    """All time expressions of ``text``, in order of position, none overlapping another.

    The language is that of the script: Chinese with any Chinese character, else English with any letter, else the
    locale's. A Chinese text with Latin letters is read by the English grammar too; of two expressions that overlap the
    longer one stands, at equal length the Chinese one, which alone reads what is written in figures.
    Pure and linear in the length of the text. Raises ``zoneinfo.ZoneInfoNotFoundError`` for a zone that does not exist.
    """
    language = _language_of(text, context)
    found = _GRAMMARS[language](text, context)
    # Only a Chinese sentence can hold words of the other language.
    if language == "zh-CN" and _LATIN.search(text):
        found += [foreign for foreign in english.match(text, context) if any(map(str.isalpha, foreign.text))]
    found.sort(key=lambda e: e.span[0] - e.span[1])
    taken = bytearray(len(text))
    kept: list[TimeExpression] = []
    for candidate in found:
        first, last = candidate.span
        if not any(taken[first:last]):
            taken[first:last] = b"\x01" * (last - first)
            kept.append(candidate)
    kept.sort(key=lambda e: e.span)
    passages = (
        *impossible_figures(text),
        *impossible_words(text, {e.span[1] for e in kept}, context),
        *impossible_phrases(text, context),
    )
    joined = join_pieces(text, without_impossible(text, kept, passages), context)
    return tuple(in_zone(expression, context) for expression in joined)


def _language_of(text: str, context: TimeContext) -> str:
    if _CHINESE.search(text):
        return "zh-CN"
    return "en" if _LATIN.search(text) else context.locale
