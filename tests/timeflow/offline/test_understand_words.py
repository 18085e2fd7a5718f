"""Small words that are easily taken for something else."""

from __future__ import annotations

import pytest

from tests.timeflow.offline.test_understand_properties import told
from timeflow.offline.understand.service import understand
from timeflow.perception.understanding import ScheduleTodoUnderstanding, SeveralRequests, UnsupportedRequest


def new_item(text: str) -> ScheduleTodoUnderstanding:
    request = understand(told(text)).request
    assert isinstance(request, ScheduleTodoUnderstanding) and request.operation == "create", request
    return request


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("下周二全天请假", "请假"),
        ("请假两天，从下周一开始", "请假"),
        ("请王总吃饭 明天中午", "请王总吃饭"),
        ("请帮我安排明天下午三点开会", "开会"),
        ("请明天下午三点提醒我吃药", "吃药"),
    ],
)
def test_qing_is_politeness_only_where_it_asks(text: str, title: str) -> None:
    assert new_item(text).title == title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("不，我是说明天上午9点面试候选人", "面试候选人"),
        ("不对，我的意思是周五下午交报告", "交报告"),
        ("no, I meant dentist on Friday at 4pm", "dentist"),
    ],
)
def test_what_is_meant_is_read_without_the_correction_before_it(text: str, title: str) -> None:
    assert new_item(text).title == title


def test_actually_make_it_moves_the_item_talked_about() -> None:
    request = understand(told("actually make it 9:30")).request
    assert isinstance(request, ScheduleTodoUnderstanding) and request.operation == "update"
    assert request.change is not None and request.change.when is not None
    assert request.change.when.words == ["9:30"]


@pytest.mark.parametrize("text", ["提前10分钟提醒我周会", "remind me 10 minutes before standup"])
def test_a_reminder_before_an_existing_item_is_no_new_item(text: str) -> None:
    assert understand(told(text)).request == UnsupportedRequest(topic="reminders")


@pytest.mark.parametrize("text", ["别提醒我明天下午三点开会", "明天下午三点开会，不用提醒"])
def test_a_refused_reminder_is_neither_wish_nor_title(text: str) -> None:
    assert (new_item(text).title, new_item(text).wishes) == ("开会", [])


@pytest.mark.parametrize(
    ("text", "title"),
    [("两周后的周三复盘", "复盘"), ("明天下午复盘项目", "复盘项目"), ("周五下午复盘这周", "复盘这周")],
)
def test_a_review_at_a_time_to_come_is_planned(text: str, title: str) -> None:
    assert new_item(text).title == title


def test_a_gap_looked_for_to_do_something_is_a_new_event() -> None:
    request = new_item("这周五下午帮我找个一小时的空档和老板对齐目标")
    assert request.title == "和老板对齐目标"
    assert request.when is not None and request.duration is not None
    free = understand(told("明天下午帮我找个空档")).request
    assert isinstance(free, ScheduleTodoUnderstanding) and free.query_kind == "free_time"


@pytest.mark.parametrize(
    ("text", "requests"),
    [
        ("把周会和出差都删掉", ["把周会删掉", "把出差删掉"]),
        ("把周会、站会和出差都删掉", ["把周会删掉", "把站会删掉", "把出差删掉"]),
        ("删掉团建和买打印纸", ["删掉团建", "删掉买打印纸"]),
        ("把交预算和交合同都改到下周三", ["把交预算改到下周三", "把交合同改到下周三"]),
        ("把明天的体检和周会都取消", ["把明天的体检取消", "把明天的周会取消"]),
        ("tomorrow at 3pm gym and at 6pm dinner with Sue", ["tomorrow at 3pm gym", "tomorrow at 6pm dinner with Sue"]),
        ("buy milk, then walk the dog", ["buy milk", "walk the dog"]),
        ("明天10点开站会，15分钟，周五交报告", ["明天10点开站会，15分钟", "周五交报告"]),
    ],
)
def test_each_of_several_things_is_offered_whole(text: str, requests: list[str]) -> None:
    assert understand(told(text)).request == SeveralRequests(requests=requests)


@pytest.mark.parametrize("text", ["把和王工的评审删掉", "取消和王工的评审", "把明天和后天的会都取消"])
def test_people_and_days_that_are_joined_name_one_target(text: str) -> None:
    request = understand(told(text)).request
    assert isinstance(request, ScheduleTodoUnderstanding) and request.operation == "delete"
