"""What is refused before any model is called, and what must not be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.timeflow.subagents.support import END, START, item_input
from timeflow.subagents.schedule_todo.input_checks import check_input

CURRENT = {"item_type": "schedule", "title": "评审接口", "start_at": START, "end_at": END}
NO_TIMES = {"start_at": None, "end_at": None}


def reason(**changes: Any) -> str | None:
    refusal = check_input(item_input(**changes))
    return None if refusal is None else refusal.reason_code


def spoken(text: str, start: str = START, end: str = END, **changes: Any) -> str | None:
    required = {"start_at": start, "end_at": end, **changes.pop("required", {})}
    return reason(raw_input=text, required=required, **changes)


def test_mode_and_existing_content_go_together() -> None:
    assert reason(current_item_content=CURRENT) == "GENERATION_MODE_MISMATCH"
    assert reason(generation_mode="revise") == "GENERATION_MODE_MISMATCH"
    assert reason(generation_mode="revise", current_item_content=CURRENT) is None


def test_existing_content_of_another_type_is_a_conflict() -> None:
    todo = {"item_type": "todo", "title": "评审接口"}
    assert reason(generation_mode="revise", current_item_content=todo) == "ITEM_TYPE_MISMATCH"


@pytest.mark.parametrize(
    ("item_type", "required"),
    [
        ("schedule", {"start_at": None}),
        ("schedule", {"end_at": None}),
        ("schedule", {"start_at": END, "end_at": START}),
        ("schedule", {"end_at": START}),
        ("schedule", {"due_at": END}),
        ("schedule", {"deadline_at": END}),
        ("todo", {}),
        ("todo", {**NO_TIMES, "deadline_at": END}),
        ("subtask", {"start_at": END, "end_at": START}),
        ("subtask", {"due_at": START}),
        ("subtask", {"due_at": "2026-12-02T15:30:00+08:00"}),
        ("subtask", {"end_at": None, "due_at": START}),
        ("long_goal", {"end_at": None, "deadline_at": START}),
        ("long_goal", {}),
    ],
)
def test_times_that_are_missing_reversed_contradictory_or_without_a_place(item_type: str, required: Any) -> None:
    assert reason(item_type=item_type, required=required) == "ITEM_TIME_INVALID"


@pytest.mark.parametrize(
    ("item_type", "required"),
    [
        ("schedule", {}),
        ("todo", NO_TIMES),
        ("todo", {**NO_TIMES, "due_at": END}),
        ("subtask", {"due_at": END}),
        ("subtask", NO_TIMES),
        ("long_goal", {"end_at": None, "deadline_at": END}),
    ],
)
def test_times_that_fit(item_type: str, required: Any) -> None:
    assert reason(raw_input="评审接口", item_type=item_type, required=required) is None


def test_a_fault_names_its_fields() -> None:
    refusal = check_input(item_input(required={"end_at": None}))
    assert refusal is not None
    assert refusal.fields == ("content_requirements.end_at",)


@pytest.mark.parametrize(
    "text",
    [
        "明天下午三点和王工评审接口，一小时",
        "明天15:00开会",
        "三点开会",
        "周三下午开会",
        "12月2号下午3点到4点开会",
        "不是四点，是三点",
        "本来四点，改成三点吧",
        "下午三点开会，两点半出发",
        "下午三点开会，提前十分钟到",
        "下午三点开会，半小时后提醒我带电脑",
        "下午两点到五点之间开一小时会",
        "下午五点前和王工评审接口",
        "每周三三点例会，每次一小时",
        "明天和王工评审接口",
        "review the API at 3 pm on Wednesday for one hour",
        "not at 4, at 3",
        "和王工评审4/5G套餐",
        "半小时后开会",
        "现在开会",
        "coffee with Sarah in 2 hours",
        "",
    ],
)
def test_words_that_agree_with_the_confirmed_times_pass(text: str) -> None:
    assert spoken(text or "评审") is None


@pytest.mark.parametrize(
    "text",
    [
        "明天下午四点半和王工评审接口",
        "不是三点，是四点半",
        "把三点的会改到五点",
        "周四下午三点开会",
        "12月3号下午三点开会",
        "凌晨三点开会",
        "下午三点开会，两小时",
        "review the API at 5 pm",
        "on Thursday at 3 pm",
    ],
)
def test_words_that_contradict_the_confirmed_times_are_a_conflict(text: str) -> None:
    assert spoken(text) == "FACT_CONFLICT"


def test_a_moment_in_utc_is_not_taken_for_a_clock_on_the_wall() -> None:
    assert spoken("下午三点评审", start="2026-12-02T07:00:00Z", end="2026-12-02T08:00:00Z") is None


def test_a_title_stated_last_must_be_the_confirmed_one() -> None:
    assert spoken("标题叫「接口会」，不，标题改成「接口评审」", required={"title": "接口评审"}) is None
    assert spoken("标题改成「接口评审」", required={"title": "周会"}) == "FACT_CONFLICT"


def _messages(*texts: tuple[str, str]) -> list[dict[str, str]]:
    return [{"role": role, "content": text, "created_at": "2026-12-01T10:00:00+08:00"} for role, text in texts]


def test_where_the_input_is_silent_the_latest_message_about_this_item_counts() -> None:
    said = _messages(("user", "和王工评审接口定在下午五点"))
    assert spoken("就这样安排", recent_messages=said) == "FACT_CONFLICT"
    corrected = _messages(("user", "和王工评审接口定在下午五点"), ("user", "和王工评审接口还是三点吧"))
    assert spoken("就这样安排", recent_messages=corrected) is None


@pytest.mark.parametrize(
    "text",
    ["每周三和王工评审接口", "每天下午三点和王工评审接口", "明天下午三点和王工评审接口" + "，" * 3000 + "一小时"],
)
def test_an_input_that_says_how_often_or_says_much_is_not_silent(text: str) -> None:
    earlier = _messages(("user", "今晚八点和王工评审接口"))
    assert spoken(text, recent_messages=earlier) is None


@pytest.mark.parametrize("text", ["休假从明天到12月5日", "明天到12月5日休假", "从后天休假到5号"])
def test_days_from_a_relative_one_to_a_date_are_not_compared_with_the_date(text: str) -> None:
    start, end = "2026-12-02T00:00:00+08:00", "2026-12-06T00:00:00+08:00"
    assert spoken(text, start, end, required={"title": "休假"}) is None


def test_other_messages_never_conflict() -> None:
    another = _messages(("user", "健身定在下午五点"), ("assistant", "和王工评审接口定在下午五点"))
    assert spoken("就这样安排", recent_messages=another) is None
    superseded = _messages(("user", "和王工评审接口定在下午五点"))
    assert spoken("和王工评审接口，三点", recent_messages=superseded) is None


def test_times_that_a_revision_leaves_alone_are_facts_that_no_words_outweigh() -> None:
    said = _messages(("user", "评审接口定在下午五点"))
    revision: dict[str, Any] = {"generation_mode": "revise", "current_item_content": CURRENT, "recent_messages": said}
    assert spoken("给评审接口加个备注：五点前发材料", **revision) is None
    assert spoken("备注改成五点带电脑", **revision) is None
    assert reason(raw_input="给评审接口加个备注", required=NO_TIMES, **revision) is None


def test_a_time_that_a_revision_changes_is_compared() -> None:
    moved = {"start": "2026-12-02T17:00:00+08:00", "end": "2026-12-02T18:00:00+08:00"}
    revision: dict[str, Any] = {"generation_mode": "revise", "current_item_content": CURRENT}
    assert spoken("评审接口改到下午五点", **moved, **revision) is None
    assert spoken("评审接口改到下午四点半", **moved, **revision) == "FACT_CONFLICT"


def test_a_deadline_said_as_a_date_is_the_midnight_after_it() -> None:
    todo = {"item_type": "todo", "required": {**NO_TIMES, "title": "交报告", "due_at": "2026-12-05T00:00:00+08:00"}}
    assert reason(raw_input="12月4号前交报告", **todo) is None
    assert reason(raw_input="周五前交报告", **todo) is None
