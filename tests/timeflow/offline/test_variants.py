"""The two offline models: the conservative one asks where the standard one takes a hint."""

from __future__ import annotations

import pytest

from tests.timeflow.offline.test_understand_properties import told
from timeflow.offline.understand.service import understand
from timeflow.perception.understanding import ScheduleTodoUnderstanding, UnclearRequest


@pytest.mark.parametrize("text", ["买牛奶", "交水电费", "Buy milk"])
def test_a_bare_errand_is_a_todo_or_a_question(text: str) -> None:
    assert isinstance(understand(told(text), "standard").request, ScheduleTodoUnderstanding)
    assert isinstance(understand(told(text), "conservative").request, UnclearRequest)


@pytest.mark.parametrize("text", ["明天下午三点开会", "取消明天的评审", "记一下买牛奶"])
def test_both_agree_on_what_is_said_plainly(text: str) -> None:
    assert understand(told(text), "standard") == understand(told(text), "conservative")
