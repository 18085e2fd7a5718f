"""Words that decide, choose or edit: ``好``, ``算了``, ``2``, ``不是三点，是四点``. Settled by code, never by a model.

A confirmation in words counts only when exactly one card is open, it is the last thing shown, and it is not heavy
(design section 6).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from timeflow.conversation.contracts import Pending
from timeflow.conversation.spoken_choice import chosen_option
from timeflow.execution.contracts import ConfirmationRequiredResponse, SelectionRequired
from timeflow.execution.edit_words import edit_in_words
from timeflow.timeexpr.contracts import TimeContext

_YES: Final = re.compile(
    r"(?:那|嗯|哦)?(?:好|好的|好吧|好呀|好啊|行|行吧|可以|可以的|确认|确定|是|是的|对|对的|没错|没问题|嗯|嗯嗯|"
    r"就这样|就这么定|同意|写入|保存"
    r"|ok|okay|yes|yep|yeah|y|sure|confirm|confirmed|go ahead|do it|looks good|"
    r"sounds good|perfect|great|(?:that )?works(?: for me)?)(?: please)?[吧啊呀哦啦了的]{0,2}"
)
_NO: Final = re.compile(
    r"(?:算了|不要|不要了|不用|不用了|不行|不好|不|取消|否|别|别了|拒绝|先不要"
    r"|no|nope|n|cancel|never ?mind|reject|don'?t|forget it"
    r"|(?:keep|leave) (?:it|them)|(?:先)?留着吧?|不(?:改|动|删|取消)了?吧?)"
)
_UNDO: Final = re.compile(
    r"(?:把|将)?(?:刚才|刚刚|刚|上一[步个次])?(?:的|那个|这个|删的|删掉的|改的|写的|操作)*"
    r"(?:撤销|撤回|撤消|恢复|还原)(?:掉|回来|吧|一下|了)*"
    r"(?:(?:上一[步个次]|刚才|刚刚|刚)(?:删除?掉?的|改的|写的|勾的|做的|的|那个|那步|操作)*)?吧?"
    r"|(?:please )?(?:undo|revert|restore|bring back)(?: that| it| this| the last (?:one|change|step))?"
)
_PARTS: Final = re.compile(r"[，,。.!！\s]{1,3}(?=[\u3400-\u9fff])|[,.!]\s*")
_THANKS: Final = re.compile(r"谢谢你?|多谢|辛苦了?|thanks|thank you|please")
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
    """An option of the open choice; None gives it up. ``start_at``: another time than the ones offered."""

    choice: SelectionRequired
    option_id: str | None
    start_at: str | None = None


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
        return _choice(words, choice, context)
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
    parts = [part for part in _PARTS.split(words) if part]
    if parts and all(_YES.fullmatch(part) or _THANKS.fullmatch(part) for part in parts):
        return "confirm" if any(_YES.fullmatch(part) for part in parts) else None
    return "reject" if parts and all(_NO.fullmatch(part) for part in parts) else None


def _choice(words: str, choice: SelectionRequired, context: TimeContext) -> SpokenChoice | None:
    if _NO.fullmatch(words):
        return SpokenChoice(choice, None)
    chosen = chosen_option(words, choice, context)
    return SpokenChoice(choice, chosen.option_id, chosen.start_at) if chosen is not None else None
