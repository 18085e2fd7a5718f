"""Step 4: the candidates that a request can mean: words first, then one wider look without (decisions 6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final

from timeflow.data.contracts import CandidateCriteria, ItemSnapshot, TimeWindow
from timeflow.execution.facts import FactReader
from timeflow.execution.planned_times import TimeFacts
from timeflow.functions.contracts import CandidateQuery, ResolvedTime
from timeflow.timeexpr.contracts import ExpressionKind

_BEFORE: Final = timedelta(days=31)
_AFTER: Final = timedelta(days=330)
"""Where people look for what they name without a time; it bounds what is read, whatever the table holds."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found.

    ``wide``: by the look without words. ``truncated``: there were more, so this is no range. ``near``: only what lies
    near the reference time was looked at, so a range needs ``everything``.
    """

    items: tuple[ItemSnapshot, ...]
    wide: bool = False
    truncated: bool = False
    near: bool = False


async def find_candidates(query: CandidateQuery, facts: TimeFacts, reader: FactReader) -> Candidates:
    """Look with the words, near the reference time first where no time was said; then without the words."""
    criteria = criteria_of(query, facts)
    if criteria.window is None and not criteria.overdue_at:
        found = await reader.candidates(near(criteria, facts), query.limit)
        if found.items:
            return Candidates(found.items, truncated=found.truncated, near=True)
    candidates = await everything(query, facts, reader)
    if candidates.items or not criteria.words:
        return candidates
    wider = criteria.model_copy(update={"words": ()})
    found = await reader.candidates(wider if wider.window or wider.overdue_at else near(wider, facts), query.limit)
    # The words mean none of these: where they are too many to look at, nothing that was named is found.
    return Candidates(()) if found.truncated else Candidates(found.items, wide=True)


async def everything(query: CandidateQuery, facts: TimeFacts, reader: FactReader) -> Candidates:
    """All that the words mean, however far away: what a range is made of."""
    found = await reader.candidates(criteria_of(query, facts), query.limit)
    return Candidates(found.items, truncated=found.truncated)


def near(criteria: CandidateCriteria, facts: TimeFacts) -> CandidateCriteria:
    """The same question for the time around the reference time, and for what has no time."""
    window = TimeWindow(start_at=facts.now - _BEFORE, end_at=facts.now + _AFTER)
    return criteria.model_copy(update={"window": window, "without_time": True})


def criteria_of(query: CandidateQuery, facts: TimeFacts) -> CandidateCriteria:
    """A's query in the terms of the data module. "Overdue" is meant at the reference time."""
    return CandidateCriteria(
        words=tuple(query.words),
        item_types=tuple(query.item_types),
        statuses=tuple(query.statuses),
        window=window_of(query.time_range, facts) if query.time_range else None,
        overdue_at=facts.now if query.overdue else None,
        exclude_words=tuple(query.exclude),
        goal_title=query.goal_title,
    )


def window_of(expression: ResolvedTime, facts: TimeFacts) -> TimeWindow | None:
    """The span of time that words name: days as local days, a clock time as its minute; None for a mere length."""
    start, end = expression.start, expression.end
    if expression.kind is ExpressionKind.DEADLINE:
        start = facts.local_now
    if start is None:
        return None
    first = start if isinstance(start, datetime) else datetime.combine(start, time())
    if end is None:
        last = first + (timedelta(minutes=1) if isinstance(start, datetime) else timedelta(days=1))
    else:
        last = end if isinstance(end, datetime) else datetime.combine(end, time())
    return facts.window(first, last) if last > first else None
