"""The offline model's answer to ``主 Agent/understand_input``: rules, and the same JSON that a model would give."""

from __future__ import annotations

import re
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from agentbase.llm.contracts import ValidationDecision
from timeflow.offline.understand import plans, select
from timeflow.offline.understand import sentence as sentences
from timeflow.offline.understand import update as updates
from timeflow.offline.understand.create import create
from timeflow.offline.understand.dialogue import settle_reference
from timeflow.offline.understand.resume import resumed_text
from timeflow.offline.understand.sentence import Sentence
from timeflow.offline.understand.several import requests_of
from timeflow.offline.understand.signals import DECISIVE, Intent, Verdict, weigh
from timeflow.offline.understand.unsigned import Variant, topic_of, without_sign
from timeflow.perception.understanding import (
    ScheduleTodoUnderstanding,
    SeveralRequests,
    Understanding,
    UnderstandingInput,
    UnderstoodRequest,
    UnsupportedRequest,
)
from timeflow.perception.validators import UnderstandInputValidator
from timeflow.timeexpr import TimeContext

_BEFORE_ALL: Final = re.compile(
    r"^(?:(?:算了|等等|等一下|对了|哦|其实|never ?mind|(?:no,? )?wait|oh|by the way|actually)[，,。.!！\s]+|"
    r"(?:(?:不对?|不是|错了|no|sorry)[，,。.!！\s]*)?(?:我是说|我的意思是|我说的是|"
    r"i mean\b|i meant\b)[，,:：\s]*)+(?=\S)",
    re.IGNORECASE,
)
"""What is said before another thought belongs to none."""
_AFTER_ALL: Final = re.compile(r"[^\w\s)）\]】》”」』\"'’。.!！?？%％+℃]+\s*$")
"""Pictures at the end say nothing."""


def understand(given: UnderstandingInput, variant: Variant = "standard") -> Understanding:
    """Answer with what the person wants, in quotes of their own words."""
    context = TimeContext(
        reference=given.current_time.astimezone(ZoneInfo(given.timezone)).replace(tzinfo=None),
        timezone=given.timezone,
        locale=given.locale,
    )
    found = _understand_text(resumed_text(given), context, variant, resumed=given.open_request is not None)
    if given.open_request is not None and not _only_quotes(found, given):
        # The words that joined request and answer got into the reading: the answer is no answer.
        found = _understand_text(given.raw_input, context, variant)
    if isinstance(found.request, ScheduleTodoUnderstanding):
        earlier = partial(_understand_text, context=context, variant=variant)
        settled = settle_reference(found.request, given.recent_messages, earlier)
        return found.model_copy(update={"request": settled})
    return found


def _only_quotes(found: Understanding, given: UnderstandingInput) -> bool:
    return UnderstandInputValidator().validate(given, found).decision is ValidationDecision.ACCEPT


def _understand_text(text: str, context: TimeContext, variant: Variant, *, resumed: bool = False) -> Understanding:
    text = _AFTER_ALL.sub("", _BEFORE_ALL.sub("", text))
    sentence = sentences.read(text, context)
    # A request that is being completed is one request, however many sentences it took.
    parts = [] if resumed else requests_of(sentence, context)
    if parts:
        return Understanding(
            intent_summary="several requests", request=SeveralRequests(requests=[p[:200] for p in parts])
        )
    # What only describes a thing in a new title (准备明天的会议) says which thing is meant elsewhere.
    whole = sentences.read(text, context, attributive=False)
    verdict = weigh(whole)
    request = _request(sentence, whole, verdict, variant)
    return Understanding(intent_summary=verdict.intent or "none", request=request)


def _request(sentence: Sentence, whole: Sentence, verdict: Verdict, variant: Variant) -> UnderstoodRequest:
    intent = verdict.intent
    if intent is None or (verdict.weight(intent) < DECISIVE and intent not in {"update", "set_status"}):
        return without_sign(sentence, variant)
    if intent == "unsupported":
        return UnsupportedRequest(topic=topic_of(sentence))
    if intent == "create":
        return create(sentence)
    return _about_existing(intent, whole)


def _about_existing(intent: Intent, sentence: Sentence) -> UnderstoodRequest:
    match intent:
        case "update":
            return updates.update(sentence)
        case "roll_over":
            return updates.roll_over(sentence)
        case "delete":
            return select.delete(sentence)
        case "set_status":
            return select.set_status(sentence)
        case "query":
            return select.query(sentence)
        case "feedback":
            return select.feedback(sentence)
        case "replan":
            return plans.replan(sentence)
        case "review":
            return plans.review(sentence)
        case _:
            return plans.split(sentence)
