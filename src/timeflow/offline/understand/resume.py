"""A request and the answers given to the questions about it, read as one sentence."""

from __future__ import annotations

import re
from typing import Final

from timeflow.perception.understanding import GivenAnswer, UnderstandingInput

_TARGET_FIELDS: Final = frozenset({"candidate_query", "reference"})
_PRONOUN: Final = re.compile(r"它们?|(?:这|那)(?:一)?(?:个|件|项|条|场)(?:事情?|会|日程|待办|安排)?|\b(?:it|them|that one|this one|that)\b", re.IGNORECASE)
_CHANGE_VERB: Final = re.compile(r"改|挪|移|推|调|换|延|提前|move|change|rename|push|shift|make", re.IGNORECASE)


def resumed_text(given: UnderstandingInput) -> str:
    """The sentence to read. Without an open request it is the input as it stands."""
    if given.open_request is None:
        return given.raw_input
    text = given.open_request.original_request
    for answer in given.open_request.answers:
        text = _merged(text, answer)
    return text


def _merged(text: str, answer: GivenAnswer) -> str:
    words = answer.answer.strip()
    chinese = re.search(r"[\u3400-\u9fff]", text) is not None
    if answer.value is not None or not words:
        return text
    if answer.field_name == "change" and not _CHANGE_VERB.search(words):
        return f"{text}，改到{words}" if chinese else f"{text} to {words}"
    if answer.field_name in _TARGET_FIELDS and _PRONOUN.search(text):
        return _PRONOUN.sub(lambda _: words, text, count=1)
    if answer.field_name in _TARGET_FIELDS and not chinese:
        return f"{text} {words}"
    if answer.field_name == "title":
        return f"{text}，{words}" if chinese else f"{text}: {words}"
    return f"{text}，{words}" if chinese else f"{text}, {words}"
