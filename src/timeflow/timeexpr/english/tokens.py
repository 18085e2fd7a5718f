"""The words, numbers and signs of a sentence, with their places.

One bounded regular expression cuts the text once; every rule of the grammar then looks at a few tokens only, which
keeps the whole linear in the length of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar, cast

Found = TypeVar("Found")
More = ParamSpec("More")
Meaning_co = TypeVar("Meaning_co", covariant=True)
_LATIN_OR_DIGIT = re.compile(r"[A-Za-z0-9]")
_DOTTED = r"(?P<dotted>(?<![A-Za-z])[AaPp]\.\s?[Mm]\b\.?)"
_WORD = r"(?P<word>[A-Za-z]+(?:['’](?!s\b)[A-Za-z]+)*(?:(?<=s)['’](?=\s))?)"
_TOKEN = re.compile(rf"{_DOTTED}|{_WORD}|(?P<genitive>['’]s\b)|(?P<number>[0-9]+)|(?P<sign>[^\sA-Za-z0-9])")
# Longer runs of digits are account numbers, never times.
_MAX_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Token:
    """One word, run of digits or sign.

    Attributes:
        text: as written.
        low: lower case, with straight apostrophes, none at the end (``'s`` is a token of its own); ``a.m.`` and
            ``p.m.`` become ``am`` and ``pm``.
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
# No rule looks further than this beyond the end or before the start, where indices wrap round into the same margin.
_MARGIN = 12
_NOT_YET: Final = object()


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one sentence; an index a little beyond either end gives an empty token.

    ``items`` ends with a margin of empty tokens. ``memo`` holds what :func:`remembered` parsers found, by parser and
    index.
    """

    items: tuple[Token, ...]
    memo: dict[tuple[object, ...], object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items) - _MARGIN

    def __getitem__(self, index: int) -> Token:
        return self.items[index]

    def low(self, index: int) -> str:
        """The token in lower case; empty beyond the ends."""
        return self.items[index].low

    def glued(self, index: int, *signs: str) -> bool:
        """Whether a token (one of ``signs``, where given) follows its forerunner without a space."""
        token = self.items[index]
        return token.glued and (not signs or token.low in signs)

    def skip(self, index: int, *words: str) -> int:
        """The index after an optional token."""
        return index + 1 if self.items[index].low in words else index

    def phrase(self, index: int, words: str) -> int | None:
        """The index after the space-separated ``words``, or None where they do not stand here."""
        first = self.items[index].low
        if not first or not words.startswith(first):
            return None
        for word in words.split():
            if self.items[index].low != word:
                return None
            index += 1
        return index

    def first_phrase(self, index: int, phrases: Phrases[object]) -> int | None:
        """The index after the first of ``phrases`` that stands here."""
        found = phrases.at(self, index)
        return found[1] if found is not None else None


class Phrases(Generic[Meaning_co]):
    """Phrases and what each means; the first one that stands at a place counts, so longer ones go first."""

    def __init__(self, meanings: Mapping[str, Meaning_co]) -> None:
        self._by_first: dict[str, list[tuple[str, Meaning_co]]] = {}
        for words, meaning in meanings.items():
            self._by_first.setdefault(words.split()[0], []).append((words, meaning))

    def at(self, tokens: Tokens, index: int) -> tuple[Meaning_co, int] | None:
        """What stands at ``index`` and the next index."""
        for words, meaning in self._by_first.get(tokens.items[index].low, ()):
            after = tokens.phrase(index, words)
            if after is not None:
                return meaning, after
        return None


def phrases(*words: str) -> Phrases[str]:
    """Phrases that mean no more than themselves."""
    return Phrases({phrase: phrase for phrase in words})


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
        digits = int(low) if is_short else None
        tokens.append(Token(found.group(), low, found.start(), found.end(), found.start() == last_end, digits))
        last_end = found.end()
    return Tokens((*tokens, *[_NOTHING] * _MARGIN))


def remembered(
    parse: Callable[Concatenate[Tokens, int, More], Found],
) -> Callable[Concatenate[Tokens, int, More], Found]:
    """A parser that looks at each place of a sentence once for each way in which it is asked (its keywords).

    A further positional argument is the context, of which one sentence has one.
    """

    @wraps(parse)
    def parse_once(tokens: Tokens, index: int, *context: More.args, **how: More.kwargs) -> Found:
        key = (parse, index, *how.values())
        found = tokens.memo.get(key, _NOT_YET)
        if found is _NOT_YET:
            found = tokens.memo[key] = parse(tokens, index, *context, **how)
        return cast("Found", found)

    return cast("Callable[Concatenate[Tokens, int, More], Found]", parse_once)
