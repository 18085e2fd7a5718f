"""A sentence that asks for more than one thing: its clauses, each a request of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from timeflow.offline.understand import sentence as sentences
from timeflow.offline.understand.remainder import trimmed, without
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.offline.understand.signals import DECISIVE, weigh
from timeflow.offline.understand.wishes import wishes_of
from timeflow.timeexpr import TimeContext

_PART: Final = re.compile(
    r"[，,。；;！!？?\n]+\s*(?:然后|顺便|另外|还有|并且|同时|再|接着|对了|也)?\s*|(?:然后|顺便|另外|还有|"
    r"并且)(?=[\u4e00-\u9fff]{2})|"
    r"\s*[,;.!?]?\s+(?:and then|and also|then|also|plus)\s+|[,;.!?]\s+(?:and\s+)?|\s+and\s+(?=(?:cancel|delete|"
    r"move|add|remind|schedule|create|mark|show|what|push|reschedule|remove|book)\b)",
    re.IGNORECASE,
)
_NOT_A_REQUEST: Final = re.compile(
    r"^(?:除了|除|不要|别|因为|由于|大概|大约|预计|时长|地点|在|带|记得带|备注|说明|改到|改成|改为|挪到|移到|"
    r"推到|换到|except|but|because|about|for|at|in|with|instead)"
)
_RETURNS: Final = re.compile(r"(?:回来|返回|回程|返程|到家|结束|散会|come back|return)[。.!！]?$")
_LONGEST: Final = 400
_MOST: Final = 6


def requests_of(sentence: Sentence, context: TimeContext) -> list[str]:
    """The parts, where two or more of them stand alone as requests of different kinds or at different times."""
    if len(sentence.text) > _LONGEST:
        return []
    wished = wishes_of(sentence).spans
    parts = [part for span, part in _parts(sentence) if part and not _inside(span, wished)]
    if len(parts) < 2:
        return []
    standing = [(part, _kind(part, context)) for part in parts]
    found = [(part, kind) for part, kind in standing if kind is not None]
    kinds = [kind for _, kind in found]
    # What stands beside a replan, a review or a split is its reason.
    if len(found) < 2 or set(kinds) & {"replan", "review", "split"} or (len(set(kinds)) == 1 and kinds[0] != "create"):
        return []
    return [part for part, _ in found][:_MOST]


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] + 1 and span[1] <= end + 1 for start, end in spans)


def _parts(sentence: Sentence) -> list[tuple[Span, str]]:
    cuts = list(_PART.finditer(sentence.masked))
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(sentence.text)]
    return [((s, e), sentence.text[s:e].strip()) for s, e in zip(starts, ends, strict=True)]


def _kind(part: str, context: TimeContext) -> str | None:
    """The kind of request that the part makes by itself, or None."""
    if _NOT_A_REQUEST.match(part.lower()) or _RETURNS.search(part.lower()):
        return None
    sentence = sentences.read(part, context)
    verdict = weigh(sentences.read(part, context, attributive=False))
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
