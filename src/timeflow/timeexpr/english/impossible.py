"""Dates and distances in English words that do not exist: ``Feb 30``, ``31 April``, ``in 9000 years``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeflow.timeexpr.calendar import valid_date
from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.english.lengths import Length, length
from timeflow.timeexpr.english.offsets import EARLIER, LATER
from timeflow.timeexpr.english.tables import MONTHS
from timeflow.timeexpr.english.tokens import Tokens, tokenize
from timeflow.timeexpr.impossible import LAST_YEAR, LEAP_YEAR, Impossible, coming_year

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>\d{1,3}(?:st|nd|rd|th)?|thirtieth|thirty[ -]?first)\b(?!:\d|[.,]\d| ?[ap]\.?m\b)"
_ENDS = r"(?=\s*(?:$|[^\sA-Za-z0-9]|(?:at|by|from|on|in|to|until|till|and|or)\b))"
_YEAR = rf"(?:,? {{0,2}}(?:of )?(?P<year>\d{{4,9}})(?![\d:]){_ENDS})?"
_LAST = r"(?: ?(?:[-–—]|to|until|till|through) ?(?P<last>\d{1,2})(?:st|nd|rd|th)?\b(?!:\d| ?[ap]\.?m\b))?"
_MONTH_FIRST = re.compile(rf"\b{_MONTH},?[ /-]{{0,2}}(?:the )?{_DAY}{_LAST}{_YEAR}", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"(?<![\d:./,-])\b{_DAY}(?: of| day of)?[ -]{_MONTH}{_YEAR}", re.IGNORECASE)
_WORDS = {"thirtieth": 30}
_LATEST = 31


def impossible_phrases(text: str, context: TimeContext) -> Iterator[Impossible]:
    """The passages of ``text``."""
    for pattern in (_MONTH_FIRST, _DAY_FIRST):
        for found in pattern.finditer(text):
            if not _is_date(found, context):
                yield Impossible(found.span())
    tokens = tokenize(text)
    end = 0
    for index in range(len(tokens)):
        counted = length(tokens, index) if index >= end else None
        if counted is not None:
            end = counted[1]
            if (passage := _distance(tokens, index, counted, context)) is not None:
                yield passage


def _is_date(found: re.Match[str], context: TimeContext) -> bool:
    groups = found.groupdict()
    month, year = MONTHS[found["month"].lower()], int(found["year"] or LEAP_YEAR)
    day = _day(found["day"])
    last = int(groups.get("last") or day)
    near = year if found["year"] else coming_year(month, context)
    is_in_month = last <= day or last > _LATEST or valid_date(near, month, last) is not None
    return year <= LAST_YEAR and valid_date(year, month, day) is not None and is_in_month


def _day(words: str) -> int:
    figures = re.match(r"\d+", words)
    return int(figures[0]) if figures else _WORDS.get(words.lower(), _LATEST)


def _distance(tokens: Tokens, index: int, counted: tuple[Length, int], context: TimeContext) -> Impossible | None:
    """``in 9000 years``, ``8000 years ago``: outside the calendar."""
    amount, after = counted
    later, earlier = tokens.first_phrase(after, LATER), tokens.first_phrase(after, EARLIER)
    is_led = index > 0 and tokens.low(index - 1) in {"in", "after"}
    if not is_led and later is None and earlier is None:
        return None
    try:
        is_known = amount.after(context.reference, 1 if earlier is None else -1).year <= LAST_YEAR
    except (ValueError, OverflowError):
        is_known = False
    first = index - 1 if is_led else index
    return None if is_known else Impossible((tokens[first].start, tokens[(later or earlier or after) - 1].end))
