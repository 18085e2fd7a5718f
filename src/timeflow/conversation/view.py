"""What the history keeps of a reply: one plain sentence, and what it showed."""

from __future__ import annotations

import re
from typing import Final, Literal

from agentbase.session.contracts import MessageMetadata
from timeflow.conversation.contracts import MainAgentResponse
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    SelectionRequired,
    WriteDecisionResult,
)

Locale = Literal["zh-CN", "en"]
_CHINESE: Final = re.compile(r"[㐀-鿿]")
_LATIN: Final = re.compile(r"[A-Za-z]{2,}")

_APPLIED: Final = {"zh-CN": "已写入：{titles}", "en": "Written: {titles}"}
_REJECTED: Final = {"zh-CN": "好的，没有写入。", "en": "All right, nothing was written."}
_TITLES_KEPT: Final = 20
_CANCELLED: Final = {"zh-CN": "好的，不选了。", "en": "All right, no choice was made."}


def locale_of(text: str, default: Locale) -> Locale:
    """The language that somebody writes: Chinese where there is any Chinese, English where there are words of it."""
    if _CHINESE.search(text):
        return "zh-CN"
    return "en" if _LATIN.search(text) else default


def reply_text(response: MainAgentResponse, locale: Locale) -> str:
    """The sentence of a reply."""
    match response:
        case ConfirmationRequiredResponse():
            return response.summary
        case SelectionRequired():
            options = "\n".join(f"{option.option_id}. {option.label}" for option in response.options)
            return f"{response.question}\n{options}"
        case Display():
            return response.text
        case WriteDecisionResult() if response.status == "applied":
            joined = ("、" if locale == "zh-CN" else ", ").join(item.title for item in response.items)
            return _APPLIED[locale].format(titles=joined)
        case WriteDecisionResult():
            return _REJECTED[locale]
        case ErrorEvent():
            return response.message
        case _:
            return _CANCELLED[locale]


def reply_metadata(response: MainAgentResponse) -> MessageMetadata:
    """What the reply showed, so that words can refer to it."""
    card = response.replacement if isinstance(response, ErrorEvent) else response
    return MessageMetadata(
        correlation_id=response.correlation_id,
        interaction_id=response.interaction_id if isinstance(response, SelectionRequired) else None,
        write_request_id=card.write_request_id if isinstance(card, ConfirmationRequiredResponse) else None,
        titles=_titles(response)[:_TITLES_KEPT],
    )


def _titles(response: MainAgentResponse) -> tuple[str, ...]:
    """The existing items that a reply names, each once, in its order."""
    match response:
        case WriteDecisionResult() if response.status == "applied":
            found = [item.title for item in response.items]
        case Display():
            found = [item.title for item in response.items]
        case ConfirmationRequiredResponse():
            values = [
                {**(change.before or {}), **(change.after or {})}
                for change in response.changes
                if change.operation != "create"
            ]
            found = [str(value["title"]) for value in values if value.get("title")]
        case _:
            found = []
    return tuple(dict.fromkeys(title for title in found if title))
