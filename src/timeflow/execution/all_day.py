"""All-day items take no clock time, so they are told beside a card that puts something on their day."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from timeflow.data.contracts import CandidateCriteria, TimeWindow
from timeflow.execution.changes import ChangeDraft
from timeflow.execution.facts import FactReader
from timeflow.execution.planned_times import TimeFacts
from timeflow.execution.wording import say, titles_label
from timeflow.functions.contracts import ITEM_LIMIT


async def all_day_notices(drafts: tuple[ChangeDraft, ...], facts: TimeFacts, reader: FactReader) -> tuple[str, ...]:
    """What lasts the whole day when a new or moved event is to happen; one question, for a single change."""
    window = _days_of(drafts[0], facts) if len(drafts) == 1 else None
    if window is None:
        return ()
    criteria = CandidateCriteria(item_types=("schedule",), statuses=("active",), window=window)
    own = drafts[0].item.item_id if drafts[0].item else None
    found = await reader.candidates(criteria, ITEM_LIMIT)
    titles = [item.title for item in found.items if item.all_day and item.item_id != own]
    if not titles:
        return ()
    return (say("notice.all_day", facts.locale, titles=titles_label(titles, facts.locale)),)


def _days_of(draft: ChangeDraft, facts: TimeFacts) -> TimeWindow | None:
    """The whole days on which an event is newly put."""
    start, first, last = (draft.values.get(name) for name in ("local_start", "start_date", "end_date"))
    if isinstance(start, datetime):
        midnight = datetime.combine(start.date(), time())
        return facts.window(midnight, midnight + timedelta(days=1))
    if isinstance(first, date):
        end = last if isinstance(last, date) else first + timedelta(days=1)
        return facts.window(datetime.combine(first, time()), datetime.combine(end, time()))
    return None
