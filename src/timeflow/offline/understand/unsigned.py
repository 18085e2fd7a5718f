"""Sentences without a sign of any function: something to note down, perhaps, or nothing of ours."""

from __future__ import annotations

import re
from typing import Final, Literal

from timeflow.offline.understand import choose_times
from timeflow.offline.understand.create import create
from timeflow.offline.understand.remainder import trimmed, without
from timeflow.offline.understand.sentence import Sentence
from timeflow.offline.understand.wishes import REMINDER_BEFORE
from timeflow.perception.understanding import (
    QuotedChange,
    QuotedTarget,
    QuotedTime,
    ScheduleTodoUnderstanding,
    UnclearRequest,
    UnderstoodRequest,
    UnsupportedRequest,
)
from timeflow.timeexpr import ExpressionKind, TimeExpression

Variant = Literal["standard", "conservative"]
Topic = Literal["greeting", "thanks", "help", "feelings", "weather", "messages", "reminders", "security", "other"]

_TOPICS: Final[tuple[tuple[Topic, re.Pattern[str]], ...]] = (
    (
        "security",
        re.compile(
            r"忽略(?:以上|之前|前面|所有|上述)|系统提示|提示词|越狱|"
            r"\bignore\b.{0,20}\b(?:previous|prior|above|earlier|instructions?)\b|system "
            r"prompt|jailbreak|drop table|<script"
        ),
    ),
    (
        "help",
        re.compile(
            r"你(?:会什么|能做|能干|可以做|会做|有什么功能|是谁|叫什么)|怎么用|帮助|使用说明|"
            r"功能介绍|what (?:can|do) you do|who are you|^help|your name"
        ),
    ),
    ("reminders", REMINDER_BEFORE),
    ("thanks", re.compile(r"谢|感谢|辛苦|\bthank")),
    (
        "greeting",
        re.compile(
            r"^(?:你好|您好|哈喽|嗨|早安|晚安|早上好|晚上好|下午好|再见|拜拜|hi\b|hello|hey|"
            r"good (?:morning|evening|afternoon|night)|bye)"
        ),
    ),
    ("weather", re.compile(r"天气|气温|下雨|下雪|weather|temperature|\brain\b|\bsnow\b")),
    ("messages", re.compile(r"邮件|短信|微信|消息|e-?mail|\bsms\b|\btext\b|\bmessage\b")),
    (
        "feelings",
        re.compile(
            r"累|烦|难过|无聊|开心|伤心|焦虑|郁闷|孤独|心情|tired|sad|bored|lonely|happy|angry|"
            r"depressed|anxious"
        ),
    ),
)
TASK_START: Final = re.compile(
    r"^(?:(?:跟|和|与).{1,6}(?:对|聊|谈|开|见|吃|讨论|沟通|确认|过|约|碰)|去|给|买|交(?!流)|缴|取|寄|还(?!有|"
    r"是|没)|提交|写|填|回复|发|打|联系|订|预[订定]|预约|续|报销|打印|准备|"
    r"整理|更新|检查|修|洗|退|充|付|看|读|背|复习|学|做|办|申请|清理|打扫|"
    r"倒|浇|喂|带|拿|领|签|审|改|核对|搞|处理|解决|找|跑|练|拜访|见|约|参加|开会|体检|健身|面试|"
    r"(?:buy|pay|call|submit|finish|write|read|pick|drop|return|renew|order|clean|fix|wash|prepare|update|"
    r"check|file|print|get|take|bring|do|study|water|feed|visit|meet|"
    r"lunch|dinner|meeting|gym|dentist|go|walk|call)\b)",
    re.IGNORECASE,
)
_DENIAL: Final = re.compile(
    r"(?:不对|错了|no)?[，,\s]*(?:不是|not)\s*(?:at |on )?¤+[，,\s]*(?:而?应?该?是|but|it'?s|at|on)?\s*¤+[吧的。.!！]*"
)
"""A correction of something that is no longer open; what it corrects has to be said."""
_DATE_SAID: Final = re.compile(
    r"(?:\d{1,5}年)?\d{1,2}月\d{1,2}[日号](?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:\d{1,2}(?:点半?|[:：]\d\d))?"
)
"""A date that the calendar does not have: the day has to be said again."""
_ASSENT: Final = re.compile(
    r"(?:ok|okay|好的?|嗯|行|那就?|就|还是|可以|actually|let'?s do|how about|[\s，,吧呢])+", re.IGNORECASE
)
_CONTENT: Final = re.compile(r"[\u3400-\u9fff]{2}|[a-zA-Z]{2,}\s+\S{2,}")
_LONG_FREE_TEXT: Final = 60


def without_sign(sentence: Sentence, variant: Variant) -> UnderstoodRequest:
    """No command: a time with content is something new; a few words may be a todo; a question is not ours."""
    content = trimmed(without(sentence.text, choose_times.spans_of(sentence.times)))
    impossible = None if sentence.times else _DATE_SAID.search(sentence.text)
    if impossible is not None and re.search(r"\w", rest := trimmed(without(sentence.text, [impossible.span()]))):
        when = QuotedTime(words=[impossible.group()])
        return ScheduleTodoUnderstanding(operation="create", item_type="schedule", title=rest[:200], when=when)
    if _DENIAL.fullmatch(sentence.masked):
        change = QuotedChange(kind="move_to", when=choose_times.quoted(sentence.moments[-1:]))
        return ScheduleTodoUnderstanding(operation="update", change=change, target=QuotedTarget())
    if _ASSENT.fullmatch(content):
        content = ""
    if re.search(
        r"[？?]\s*$|^(?:为什么|怎么|如何|谁|(?:why|how|who|what|where|which|does|is|are|can)\b)", sentence.masked
    ):
        return UnsupportedRequest(topic=topic_of(sentence))
    if sentence.times and not content:
        return ScheduleTodoUnderstanding(operation="create", when=choose_times.quoted(_when(sentence)))
    if sentence.times and re.search(r"\w", content):
        return create(sentence)
    if TASK_START.match(content) and len(content) <= _LONG_FREE_TEXT and variant == "standard":
        return create(sentence)
    if content and _CONTENT.search(content) and len(content) <= _LONG_FREE_TEXT and "\n" not in content:
        return UnclearRequest(title=content)
    if len(sentence.text.strip()) and re.fullmatch(r"\W*(?:请|帮我|安排|一下|\s)*\W*", sentence.text):
        return UnsupportedRequest()
    return UnsupportedRequest(topic=topic_of(sentence))


def _when(sentence: Sentence) -> list[TimeExpression]:
    return choose_times.together([e for e in sentence.moments if e.kind is not ExpressionKind.DEADLINE], sentence)


def topic_of(sentence: Sentence) -> Topic:
    """Which kind sentence answers a request that is not supported."""
    return next((topic for topic, pattern in _TOPICS if pattern.search(sentence.masked)), "other")
