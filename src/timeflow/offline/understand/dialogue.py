"""``它``, ``that one``: the thing that the person last talked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from timeflow.perception.understanding import (
    DialogueMessage,
    QuotedTarget,
    ScheduleTodoUnderstanding,
    Understanding,
)

_LOOK_BACK = 6


def settle_pronoun(
    target: QuotedTarget, recent: Sequence[DialogueMessage], understand: Callable[[str], Understanding]
) -> QuotedTarget:
    """Put the name that the person used last in place of the pronoun; unchanged where the dialogue names nothing."""
    if target.pronoun is None:
        return target
    said = [message.content for message in recent if message.role == "user"]
    for text in reversed(said[-_LOOK_BACK:]):
        words = _names(understand(text))
        if words:
            return target.model_copy(update={"words": words, "pronoun": None})
    return target


def _names(understanding: Understanding) -> list[str]:
    request = understanding.request
    if not isinstance(request, ScheduleTodoUnderstanding):
        return []
    if request.operation == "create" and request.title is not None:
        return [request.title]
    if request.change is not None and request.change.title is not None:
        return [request.change.title]
    return list(request.target.words) if request.target is not None else []
