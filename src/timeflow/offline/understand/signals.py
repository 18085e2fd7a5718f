"""What a sentence could be about: a table of signs, each with its weight, and the sum of them by intent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from timeflow.offline.understand import signs_en, signs_zh
from timeflow.offline.understand.sentence import COARSE, TIME, Sentence
from timeflow.offline.understand.wishes import REMINDER_BEFORE
from timeflow.timeexpr import ExpressionKind, TimeExpression

Intent = Literal[
    "create",
    "update",
    "roll_over",
    "delete",
    "set_status",
    "query",
    "feedback",
    "split",
    "replan",
    "review",
    "unsupported",
]

DECISIVE: Final = 6
"""A weight from which a sign settles the intent by itself."""

_SAID_BY_FORM: Final = 7
"""The weight of a completion that only its verb form tells (``写完了``); what is still to come needs more than that."""

_FROM_YESTERDAY: Final = re.compile(
    r"\b(?:move|push|roll|carry|shift)\b.{0,12}\b(?:everything|all)\b.{0,12}\bfrom yesterday\b|"
    r"昨天的.{0,4}(?:都|全部?|所有|统统).{0,6}(?:挪|移|搬|顺延|放|推|改|延)到",
    re.IGNORECASE,
)
"""What stayed behind yesterday is rolled over: what was done needs no new day."""

_PRECEDENCE: Final[tuple[Intent, ...]] = (
    "roll_over",
    "replan",
    "split",
    "review",
    "update",
    "query",
    "feedback",
    "set_status",
    "delete",
    "create",
    "unsupported",
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The intent with the highest weight; None where nothing speaks for any."""

    intent: Intent | None
    weights: Mapping[Intent, int]

    def weight(self, intent: Intent) -> int:
        """The weight of one intent."""
        return self.weights.get(intent, 0)


def weigh(sentence: Sentence) -> Verdict:
    """Add up the signs of both languages; of one intent only the heaviest counts, so that repetition proves nothing."""
    weights: dict[Intent, int] = {}
    for table in (signs_zh.SIGNS, signs_en.SIGNS):
        for intent, pattern, weight in table:
            if weight > weights.get(intent, 0) and pattern.search(sentence.masked):
                weights[intent] = weight
    _weigh_tense(sentence, weights)
    _weigh_narrative(sentence, weights)
    _settle_conflicts(sentence, weights)
    best = max(_PRECEDENCE, key=lambda intent: (weights.get(intent, 0), -_PRECEDENCE.index(intent)))
    return Verdict(best if weights.get(best, 0) > 0 else None, weights)


def _weigh_tense(sentence: Sentence, weights: dict[Intent, int]) -> None:
    """What has happened is reported, not planned."""
    past = [e for e in sentence.moments if sentence.is_past(e) and (e.date_given or not e.time_given)]
    future = [e for e in sentence.moments if not sentence.is_past(e)]
    told = signs_zh.HAPPENED.search(sentence.masked) or signs_en.HAPPENED.search(sentence.masked)
    if past and not future and told and not signs_zh.QUESTION.search(sentence.masked):
        asked = signs_zh.ASKED_FOR.search(sentence.masked)
        weights["feedback"] = max(weights.get("feedback", 0), 6 if asked else 8)
    if _FROM_YESTERDAY.search(sentence.text):
        weights["roll_over"] = 12
    done = weights.get("set_status", 0)
    if future and not told and done <= _SAID_BY_FORM:
        weights["set_status"] = 0
    elif done and any(e.kind is not ExpressionKind.DEADLINE for e in future):
        weights["set_status"] = min(done, _SAID_BY_FORM) - 2


def _weigh_narrative(sentence: Sentence, weights: dict[Intent, int]) -> None:
    """A completion with a word on how it went is feedback (decisions 5, 16)."""
    if weights.get("set_status", 0) < DECISIVE - 2 or weights.get("set_status", 0) >= 9:
        return
    tells = signs_zh.NARRATIVE.search(sentence.masked) or signs_en.NARRATIVE.search(sentence.masked)
    if tells or sentence.durations:
        weights["feedback"] = max(weights.get("feedback", 0), weights["set_status"] + 1)


def _settle_conflicts(sentence: Sentence, weights: dict[Intent, int]) -> None:
    """Whoever says ``记一下`` or asks a question means that, whatever verb comes later."""
    if weights.get("create", 0) >= 9:
        for intent in ("delete", "set_status", "update", "feedback", "unsupported", "review", "split"):
            if weights.get(intent, 0) < 10:
                weights[intent] = 0
    if weights.get("query", 0) >= 7 and (signs_zh.QUESTION.search(sentence.masked) or "?" in sentence.masked):
        weights["set_status"] = weights["feedback"] = 0
    planned = [e for e in sentence.moments if not sentence.is_past(e)]
    if REMINDER_BEFORE.search(sentence.masked):
        weights["unsupported"] = 14
    if weights.get("review", 0) and any(_is_ahead(e, sentence) for e in planned):
        weights["review"] = 0
        weights["create"] = max(weights.get("create", 0), DECISIVE + 1)
    if planned and weights.get("unsupported", 0) == 8 and not signs_zh.QUESTION.search(sentence.masked):
        weights["unsupported"] = 0
    if weights.get("split", 0) == 10 and any(e.time_given or e.part_of_day for e in planned):
        weights["split"] = 0
    if weights.get("update", 0) and not _has_target(sentence):
        weights["update"] = min(weights["update"], 3)


def _is_ahead(expression: TimeExpression, sentence: Sentence) -> bool:
    """Whether it is a day or clock time still to come: there is nothing to look back on, it is planned."""
    start = expression.start
    if expression.kind in {ExpressionKind.RECURRENCE, ExpressionKind.DURATION} or start is None:
        return False
    if isinstance(start, datetime):
        return start > sentence.reference and (expression.time_given or expression.part_of_day is not None)
    return start > sentence.reference.date() and expression.granularity not in COARSE | {"week"}


def _has_target(sentence: Sentence) -> bool:
    """Whether anything is named that could be changed: ``提前十分钟出门`` moves nothing."""
    for match in (signs_zh.CHANGE_VERB.search(sentence.masked), signs_en.CHANGE_VERB.search(sentence.masked)):
        if match is None:
            continue
        before = re.sub(rf"[{TIME}\s，,。]", "", sentence.masked[: match.start()])
        after = re.sub(rf"[{TIME}\s，,。！!吧了啊一下]", "", sentence.masked[match.end() :])
        if match.re is signs_en.CHANGE_VERB:
            return True
        if before or not after or re.match(r"(?:推迟|延后|延期|调整|修改|更改|改|挪|移)", match.group()):
            return True
    return True if signs_en.CHANGE_VERB.search(sentence.masked) else _renames(sentence)


def _renames(sentence: Sentence) -> bool:
    return signs_zh.CHANGE_VERB.search(sentence.masked) is None
