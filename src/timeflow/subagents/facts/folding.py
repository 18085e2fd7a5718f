"""One form for texts that are to be compared: half width, lower case, no invisible characters."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]")
_NO_WORD = re.compile(r"[\W_]+")
_LIST_MARK = re.compile(r"(?m)(^|[\n;；])[ \t]*(?:[(（]?\d{1,2}[.、)）](?!\d)|[①-⑳])[ \t]*")
_OFFSET = re.compile(r"(?<=\d)T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?")

_LABEL = re.compile(r"(?<=[^\W\d]):(?=\d)")
"""A colon between a word and a number (``时间:14:30``), which is no part of a clock time."""


def fold(text: str) -> str:
    """NFKC, lower case, without invisible characters. Lengths may change."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()


def squash(text: str) -> str:
    """Folded, and without spaces and punctuation: what remains when wording is only cleaned up."""
    return _NO_WORD.sub("", fold(text))


def plain_times(text: str) -> str:
    """NFKC with ISO 8601 moments as ``2026-12-02 15:00``; their offset is compared elsewhere."""
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    return _LABEL.sub(": ", _OFFSET.sub(r" \1", plain))


def without_list_marks(text: str) -> str:
    """The text without the numbers that only count the lines of a list."""
    return _LIST_MARK.sub(r"\1", text)
