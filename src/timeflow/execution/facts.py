"""Reading facts for one turn: every question by the authenticated owner, each in a short transaction of its own.

No transaction stays open while a model is called.
"""

from __future__ import annotations

from datetime import datetime

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from timeflow.data.contracts import (
    Availability,
    AvailabilityCriteria,
    CandidateCriteria,
    DataQueryRequest,
    DataQueryResult,
    DetailCriteria,
    ItemSnapshot,
    TimeWindow,
)
from timeflow.data.profile import ProfileDefaults
from timeflow.data.service import DataService
from timeflow.data.times import zone_of
from timeflow.execution.contracts import MainAgentDecisionInput
from timeflow.execution.planned_times import FindAvailability, TimeFacts


class FactReader:
    """The data module, as one turn of one owner sees it."""

    def __init__(self, database: Database, data: DataService, owner: Owner, deadline: Deadline) -> None:
        self._database = database
        self._data = data
        self._owner = owner
        self._deadline = deadline

    async def candidates(self, criteria: CandidateCriteria, limit: int) -> DataQueryResult:
        """``candidate_items``."""
        return await self._ask(
            DataQueryRequest(query_type="candidate_items", user_id=self._owner.owner_id, criteria=criteria, limit=limit)
        )

    async def items(self, item_ids: tuple[str, ...]) -> tuple[ItemSnapshot, ...]:
        """``item_detail``, in the order asked, without those that do not exist."""
        criteria = DetailCriteria(item_ids=item_ids)
        found = await self._ask(
            DataQueryRequest(query_type="item_detail", user_id=self._owner.owner_id, criteria=criteria)
        )
        by_id = {item.item_id: item for item in found.items}
        return tuple(by_id[item_id] for item_id in item_ids if item_id in by_id)

    def availability(self, timezone: str, exclude_item_ids: tuple[str, ...] = ()) -> FindAvailability:
        """A question for busy and free time that leaves these items out."""

        async def find(window: TimeWindow, minutes: int, any_hour: bool) -> Availability:
            criteria = AvailabilityCriteria(
                window=window,
                minutes=minutes,
                timezone=timezone,
                any_hour=any_hour,
                exclude_item_ids=exclude_item_ids,
            )
            found = await self._ask(
                DataQueryRequest(query_type="availability", user_id=self._owner.owner_id, criteria=criteria)
            )
            return found.availability or Availability()

        return find

    def times(
        self, decision: MainAgentDecisionInput, profile: ProfileDefaults, moved: tuple[ItemSnapshot, ...] = ()
    ) -> TimeFacts:
        """What times are settled against. Raises INPUT_INVALID for an unknown zone."""
        zone = zone_of(decision.timezone, field="timezone")
        now: datetime = decision.current_time.astimezone(zone)
        excluded = tuple(item.item_id for item in moved)
        return TimeFacts(now, zone, decision.locale, profile, self.availability(decision.timezone, excluded))

    async def _ask(self, request: DataQueryRequest) -> DataQueryResult:
        return await self._database.read(self._deadline, lambda uow: self._data.query(uow, self._owner, request))
