"""Quoted words become times: found in what was said, computed by ``timeexpr``, pieces put together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from timeflow.functions.contracts import ResolvedTime, TimeReading
from timeflow.perception.understanding import GivenAnswer, QuotedTime, UnderstandingInput
from timeflow.timeexpr import ExpressionKind, TimeContext, TimeExpression, find_expressions

_JOINS: Final = ("", " ", "到", " to ")
_FROM_TO: Final = re.compile(r"到|至|[-–—~～]|\b(?:to|until|till)\b", re.IGNORECASE)
_DEADLINES: Final = frozenset({ExpressionKind.DEADLINE})
_DAYS: Final = frozenset({ExpressionKind.DATE, ExpressionKind.RANGE, ExpressionKind.INSTANT})
_LENGTHS: Final = frozenset({ExpressionKind.DURATION})
_WORDS_LIMIT: Final = 200


class TimeReader:
    """Resolves the quotes of one answer against the texts that they may come from.

    ``past``: the request looks back, so a date without a year is the nearest one gone by.
    """

    def __init__(self, given: UnderstandingInput, sources: Sequence[str], *, past: bool = False) -> None:
        self._context = replace(time_context(given), past=past)
        self._sources = tuple(dict.fromkeys(sources))
        self._found = {source: find_expressions(source, self._context) for source in self._sources}
        self._answers = {
            answer.field_name: answer for answer in (given.open_request.answers if given.open_request else ())
        }

    def resolve(self, quote: QuotedTime | None, field: str, *, length: bool = False) -> ResolvedTime | None:
        """The time that the quote means; None where its words are no time.

        ``length`` looks for a duration; otherwise durations are passed over unless there is nothing else.
        An ambiguity that an answer to ``field`` settles is settled.
        """
        if quote is None:
            return None
        pieces = [e for words in quote.words for e in self._expressions_of(words)]
        pieces = list({(e.span, e.text): e for e in pieces}.values())
        if length and not any(e.kind is ExpressionKind.DURATION for e in pieces):
            # The length alone, out of an offset such as ``two hours earlier``.
            pieces = [e for words in quote.words for e in find_expressions(words, self._context)] or pieces
        fitting = [e for e in pieces if (e.kind is ExpressionKind.DURATION) == length] or pieces
        if not fitting or any(_is_half_read(words, fitting) for words in quote.words):
            return None
        return self._settled(self._combined(fitting), field)

    def deadline_in(self, text: str) -> ResolvedTime | None:
        """The last moment that an answer names: a deadline, a day or range to come, or a length from now."""
        found = find_expressions(text, self._context)
        for kinds in (_DEADLINES, _DAYS, _LENGTHS):
            for expression in found:
                if expression.kind in kinds:
                    return ResolvedTime.of(expression)
        return None

    def _expressions_of(self, words: str) -> Iterator[TimeExpression]:
        for source in self._sources:
            at = source.casefold().find(words.casefold())
            while at >= 0:
                overlapping = [e for e in self._found[source] if e.span[0] < at + len(words) and at < e.span[1]]
                if overlapping:
                    yield from _own_words(words, overlapping[0], self._context) or overlapping
                    return
                at = source.casefold().find(words.casefold(), at + 1)
        yield from find_expressions(words, self._context)

    def _combined(self, pieces: Sequence[TimeExpression]) -> ResolvedTime:
        if len(pieces) == 1:
            return ResolvedTime.of(pieces[0])
        ordered = sorted(pieces, key=lambda e: not (e.date_given or e.kind is ExpressionKind.RECURRENCE))
        for joint in _JOINS:
            joined = joint.join(e.text for e in ordered)
            found = find_expressions(joined, self._context)
            if len(found) == 1 and found[0].text == joined:
                return ResolvedTime.of(found[0]).model_copy(update={"words": _shown(pieces)})
        return _on_the_day(ordered, _shown(pieces)) or ResolvedTime.of(pieces[0])

    def _settled(self, resolved: ResolvedTime, field: str) -> ResolvedTime:
        answer = self._answers.get(field)
        if answer is None or not resolved.ambiguous:
            return resolved
        reading = self.reading_of(answer, resolved.readings)
        if reading is None:
            return resolved
        return resolved.model_copy(
            update={
                "start": reading.start,
                "end": reading.end,
                "ambiguous": False,
                "readings": [],
                "note": None,
                "date_given": True,
            }
        )

    def reading_of(self, answer: GivenAnswer, readings: Sequence[TimeReading]) -> TimeReading | None:
        """The one reading that an answer picks: by its value, or by a day or clock time that only it has."""
        return pick_reading(answer.value or answer.answer, readings, self._context)


def pick_reading(words: str, readings: Sequence[TimeReading], context: TimeContext) -> TimeReading | None:
    """The one reading whose value the words are, or that has the day or the clock time that they name."""
    for reading in readings:
        if words == reading_value(reading):
            return reading
    said = [e for e in find_expressions(words, context) if e.kind is not ExpressionKind.DURATION]
    if len(said) != 1:
        return None
    fitting = [reading for reading in readings if _agrees(said[0], reading)]
    return fitting[0] if len(fitting) == 1 else None


def reading_value(reading: TimeReading) -> str:
    """How a reading travels as the value of an option."""
    moment = reading.start if reading.start is not None else reading.end
    return moment.isoformat() if moment is not None else ""


def time_context(given: UnderstandingInput) -> TimeContext:
    """What words are read against: the reference time in the person's zone."""
    return TimeContext(
        reference=given.current_time.astimezone(ZoneInfo(given.timezone)).replace(tzinfo=None),
        timezone=given.timezone,
        locale=given.locale,
    )


