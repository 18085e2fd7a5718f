"""Whether a new sentence answers the open question or is a request of its own (design section 7: ``say``).

No model is called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

from timeflow.functions.contracts import TimeReading
from timeflow.perception.answers import is_bare_no, is_bare_yes, option_value
from timeflow.perception.clarification import AskedQuestion, OpenQuestions, open_questions_of
from timeflow.perception.resolve_times import pick_reading
from timeflow.perception.understanding import GivenAnswer
from timeflow.timeexpr import TimeContext, find_expressions

ReplyKind = Literal["answer", "new_request"]

_TIME_FIELDS: Final = frozenset(
    {"when", "due", "change.when", "change.due", "candidate_query.time_range", "range", "occurred", "deadline"}
)
_COMMAND: Final = re.compile(
    r"^\s*(?:请|帮我|麻烦|再|那|算了[，,]?)*(?:取消|删除|删掉|新建|创建|添加|新增|安排(?!在)|提醒我|记一下|"
    r"记下|记得|待办[:：]|查一?下|看看|看一下|列出|显示|复盘|重排|重新安排|推迟|"
    r"把.{1,40}(?:改|挪|移|推|调|换|删|取消|标|延|提前)|标记)|"
    r"^\s*(?:please\s+)?(?:cancel|delete|remove|create|add|schedule|remind me|move|reschedule|show|list|mark|"
    r"rename|push|postpone|replan|review)\b",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(
    r"有(?:什么|哪些|空|没有|啥)|^.{1,12}的?(?:安排|日程|待办)(?:列表|清单)?[？?。]?$|"
    r"有空|几点|什么时候|怎么样|吗[？?]?$|[？?]\s*$|^\s*(?:what|when|which|am i|do "
    r"i|is there|how)\b",
    re.IGNORECASE,
)
_FILLER: Final = re.compile(
    r"[\s，,。.!！?？、]|就|吧|呢|的|是|在|那|那就|选|改到|改成|可以|好|我说的是|我是说|应该|时候|左右|前|之前|"
    r"要|on|at|the|for|to|it'?s|let'?s|make it|please|i mean|by|in",
    re.IGNORECASE,
)
_TARGET_FIELDS: Final = frozenset({"candidate_query", "reference"})
_POINTS_AT: Final = re.compile(
    r"的(?=[\u4e00-\u9fff])|[那这][个场件条项]|第[一二三四五六七八九十\d]+[个项]?|我|\b(?:the|that|this|one|my)\b",
    re.IGNORECASE,
)
"""``明天下午三点的评审`` says which one."""
_SHORT: Final = 2
_SHORT_CHINESE: Final = 1
"""``周三的那`` is a time; ``周三开会`` is something to do then."""


def reply_kind(metadata: Mapping[str, Any], text: str, *, now: datetime, timezone: str) -> ReplyKind:
    """Decide about ``text``, said while the question with this ``metadata`` is open.

    An option, a mere yes or no, or words of the shape of the field asked for, are an answer; a command, a question or
    a sentence that needs no question to be understood is a request of its own. ``now`` is the reference time, aware.
    """
    opened = open_questions_of(dict(metadata))
    if opened is None:
        return "new_request"
    context = TimeContext(reference=now.astimezone(ZoneInfo(timezone)).replace(tzinfo=None), timezone=timezone)
    if is_bare_no(text) or is_bare_yes(text) or any(option_value(q, text) for q in opened.questions):
        return "answer"
    if _is_another_request(opened, text, context):
        return "new_request"
    if any(reading_value_of(q, text, context) for q in opened.questions):
        return "answer"
    if _is_bare_time(text, context):
        return "answer"
    if _COMMAND.search(text) or _QUESTION.search(text):
        return "answer" if _completes(opened, text) else "new_request"
    if _says_a_day(opened, text, context):
        return "new_request"
    if all(question.field_name in _TIME_FIELDS or question.options for question in opened.questions):
        is_about_goal = metadata.get("clarification_reason") == "long_task_split_questions"
        return "answer" if is_about_goal else "new_request"
    return "answer"


def reading_value_of(question: AskedQuestion, text: str, context: TimeContext) -> str | None:
    """The option of an ambiguous time that the words pick by its day or clock time."""
    if question.field_name not in _TIME_FIELDS or not question.options:
        return None
    readings = {option.value: _reading(option.value) for option in question.options}
    if any(reading is None for reading in readings.values()):
        return None
    picked = pick_reading(text, [reading for reading in readings.values() if reading is not None], context)
    return next((value for value, reading in readings.items() if reading == picked), None) if picked else None


def with_reading(answer: GivenAnswer, opened: OpenQuestions, context: TimeContext) -> GivenAnswer:
    """The answer, with the value of the reading that its words pick."""
    question = next((q for q in opened.questions if q.field_name == answer.field_name), None)
    if answer.value is not None or question is None:
        return answer
    return answer.model_copy(update={"value": reading_value_of(question, answer.answer, context)})


def _completes(opened: OpenQuestions, text: str) -> bool:
    """Whether a command is the change that was asked for (``改到后天``) and no request of its own."""
    fields = {question.field_name for question in opened.questions}
    return "change" in fields and re.match(r"^\s*(?:改|挪|移|推迟|提前|rename|move it|push it)", text) is not None


def _says_a_day(opened: OpenQuestions, text: str, context: TimeContext) -> bool:
    """Something with a day of its own, said where only a name was missing, needs no question."""
    if any(question.field_name != "title" for question in opened.questions):
        return False
    day_said = any(e.date_given for e in find_expressions(opened.original_request, context))
    return day_said and any(e.date_given for e in find_expressions(text, context))


def _is_another_request(opened: OpenQuestions, text: str, context: TimeContext) -> bool:
    """Something with a time and a name that the open request does not have (``明天下午三点体检``) completes nothing."""
    fields = {question.field_name for question in opened.questions}
    clocks = [e for e in find_expressions(text, context) if e.time_given]
    if not clocks or not fields <= (_TIME_FIELDS | _TARGET_FIELDS) - {"deadline"}:
        return False
    if fields & _TARGET_FIELDS and _POINTS_AT.search(text):
        return False
    rest = _POINTS_AT.sub("", _rest(text, context))
    return _says_more(rest) and rest not in _FILLER.sub("", opened.original_request)


def _rest(text: str, context: TimeContext) -> str:
    """The words without times and little words."""
    for expression in reversed(find_expressions(text, context)):
        text = text[: expression.span[0]] + text[expression.span[1] :]
    return _FILLER.sub("", text)


def _is_bare_time(text: str, context: TimeContext) -> bool:
    """Words that are a time and hardly anything else."""
    return bool(find_expressions(text, context)) and not _says_more(_rest(text, context))


def _says_more(rest: str) -> bool:
    return len(rest) > (_SHORT_CHINESE if re.search(r"[\u3400-\u9fff]", rest) else _SHORT)


def _reading(value: str) -> TimeReading | None:
    try:
        return TimeReading.model_validate({"start": value})
    except ValueError:
        return None
