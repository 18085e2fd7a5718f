"""Edits said in words about the one open card: ``不是三点，是四点``, ``改成四点``, ``make it 4pm``."""

from __future__ import annotations

import re
from typing import Final

from timeflow.execution.contracts import ChangeView, ConfirmationRequiredResponse
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import ExpressionKind, TimeContext

_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?:不对|错了|不)?[，,。\s]*不是(?P<old>.{1,60}?)[，,。；;\s]*(?:而)?(?:应该)?是(?P<new>.{1,60})$",
        r"^(?:不对|错了|等等|等一下)?[，,。\s]*(?:时间|标题|名字|时长|地点)?\s*(?:应该)?(?:改成|改为|改到|换成|换到)(?P<new>.{1,60})$",
        r"^(?:no[,.\s]+)?not (?P<old>.{1,60}?)[,;\s]+(?:but |it'?s )?(?P<new>.{1,60})$",
        r"^(?:no[,.\s]+)?(?:make|change) it (?:to )?(?P<new>.{1,60})$",
    )
)
_FILLER: Final = " 。.!！吧啊哦，,的"


def edit_in_words(sentence: str, card: ConfirmationRequiredResponse, context: TimeContext) -> dict[str, str] | None:
    """The edit of the only change of a card that a sentence says, or None where it says something else."""
    if len(card.changes) != 1 or card.changes[0].operation not in {"create", "update"}:
        return None
    change = card.changes[0]
    for pattern in _PATTERNS:
        match = pattern.match(sentence.strip().strip("。.!！"))
        if match is not None:
            said = match.groupdict()
            return _edit(said.get("old"), said["new"].strip(_FILLER), change, context)
    return None


def _edit(old: str | None, new: str, change: ChangeView, context: TimeContext) -> dict[str, str] | None:
    if not new:
        return None
    found = find_expressions(new, context)
    if len(found) == 1 and _is_whole(new, found[0].text):
        if found[0].kind is ExpressionKind.DURATION:
            return {"duration": new}
        return {_time_field(change): new}
    if found:
        return None
    title = str((change.after or {}).get("title") or (change.before or {}).get("title") or "")
    old = (old or "").strip(_FILLER)
    if old and old in title:
        return {"title": title.replace(old, new, 1)}
    return None if old else {"title": new}


def _is_whole(said: str, words: str) -> bool:
    return len(said.strip(_FILLER)) - len(words) <= 1


def _time_field(change: ChangeView) -> str:
    values = {**(change.before or {}), **(change.after or {})}
    if change.item_type == "long_goal":
        return "deadline_at"
    return "start_at" if values.get("start_at") else "due_at"
