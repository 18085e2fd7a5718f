"""Which option of an open choice words mean: ``2``, ``第二个``, ``晚一点的那个``, ``李四``, ``四点半吧``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from timeflow.execution.contracts import SelectionOption, SelectionRequired
from timeflow.execution.edit_words import bare_time
from timeflow.perception.ordinals import ORDINAL, ordinal_of
from timeflow.timeexpr import find_expressions
from timeflow.timeexpr.contracts import TimeContext, TimeExpression

_NUMBER: Final = re.compile(
    r"(?:我?[选要]?第?|就|option |number |no\.? ?|#)\s*([0-9]{1,2}|[一二两三四五六七八九十])\s*(?:个|项|号|条)?(?:吧)?"
)
_LATER: Final = re.compile(
    r"(?:选|要|就)?(?:时间)?(?:比较|更)?[晚后](?:一?点|面|一些)?的?(?:那|一)?(?:个|条|场)?(?:吧)?"
    r"|(?:the )?later(?: one)?"
)
_EARLIER: Final = re.compile(
    r"(?:选|要|就)?(?:时间)?(?:比较|更)?[早前](?:一?点|面|一些)?的?(?:那|一)?(?:个|条|场)?(?:吧)?"
    r"|(?:the )?earlier(?: one)?"
)
_THAT_ONE: Final = re.compile(
    r"^(?:我?(?:选|要|说的)?是?|就|the )|(?:的)?(?:那|这)(?:一)?(?:个|条|场|项)(?:吧)?$|吧$| one$"
)
_KEEP: Final = re.compile(r"(?:就这个时间|就这个|还是这个时间|保持|不改|keep(?: it)?|keep this time)")
_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_ORDINAL: Final = re.compile(ORDINAL, re.IGNORECASE)
_BESIDE: Final = 2
"""So many letters may stand beside an ordinal (``选第二个吧``)."""


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """An option; ``start_at``: words of another time than the ones offered, which take its place."""

    option_id: str
    start_at: str | None = None


def chosen_option(words: str, choice: SelectionRequired, context: TimeContext) -> ChosenOption | None:
    """The option that the words mean, or None where they mean none. ``words`` in lower case."""
    for option in choice.options:
        kept = option.slot is not None and option.slot.get("keep") and _KEEP.fullmatch(words)
        if words == option.label.casefold() or kept:
            return ChosenOption(option.option_id)
    option_id = _numbered(words, choice) or _compared(words, choice) or _named(words, choice)
    return ChosenOption(option_id) if option_id is not None else _at_time(words, choice, context)


def _numbered(words: str, choice: SelectionRequired) -> str | None:
    match = _NUMBER.fullmatch(words)
    if match is not None:
        typed = match.group(1)
        return str(_DIGITS.get(typed) or int(typed))
    place = ordinal_of(words)
    if place is None or len(_ORDINAL.sub("", words)) > _BESIDE:
        return None
    return choice.options[place].option_id if place < len(choice.options) else str(place + 1)


def _compared(words: str, choice: SelectionRequired) -> str | None:
    """The later or the earlier of what is offered."""
    later = _LATER.fullmatch(words) is not None
    if not later and _EARLIER.fullmatch(words) is None:
        return None
    timed = sorted((_start(option), option.option_id) for option in choice.options if _start(option))
    return timed[-1 if later else 0][1] if len(timed) > 1 else None


def _named(words: str, choice: SelectionRequired) -> str | None:
    """The one option whose label holds the words."""
    name = _THAT_ONE.sub("", words).strip()
    holding = [option.option_id for option in choice.options if len(name) > 1 and name in option.label.casefold()]
    return holding[0] if len(holding) == 1 else None


def _at_time(words: str, choice: SelectionRequired, context: TimeContext) -> ChosenOption | None:
    """A time: of one of the items or of a slot offered, or another, which takes the place of the first slot."""
    said = bare_time(_THAT_ONE.sub("", words), context)
    if said is None or not choice.options:
        return None
    (found,) = find_expressions(said, context)
    same = [option for option in choice.options if _fits(found, _start(option))]
    if len(same) == 1:
        return ChosenOption(same[0].option_id)
    if any(option.slot is None for option in choice.options) or not found.time_given:
        return None
    return ChosenOption(choice.options[0].option_id, start_at=said)


def _fits(found: TimeExpression, start: str) -> bool:
    """Whether the option has the day and the clock time that the words name."""
    if not start or found.start is None:
        return False
    moment = datetime.fromisoformat(start).replace(tzinfo=None)
    if not isinstance(found.start, datetime):
        return moment.date() == found.start
    if not found.time_given:
        return False
    return moment == found.start if found.date_given else moment.time() == found.start.time()


def _start(option: SelectionOption) -> str:
    if option.slot is not None:
        return option.slot.get("start_at", "")
    item = option.item
    return (item.start_at or item.due_at or "") if item is not None else ""
