"""What is planned on some days. By itself, since looking needs nothing that understands or writes."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from timeflow.conversation.contracts import Agenda
from timeflow.data.contracts import CandidateCriteria, DataQueryRequest, ItemSnapshot
from timeflow.data.service import DataService
from timeflow.data.times import instant_of, zone_of
from timeflow.data.view import item_view


class AgendaReader:
    """Reads the agenda of any owner, each time within ``deadline_ms``."""

    def __init__(self, database: Database, data: DataService, clock: Clock, deadline_ms: int) -> None:
        self._database = database
        self._data = data
        self._clock = clock
        self._deadline_ms = deadline_ms

    async def between(
        self, owner: Owner, first: date | None, last: date | None, *, timezone: str, current_time: datetime
    ) -> Agenda:
        """The agenda of local days, both included; without a range what is overdue, what is to come, undated todos.

        Raises INPUT_INVALID for an unknown zone or a day out of reach, and what `Database.read` raises.
        """
        zone = zone_of(timezone, field="timezone")
        undated = first is None and last is None
        begin = first or (current_time.astimezone(zone).date() if undated else None)
        start = instant_of(datetime.combine(begin, time()), zone, field="from") if begin else None
        end = instant_of(datetime.combine(last + timedelta(days=1), time()), zone, field="to") if last else None

        async def work(uow: UnitOfWork) -> Agenda:
            page = await self._data.agenda(uow, owner, start, end, undated=undated)
            missed: tuple[ItemSnapshot, ...] = ()
            if undated and start is not None:
                criteria = CandidateCriteria(item_types=("todo", "subtask"), statuses=("active",), overdue_at=start)
                question = DataQueryRequest(query_type="candidate_items", user_id=owner.owner_id, criteria=criteria)
                missed = (await self._data.query(uow, owner, question)).items
            listed = {item.item_id for item in page.items}
            items = sorted((*(item for item in missed if item.item_id not in listed), *page.items), key=_place)
            return Agenda(items=tuple(item_view(item) for item in items), more=page.truncated)

        return await self._database.read(Deadline.after(self._deadline_ms, self._clock), work)


def _place(item: ItemSnapshot) -> tuple[bool, datetime]:
    """By the day that is shown: what is due on a day stands at its end, what lasts the day at its beginning."""
    zone = ZoneInfo(item.timezone)
    if item.start_at is not None:
        return False, item.start_at
    day = item.due_date or item.deadline_date
    if day is not None:
        return False, datetime.combine(day, time.max, zone)
    moment = item.due_at or item.deadline_at
    return moment is None, moment or item.created_at
