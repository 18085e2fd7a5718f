"""Whether a sentence answers the open question or is a request of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.timeflow.perception.support import NOW
from timeflow.perception.clarification import AskedQuestion, OpenQuestions
from timeflow.perception.contracts import ClarificationOption
from timeflow.perception.reply import ReplyKind, reply_kind


def question(field: str, *options: tuple[str, str], reason: str = "missing_required_params") -> dict[str, Any]:
    asked = AskedQuestion(
        question_id="q1",
        field_name=field,
        question_text="?",
        options=[ClarificationOption(label=label, value=value) for label, value in options],
    )
    opened = OpenQuestions(original_request="晚上12点看电影", answers=[], questions=[asked])
    return {"question_ids": ["q1"], "clarification_reason": reason, "known_params": opened.model_dump(mode="json")}


MIDNIGHTS = (
    ("12月2日 周三 00:00（周二夜里）", "2026-12-02T00:00:00"),
    ("12月3日 周四 00:00（周三夜里）", "2026-12-03T00:00:00"),
)


@pytest.mark.parametrize(
    ("asked", "text", "kind"),
    [
        (question("when", *MIDNIGHTS), "2", "answer"),
        (question("when", *MIDNIGHTS), "第一个", "answer"),
        (question("when", *MIDNIGHTS), "今晚", "answer"),
        (question("when", *MIDNIGHTS), "周五下午三点吧", "answer"),
        (question("when", *MIDNIGHTS), "明天下午三点和王工开会", "new_request"),
        (question("when", *MIDNIGHTS), "今晚12点体检", "new_request"),
        (question("when", *MIDNIGHTS), "今晚12点看电影", "answer"),
        (question("candidate_query"), "后天三点到五点写报告", "new_request"),
        (question("candidate_query"), "gym tomorrow at 6pm", "new_request"),
        (question("candidate_query"), "明天下午三点的评审", "answer"),
        (question("when", *MIDNIGHTS), "取消明天的评审", "new_request"),
        (question("when", *MIDNIGHTS), "明天有什么安排", "new_request"),
        (question("title"), "和王工评审接口", "answer"),
        (question("title"), "明天下午三点和王工评审接口", "answer"),
        (question("title"), "取消周五的评审", "new_request"),
        (question("title"), "周三下午有空吗", "new_request"),
        (question("title"), "what's on tomorrow?", "new_request"),
        (question("title"), "remind me to call mom", "new_request"),
        (question("candidate_query"), "明天的评审", "answer"),
        (question("change"), "改到后天", "answer"),
        (question("change"), "推迟半小时", "answer"),
        (question("change"), "删除买牛奶", "new_request"),
        (question("operation", ("记成待办", "todo"), ("不用", "none")), "好的", "answer"),
        (question("operation", ("记成待办", "todo"), ("不用", "none")), "和李工吃饭", "new_request"),
        (question("weekly_time", ("每周3小时", "每周3小时"), reason="long_task_split_questions"), "看情况", "answer"),
    ],
)
def test_kind(asked: dict[str, Any], text: str, kind: ReplyKind) -> None:
    assert reply_kind(asked, text, now=NOW, timezone="Asia/Shanghai") == kind


def test_a_message_that_asks_nothing_is_not_answered() -> None:
    assert reply_kind({}, "2", now=NOW, timezone="Asia/Shanghai") == "new_request"
