"""The offline answer to ``schedule_todo.generate_item_content``: wording cleaned up, nothing added."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from typing import Final

from agentbase.llm.providers.offline import OfflineCall
from timeflow.offline.understand.remainder import PLEASE_ZH
from timeflow.subagents.contracts import CANDIDATE_TYPES, ItemContentCandidate, ScheduleTodoAgentInput
from timeflow.timeexpr import TimeContext, find_expressions

_SPACES = re.compile(r"\s+")
_EDGE: Final = " \t\n，。、；：！？,.;:!?~～…—-"
_LEAD_IN = re.compile(
    r"^(?:那个|嗯+|呃+|对了|麻烦(?:你|您)?|"
    rf"{PLEASE_ZH}[你您]?|"
    r"帮(?:我|忙)|给我(?=安排|记|加|建)|记得|别忘了|"
    r"我(?:要|想|得|需要|打算)|安排(?=\s)|"
    r"(?:安排|新建|创建|添加|加|记|建)(?:一下|一个|一条|个|条)(?:日程|待办|任务|提醒|事项)?[:，,]?|"
    r"please|can you|could you|remind me to|remember to|i (?:need|want|have) to|"
    r"add a? ?(?:task|todo|event)?(?: to|:)?)\s*",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"[，。；;！!？?\n]|,(?!\d)|\.\s")
_LONGEST_TITLE: Final = 80
_LONGEST_READ: Final = 1000
"""A title is near the beginning; a long text is not read for times as a whole."""
_LONGEST_FALLBACK_TITLE: Final = 200


def generate_item_content(call: OfflineCall) -> ItemContentCandidate:
    """``standard`` cleans the wording up, ``conservative`` copies it."""
    input_data = ScheduleTodoAgentInput.model_validate(call.payload)
    clean = _cleaned if call.variant == "standard" else str.strip
    candidate_type = CANDIDATE_TYPES[input_data.item_type]
    title, assumptions = _title(input_data, clean)
    values: dict[str, object] = {
        **{name: _final(input_data, name) for name in candidate_type.model_fields},
        "item_type": input_data.item_type,
        "title": title,
        "assumptions": assumptions,
        "warnings": [],
    }
    values["description"] = _description(input_data, title, clean)
    return candidate_type.model_validate(values)


def _final(input_data: ScheduleTodoAgentInput, name: str) -> object:
    stated: object = getattr(input_data.content_requirements, name, None)
    return getattr(input_data.current_item_content, name, None) if stated is None else stated


def _title(input_data: ScheduleTodoAgentInput, clean: Callable[[str], str]) -> tuple[str, list[str]]:
    confirmed = _final(input_data, "title")
    if isinstance(confirmed, str):
        return clean(confirmed) or confirmed, []
    is_chinese = any(character >= "\u2e80" for character in input_data.raw_input)
    return _title_from(input_data.raw_input), ["标题取自原话" if is_chinese else "Title taken from the original words"]


def _title_from(raw_input: str) -> str:
    """The first clause that says something besides times."""
    text = unicodedata.normalize("NFKC", raw_input[:_LONGEST_READ])
    context = TimeContext(reference=datetime.combine(date(2026, 1, 5), time.min), timezone="UTC", day_start_hour=0)
    spans = [expression.span for expression in find_expressions(text, context)]
    for clause in _clauses(text, spans):
        if clause:
            return clause[:_LONGEST_TITLE].strip(_EDGE)
    return _SPACES.sub(" ", text).strip(_EDGE)[:_LONGEST_FALLBACK_TITLE] or raw_input[:_LONGEST_FALLBACK_TITLE]


def _clauses(text: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    for clause in _CLAUSES.split("".join(characters)):
        yield _without_lead_in(_cleaned(clause))


def _without_lead_in(clause: str) -> str:
    shorter = _LEAD_IN.sub("", clause, count=1)
    while shorter != clause and shorter:
        clause, shorter = shorter, _LEAD_IN.sub("", shorter, count=1)
    return clause.strip(_EDGE)


def _cleaned(text: str) -> str:
    return _SPACES.sub(" ", text).strip(_EDGE)


def _description(input_data: ScheduleTodoAgentInput, title: str, clean: Callable[[str], str]) -> str | None:
    confirmed = _final(input_data, "description")
    description = clean(confirmed) if isinstance(confirmed, str) else ""
    told = unicodedata.normalize("NFKC", f"{title}\n{description}").casefold()
    missing = [
        term
        for term in input_data.content_requirements.must_keep_terms
        if unicodedata.normalize("NFKC", term).casefold() not in told
    ]
    return "\n".join(part for part in (description, "、".join(missing)) if part) or None
