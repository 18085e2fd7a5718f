"""The offline answer to "which of these are meant?": words against titles, and signs of "all of them"."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pydantic import JsonValue

from agentbase.llm.prompts import JsonObject
from agentbase.llm.providers.offline import OfflineCall
from timeflow.execution.contracts import ResolvedItem, ScopeDisambiguationInput

_ALL: Final = re.compile(
    r"全部|所有|全都|都|统统|一律|这些|那些|全(?=取消|删|完成|推|挪|移|改|往)|没做完的|没完成的|未完成的|过期的|逾期的"
    r"|\b(?:all|every|everything|each|both|the rest|whatever)\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[a-z0-9]{2,}|[㐀-鿿]")
_NEVER_ALL: Final = re.compile(r"哪个|哪一个|which|全天|全家|全员|首都|成都|都市")


def disambiguate(call: OfflineCall) -> JsonObject:
    """Range where the words say all; one where one fits best; else the ones that could be meant.

    The conservative variant never takes one of several found without words.
    """
    asked = ScopeDisambiguationInput.model_validate(call.payload)
    conservative = call.variant == "conservative"
    query = _fold(asked.query)
    scopes = asked.allowed_scopes
    wide = "range" not in scopes
    if not wide and says_all(asked.query):
        every: list[JsonValue] = [candidate.ref for candidate in asked.candidates]
        return {"resolution_type": "range", "resolved_refs": every}
    scored = [(candidate, _likeness(query, candidate)) for candidate in asked.candidates]
    if wide:
        scored = [(candidate, score) for candidate, score in scored if score >= _ENOUGH]
    if not scored:
        return {"resolution_type": "not_found"}
    if len(scored) == 1:
        return {"resolution_type": "single", "resolved_ref": scored[0][0].ref}
    named = _longest([candidate for candidate, score in scored if score >= _NAMED])
    if len(named) == 1 and not (conservative and wide):
        return {"resolution_type": "single", "resolved_ref": named[0].ref}
    open_refs: list[JsonValue] = [candidate.ref for candidate in (named or [candidate for candidate, _ in scored])]
    return {"resolution_type": "ambiguous", "ambiguous_refs": open_refs}


_NAMED: Final = 1.0
"""The whole title stands in the sentence."""

_ENOUGH: Final = 0.5
"""Half of what a title says stands in the sentence."""


def _longest(named: list[ResolvedItem]) -> list[ResolvedItem]:
    """Without those whose title is only a part of another one that was named."""
    titles = {_fold(candidate.title) for candidate in named}
    return [
        candidate
        for candidate in named
        if not any(_fold(candidate.title) in title and title != _fold(candidate.title) for title in titles)
    ]


def says_all(query: str) -> bool:
    """Whether the words mean everything that was found."""
    return _ALL.search(_NEVER_ALL.sub("", query)) is not None


def _likeness(query: str, candidate: ResolvedItem) -> float:
    title = _fold(candidate.title)
    if title and title in query:
        return _NAMED
    words = set(_WORD.findall(title))
    return 0.99 * len(words & set(_WORD.findall(query))) / len(words) if words else 0.0


def _fold(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())
