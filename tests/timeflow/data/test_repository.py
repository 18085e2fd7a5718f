"""Queries on items, on both databases."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from tests.timeflow.data.builders import NOW, item, meeting, span, store, window
from timeflow.data.contracts import CandidateCriteria
from timeflow.data.repository import (
    MAX_WINDOWS,
    Window,
    joined,
    select_agenda,
    select_candidates,
    select_facts,
    select_goal,
    select_items,
    select_taking_time,
    update_items,
)
from timeflow.data.stored import StoredItem

DAY = ("2026-12-02T00:00:00", "2026-12-03T00:00:00")


async def titles(
    database: Database, owner: Owner, deadline: Deadline, criteria: CandidateCriteria, limit: int = 50
) -> list[str]:
    found = await database.read(deadline, lambda uow: select_candidates(uow, owner, criteria, limit))
    return [one.fields.title for one in found]


async def test_an_item_comes_back_as_it_was_stored(database: Database, owner: Owner, deadline: Deadline) -> None:
    stored = (
        meeting("评审 😀", "2026-12-02T15:00:00", description="带上图纸\n" * 100, todo_id="t1"),
        item("出差", all_day=True, start_date="2026-12-02", end_date="2026-12-05"),
        item("报告", "todo", due_date="2026-12-04"),
        item("考证", "long_goal", deadline_date="2027-06-30", plan_overview="先看书"),
        item("看第一章", "subtask", goal_id="g1", estimated_minutes=90, local_due="2026-12-03T18:00:00"),
    )
    await store(database, owner, deadline, *stored)
    found = await database.read(deadline, lambda uow: select_items(uow, owner, [one.item_id for one in stored]))
    assert {one.item_id: one for one in found} == {one.item_id: one for one in stored}


async def test_nobody_sees_the_items_of_another_owner_or_tenant(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    mine = meeting("我的", "2026-12-02T15:00:00")
    goal = item("目标", "long_goal", deadline_date="2026-12-02")
    await store(database, owner, deadline, mine, goal)
    for other in (Owner("local", "somebody"), Owner("other", owner.owner_id)):
        assert await titles(database, other, deadline, CandidateCriteria()) == []
        for query in (
            lambda uow, other=other: select_items(uow, other, [mine.item_id]),
            lambda uow, other=other: select_agenda(uow, other, span(*DAY), 10, undated=True),
            lambda uow, other=other: select_goal(uow, other, goal.item_id, 10),
            lambda uow, other=other: select_taking_time(uow, other, span(*DAY)),
            lambda uow, other=other: select_facts(uow, other, [mine.item_id], [span(*DAY)]),
        ):
            assert await database.read(deadline, query) == ()


async def test_a_window_takes_what_overlaps_it_and_what_is_due_in_it(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    await store(
        database,
        owner,
        deadline,
        meeting("过了零点的", "2026-12-01T23:30:00"),
        meeting("结束时正好零点", "2026-12-01T23:00:00"),
        meeting("下午", "2026-12-02T15:00:00"),
        meeting("第二天零点", "2026-12-03T00:00:00"),
        item("全天", all_day=True, start_date="2026-12-02"),
        item("三周的出差", all_day=True, start_date="2026-11-20", end_date="2026-12-11"),
        item("两年的借调", all_day=True, start_date="2025-06-01", end_date="2027-06-01"),
        item("十年", all_day=True, start_date="2020-06-01", end_date="2030-06-01"),
        item("已结束的长假", all_day=True, start_date="2026-11-01", end_date="2026-12-02"),
        item("当天截止", "todo", due_date="2026-12-02"),
        item("前一天截止", "todo", due_date="2026-12-01"),
        item("零点截止", "todo", local_due="2026-12-02T00:00:00"),
        item("第二天零点截止", "todo", local_due="2026-12-03T00:00:00"),
        item("没有时间的", "todo"),
        item("目标期限", "long_goal", deadline_date="2026-12-02", local_start="2026-11-01T00:00:00"),
        item("别的目标", "long_goal", deadline_date="2026-12-03"),
        meeting("子任务", "2026-12-02T09:00:00", item_type="subtask", due_date="2026-12-02"),
    )  # fmt: skip
    criteria = CandidateCriteria(window=window(*DAY))
    expected = [
        "十年",
        "两年的借调",
        "三周的出差",
        "目标期限",
        "过了零点的",
        "零点截止",
        "全天",
        "子任务",
        "下午",
        "当天截止",
    ]
    found = await titles(database, owner, deadline, criteria)
    assert sorted(found) == sorted(expected)
    agenda = await database.read(deadline, lambda uow: select_agenda(uow, owner, span(*DAY), 50, undated=False))
    assert [one.fields.title for one in agenda] == found
    with_undated = await titles(database, owner, deadline, criteria.model_copy(update={"without_time": True}))
    assert with_undated == [*found, "没有时间的"]


async def test_results_are_in_order_of_time_and_cut_at_the_limit(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    await store(
        database,
        owner,
        deadline,
        item("无时间", "todo"),
        meeting("C", "2026-12-02T17:00:00"),
        item("B", "todo", local_due="2026-12-02T16:00:00"),
        meeting("A", "2026-12-02T15:00:00"),
    )
    assert await titles(database, owner, deadline, CandidateCriteria()) == ["A", "B", "C", "无时间"]
    assert await titles(database, owner, deadline, CandidateCriteria(), limit=2) == ["A", "B"]
    assert await titles(database, owner, deadline, CandidateCriteria(window=window(*DAY)), limit=2) == ["A", "B"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("王工",), ["和王工评审"]),
        (("ABC", "图纸"), ["ＡＢＣ 会议"]),
        (("abc",), ["ＡＢＣ 会议"]),
        (("ﾃｽﾄ",), ["テスト"]),
        (("straße",), ["STRASSE"]),
        (("100%",), ["100%完成"]),
        (("100_",), []),
        (("_%",), []),
        (("\\",), ["反斜杠\\"]),
        (("'; DROP TABLE task_items; --",), []),
        (("王\0工",), ["和王工评审"]),
        (("王工", "ABC"), []),
    ],
)
async def test_words_are_contained_whatever_their_case_and_width(
    database: Database, owner: Owner, deadline: Deadline, words: tuple[str, ...], expected: list[str]
) -> None:
    await store(
        database,
        owner,
        deadline,
        meeting("和王工评审", "2026-12-02T15:00:00"),
        meeting("ＡＢＣ 会议", "2026-12-02T16:00:00", description="带图纸"),
        meeting("テスト", "2026-12-02T17:00:00"),
        meeting("STRASSE", "2026-12-02T18:00:00"),
        item("100%完成", "todo"),
        item("反斜杠\\", "todo"),
    )
    assert await titles(database, owner, deadline, CandidateCriteria(words=words)) == expected


async def test_criteria_narrow_together(database: Database, owner: Owner, deadline: Deadline) -> None:
    goal = item("考研", "long_goal", deadline_date="2027-06-30")
    await store(
        database,
        owner,
        deadline,
        goal,
        item("背单词", "subtask", goal_id=goal.item_id, due_date="2026-12-02"),
        item("背课文", "subtask", due_date="2026-12-02"),
        item("交水费", "todo", due_date="2026-11-30"),
        item("交电费", "todo", due_date="2026-12-02"),
        item("已交的", "todo", due_date="2026-11-30", status="completed"),
        meeting("早会", "2026-12-01T09:00:00", minutes=30),
        meeting("晚会", "2026-12-01T19:00:00"),
    )

    async def found(**criteria: object) -> list[str]:
        return await titles(database, owner, deadline, CandidateCriteria.model_validate(criteria))

    assert await found(goal_title="考研", item_types=("subtask",)) == ["背单词"]
    assert await found(goal_title="考研", item_types=("long_goal",)) == ["考研"]
    assert await found(goal_title="考博") == []
    assert await found(words=("背",), exclude_words=("课文", "\0", "　")) == ["背单词"]
    assert await found(overdue_at=NOW) == ["交水费", "早会"]
    assert await found(overdue_at=NOW, item_types=("todo",)) == ["交水费"]
    assert await found(statuses=("completed",)) == ["已交的"]
    yesterday = window("2026-12-01T00:00:00", "2026-12-02T00:00:00")
    assert await found(window=yesterday, overdue_at=NOW) == ["早会"]


async def test_deleted_items_are_seen_by_id_alone(database: Database, owner: Owner, deadline: Deadline) -> None:
    gone = meeting("删掉的", "2026-12-02T15:00:00")
    await store(database, owner, deadline, gone)
    deleted = gone.next_version(gone.fields, NOW, deleted=True)
    assert await database.write(owner, deadline, lambda uow: update_items(uow, owner, [deleted]))
    assert await titles(database, owner, deadline, CandidateCriteria(window=window(*DAY))) == []
    assert await titles(database, owner, deadline, CandidateCriteria()) == []
    assert await database.read(deadline, lambda uow: select_taking_time(uow, owner, span(*DAY))) == ()
    found = await database.read(deadline, lambda uow: select_items(uow, owner, [gone.item_id]))
    assert [(one.deleted_at, one.version) for one in found] == [(NOW, 2)]


async def test_a_goal_comes_with_its_parts(database: Database, owner: Owner, deadline: Deadline) -> None:
    goal = item("考证", "long_goal", deadline_date="2027-06-30")
    todo = item("不是目标", "todo")
    await store(
        database,
        owner,
        deadline,
        goal,
        todo,
        item("第二章", "subtask", goal_id=goal.item_id, due_date="2026-12-05"),
        item("第一章", "subtask", goal_id=goal.item_id, due_date="2026-12-03"),
        item("别的", "subtask", goal_id="other"),
    )
    found = await database.read(deadline, lambda uow: select_goal(uow, owner, goal.item_id, 50))
    assert [one.fields.title for one in found] == ["第一章", "第二章", "考证"]
    assert await database.read(deadline, lambda uow: select_goal(uow, owner, todo.item_id, 50)) == ()


async def test_only_what_is_active_and_timed_takes_time(database: Database, owner: Owner, deadline: Deadline) -> None:
    taking = meeting("开会", "2026-12-02T15:00:00")
    await store(
        database,
        owner,
        deadline,
        taking,
        meeting("取消的", "2026-12-02T15:00:00", status="cancelled"),
        meeting("做完的", "2026-12-02T15:00:00", status="completed"),
        item("全天", all_day=True, start_date="2026-12-02"),
        item("待办", "todo", due_date="2026-12-02"),
    )
    found = await database.read(deadline, lambda uow: select_taking_time(uow, owner, span(*DAY)))
    assert [one.fields.title for one in found] == ["开会"]
    without = await database.read(deadline, lambda uow: select_taking_time(uow, owner, span(*DAY), [taking.item_id]))
    assert without == ()


async def test_facts_are_the_targets_and_what_is_in_their_way_in_one_statement(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    target = meeting("目标", "2026-12-02T15:00:00")
    other = meeting("挡路的", "2026-12-02T15:30:00")
    later = meeting("晚些", "2026-12-02T20:00:00")
    await store(database, owner, deadline, target, other, later)
    windows = [span("2026-12-02T15:00:00", "2026-12-02T16:00:00")]

    async def facts(ids: list[str], windows: list[Window]) -> tuple[list[str], int]:
        async def work(uow: UnitOfWork) -> tuple[list[str], int]:
            found = await select_facts(uow, owner, ids, windows)
            return [one.fields.title for one in found], uow.counter.statements

        return await database.read(deadline, work)

    assert await facts([target.item_id], windows) == (["目标", "挡路的"], 1)
    assert await facts([], windows) == (["目标", "挡路的"], 1)
    assert await facts([later.item_id], []) == (["晚些"], 1)
    assert await facts([], []) == ([], 0)


async def test_an_update_needs_the_version_that_it_was_made_from(
    database: Database, owner: Owner, deadline: Deadline
) -> None:
    first, second = meeting("一", "2026-12-02T15:00:00"), meeting("二", "2026-12-02T17:00:00")
    await store(database, owner, deadline, first, second)
    moved = [one.next_version(one.fields.model_copy(update={"title": "新"}), NOW) for one in (first, second)]
    assert await database.write(owner, deadline, lambda uow: update_items(uow, owner, moved[:1]))
    assert not await database.write(owner, deadline, lambda uow: update_items(uow, owner, moved))
    assert not await database.write(owner, deadline, lambda uow: update_items(uow, Owner("local", "x"), moved[1:]))


starts = st.integers(0, 10_000)
windows_ = st.lists(
    st.tuples(starts, st.integers(1, 500)).map(
        lambda pair: (NOW + timedelta(minutes=pair[0]), NOW + timedelta(minutes=pair[0] + pair[1]))
    ),
    min_size=1,
    max_size=40,
)


@given(windows=windows_)
def test_joined_windows_cover_the_same_time_and_are_few(windows: list[Window]) -> None:
    result = joined(windows)
    assert len(result) <= MAX_WINDOWS
    assert all(before[1] < after[0] for before, after in itertools.pairwise(result))
    assert all(any(start <= one[0] and one[1] <= end for start, end in result) for one in windows)
    assert result[0][0] == min(start for start, _ in windows)
    assert result[-1][1] == max(end for _, end in windows)


@given(one=windows_, length=st.integers(1, 4000))
def test_overlap_is_symmetric(one: list[Window], length: int) -> None:
    def at(span: Window) -> StoredItem:
        start, end = (instant.astimezone().replace(tzinfo=None) for instant in span)
        return item("x", local_start=start, local_end=end)

    first, second = at(one[0]), at(one[-1])
    assert first.overlaps(second) == second.overlaps(first)
    assert first.overlaps(first)
