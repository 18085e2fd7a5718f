"""Edits said in words about the one open card: ``不是三点，是四点``, ``再加半小时``, ``make it 4pm``."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from pydantic import JsonValue

from timeflow.execution.contracts import ChangeView, ConfirmationRequiredResponse
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import ExpressionKind, TimeContext, TimeExpression

_LEAD: Final = (
    r"(?:(?:不对|错了|我是说|我的意思是|"
    r"i mean|i meant|不|等等|等一下|哦|嗯|呃|那个|那|要不|还是|就|ok|okay|好吧?|算了|no|sorry|wait|actually|"
    r"hmm|well|rather|oh)(?=[\s，,、]|[\u3400-\u9fff]|$)[\s，,、]*)*"
)
_REPLACED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?:不对|错了|不)?[，,。\s]*不是(?P<old>.{1,60}?)[，,。；;\s]*(?:而)?(?:应该)?是(?P<new>.{1,60})$",
        r"^(?:不对|错了|说错了)[，,。\s]*(?:应该)?(?:是|叫)(?P<new>.{1,60})$",
        r"^(?:no[,.\s]+)?not (?P<old>.{1,60}?)[,;\s]+(?:but |it'?s )?(?P<new>.{1,60})$",
        rf"^{_LEAD}(?:把)?(?P<what>时间|标题|名字|名称|时长|主题)?\s*(?:应该)?(?:改成|改为|改到|改作|换成|换到|挪到|叫做|叫)"
        r"(?P<new>.{1,60})$",
        rf"^{_LEAD}(?:make|change|move|set|push|call|rename) it (?:to )?(?P<new>.{{1,60}})$",
        rf"^{_LEAD}(?P<what>the title|title|the name) (?:should be|is|to|:) (?P<new>.{{1,60}})$",
    )
)
_NOTED: Final = re.compile(
    r"^(?:再)?(?:加个?|加上)?(?:(?P<label>地点|地址|备注|说明)(?:(?:改|定|换)?(?:到|成|为|在|是)|[:：])|"
    r"(?P<where>(?:location|place|note)\s*[:：]))\s*(?P<text>.{1,200})$",
    re.IGNORECASE,
)
_LONGER: Final = re.compile(r"加(?!班)|延长|加长|拉长|多|再要|\bextend\b|\blonger\b|\bmore\b|\badd\b", re.IGNORECASE)
_SHORTER: Final = re.compile(r"缩短|减|压缩|少|\bshorten\b|\bshorter\b|\bless\b|\bcut\b", re.IGNORECASE)
_EARLIER: Final = re.compile(r"提前|提早|往前|向前|早|\bearlier\b|\bsooner\b|\bforward\b", re.IGNORECASE)
_LATER: Final = re.compile(
    r"推迟|延后|推后|往后|向后|顺延|晚|\blater\b|\bback\b|\bpostpone\b|\bdelay\b|\bpush\b", re.IGNORECASE
)
_ABOUT_IT: Final = re.compile(
    r"再|把|它|时间|时长|那|就|还是|要|一点|往后|往前|向后|向前|推|挪|移|提|吧|了|的|这个|那个|"
    r"\b(?:it|by|the|for|an?|another|please|push|make|move|bring|start|let'?s|that|this|short|back|forward)\b|[\s，,]",
    re.IGNORECASE,
)
_AROUND_TIME: Final = re.compile(
    rf"^{_LEAD}(?:在|是|到|选|改|定|约|安排)?"
    r"(?:how about|what about|let'?s (?:do|say|make it)|make it|at|on|by|to|it'?s|for)?\s*$",
    re.IGNORECASE,
)
_AFTER_TIME: Final = re.compile(
    r"^\s*(?:就?(?:够|行|可以|好)了?|吧|好了|行吗|可以吗|呢|的|了|开始|前|instead|please|then)*[\s。.!！?？]*$",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"[吧啊呢，,、的\s]*")
_TITLE_NAMES: Final = frozenset({"标题", "名字", "名称", "主题", "title", "the title", "the name"})
_HALF_OPEN: Final = re.compile(r"^[一二两三四五六七八九十\d]{1,2}点(?!钟?前)|^\d{1,2}$")
"""A clock time that leaves open which half of the day it is in: the one that the card has."""
_NOON: Final = 12
_EDIT_RULE: Final = "execution.edit"
_AFTER_NEW: Final = re.compile(r"(?:\s+(?:long|instead|please|then))+$", re.IGNORECASE)
_FILLER: Final = " 。.!！吧啊哦，,的"


def edit_in_words(sentence: str, card: ConfirmationRequiredResponse, context: TimeContext) -> dict[str, str] | None:
    """The edit of the only change of a card that a sentence says, or None where it says something else."""
    if len(card.changes) != 1 or card.changes[0].operation not in {"create", "update"}:
        return None
    change = card.changes[0]
    said = sentence.strip().strip("。.!！")
    return (
        _by_length(said, change, context)
        or _replaced(said, change, context)
        or _noted(said, change)
        or _bare_time(said, change, context)
    )


def bare_time(said: str, context: TimeContext) -> str | None:
    """The words of the one time that a sentence is, little words aside; None where it says anything else."""
    found = find_expressions(said, context)
    if not found or any(one.kind is ExpressionKind.RECURRENCE for one in found):
        return None
    around = _AROUND_TIME.match(said[: found[0].span[0]]) and _AFTER_TIME.match(said[found[-1].span[1] :])
    between = [said[one.span[1] : two.span[0]] for one, two in pairwise(found)]
    if not around or not all(_BETWEEN.fullmatch(gap) for gap in between):
        return None
    words = "".join(one.text for one in found)
    return words if len(found) == 1 or len(find_expressions(words, context)) == 1 else None


def _replaced(said: str, change: ChangeView, context: TimeContext) -> dict[str, str] | None:
    for pattern in _REPLACED:
        match = pattern.match(said)
        if match is not None:
            groups = match.groupdict()
            new = _AFTER_NEW.sub("", match["new"]).strip(_FILLER)
            if (groups.get("what") or "").lower() in _TITLE_NAMES:
                return {"title": new} if new else None
            return _edit(groups.get("old"), new, change, context)
    return None


def _edit(old: str | None, new: str, change: ChangeView, context: TimeContext) -> dict[str, str] | None:
    if not new:
        return None
    found = find_expressions(new, context)
    if len(found) == 1 and _is_whole(new, found[0].text):
        return _time_edit(new, found[0], change)
    if found:
        return None
    title = str(_values(change).get("title") or "")
    old = (old or "").strip(_FILLER)
    if old and old in title:
        return {"title": title.replace(old, new, 1)}
    return None if old else {"title": new}


def _by_length(said: str, change: ChangeView, context: TimeContext) -> dict[str, str] | None:
    """``再加半小时`` moves the end, ``再提前半小时`` the whole, each from where the card has it."""
    found = [e for e in find_expressions(_strip_ways(said), context) if e.duration_seconds]
    if len(found) != 1 or not found[0].duration_seconds or re.search(r"[提推改延]?[前后迟长短]?到", said):
        return None
    if re.sub(r"[\s，,]", "", _ABOUT_IT.sub("", _strip_ways(said).replace(found[0].text, " ", 1))):
        return None
    start, end = (_moment(_values(change).get(name)) for name in ("start_at", "end_at"))
    if start is None or end is None:
        return None
    length = timedelta(seconds=found[0].duration_seconds)
    if _EARLIER.search(said) or _LATER.search(said):
        moved = start - length if _EARLIER.search(said) else start + length
        return {"start_at": moved.replace(tzinfo=None).isoformat(sep=" ", timespec="minutes")}
    if _LONGER.search(said) or _SHORTER.search(said):
        minutes = round((end - start + (length if _LONGER.search(said) else -length)).total_seconds() / 60)
        return {"duration": str(minutes)} if minutes > 0 else None
    return None


def _strip_ways(text: str) -> str:
    for pattern in (_EARLIER, _LATER, _LONGER, _SHORTER):
        text = pattern.sub("", text)
    return text


def _noted(said: str, change: ChangeView) -> dict[str, str] | None:
    match = _NOTED.match(said)
    if match is None:
        return None
    text = match["text"].strip(_FILLER)
    label = match["label"]
    line = f"{label}：{text}" if label in {"地点", "地址"} else text
    earlier = str(_values(change).get("description") or "")
    return {"description": f"{earlier}\n{line}" if earlier else line} if text else None


def _bare_time(said: str, change: ChangeView, context: TimeContext) -> dict[str, str] | None:
    words = bare_time(said, context)
    if words is None:
        return None
    (found,) = find_expressions(words, context)
    return _time_edit(words, found, change)


def _time_edit(words: str, found: TimeExpression, change: ChangeView) -> dict[str, str]:
    """The words, completed by the day, the clock time or the half of the day that the card has and they leave open."""
    if found.kind is ExpressionKind.DURATION:
        return {"duration": words}
    field = _time_field(change)
    start = _moment(_values(change).get("start_at"))
    if field != "start_at" or start is None or _values(change).get("all_day") or found.kind is ExpressionKind.RANGE:
        return {field: words}
    edited = any(source.field == "start_at" and source.rule == _EDIT_RULE for source in change.sources)
    if found.date_given and not found.time_given and found.part_of_day is None:
        return {field: f"{words} {start:%H:%M}" if edited else words}
    if found.date_given or not isinstance(found.start, datetime):
        return {field: words}
    clock = words
    if _HALF_OPEN.match(words) and found.start.hour < _NOON <= start.hour:
        clock = f"{found.start.hour + _NOON}:{found.start:%M}"
    return {field: f"{start:%Y-%m-%d} {clock}" if edited else clock}


def _is_whole(said: str, words: str) -> bool:
    return len(said.strip(_FILLER)) - len(words) <= 1


def _values(change: ChangeView) -> dict[str, JsonValue]:
    return {**(change.before or {}), **(change.after or {})}


def _moment(value: JsonValue) -> datetime | None:
    return datetime.fromisoformat(value) if isinstance(value, str) else None


def _time_field(change: ChangeView) -> str:
    if change.item_type == "long_goal":
        return "deadline_at"
    return "start_at" if _values(change).get("start_at") or change.item_type == "schedule" else "due_at"
