"""Quoted titles, which are never times: watch "Friday Night Lights"."""

from __future__ import annotations

import re

_NAMING = (
    r"(?:watch|read|play|listen to|see|stream|book|film|movie|song|album|episode|series|novel|article|podcast|"
    r"called|named|titled|title is|title to|rename(?:d)?(?: (?:it|this|that))? (?:to|as)|title it)"
)
_QUOTED = r"(?:\"[^\"\n]{1,80}\"|“[^“”\n]{1,80}”)"
_TITLE = re.compile(rf"\b{_NAMING}(?: the)?:? ?(?P<title>{_QUOTED})", re.IGNORECASE)


def without_titles(text: str) -> str:
    """The text with blanks in place of quoted words that a word beside them calls the name of something.

    Other quoted words are speech: she said "tomorrow at 3". No character moves.
    """
    if '"' not in text and "“" not in text:
        return text
    return _TITLE.sub(lambda found: found[0][: -len(found["title"])] + " " * len(found["title"]), text)
