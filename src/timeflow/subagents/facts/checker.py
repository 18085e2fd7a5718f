"""Whether a text of an output says something that no source says (S §6.1, decisions 28)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from timeflow.subagents.facts import lexicon
from timeflow.subagents.facts.folding import fold, plain_times, squash, without_list_marks
from timeflow.subagents.facts.numerals import all_numbers, stated_numbers
from timeflow.subagents.facts.times import MAX_READ, TimeFacts, is_fine, read_times
from timeflow.subagents.facts.tokens import literal_tokens, name_tokens, venue_tokens

_CLAUSE = re.compile(r"[，。；;,!！?？\n]|\.\s")
_GLUE = frozenset("在到去于的和与跟同从往订约用借回进出来离是为把将该此本等及或个间家座某各这那一")
"""What may stand before a place word without telling which place it is."""
_BEFORE_PLACE = re.compile(r"[a-z0-9]+$|\w$")
_CAUSE_COVERAGE = 0.3


@dataclass(frozen=True)
class SourceFacts:
    """Everything that may be told again.

    Attributes:
        texts: the words of the person and of confirmed content, the most important first.
        times: confirmed times and lengths.
    """

    texts: tuple[str, ...]
    times: TimeFacts

    @classmethod
    def of(cls, texts: Iterable[str | None], moments: Iterable[datetime], durations: frozenset[int]) -> SourceFacts:
        """From texts (absent ones are left out), aware confirmed times, and lengths in seconds."""
        present = tuple(text for text in texts if text)
        walls = tuple(moment.replace(tzinfo=None) for moment in moments)
        return cls(present, TimeFacts(walls, durations, present))

    @cached_property
    def _folded(self) -> str:
        return "\n".join(fold(text) for text in self.texts)

    @cached_property
    def squashed(self) -> str:
        """All sources without spaces and punctuation."""
        return "\n".join(squash(text) for text in self.texts)

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """The numbers of the sources that are no times: ``三点`` does not make ``3 人`` true."""
        return frozenset(number for text in self.texts for number in all_numbers(_without_times(text, self.times)))

    @cached_property
    def _bigrams(self) -> frozenset[str]:
        return frozenset(first + second for first, second in pairwise(self.squashed))

    def says(self, words: str) -> bool:
        """Whether a source has these words, apart from spaces, punctuation and width."""
        return squash(words) in self.squashed

    def invention(self, text: str) -> str | None:
        """The first thing in a text that no source says, for tests and logs of the developer; None if all is said."""
        return next(self._inventions(text), None)

    def _inventions(self, text: str) -> Iterator[str]:
        plain = without_list_marks(plain_times(text))
        expressions = self.times.read(plain)
        yield from (expression.text for expression in expressions if not self.times.allows(expression))
        rest = _cut(plain, [expression.span for expression in expressions])
        yield from (number for number in stated_numbers(fold(rest)) if number not in self._numbers)
        yield from (token for token in literal_tokens(plain) if not self.says(token))
        yield from (token for token in name_tokens(rest) if not self.says(token))
        for clause in _CLAUSE.split(rest):
            yield from self._invented_in_clause(clause)

    def _invented_in_clause(self, clause: str) -> Iterator[str]:
        folded = fold(clause)
        if lexicon.ABSENT.search(folded):
            return
        yield from (token for token in venue_tokens(clause) if not self.says(token))
        yield from (match.group() for match in lexicon.PEOPLE.finditer(folded) if not self.says(match.group()))
        yield from (match.group() for match in lexicon.PLACES.finditer(folded) if not self._knows_place(folded, match))
        for said, source in lexicon.ROLES:
            if (match := said.search(folded)) and not source.search(self._folded):
                yield match.group()
        for pattern in (lexicon.PROMISES, lexicon.FEELINGS):
            yield from (match.group() for match in pattern.finditer(folded) if not self.says(match.group()))
        if (match := lexicon.CAUSES.search(folded)) and self._coverage(folded[match.end() :]) < _CAUSE_COVERAGE:
            yield match.group()

    def _knows_place(self, clause: str, match: re.Match[str]) -> bool:
        if not self.says(match.group()):
            return False
        if match.group().isascii():
            return True
        before = _BEFORE_PLACE.search(clause[: match.start()].rstrip())
        return before is None or before.group() in _GLUE or self.says(before.group())

    def _coverage(self, text: str) -> float:
        pairs = [first + second for first, second in pairwise(squash(text))]
        return sum(pair in self._bigrams for pair in pairs) / len(pairs) if pairs else 1.0

    def talk(self, text: str) -> str | None:
        """A greeting, comfort or conversation that no source has."""
        found = (match.group() for match in lexicon.TALK.finditer(fold(text)))
        return next((words for words in found if not self.says(words)), None)

    def operation(self, text: str) -> str | None:
        """An id, version or command inside a text that no source has."""
        found = (match.group() for match in lexicon.FORBIDDEN_TEXT.finditer(fold(text)))
        return next((words for words in found if words not in self._folded), None)


def _without_times(text: str, times: TimeFacts) -> str:
    plain = plain_times(text)
    head, tail = plain[:MAX_READ], plain[MAX_READ:]
    return fold(_cut(head, [item.span for item in read_times(head, times.anchor) if is_fine(item)]) + tail)


def _cut(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with each span made into spaces, so that its neighbours do not grow together."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
