"""Step 4: the candidates that a request can mean: words first, then one wider look without (decisions 6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from timeflow.data.contracts import CandidateCriteria, ItemSnapshot, TimeWindow
from timeflow.execution.facts import FactReader
from timeflow.execution.planned_times import TimeFacts
from timeflow.functions.contracts import CandidateQuery, ResolvedTime
from timeflow.timeexpr.contracts import ExpressionKind


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found. ``wide``: by the second look. ``truncated``: there were more, so this is no range."""

    items: tuple[ItemSnapshot, ...]
    wide: bool = False
    truncated: bool = False


async def find_candidates(query: CandidateQuery, facts: TimeFacts, reader: FactReader) -> Candidates:
    """Look with the words, then without."""
    criteria = criteria_of(query, facts)
    found = await reader.candidates(criteria, query.limit)
    if found.items or not criteria.words:
        return Candidates(found.items, truncated=found.truncated)
    wider = criteria.model_copy(update={"words": ()})
    found = await reader.candidates(wider, query.limit)
    return Candidates(found.items, wide=True, truncated=found.truncated)


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
