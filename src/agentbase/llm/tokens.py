"""A fixed estimate of tokens, for models that do not count and before a call; no vocabulary is loaded."""

from __future__ import annotations

import math

from agentbase.llm.contracts import ProviderMessage

_WIDE_FROM = "\u2e80"
"""From here on (CJK and the like) a character is about one token; before, four characters are."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is; never less than one for a non-empty text."""
    wide = sum(character >= _WIDE_FROM for character in text)
    return wide + math.ceil((len(text) - wide) / 4)


def estimate_prompt_tokens(messages: list[ProviderMessage]) -> int:
    """The estimate over all sections of all messages."""
    return sum(estimate_tokens(section.content) for message in messages for section in message.sections)
