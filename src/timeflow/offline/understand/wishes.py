"""Wishes that stand beside a request: a reminder, an invitation, a repetition (design section 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from timeflow.functions.contracts import Wish
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.timeexpr import ExpressionKind

_REMINDER: Final = re.compile(
    r"提醒|闹钟|叫我|喊我|叫醒|别忘|不要忘|勿忘|\bremind|\balarm\b|\bwake me\b|"
    r"\bdon'?t (?:let me )?forget\b|响铃|\balert me\b|\bnotify me\b"
)
_REMINDER_CLAUSE: Final = re.compile(
    r"(?:^|[，,。；;、\s])(?:到时候?|并且?|请|记得|也|再|顺便)*(?:提前|前|在开始前)?¤*(?:前|"
    r"之前)?(?:记得)?(?:提醒我?(?:一?下)?我?(?:就行|即可|吧)?|响铃|设个?提醒|设?个闹钟)(?=[，,。；;！!\s]|$)"
    r"|(?:,|\band\b|\.)\s*(?:please )?(?:remind|alert|notify) me(?: about it)?(?: ¤+| \w+ ?minutes?)*(?: "
    r"(?:before|earlier|ahead|in advance))*(?=[,.;!]|$)"
)
_INVITATION: Final = re.compile(
    r"通知(?!单|书)(?:一?下)?(?:大家|所有人|全员|全体|他们|她们|[\u4e00-\u9fff]{1,4}|\w+)|邀请(?!函)|发(?:个|"
    r"一个)?(?:会议)?邀请|抄送|拉上?群|"
    r"\binvit(?:e|ing)\b|\bsend (?:out )?(?:an )?invit(?:e|ation)s?\b|\blet \w+ know\b|\b(?:notify|tell) (?!me\b)\w+"
)
_INVITATION_CLAUSE: Final = re.compile(
    r"(?:^|[，,。；;\s])(?:并且?|请|顺便|同时|也|再|帮我|记得)*(?:通知(?:一?下)?|邀请(?:一?下)?|抄送(?:给)?|"
    r"发(?:个|一个)?(?:会议)?邀请(?:给)?)[^，,。；;]{0,20}?(?=[，,。；;！!]|$)"
    r"|(?:,|\band\b|\.)\s*(?:please )?(?:invite|notify|send (?:out )?(?:an )?(?:invite|invitation)s?(?: to)?|"
    r"let|tell)\b[^,.;!]{0,60}(?=[,.;!]|$)"
)


REMINDER_BEFORE: Final = re.compile(
    r"^(?:请|麻烦|帮我|记得|到时候?)*(?:(?:提前|早)¤+|¤+前)(?:提醒|通知|叫)(?:一下)?我(?:一下)?(?![去来])[^¤，,。；;]{0,20}[。！!]*$|"
    r"^(?:please )?(?:remind|alert|notify) me ¤+(?: minutes?| hours?)? (?:before|ahead of) [^¤,.;]{2,40}$"
)
"""A reminder for something that has its own time (``提前10分钟提醒我周会``): nothing new is to be noted."""
_NO_REMINDER: Final = re.compile(
    r"(?:^|[，,；;])\s*(?:别|不用|不要|无需|不必)再?(?:提醒|叫)我?(?![^¤，,。；;]*了)|"
    r"(?:^|[,;]|\bbut)\s*(?:please )?(?:don'?t remind me(?: (?:to|of|about))?|no reminder)\b"
)
"""``明天下午三点开会，不用提醒``."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes, in order, and the clauses that say nothing else."""

    wishes: tuple[Wish, ...]
    spans: tuple[Span, ...]


def wishes_of(sentence: Sentence) -> Wishes:
    """Find them. A clause that is only a wish is a span; at the start of the sentence it is the request itself."""
    found: list[Wish] = []
    spans: list[Span] = []
    unwanted = [m.span() for m in _NO_REMINDER.finditer(sentence.masked)]
    if unwanted:
        spans += unwanted
    elif _REMINDER.search(sentence.masked):
        found.append("reminder")
        spans += [m.span() for m in _REMINDER_CLAUSE.finditer(sentence.masked) if m.start() > 0]
    if any(e.kind is ExpressionKind.RECURRENCE for e in sentence.times):
        found.append("recurrence")
    if _INVITATION.search(sentence.masked):
        found.append("invitation")
        spans += [m.span() for m in _INVITATION_CLAUSE.finditer(sentence.masked) if m.start() > 0]
    return Wishes(tuple(found), tuple(spans))
