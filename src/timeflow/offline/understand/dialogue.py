"""``它``, ``第二个``, or no name at all (``改到周四``): the thing that the dialogue last showed or wrote."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from timeflow.perception.ordinals import ordinal_of
from timeflow.perception.understanding import (
    DialogueMessage,
    QuotedTarget,
    ScheduleTodoUnderstanding,
    Understanding,
)

_LOOK_BACK: Final = 6
_REPLIES_BACK: Final = 2
"""A request that names nothing means what one of the last replies showed, or nothing."""
_MANY: Final = re.compile(r"们|些|\bthem\b|\bthose\b|\bthese\b", re.IGNORECASE)


def settle_reference(
    request: ScheduleTodoUnderstanding, recent: Sequence[DialogueMessage], understand: Callable[[str], Understanding]
) -> ScheduleTodoUnderstanding:
    """Put the name of what is meant in place of a pronoun or of nothing; unchanged where the dialogue names none."""
    target = request.target or QuotedTarget()
    if request.operation in {"create", "query"} or target.words:
        return request
    if target.pronoun is None and (target.item_types or target.time or target.overdue or target.every):
        return request
    words = _shown(target, recent)
    if not words and target.pronoun is not None and ordinal_of(target.pronoun) is None:
        words = _said(recent, understand)
    if not words:
        return request
    named = target.model_copy(update={"words": words, "pronoun": None, "item_types": []})
    return request.model_copy(update={"target": named})


def _shown(target: QuotedTarget, recent: Sequence[DialogueMessage]) -> list[str]:
    """The one title of a late reply, or the numbered one of several."""
    replies = [message for message in recent if message.role == "assistant"][-_REPLIES_BACK:]
    titles = next((reply.titles for reply in reversed(replies) if reply.titles), [])
    place = ordinal_of(target.pronoun) if target.pronoun is not None else None
    if place is not None:
        return [titles[place]] if -len(titles) <= place < len(titles) else []
    if target.pronoun is not None and _MANY.search(target.pronoun):
        return []
    return [titles[0]] if len(titles) == 1 else []


def _said(recent: Sequence[DialogueMessage], understand: Callable[[str], Understanding]) -> list[str]:
    said = [message.content for message in recent if message.role == "user"]
    return next((words for text in reversed(said[-_LOOK_BACK:]) if (words := _names(understand(text)))), [])


def _names(understanding: Understanding) -> list[str]:
    request = understanding.request
    if not isinstance(request, ScheduleTodoUnderstanding):
        return []
    if request.operation == "create" and request.title is not None:
        return [request.title]
    if request.change is not None and request.change.title is not None:
        return [request.change.title]
    return list(request.target.words) if request.target is not None else []
