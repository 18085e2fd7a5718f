"""What is asked once before a long goal is split: input and answer of the call, and the fixed set."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.perception.understanding import DialogueMessage, WordedOption, WordedQuestion

Locale = Literal["zh-CN", "en"]


class LongTaskQuestionsInput(ContractModel):
    """The goal and what is known of it. ``known_fields`` must not be asked again."""

    raw_input: str
    goal_title: str
    known_fields: list[str]
    recent_messages: list[DialogueMessage]
    current_time: AwareDatetime
    timezone: str
    locale: Locale


class LongTaskQuestions(ContractModel):
    """All questions at once (decisions 11)."""

    questions: Annotated[list[WordedQuestion], Field(min_length=1, max_length=4)]


_FIXED: Final[dict[Locale, tuple[tuple[str, str, tuple[str, ...]], ...]]] = {
    "zh-CN": (
        ("deadline", "希望什么时候完成？", ("一个月内", "三个月内", "半年内")),
        ("weekly_time", "每周大约能投入多少时间？", ("每周3小时", "每周5小时", "每周10小时")),
        ("current_level", "现在的基础怎么样？", ("零基础", "有一点基础", "比较熟悉")),
        ("preferred_time", "一般喜欢在什么时段做？", ("工作日晚上", "周末", "都可以")),
    ),
    "en": (
        ("deadline", "When should it be done?", ("within one month", "within three months", "within six months")),
        (
            "weekly_time",
            "How much time a week can you give it?",
            ("3 hours a week", "5 hours a week", "10 hours a week"),
        ),
        ("current_level", "How far along are you?", ("from scratch", "some basics", "fairly familiar")),
        ("preferred_time", "When do you like to work on it?", ("weekday evenings", "weekends", "any time")),
    ),
}


def fixed_questions(locale: Locale, known_fields: list[str]) -> list[WordedQuestion]:
    """The fixed set without what is known (A section 6: used when the model fails); the last one where all is known."""
    rows = _FIXED[locale]
    wanted = [row for row in rows if row[0] not in known_fields] or [rows[-1]]
    return [
        WordedQuestion(
            field_name=field, question_text=text, options=[WordedOption(label=label, value=label) for label in options]
        )
        for field, text, options in wanted
    ]
