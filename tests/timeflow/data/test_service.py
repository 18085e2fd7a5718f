"""The seven questions and the agenda, through the door."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest
from pydantic import ValidationError

from agentbase.core.database import Database, Owner
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.testing.clock import FrozenClock
from tests.timeflow.data.builders import item, meeting, span, store, window
from timeflow.data.contracts import (
    AvailabilityCriteria,
    CandidateCriteria,
    Criteria,
    DataQueryRequest,
    DataQueryResult,
    DetailCriteria,
    GoalCriteria,
    ProfileCriteria,
    QueryType,
    ReviewCriteria,
    TimeWindow,
)
from timeflow.data.profile import ProfileDefaults
from timeflow.data.service import DataService
from timeflow.data.stored import StoredItem
from timeflow.data.view import item_view

DAY = ("2026-12-02T00:00:00", "2026-12-03T00:00:00")


class Asking:
    """One owner who asks."""

    def __init__(self, database: Database, owner: Owner, deadline: Deadline, clock: FrozenClock) -> None:
        self.database = database
        self.owner = owner
        self.deadline = deadline
        self.data = DataService(clock, ProfileDefaults(work_start=time(10)))

    async def store(self, *items: StoredItem) -> None:
        await store(self.database, self.owner, self.deadline, *items)

    async def ask(
        self, query_type: QueryType, criteria: Criteria, limit: int = 50, user_id: str | None = None
    ) -> DataQueryResult:
        request = DataQueryRequest(
            query_type=query_type, user_id=user_id or self.owner.owner_id, criteria=criteria, limit=limit
        )
        return await self.database.read(self.deadline, lambda uow: self.data.query(uow, self.owner, request))


@pytest.fixture
def asking(database: Database, owner: Owner, deadline: Deadline, frozen_clock: FrozenClock) -> Asking:
    return Asking(database, owner, deadline, frozen_clock)


def titles(result: DataQueryResult) -> list[str]:
    return [one.title for one in result.items]


async def test_candidates_say_when_they_are_not_all(asking: Asking, frozen_clock: FrozenClock) -> None:
    await asking.store(*(item(f"待办 {number}", "todo") for number in range(3)))
    whole = await asking.ask("candidate_items", CandidateCriteria(), limit=3)
    assert (len(whole.items), whole.truncated, whole.as_of) == (3, False, frozen_clock.now())
    cut = await asking.ask("candidate_items", CandidateCriteria(), limit=2)
    assert (len(cut.items), cut.truncated) == (2, True)


async def test_details_are_exact_and_leave_out_what_does_not_exist(asking: Asking) -> None:
    stored = meeting("评审", "2026-12-02T15:00:00")
    await asking.store(stored)
    found = await asking.ask("item_detail", DetailCriteria(item_ids=(stored.item_id, "never", "é" * 50)), limit=1)
    assert found.items == (stored.snapshot(),)
    assert not found.truncated
    assert item_view(found.items[0]).model_dump(exclude_none=True) == {
        "item_id": stored.item_id,
        "item_type": "schedule",
        "title": "评审",
        "start_at": "2026-12-02T15:00:00+08:00",
        "end_at": "2026-12-02T16:00:00+08:00",
        "all_day": False,
        "status": "active",
        "version": 1,
    }


@pytest.mark.parametrize("hours", [{"work_start": time(18)}, {"lunch_start": time(14)}])
def test_hours_that_end_before_they_begin_are_refused(hours: dict[str, time]) -> None:
    with pytest.raises(ValidationError):
        ProfileDefaults.model_validate(hours)


async def test_a_date_is_shown_as_that_date(asking: Asking) -> None:
    stored = item("报告", "todo", due_date="2026-12-04")
    view = item_view(stored.snapshot())
    assert (view.due_date, view.due_at) == ("2026-12-04", "2026-12-05T00:00:00+08:00")


async def test_availability_keeps_to_the_profile_unless_any_hour_will_do(asking: Asking) -> None:
    busy = meeting("评审", "2026-12-02T15:00:00")
    await asking.store(busy)

    async def free(**more: object) -> list[str]:
        criteria = AvailabilityCriteria.model_validate({"window": window(*DAY), "timezone": "Asia/Shanghai", **more})
        found = (await asking.ask("availability", criteria)).availability
        assert found is not None
        return [f"{slot.start_at:%H:%M}-{slot.end_at:%H:%M}" for slot in found.free]

    assert await free() == ["10:00-12:00", "13:00-15:00", "16:00-18:00"]
    assert await free(any_hour=True, minutes=600) == ["00:00-15:00"]
    assert await free(exclude_item_ids=(busy.item_id, "é" * 50)) == ["10:00-12:00", "13:00-18:00"]


async def test_goals_reviews_and_profiles(asking: Asking) -> None:
    goal = item("考证", "long_goal", deadline_date="2027-06-30")
    part = item("看书", "subtask", goal_id=goal.item_id, due_date="2026-12-02", status="cancelled")
    await asking.store(goal, part, meeting("评审", "2026-12-02T15:00:00"))
    assert titles(await asking.ask("goal_tasks", GoalCriteria(goal_id=goal.item_id))) == ["看书", "考证"]
    assert titles(await asking.ask("goal_tasks", GoalCriteria(goal_id="é"))) == []
    day = window(*DAY)
    assert titles(await asking.ask("review_facts", ReviewCriteria(window=day))) == ["评审", "看书"]
    assert titles(await asking.ask("review_facts", ReviewCriteria(window=day, goal_id=goal.item_id))) == ["看书"]
    assert (await asking.ask("goal_scoped_profile", GoalCriteria(goal_id=goal.item_id))).items == ()
    profile = (await asking.ask("user_profile", ProfileCriteria())).profile
    assert profile is not None
    assert profile.missing
    assert profile.profile.work_start == time(10)


async def test_the_agenda_is_open_where_no_day_is_given(asking: Asking) -> None:
    await asking.store(
        meeting("昨天", "2026-12-01T15:00:00"),
        meeting("今天", "2026-12-02T15:00:00"),
        meeting("明天", "2026-12-03T15:00:00"),
        meeting("取消的", "2026-12-02T16:00:00", status="cancelled"),
        item("没有时间", "todo"),
        item("做完了", "todo", status="completed"),
    )

    async def agenda(start: datetime | None, end: datetime | None, undated: bool) -> list[str]:
        page = await asking.database.read(
            asking.deadline, lambda uow: asking.data.agenda(uow, asking.owner, start, end, undated=undated)
        )
        assert not page.truncated
        return [one.title for one in page.items]

    start, end = span(*DAY)
    assert await agenda(start, end, False) == ["今天"]
    assert await agenda(start, None, True) == ["今天", "明天", "没有时间"]
    assert await agenda(None, None, False) == ["昨天", "今天", "明天"]


@pytest.mark.parametrize(
    ("query_type", "criteria", "user_id", "field"),
    [
        ("candidate_items", CandidateCriteria(), "somebody", "user_id"),
        ("item_detail", CandidateCriteria(), None, "criteria"),
        ("availability", AvailabilityCriteria(window=window(*DAY), timezone="Mars/Olympus"), None, "timezone"),
        (
            "availability",
            AvailabilityCriteria(
                window=TimeWindow(start_at=datetime(2026, 1, 1, tzinfo=UTC), end_at=datetime(2036, 1, 1, tzinfo=UTC)),
                timezone="UTC",
            ),
            None,
            "window",
        ),
    ],
)
async def test_a_question_that_does_not_hold_together_is_refused_by_its_field(
    asking: Asking, query_type: QueryType, criteria: Criteria, user_id: str | None, field: str
) -> None:
    with pytest.raises(AgentBaseError) as refused:
        await asking.ask(query_type, criteria, user_id=user_id)
    assert refused.value.reason_code == "INPUT_INVALID"
    assert [error.field for error in refused.value.field_errors] == [field]
