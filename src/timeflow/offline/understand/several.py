"""A sentence that asks for more than one thing: its clauses, each a request of its own."""

from __future__ import annotations

import re
from typing import Final

from timeflow.offline.understand import sentence as sentences
from timeflow.offline.understand.remainder import trimmed, without
from timeflow.offline.understand.sentence import Sentence
from timeflow.offline.understand.signals import DECISIVE, weigh
from timeflow.offline.understand.wishes import wishes_of
from timeflow.timeexpr import TimeContext

_PART: Final = re.compile(
    r"[，,。；;！!？?\n]+\s*(?:然后|顺便|另外|还有|并且|同时|再|接着|对了|也)?\s*|(?:然后|顺便|另外|还有|并且)(?=[\u4e00-\u9fff]{2})|"
    r"\s*[,;.!?]?\s+(?:and then|and also|then|also|plus)\s+|[,;.!?]\s+(?:and\s+)?|\s+and\s+(?=(?:cancel|delete|move|add|remind|schedule|create|mark|show|what|push|reschedule|remove|book)\b)",
    re.IGNORECASE,
)
_NOT_A_REQUEST: Final = re.compile(
    r"^(?:除了|除|不要|别|因为|由于|大概|大约|预计|时长|地点|在|带|记得带|备注|说明|改到|改成|改为|挪到|移到|推到|换到|except|but|because|about|for|at|in|with|instead)"
)
_LONGEST: Final = 400
_MOST: Final = 6


def requests_of(sentence: Sentence, context: TimeContext) -> list[str]:
    """The parts, where two or more of them stand alone as requests of different kinds or at different times."""
    if len(sentence.text) > _LONGEST:
        return []
    parts = [part for part in _parts(sentence) if part]
    if len(parts) < 2:
        return []
    standing = [(part, _kind(part, context)) for part in parts]
    found = [(part, kind) for part, kind in standing if kind is not None]
    kinds = [kind for _, kind in found]
    if len(found) < 2 or (len(set(kinds)) == 1 and kinds[0] != "create"):
        return []
    if len({k for k in kinds if k != "create"}) == 1 and kinds.count("create") == 0:
        return []
    return [part for part, _ in found][:_MOST]


def _parts(sentence: Sentence) -> list[str]:
    cuts = [m for m in _PART.finditer(sentence.masked)]
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(sentence.text)]
    return [sentence.text[s:e].strip() for s, e in zip(starts, ends, strict=True)]


def _kind(part: str, context: TimeContext) -> str | None:
    """The kind of request that the part makes by itself, or None."""
    if _NOT_A_REQUEST.match(part.lower()):
        return None
    sentence = sentences.read(part, context)
    verdict = weigh(sentence)
    wishes = wishes_of(sentence)
    content = trimmed(without(part, [e.span for e in sentence.times]))
    if verdict.intent in {"update", "roll_over", "delete", "query", "replan", "review", "split"}:
        return verdict.intent if verdict.weight(verdict.intent) >= DECISIVE + 1 and content else None
    if verdict.intent == "set_status" and verdict.weight("set_status") >= DECISIVE + 1:
        return "set_status"
    if verdict.intent in {"unsupported", "feedback", "set_status"} or not content:
        return None
    if wishes.wishes and set(wishes.wishes) & {"invitation"}:
        return None
    clock = any(e.time_given or e.date_given for e in sentence.moments)
    opened = verdict.weight("create") >= 8 and re.match(r"^(?:到时)?(?:提前)?提醒我?(?:一下)?$", part) is None
    return "create" if (clock and len(content) > 1) or (opened and len(content) > 1) else None
