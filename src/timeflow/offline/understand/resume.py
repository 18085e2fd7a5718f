"""A request and the answers given to the questions about it, read as one sentence."""

from __future__ import annotations

import re
from typing import Final

from timeflow.perception.understanding import GivenAnswer, UnderstandingInput

_TARGET_FIELDS: Final = frozenset({"candidate_query", "reference"})
_REQUEST_FIELDS: Final = _TARGET_FIELDS | {
    "title",
    "goal_title",
    "change",
    "when",
    "due",
    "change.when",
    "change.due",
    "occurred",
    "range",
}
"""Fields of the request itself; answers about a goal (its weekly time, its level) are no part of its words."""
_PRONOUN: Final = re.compile(
    r"它们?|(?:这|那)(?:一)?(?:个|件|项|条|场)(?:事情?|会|日程|待办|安排)?|\b(?:it|"
    r"them|that one|this one|that)\b",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"[点时:：]|\b(?:am|pm|noon|midnight)\b|\d(?:am|pm)\b", re.IGNORECASE)
_CLOCK_ALONE: Final = re.compile(
    r"^(?:凌晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|\d{1,2}[点时:：]|[零一二三四五六七八九十两]+点|at |"
    r"midnight|noon|\d{1,2}(?::\d\d)? ?(?:am|pm))",
    re.IGNORECASE,
)
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
    if answer.field_name == "operation":
        return f"待办：{text}" if chinese else f"todo: {text}"
    if answer.value is not None or not words or answer.field_name not in _REQUEST_FIELDS:
        return text
    if answer.about is not None and answer.field_name not in _TARGET_FIELDS and answer.about in text:
        return text.replace(answer.about, _said_anew(answer.about, words), 1)
    if answer.field_name == "change" and not _CHANGE_VERB.search(words):
        return f"{text}，改到{words}" if chinese else f"{text} to {words}"
    if answer.field_name in _TARGET_FIELDS and _PRONOUN.search(text):
        return _PRONOUN.sub(lambda _: words, text, count=1)
    if answer.field_name in _TARGET_FIELDS and not chinese:
        return f"{text} {words}"
    return f"{text}，{words}" if chinese else f"{text}, {words}"


def _said_anew(about: str, words: str) -> str:
    """The words in place of the ones asked about; a day said for a clock time joins it (``周三`` for ``晚上12点``)."""
    if _CLOCK_ALONE.match(about) and not _CLOCK.search(words):
        return f"{words}{about}" if re.search(r"[\u3400-\u9fff]", about) else f"{words} {about}"
    return words
