"""Questions about the person's own items and free time: answered from facts, without a model (decisions 6)."""

from __future__ import annotations

from datetime import timedelta

from timeflow.data.contracts import CandidateCriteria, TimeWindow
from timeflow.data.view import item_view
from timeflow.execution.contracts import Display, MainAgentDecisionInput
from timeflow.execution.facts import FactReader
from timeflow.execution.planned_times import TimeFacts
from timeflow.execution.steps.gather_facts import criteria_of, near, window_of
from timeflow.execution.steps.resolve_time import takes_any_hour, window_label
from timeflow.execution.wording import joined, say, span_label, titles_label
from timeflow.functions.contracts import ITEM_LIMIT, CandidateQuery, ItemsQuery, ResolvedTime

_HORIZON = timedelta(days=7)
_SLOT_MINUTES = 15


async def answer_items(
    decision: MainAgentDecisionInput,
    query: ItemsQuery,
    candidate_query: CandidateQuery | None,
    facts: TimeFacts,
    reader: FactReader,
) -> Display:
    """The items that were asked for; nothing found is an answer too."""
    criteria = criteria_of(candidate_query, facts) if candidate_query else CandidateCriteria(statuses=("active",))
    when = query.range or (candidate_query.time_range if candidate_query else None)
    if when is not None and criteria.window is None:
        criteria = criteria.model_copy(update={"window": window_of(when, facts)})
    if criteria.window is None and criteria.overdue_at is None:
        criteria = near(criteria, facts)
    found = await reader.candidates(criteria, ITEM_LIMIT)
    label = _range_label(when, facts)
    if found.truncated:
        text = say("answer.truncated", facts.locale, limit=ITEM_LIMIT)
    elif found.items:
        text = say("answer.items", facts.locale, range=label, count=len(found.items))
    else:
        text = say("answer.nothing", facts.locale, range=label)
    items = tuple(item_view(item) for item in found.items)
    return Display(correlation_id=decision.correlation_id, text=text, items=items)


async def answer_free_time(
    decision: MainAgentDecisionInput, query: ItemsQuery, facts: TimeFacts, reader: FactReader
) -> Display:
    """When the person is free. A part of the day or a clock time is looked at whole, days within working hours."""
    when = query.range
    window = window_of(when, facts) if when else None
    named = window is not None and when is not None and (takes_any_hour(when) or when.time_given)
    if window is None:
        window = TimeWindow(start_at=facts.now, end_at=facts.now + _HORIZON)
    label = window_label(when, facts) if when else say("range.next_days", facts.locale)
    start = max(window.start_at, facts.now)
    if start >= window.end_at:
        return Display(correlation_id=decision.correlation_id, text=say("answer.not_free", facts.locale, range=label))
    minutes = query.minutes or min(_SLOT_MINUTES, round((window.end_at - start).total_seconds() / 60) or 1)
    clipped = TimeWindow(start_at=start, end_at=window.end_at)
    found = await facts.availability(clipped, minutes, named)
    if found.free:
        slots = joined(
            (
                span_label(facts.wall(slot.start_at), facts.wall(slot.end_at), facts.locale, today=facts.today)
                for slot in found.free
            ),
            facts.locale,
        )
        text = say("answer.free", facts.locale, range=label, slots=slots)
    else:
        text = say("answer.not_free", facts.locale, range=label)
    taken = tuple(dict.fromkeys(slot.item_id for slot in found.busy))[:ITEM_LIMIT]
    items = await reader.items(taken) if taken else ()
    if items:
        titles = titles_label([item.title for item in items], facts.locale)
        text += say("answer.busy", facts.locale, titles=titles)
    return Display(correlation_id=decision.correlation_id, text=text, items=tuple(item_view(item) for item in items))


def _range_label(when: ResolvedTime | None, facts: TimeFacts) -> str:
    return say("range.open", facts.locale) if when is None else window_label(when, facts)
