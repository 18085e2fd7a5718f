"""Whether words that a model quotes were really said."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from timeflow.perception.understanding import (
    FeedbackUnderstanding,
    LongTaskUnderstanding,
    QuotedChange,
    QuotedTarget,
    QuotedTime,
    ReplanUnderstanding,
    ReviewUnderstanding,
    ScheduleTodoUnderstanding,
    SeveralRequests,
    UnclearRequest,
    UnderstandingInput,
    UnderstoodRequest,
)


@lru_cache(maxsize=512)
def folded(text: str) -> str:
    """Width and case folded, without white space and marks: what two ways of writing the same have in common."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def occurs(quote: str, sources: Sequence[str]) -> bool:
    """Whether the quote stands in one of the texts."""
    wanted = folded(quote)
    return bool(wanted) and any(wanted in folded(source) for source in sources)


def made_of(title: str, sources: Sequence[str]) -> bool:
    """Whether every letter of the title comes from one of the texts, in its order: cut, perhaps, but never invented."""
    wanted = folded(title)
    return bool(wanted) and any(_is_subsequence(wanted, folded(source)) for source in sources)


def _is_subsequence(wanted: str, text: str) -> bool:
    letters = iter(text)
    return all(letter in letters for letter in wanted)


def said_now(given: UnderstandingInput) -> list[str]:
    """The texts that times may be quoted from: the input, the request that it completes, and the answers to it.

    An answer also completes the words that it is about (``周三`` and ``晚上12点``). The last text is all of them
    in a row, so that a title may span a request and its answer.
    """
    if given.open_request is None:
        return [given.raw_input]
    answers = given.open_request.answers
    parts = [given.open_request.original_request, *(answer.answer for answer in answers)]
    completed = [f"{a.answer}{gap}{a.about}" for a in answers if a.about is not None for gap in ("", " ")]
    return [given.raw_input, *parts, *completed, "\n".join(parts)]


def said_ever(given: UnderstandingInput) -> list[str]:
    """The texts that the name of a target may be quoted from: also the dialogue (``它``)."""
    shown = (text for message in given.recent_messages for text in (message.content, *message.titles))
    return [*said_now(given), *shown]


def time_quotes(request: UnderstoodRequest) -> Iterator[QuotedTime]:
    """Every quoted time of the answer."""
    if isinstance(request, ScheduleTodoUnderstanding):
        yield from _present(request.when, request.due, request.duration)
        if request.change is not None:
            change = request.change
            yield from _present(change.when, change.due, change.duration, change.shift)
        yield from _target_times(request.target)
    elif isinstance(request, FeedbackUnderstanding):
        yield from _present(request.occurred, request.duration)
        yield from _target_times(request.target)
    elif isinstance(request, LongTaskUnderstanding):
        yield from _present(request.deadline)
    elif isinstance(request, ReplanUnderstanding | ReviewUnderstanding):
        yield from _present(request.range)


def name_quotes(request: UnderstoodRequest) -> Iterator[str]:
    """Every other quote: words of targets, exceptions, names to keep."""
    if isinstance(request, ScheduleTodoUnderstanding):
        yield from request.must_keep_terms
        yield from request.additional_constraints
        yield from _target_names(request.target)
    elif isinstance(request, FeedbackUnderstanding):
        yield from _target_names(request.target)
    elif isinstance(request, ReplanUnderstanding):
        yield from request.fixed_words
        yield from [request.goal_title] if request.goal_title else []
    elif isinstance(request, ReviewUnderstanding):
        yield from [request.goal_title] if request.goal_title else []
    elif isinstance(request, UnclearRequest):
        yield request.title


def titles(request: UnderstoodRequest) -> Iterator[str]:
    """Texts that may be cut from the input but hold nothing else."""
    if isinstance(request, ScheduleTodoUnderstanding):
        change: QuotedChange | None = request.change
        found = [request.title, request.description]
        found += [change.title, change.description] if change is not None else []
        yield from (text for text in found if text)
    elif isinstance(request, SeveralRequests):
        yield from request.requests
    elif isinstance(request, LongTaskUnderstanding):
        yield from (text for text in (request.goal_title, request.description) if text)


def _present(*quotes: QuotedTime | None) -> Iterator[QuotedTime]:
    yield from (quote for quote in quotes if quote is not None)


def _target_times(target: QuotedTarget | None) -> Iterator[QuotedTime]:
    yield from _present(target.time if target is not None else None)


def _target_names(target: QuotedTarget | None) -> Iterator[str]:
    if target is not None:
        yield from (*target.words, *target.exclude)
        yield from (text for text in (target.goal_title, target.pronoun) if text)
