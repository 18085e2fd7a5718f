"""分析反问回答: which question a sentence answers, with which option or words (A sections 4 and 6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from timeflow.functions.contracts import GoalAnswer
from timeflow.perception.clarification import AskedQuestion, OpenQuestions
from timeflow.perception.contracts import ConversationMessageDTO
from timeflow.perception.quotes import folded
from timeflow.perception.understanding import GivenAnswer

ALL_FIELDS: Final = "all"
"""The field of an answer that could not be parted among the questions."""

_ORDINALS: Final = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "last": -1,
    "最后": -1,
}
_ORDINAL: Final = re.compile(
    r"^\s*(?:我?[选要就]|the\s+|option\s*|number\s*|no\.?\s*|#)?\s*第?\s*(?P<n>\d{1,2}|[一二两三四五六]|first|"
    r"second|third|fourth|last|最后)\s*"
    r"(?:个|项|种|条|号|one|option)?\s*(?:吧|呢|的)?\s*[。.!！]?\s*$",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"^\s*(?:好的?|是的?|对的?|行|可以|嗯+|要|记吧|yes|yep|yeah|ok(?:ay)?|sure|please|sounds good|looks good|就这样吧?|"
    r"y)\s*[。.!！]*\s*$",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"^\s*(?:不用?了?|不要了?|不必了?|算了(?:吧|不用了)?|别了?|没事了?|取消|"
    r"先不[用要弄]?了?|no|nope|no thanks|n|never ?mind|forget it|cancel|skip it)"
    r"\s*[。.!！]*\s*$",
    re.IGNORECASE,
)
_SEPARATORS: Final = re.compile(r"\s*(?:\n+|[；;]+|(?:^|\s)\d{1,2}[.、)）:：]\s*)\s*")
_COMMAS: Final = re.compile(r"\s*[，,、]\s*")


def find_question(messages: Sequence[ConversationMessageDTO], question_id: str) -> ConversationMessageDTO | None:
    """The message that asked this question, among the recent ones."""
    for message in reversed(messages):
        if message.role == "assistant" and question_id in message.metadata.get("question_ids", ()):
            return message
    return None


def is_bare_yes(text: str) -> bool:
    """Whether the words only agree."""
    return _YES.match(text) is not None


def is_bare_no(text: str) -> bool:
    """Whether the words only refuse."""
    return _NO.match(text) is not None


def given_answer(opened: OpenQuestions, question_id: str, text: str) -> GivenAnswer:
    """The answer to the question asked, or to another of its group whose option the words are."""
    asked = next((q for q in opened.questions if q.question_id == question_id), opened.questions[0])
    for question in (asked, *(q for q in opened.questions if q is not asked)):
        value = option_value(question, text)
        if value is not None:
            return _answer(question, text, value)
    return _answer(asked, text, None)


def option_value(question: AskedQuestion, text: str) -> str | None:
    """The value of the option that the words choose: by number, label or value."""
    if question.field_name == "operation" and question.options:
        for pattern, option in zip((_YES, _NO), question.options, strict=False):
            if pattern.match(text):
                return option.value
    for option in question.options:
        if folded(text) in {folded(option.label), folded(option.value)} and folded(text):
            return option.value
    match = _ORDINAL.match(text)
    if match is not None and question.options:
        name = match["n"].lower()
        number = int(name) if name.isdigit() else _ORDINALS[name]
        if number == -1:
            return question.options[-1].value
        if 1 <= number <= len(question.options):
            return question.options[number - 1].value
        return None
    wanted = folded(text)
    holding = [o for o in question.options if len(wanted) >= 2 and wanted in folded(o.label)]
    return holding[0].value if len(holding) == 1 else None


def goal_answers(opened: OpenQuestions, text: str) -> list[GoalAnswer]:
    """The answers to the questions about a goal: part by part where their number is right, else as a whole."""
    questions = opened.questions
    numbered = _by_running_number(questions, text)
    if numbered:
        return numbered
    for separator in (_SEPARATORS, _COMMAS):
        parts = [part for part in separator.split(text) if part.strip()]
        if len(parts) == len(questions):
            return [_goal_answer(question, part) for question, part in zip(questions, parts, strict=True)]
    if len(questions) == 1:
        return [_goal_answer(questions[0], text)]
    whole = " / ".join(question.question_text for question in questions)
    return [GoalAnswer(field_name=ALL_FIELDS, question_text=whole, answer=text.strip())]


def _by_running_number(questions: Sequence[AskedQuestion], text: str) -> list[GoalAnswer]:
    """Numbers that run through the options of all questions (``2 4 9``); none where they fit question by question."""
    tokens = [token for token in re.split(r"[\s,，、;；]+", text.strip()) if token]
    if not tokens or not all(token.isdecimal() and len(token) <= 2 for token in tokens):
        return []
    numbers = [int(token) for token in tokens]
    fits_each = len(numbers) == len(questions) and all(
        1 <= number <= len(question.options) for number, question in zip(numbers, questions, strict=True)
    )
    running = [(question, option.value) for question in questions for option in question.options]
    if fits_each or not all(1 <= number <= len(running) for number in numbers):
        return []
    return [
        GoalAnswer(field_name=question.field_name, question_text=question.question_text, answer=value)
        for question, value in (running[number - 1] for number in numbers)
    ]


def same_goal(one: object, other: str) -> bool:
    """Whether two titles name the same goal: equal, or one is part of the other."""
    if not isinstance(one, str):
        return False
    first, second = folded(one), folded(other)
    return bool(first and second) and (first in second or second in first)


def _answer(question: AskedQuestion, text: str, value: str | None) -> GivenAnswer:
    return GivenAnswer(
        field_name=question.field_name,
        question_text=question.question_text,
        answer=text.strip(),
        value=value,
        about=question.about,
    )


def _goal_answer(question: AskedQuestion, text: str) -> GoalAnswer:
    value = option_value(question, text)
    return GoalAnswer(
        field_name=question.field_name, question_text=question.question_text, answer=value or text.strip()
    )
