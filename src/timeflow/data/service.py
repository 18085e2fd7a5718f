"""The door of the data module: the seven questions of B section 4, and the agenda. It answers; it never writes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from agentbase.core.clock import Clock
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error
from timeflow.data.availability import availability_of
from timeflow.data.contracts import (
    AvailabilityCriteria,
    CandidateCriteria,
    Criteria,
    DataQueryRequest,
    DataQueryResult,
    DetailCriteria,
    GoalCriteria,
    ItemPage,
    ProfileCriteria,
    QueryType,
    ReviewCriteria,
)
from timeflow.data.profile import ProfileDefaults, UserProfileSnapshot
from timeflow.data.repository import (
    EARLIEST,
    LATEST,
    select_agenda,
    select_candidates,
    select_goal,
    select_items,
    select_review,
    select_taking_time,
)
from timeflow.data.stored import StoredItem
from timeflow.data.times import zone_of

AGENDA_LIMIT: Final = 1000
LONGEST_AVAILABILITY: Final = timedelta(days=366)

_CRITERIA: dict[QueryType, type[Criteria]] = {
    "candidate_items": CandidateCriteria,
    "item_detail": DetailCriteria,
    "goal_tasks": GoalCriteria,
    "user_profile": ProfileCriteria,
    "goal_scoped_profile": GoalCriteria,
    "review_facts": ReviewCriteria,
    "availability": AvailabilityCriteria,
}


class DataService:
    """Answers questions about one owner's items inside the caller's transaction (a read, or a write before its writes).

    ``profile`` is what is assumed of everybody until people have profiles of their own.
    """

    def __init__(self, clock: Clock, profile: ProfileDefaults) -> None:
        self._clock = clock
        self._profile = profile

    async def query(self, uow: UnitOfWork, owner: Owner, request: DataQueryRequest) -> DataQueryResult:
        """Answer one question of the owner.

        Items come in order of time; ``truncated`` where there are more than ``limit`` (never in ``item_detail``).
        What does not exist or belongs to somebody else is not in the answer. Raises INPUT_INVALID where the request
        names another user, a criteria type that is not its query's, an unknown zone or too long a window.
        """
        if request.user_id != owner.owner_id:
            raise _invalid("user_id", "is not the authenticated user")
        if type(request.criteria) is not _CRITERIA[request.query_type]:
            raise _invalid("criteria", f"are not those of {request.query_type}")
        match request.criteria:
            case CandidateCriteria() as criteria:
                items = await select_candidates(uow, owner, criteria, request.limit + 1)
                return self._result(request, items)
            case DetailCriteria() as criteria:
                items = await select_items(uow, owner, criteria.item_ids)
                return self._result(request, items, limit=len(items))
            case GoalCriteria() as criteria if request.query_type == "goal_tasks":
                return self._result(request, await select_goal(uow, owner, criteria.goal_id, request.limit + 1))
            case ReviewCriteria() as criteria:
                return self._result(request, await select_review(uow, owner, criteria, request.limit + 1))
            case AvailabilityCriteria() as criteria:
                return await self._availability(uow, owner, criteria)
            case ProfileCriteria():
                snapshot = UserProfileSnapshot(profile=self._profile)
                return DataQueryResult(query_type=request.query_type, profile=snapshot, as_of=self._clock.now())
            case _:
                return DataQueryResult(query_type=request.query_type, as_of=self._clock.now())

    async def agenda(
        self, uow: UnitOfWork, owner: Owner, start: datetime | None, end: datetime | None, *, undated: bool
    ) -> ItemPage:
        """What happens or is due from ``start`` to ``end`` (aware, half-open; None leaves that side open).

        Cancelled items are left out; ``undated`` adds the open todos that have no time, last. At most AGENDA_LIMIT.
        """
        window = (start or EARLIEST, end or LATEST)
        items = await select_agenda(uow, owner, window, AGENDA_LIMIT + 1, undated=undated)
        return ItemPage(
            items=tuple(item.snapshot() for item in items[:AGENDA_LIMIT]), truncated=len(items) > AGENDA_LIMIT
        )

    async def _availability(self, uow: UnitOfWork, owner: Owner, criteria: AvailabilityCriteria) -> DataQueryResult:
        zone = zone_of(criteria.timezone, field="timezone")
        window = (criteria.window.start_at, criteria.window.end_at)
        if window[1] - window[0] > LONGEST_AVAILABILITY:
            raise _invalid("window", f"is longer than {LONGEST_AVAILABILITY.days} days")
        items = await select_taking_time(uow, owner, window, criteria.exclude_item_ids)
        found = availability_of(
            items,
            criteria.window,
            zone,
            minutes=criteria.minutes,
            hours=None if criteria.any_hour else self._profile,
        )
        return DataQueryResult(query_type="availability", availability=found, as_of=self._clock.now())

    def _result(
        self, request: DataQueryRequest, items: tuple[StoredItem, ...], limit: int | None = None
    ) -> DataQueryResult:
        kept = request.limit if limit is None else limit
        return DataQueryResult(
            query_type=request.query_type,
            items=tuple(item.snapshot() for item in items[:kept]),
            as_of=self._clock.now(),
            truncated=len(items) > kept,
        )


def _invalid(field: str, message: str) -> Exception:
    return base_error("INPUT_INVALID", field_errors=[FieldError(field, message)])
