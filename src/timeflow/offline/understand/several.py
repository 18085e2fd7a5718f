"""A sentence that asks for more than one thing: its clauses, each a request of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from timeflow.offline.understand import sentence as sentences
from timeflow.offline.understand.remainder import trimmed, without
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.offline.understand.signals import DECISIVE, weigh
from timeflow.offline.understand.targets import GENERIC, words_of
from timeflow.offline.understand.unsigned import TASK_START
from timeflow.offline.understand.wishes import wishes_of
from timeflow.timeexpr import ExpressionKind, TimeContext, find_expressions

_PART: Final = re.compile(
    r"[，,。；;！!？?\n]+\s*(?:然后|顺便|另外|还有|并且|同时|再|接着|对了|也)?\s*|(?:然后|顺便|另外|还有|"
    r"并且)(?=[\u4e00-\u9fff]{2})|"
    r"、(?=¤)|\s+and\s+(?=(?:interview|call|meet|meeting|lunch|dinner|breakfast|coffee|visit|pick up|"
    r"drop off)\b.{1,40}¤)|\s+and\s+(?=¤+ (?!in |for |with |each\b|respectively)[a-z])|"
    r"\s*[,;.!?]?\s+(?:and then|and also|then|also|plus)\s+|[,;.!?]\s+(?:and\s+)?|\s+and\s+(?=(?:cancel|delete|"
    r"move|add|remind|schedule|create|mark|show|what|push|reschedule|remove|book)\b)",
    re.IGNORECASE,
)
_NOT_A_REQUEST: Final = re.compile(
    r"^(?:除了|除|不要|别|因为|由于|大概|大约|预计|时长|地点|在|带|记得带|备注|说明|改到|改成|改为|挪到|移到|"
    r"推到|换到|标记?[为成]|改回|(?:except|but|because|about|for|at|in|with|instead)\b)"
)
_BRING_ALONG: Final = re.compile(r"^(?:记得|别忘了?|注意|要)")
"""What to think of at the same time is no request beside it (``体检，记得空腹``)."""
_EACH: Final = re.compile(
    r"(?P<one>¤+)(?:[和、跟及与]|，)(?P<two>¤+)(?:(?:[和、跟及与]|，)(?P<three>¤+))?(?:都|各|分别|两次|各有?一?[场个次])*"
    r"(?P<what>[^¤，,。；;]{1,40})[。！!]*"
)
_DAY_OF: Final = re.compile(
    r"大?[今明后]天|(?:这|本|下|下下)?个?(?:周|星期|礼拜)[一二三四五六日天末]|\d{1,2}月\d{1,2}[日号]|\d{1,2}[日号]|"
    r"\b(?:today|tomorrow|(?:(?:next|this) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_TARGETS: Final = re.compile(
    r"(?P<lead>把|将)(?P<when>¤+的?)?(?P<one>[^¤，,。；;]{1,20})[和、](?P<two>[^¤，,。；;]{1,20}?)"
    r"(?:都|全都?|一起)(?P<tail>(?:删|取消|改|挪|移|推|延|提前|标|勾|完成)[^，,。；;]{0,20}?)[吧。！!]*|"
    r"(?P<verb>删掉|删除|取消)(?P<day>¤+的?)?(?P<first>[^¤，,。；;的]{2,20})[和、](?P<second>[^¤，,。；;的]{2,20}?)[吧。！!]*|"
    r"(?P<command>(?:cancel|delete|remove) )(?P<left>(?:the|my) [a-z ]{2,40}?) and "
    r"(?P<right>(?:the|my) [a-z ]{2,40}?)[.!]*"
)
_JOINS_PEOPLE: Final = re.compile(r"^(?:和|跟|与|同|给|除了?|所有|全部)|\b(?:with|between|for|except)\b")
"""``和王工、李工的评审`` is one thing."""
_IN_TURN: Final = re.compile(r"[，,。；;.]?\s*(?:然后|接着|(?:and )?then)\s*", re.IGNORECASE)
_RETURNS: Final = re.compile(r"(?:回来|返回|回程|返程|到家|结束|散会|come back|return)[。.!！]?$")
_LONGEST: Final = 400
_MOST: Final = 6


def requests_of(sentence: Sentence, context: TimeContext) -> list[str]:
    """The parts, where two or more of them stand alone as requests of different kinds or at different times."""
    if len(sentence.text) > _LONGEST:
        return []
    apart = _at_each_time(sentence) or _of_each_target(sentence) or _errands_in_turn(sentence)
    if apart:
        return apart
    wished = wishes_of(sentence).spans
    parts = _with_lengths([part for span, part in _parts(sentence) if part and not _inside(span, wished)], context)
    if len(parts) < 2:
        return []
    standing = [(part, _kind(part, context)) for part in parts]
    found = [(part, kind) for part, kind in standing if kind is not None]
    kinds = [kind for _, kind in found]
    # What stands beside a replan, a review or a split is its reason.
    if len(found) < 2 or set(kinds) & {"replan", "review", "split"} or (len(set(kinds)) == 1 and kinds[0] != "create"):
        return []
    return _with_day([part for part, _ in found], context)[:_MOST]


def _at_each_time(sentence: Sentence) -> list[str]:
    """``明天上午十点和下午三点分别开会``: one thing at several times is as many requests."""
    match = _EACH.fullmatch(sentence.masked)
    if match is None or len({(e.date_given, e.time_given) for e in sentence.moments} - {(True, True)}) > 1:
        return []
    text = sentence.text
    times = [text[start:end] for start, end in (match.span(name) for name in ("one", "two", "three")) if start >= 0]
    day = next((e.text for e in sentence.moments if e.date_given and not e.time_given), "")
    first = sentence.moments[0]
    if not day and first.date_given and first.time_given:
        own = _DAY_OF.match(first.text)
        day = own.group() if own is not None else ""
    what = text[slice(*match.span("what"))].strip(" ，,")
    dated = [time if place == 0 or _says_day(time, sentence) else f"{day}{time}" for place, time in enumerate(times)]
    return [f"{time}{what}" for time in dated]


def _of_each_target(sentence: Sentence) -> list[str]:
    """``把周会和出差都删掉``: a change of two things that are named is two requests."""
    match = _TARGETS.fullmatch(sentence.masked)
    if match is None:
        return []
    said = {name: sentence.text[slice(*match.span(name))] for name, found in match.groupdict().items() if found}
    named = [said[name] for name in ("one", "two", "first", "second", "left", "right") if name in said]
    names = [name for joined in named for name in re.split("[和、]", joined)]
    if any(_JOINS_PEOPLE.search(name) or not words_of(name) or GENERIC.match(name) for name in names):
        return []
    when = said.get("when") or said.get("day") or ""
    if "lead" not in said:
        return [f"{said.get('verb') or said.get('command')}{when}{name}" for name in names]
    return [f"{said['lead']}{when}{name}{said['tail']}" for name in names]


def _errands_in_turn(sentence: Sentence) -> list[str]:
    """``buy milk, then walk the dog``: errands without a time, one after the other."""
    parts = [part.strip(" ，,。.") for part in _IN_TURN.split(sentence.text)]
    if len(parts) < 2 or sentence.times or not all(len(part) > 1 for part in parts):
        return []
    bare = [trimmed(part) for part in parts]
    return parts[:_MOST] if all(TASK_START.match(part) for part in bare) else []


def _says_day(words: str, sentence: Sentence) -> bool:
    return any(e.date_given for e in sentence.moments if e.text in words)


def _with_day(parts: list[str], context: TimeContext) -> list[str]:
    """The day said once holds for what follows: ``后天9点体检、11点取报告``."""
    found, day = [], ""
    for part in parts:
        moments = find_expressions(part, context)
        dated = [e for e in moments if e.date_given]
        if dated:
            own = _DAY_OF.search(dated[0].text)
            day = own.group() if own is not None else ""
        clock_only = bool(moments) and not dated and any(e.time_given for e in moments)
        gap = "" if re.search(r"[\u3400-\u9fff]", part) else " "
        found.append(f"{day}{gap}{part}" if day and clock_only else part)
    return found


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] + 1 and span[1] <= end + 1 for start, end in spans)


def _parts(sentence: Sentence) -> list[tuple[Span, str]]:
    cuts = list(_PART.finditer(sentence.masked))
    starts = [0, *(m.end() for m in cuts)]
    ends = [*(m.start() for m in cuts), len(sentence.text)]
    return [((s, e), sentence.text[s:e].strip()) for s, e in zip(starts, ends, strict=True)]


def _with_lengths(parts: list[str], context: TimeContext) -> list[str]:
    """A clause that is only a length belongs to the one before (``开站会，15分钟``)."""
    found: list[str] = []
    for part in parts:
        times = find_expressions(part, context)
        length = bool(times) and all(e.kind is ExpressionKind.DURATION for e in times)
        if found and length and not trimmed(without(part, [e.span for e in times])):
            found[-1] += f"，{part}" if re.search(r"[\u3400-\u9fff]", part) else f", {part}"
        else:
            found.append(part)
    return found


def _kind(part: str, context: TimeContext) -> str | None:
    """The kind of request that the part makes by itself, or None."""
    if _BRING_ALONG.match(part) and not find_expressions(part, context):
        return None
    sentence = sentences.read(part, context)
    if _NOT_A_REQUEST.match(sentence.masked) or _RETURNS.search(part.lower()):
        return None
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
