"""Questions to the data module and changes for it (B section 4, decisions table).

Times that carry an offset are instants; local times stand beside their IANA zone.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from agentbase.core.contract import AwareDatetime, FrozenContract, WallDatetime
from timeflow.data.profile import UserProfileSnapshot
from timeflow.functions.contracts import ITEM_LIMIT, ItemStatus, ItemType

QueryType = Literal[
    "candidate_items",
    "item_detail",
    "goal_tasks",
    "user_profile",
    "goal_scoped_profile",
    "review_facts",
    "availability",
]


class ItemSnapshot(FrozenContract):
    """One item as it stands. Exactly the times that its kind has are set; ``end_date`` and ``end_at`` are exclusive.

    ``start_at``/``end_at``/``due_at``/``deadline_at`` carry the offset of ``timezone``. An all-day schedule has dates
    and local
    midnights. ``due_date``/``deadline_date`` is the date that was said; ``due_at`` is then the next midnight
    (decisions 14).
    """

    item_id: str
    item_type: ItemType
    title: str
    description: str | None = None
    status: ItemStatus
    version: int
    timezone: str
    all_day: bool = False
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    start_date: date | None = None
    end_date: date | None = None
    due_at: AwareDatetime | None = None
    due_date: date | None = None
    deadline_at: AwareDatetime | None = None
    deadline_date: date | None = None
    estimated_minutes: int | None = None
    plan_overview: str | None = None
    goal_id: str | None = None
    todo_id: str | None = None
    deleted: bool = False
    created_at: AwareDatetime


class ItemView(FrozenContract):
    """An item as the person sees it (design section 7)."""

    item_id: str | None
    item_type: ItemType
    title: str
    description: str | None = None
    start_at: str | None = None
    end_at: str | None = None
    all_day: bool = False
    start_date: str | None = None
    end_date: str | None = None
    due_at: str | None = None
    due_date: str | None = None
    deadline_at: str | None = None
    estimated_minutes: int | None = None
    status: str = "active"
    version: int | None = None
    goal_id: str | None = None
    todo_id: str | None = None


class ItemReference(FrozenContract):
    """Which item, as it was when it was looked at."""

    item_id: str
    item_type: ItemType
    version: int


class TimeWindow(FrozenContract):
    """A half-open span of time."""

    start_at: AwareDatetime
    end_at: AwareDatetime

    @model_validator(mode="after")
    def _ordered(self) -> TimeWindow:
        if self.end_at <= self.start_at:
            raise ValueError("end_at must be after start_at")
        return self


class CandidateCriteria(FrozenContract):
    """``candidate_items``: AND of all that is set. ``words`` must all occur in title or description (case and width
    folded).

    ``window``: schedules and sub-tasks that overlap it, todos due in it. ``overdue_at``: due or ended before it and
    still active.
    ``without_time`` also takes what has no time at all when a window is set (todos, sub-tasks, goals).
    """

    words: tuple[str, ...] = ()
    item_types: tuple[ItemType, ...] = ()
    statuses: tuple[ItemStatus, ...] = ()
    window: TimeWindow | None = None
    overdue_at: AwareDatetime | None = None
    exclude_words: tuple[str, ...] = ()
    goal_title: str | None = None
    without_time: bool = False


class DetailCriteria(FrozenContract):
    """``item_detail``: these items, also deleted ones (``deleted`` says so)."""

    item_ids: Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]


class GoalCriteria(FrozenContract):
    """``goal_tasks`` and ``goal_scoped_profile``."""

    goal_id: str


class ProfileCriteria(FrozenContract):
    """``user_profile`` has no criteria."""


class ReviewCriteria(FrozenContract):
    """``review_facts``."""

    window: TimeWindow
    goal_id: str | None = None


class AvailabilityCriteria(FrozenContract):
    """``availability``: busy and free time in the window; free time keeps to working hours and lunch unless
    ``any_hour``."""

    window: TimeWindow
    minutes: Annotated[int, Field(ge=1)] = 1
    timezone: str
    any_hour: bool = False
    exclude_item_ids: tuple[str, ...] = ()


Criteria = CandidateCriteria | DetailCriteria | GoalCriteria | ProfileCriteria | ReviewCriteria | AvailabilityCriteria


class DataQueryRequest(FrozenContract):
    """One question. ``user_id`` is the authenticated one."""

    query_type: QueryType
    user_id: str
    criteria: Criteria
    limit: Annotated[int, Field(ge=1, le=200)] = ITEM_LIMIT


class BusySlot(FrozenContract):
    """Time that an item takes."""

    item_id: str
    title: str
    start_at: AwareDatetime
    end_at: AwareDatetime


class Availability(FrozenContract):
    """Busy time and free time of a window, both in order of time, free slots disjoint from busy ones."""

    busy: tuple[BusySlot, ...] = ()
    free: tuple[TimeWindow, ...] = ()


class DataQueryResult(FrozenContract):
    """The answer. ``truncated`` says that there were more than ``limit``; then the items are not the whole (and never
    a range)."""

    query_type: QueryType
    items: tuple[ItemSnapshot, ...] = ()
    availability: Availability | None = None
    profile: UserProfileSnapshot | None = None
    as_of: AwareDatetime
    truncated: bool = False


class ItemPage(FrozenContract):
    """Items in order of time; ``truncated`` where there are more."""

    items: tuple[ItemSnapshot, ...]
    truncated: bool = False


class ItemFields(FrozenContract):
    """The final values of an item as a confirmed change writes them: what is hashed, no more and no less.

    Local wall times beside ``tzid`` are the truth (design section 5); UTC columns are derived when it is written.
    For an update only the fields named in the change's ``after`` are written.
    """

    title: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=2000)] | None = None
    status: ItemStatus = "active"
    tzid: Annotated[str, Field(min_length=1, max_length=64)]
    all_day: bool = False
    local_start: WallDatetime | None = None
    local_end: WallDatetime | None = None
    start_date: date | None = None
    end_date: date | None = None
    local_due: WallDatetime | None = None
    due_date: date | None = None
    local_deadline: WallDatetime | None = None
    deadline_date: date | None = None
    estimated_minutes: Annotated[int, Field(ge=1)] | None = None
    plan_overview: str | None = None
    goal_id: str | None = None
    todo_id: str | None = None
