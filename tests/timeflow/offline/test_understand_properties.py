"""Whatever is typed: no crash, quotes that were said, times that timeexpr computed, linear time."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.timeflow.perception.support import NOW
from timeflow.offline.understand.service import understand
from timeflow.perception.quotes import said_now, time_quotes
from timeflow.perception.resolve_times import TimeReader, time_context
from timeflow.perception.understanding import DialogueMessage, GivenAnswer, OpenRequest, UnderstandingInput
from timeflow.perception.validators import UnderstandInputValidator
from timeflow.timeexpr import find_expressions

PIECES = (
    "明天", "下午三点", "周五前", "一小时", "每周一", "昨天", "下周三全天", "晚上12点", "今天", "三个月内",
    "和王工", "评审接口", "买牛奶", "交报告", "开会", "它", "所有", "都", "除了周会", "《明天会更好》", "“接口”",
    "取消", "删除", "改到", "推迟", "挪到", "提前", "改名为", "加个备注", "没做完的", "过期的", "搞定了", "重新打开",
    "有什么安排", "有空吗", "几点", "记一下", "提醒我", "待办：", "拆成", "复盘", "重排", "通知大家", "因为",
        "的", "了", "把", "，", "。", " ",
    "tomorrow", "at 3pm", "for an hour", "by Friday", "move", "cancel", "the review", "to", "remind me to",
        "what's on", "am I free",
    "every Monday", "except", "done", "break down", "review", "🙂", "\n", "1", "2/3", "4/5G", "302房间", "(",
        "\\", "[", "*",
)  # fmt: skip
SENTENCES = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map(" ".join),
    st.text(min_size=1, max_size=80),
)


def told(text: str, open_request: OpenRequest | None = None, recent: tuple[str, ...] = ()) -> UnderstandingInput:
    return UnderstandingInput(
        raw_input=text,
        recent_messages=[DialogueMessage(role="user", content=said, created_at=NOW) for said in recent if said.strip()],
        open_request=open_request,
        current_time=NOW,
        today=NOW.date(),
        weekday="周二",
        timezone="Asia/Shanghai",
        locale="zh-CN",
        available_functions=[],
    )


@given(text=SENTENCES, variant=st.sampled_from(["standard", "conservative"]))
@settings(max_examples=400, deadline=None)
def test_every_answer_passes_the_check_that_a_model_must_pass(
    text: str, variant: Literal["standard", "conservative"]
) -> None:
    if not any(letter.isalnum() for letter in text):
        return
    asked = told(text.strip())
    answer = understand(asked, variant)
    assert UnderstandInputValidator().validate(asked, answer).reason_code is None, answer


@given(text=SENTENCES)
@settings(max_examples=200, deadline=None)
def test_every_time_comes_from_timeexpr(text: str) -> None:
    asked = told(text.strip() or "x")
    reader = TimeReader(asked, said_now(asked))
    computed = {e.text for e in find_expressions(asked.raw_input, time_context(asked))}
    for quote in time_quotes(understand(asked).request):
        assert any(word in found for word in quote.words for found in computed)
        assert reader.resolve(quote, "when") is not None


@given(
    text=SENTENCES, field=st.sampled_from(["title", "change", "candidate_query", "reference", "when"]), reply=SENTENCES
)
@settings(max_examples=200, deadline=None)
def test_a_request_with_any_answer_is_understood_in_quotes(text: str, field: str, reply: str) -> None:
    if not any(letter.isalnum() for letter in reply + text):
        return
    answer = GivenAnswer(field_name=field, question_text="?", answer=reply)
    asked = told(reply, OpenRequest(original_request=text, answers=[answer]))
    reason = UnderstandInputValidator().validate(asked, understand(asked)).reason_code
    assert reason is None


@given(text=SENTENCES, recent=st.lists(SENTENCES, max_size=4))
@settings(max_examples=100, deadline=None)
def test_any_dialogue_before_it_is_borne(text: str, recent: list[str]) -> None:
    if any(letter.isalnum() for letter in text):
        asked = told(text, recent=tuple(recent))
        assert UnderstandInputValidator().validate(asked, understand(asked)).reason_code is None


@pytest.mark.parametrize(
    "unit",
    [
        "明天",
        "把",
        "取消",
        "的",
        "¤",
        "明天下午三点和王工评审接口，",
        "every Monday ",
        "please ",
        "记一下",
        "a ",
        "《",
        "（",
        "没做完的",
        "1",
        "提醒我，",
    ],
)
@pytest.mark.timeout(10)
def test_four_thousand_characters_of_anything_end_soon(unit: str) -> None:
    answer = understand(told((unit * 4000)[:4000].strip()))
    assert answer.request.intent