IMPOSSIBLE_BEFORE: Final = re.compile(r"(?:(?<!\d)\d{4,5}年(?:\d{1,2}月)?|(?<!\d)\d{1,2}月)$")
IMPOSSIBLE_AFTER: Final = re.compile(
    r"(?:\d{2,5}|[一二三四五六七八九十]{2,5})(?:点|分(?!钟|之))|(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:\d{2}|[一二三四五六七八九十]{2,4})分"
)
"""Beside a time they belong to it: a year, a month, an hour or a minute that it could not have."""


_CLOCK_SAID: Final = re.compile(r"(?:\d{1,5}|[一二两三四五六七八九十百]{1,5})点(?!前|后|左右)|\d{1,2}[:：]\d\d")


def _is_half_read(words: str, found: Sequence[TimeExpression]) -> bool:
    """Whether a part of a date or clock time was left over (``2027年2月`` of ``2027年2月29日``)."""
    for expression in found:
        if not expression.time_given and _CLOCK_SAID.search(expression.text):
            return True
        at = words.find(expression.text)
        end = at + len(expression.text)
        if at >= 0 and (IMPOSSIBLE_BEFORE.search(words[:at]) or IMPOSSIBLE_AFTER.match(words[end:])):
            return True
    return False


_UNTIL: Final = re.compile(r"(?:to|until|till)\s", re.IGNORECASE)
"""``postpone until next week``: the new time, not the last one."""


def _own_words(words: str, found: TimeExpression, context: TimeContext) -> list[TimeExpression]:
    """Half of a range that was quoted alone (``from Monday to Wednesday`` as the old time and the new one)."""
    half = found.kind is ExpressionKind.RANGE and _FROM_TO.search(found.text)
    until = found.kind is ExpressionKind.DEADLINE and _UNTIL.match(found.text)
    if len(words) >= len(found.text) or not (half or until):
        return []
    alone = find_expressions(words, context)
    return list(alone) if len(alone) == 1 and alone[0].text == words else []


def _agrees(said: TimeExpression, reading: TimeReading) -> bool:
    moment = reading.start if reading.start is not None else reading.end
    if moment is None or said.start is None:
        return False
    if said.date_given and not said.time_given and isinstance(moment, datetime) and moment.time() == time():
        # Whoever names an evening means the midnight that ends it; whoever names a day may mean either.
        evening = said.end == moment
        either_day = said.part_of_day is None and said.start in {moment.date(), moment.date() - timedelta(days=1)}
        return evening or either_day
    if said.date_given and _date(said.start) != _date(moment):
        return False
    if said.time_given:
        return isinstance(moment, datetime) and isinstance(said.start, datetime) and said.start.time() == moment.time()
    if said.part_of_day and isinstance(said.start, datetime) and isinstance(said.end, datetime):
        return isinstance(moment, datetime) and said.start <= moment < said.end
    return said.date_given


def _on_the_day(pieces: Sequence[TimeExpression], words: str) -> ResolvedTime | None:
    """A date and a clock time or part of the day that no grammar joins: the clock time on that date."""
    day = next((e.start for e in pieces if e.date_given and e.start is not None and not e.time_given), None)
    clock = next((e for e in pieces if not e.date_given and isinstance(e.start, datetime)), None)
    if day is None or clock is None or not isinstance(clock.start, datetime):
        return None
    moved = datetime.combine(_date(day), clock.start.time())
    end = moved + (clock.end - clock.start) if isinstance(clock.end, datetime) else None
    kind = ExpressionKind.INSTANT if end is None else ExpressionKind.RANGE
    readings = [
        TimeReading(start=datetime.combine(_date(day), reading.start.time()))
        for reading in clock.readings
        if isinstance(reading.start, datetime)
    ]
    update = {
        "words": words, "kind": kind, "start": moved, "end": end, "date_given": True, "readings": readings,
    }  # fmt: skip
    return ResolvedTime.of(clock).model_copy(update=update)


def _shown(pieces: Sequence[TimeExpression]) -> str:
    return " ".join(e.text for e in pieces)[:_WORDS_LIMIT]


def _date(moment: datetime | date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment
