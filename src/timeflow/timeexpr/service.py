"""The door of the room: every time expression of a sentence, each with what it means."""

from __future__ import annotations

from itertools import chain

from timeflow.timeexpr import chinese, english
from timeflow.timeexpr.contracts import TimeContext, TimeExpression
from timeflow.timeexpr.resolve import in_zone

_GRAMMARS = {"zh-CN": chinese.match, "en": english.match}


def find_expressions(text: str, context: TimeContext) -> tuple[TimeExpression, ...]:
    """All time expressions of ``text``, in order of position, none overlapping another.

    Both grammars run over the whole text; of two that overlap the longer one stands, at equal length the locale's.
    What is written in figures alone is read by the locale's grammar only.
    Pure and linear in the length of the text. Raises ``zoneinfo.ZoneInfoNotFoundError`` for a zone that does not exist.
    """
    own = _GRAMMARS[context.locale](text, context)
    foreign = chain.from_iterable(
        match(text, context) for locale, match in _GRAMMARS.items() if locale != context.locale
    )
    worded = [candidate for candidate in foreign if any(map(str.isalpha, candidate.text))]
    found = sorted([*own, *worded], key=lambda e: e.span[0] - e.span[1])
    taken = bytearray(len(text))
    kept: list[TimeExpression] = []
    for candidate in found:
        first, last = candidate.span
        if not any(taken[first:last]):
            taken[first:last] = b"\x01" * (last - first)
            kept.append(in_zone(candidate, context))
    return tuple(sorted(kept, key=lambda e: e.span))
