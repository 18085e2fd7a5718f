"""The words, numbers and signs of a sentence, with their places.

One bounded regular expression cuts the text once; every rule of the grammar then looks at a few tokens only, which
keeps the whole linear in the length of the sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LATIN_OR_DIGIT = re.compile(r"[A-Za-z0-9]")
_CJK = re.compile(r"[㐀-鿿]")
_TOKEN = re.compile(
    r"(?P<dotted>(?<![A-Za-z])[AaPp]\.\s?[Mm]\b\.?)"
    r"|(?P<word>[A-Za-z]+(?:['’](?!s\b)[A-Za-z]+)*(?:(?<=s)['’](?=\s))?)"
    r"|(?P<genitive>['’]s\b)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<sign>[^\sA-Za-z0-9])"
)
# Longer runs of digits are account numbers, never times.
_MAX_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Token:
    """One word, run of digits or sign.

    Attributes:
        text: as written.
        low: lower case, with straight apostrophes, none at the end (``'s`` is a token of its own); ``a.m.`` and ``p.m.`` become ``am`` and ``pm``.
        start, end: half-open offsets in the sentence.
        glued: nothing stands between this token and the one before.
        digits: the value of a run of digits, else None.
    """

    text: str
    low: str
    start: int
    end: int
    glued: bool
    digits: int | None


_NOTHING = Token("", "", -1, -1, False, None)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one sentence; an index beyond either end gives an empty token."""

    items: tuple[Token, ...]
    has_cjk: bool

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> Token:
        return self.items[index] if 0 <= index < len(self.items) else _NOTHING

    def low(self, index: int) -> str:
        """The token in lower case; empty beyond the ends."""
        return self[index].low

    def glued(self, index: int, *signs: str) -> bool:
        """Whether a token (one of ``signs``, where given) follows its forerunner without a space."""
        token = self[index]
        return token.glued and (not signs or token.low in signs)

    def skip(self, index: int, *words: str) -> int:
        """The index after an optional token."""
        return index + 1 if self[index].low in words and self[index].low else index

    def phrase(self, index: int, words: str) -> int | None:
        """The index after the space-separated ``words``, or None where they do not stand here."""
        for word in words.split():
            if self[index].low != word:
                return None
            index += 1
        return index

    def first_phrase(self, index: int, phrases: tuple[str, ...]) -> int | None:
        """The index after the first of ``phrases`` that stands here."""
        for words in phrases:
            after = self.phrase(index, words)
            if after is not None:
                return after
        return None


def may_hold_english(text: str) -> bool:
    """Whether a scan can find anything at all."""
    return _LATIN_OR_DIGIT.search(text) is not None


def tokenize(text: str) -> Tokens:
    """Cut a sentence into tokens; spaces only show in :attr:`Token.glued`."""
    tokens: list[Token] = []
    last_end = -1
    for found in _TOKEN.finditer(text):
        low = found.group().lower().replace("’", "'").rstrip("'") or "'"
        if found.lastgroup == "dotted":
            low = f"{low[0]}m"
        is_short = found.lastgroup == "number" and len(low) <= _MAX_DIGITS
        digits = int(low) if is_short and low.isascii() else None
        tokens.append(Token(found.group(), low, found.start(), found.end(), found.start() == last_end, digits))
        last_end = found.end()
    return Tokens(tuple(tokens), _CJK.search(text) is not None)
