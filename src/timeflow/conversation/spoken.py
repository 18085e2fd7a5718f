"""Words that decide, choose or edit: ``好``, ``算了``, ``2``, ``不是三点，是四点``. Settled by code, never by a model.

A confirmation in words counts only when exactly one card is open, it is the last thing shown, and it is not heavy
(design section 6).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from timeflow.conversation.contracts import Pending
from timeflow.execution.contracts import ConfirmationRequiredResponse, SelectionRequired
from timeflow.execution.edit_words import edit_in_words
from timeflow.timeexpr.contracts import TimeContext

_YES: Final = re.compile(
    r"(?:好|好的|好吧|好呀|好啊|行|行吧|可以|可以的|确认|确定|是|是的|对|对的|没错|没问题|嗯|嗯嗯|就这样|就这么定|同意|写入|保存"
    r"|ok|okay|yes|yep|yeah|y|sure|confirm|confirmed|go ahead|do it|looks good|sounds good)"
)
_NO: Final = re.compile(
    r"(?:算了|不要|不要了|不用|不用了|不行|不好|不|取消|否|别|别了|拒绝|先不要"
    r"|no|nope|n|cancel|never ?mind|reject|don'?t|forget it)"
)
_UNDO: Final = re.compile(
    r"(?:撤销|撤回|撤消|恢复|还原)(?:吧|一下|上一步|刚才的|刚才的操作|刚才那个|刚刚的)?"
    r"|(?:undo|revert)(?: that| it| the last one)?"
)
_NUMBER: Final = re.compile(
    r"(?:第|选|选第|option |number |no\.? ?)?\s*([0-9]{1,2}|[一二两三四五六七八九十])\s*(?:个|项|号)?(?:吧)?"
)
_KEEP: Final = re.compile(r"(?:就这个时间|就这个|还是这个时间|保持|不改|keep(?: it)?|keep this time)")
_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_EDGES: Final = " \t\n。.!！~～,，"


@dataclass(frozen=True, slots=True)
class SpokenDecision:
    """A decision on the one open card."""

    card: ConfirmationRequiredResponse
    decision: Literal["confirm", "reject"]


@dataclass(frozen=True, slots=True)
class SpokenEdit:
    """An edit of the one open card."""

    card: ConfirmationRequiredResponse
    fields: dict[str, str]


@dataclass(frozen=True, slots=True)
class SpokenChoice:
    """An option of the open choice; None gives it up."""

    choice: SelectionRequired
    option_id: str | None


@dataclass(frozen=True, slots=True)
class SpokenUndo:
    """The last write is to be taken back: its card is shown."""


@dataclass(frozen=True, slots=True)
class NotSettled:
    """Words that decide, where they cannot count: too heavy, or several cards wait."""

    problem: Literal["heavy", "several"]
    count: int


Spoken = SpokenDecision | SpokenEdit | SpokenChoice | SpokenUndo | NotSettled


def spoken(sentence: str, pending: Pending, last_shown_id: str | None, context: TimeContext) -> Spoken | None:
    """What the words settle, or None where they are a request of their own.

    ``last_shown_id``: the card or choice that the last reply showed.
    """
    words = sentence.strip(_EDGES).casefold()
    if not words or len(words) > 200:
        return None
    if _UNDO.fullmatch(words):
        return SpokenUndo()
    choice = next((one for one in pending.choices if one.interaction_id == last_shown_id), None)
    if choice is not None:
        return _choice(words, choice)
    card = next((one for one in pending.cards if one.write_request_id == last_shown_id), None)
    if card is None:
        return None
    decision = _decision(words)
    if decision is None:
        fields = edit_in_words(sentence, card, context) if len(pending.cards) == 1 else None
        return SpokenEdit(card, fields) if fields else None
    if len(pending.cards) > 1:
        return NotSettled("several", len(pending.cards))
    if decision == "confirm" and card.weight == "heavy":
        return NotSettled("heavy", card.change_count)
    return SpokenDecision(card, decision)


def _decision(words: str) -> Literal["confirm", "reject"] | None:
    if _YES.fullmatch(words):
        return "confirm"
    return "reject" if _NO.fullmatch(words) else None


def _choice(words: str, choice: SelectionRequired) -> SpokenChoice | None:
    for option in choice.options:
        if words == option.label.casefold():
            return SpokenChoice(choice, option.option_id)
        if option.slot and option.slot.get("keep") and _KEEP.fullmatch(words):
            return SpokenChoice(choice, option.option_id)
    if _NO.fullmatch(words):
        return SpokenChoice(choice, None)
    match = _NUMBER.fullmatch(words)
    if match is None:
        return None
    typed = match.group(1)
    return SpokenChoice(choice, str(_DIGITS.get(typed) or int(typed)))
