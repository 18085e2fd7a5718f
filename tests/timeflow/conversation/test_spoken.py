"""Words that settle: only for what was shown last, and never for what is heavy."""

from __future__ import annotations

from datetime import datetime

import pytest

from timeflow.conversation.contracts import Pending
from timeflow.conversation.spoken import NotSettled, SpokenChoice, SpokenDecision, SpokenEdit, spoken
from timeflow.execution.contracts import ChangeView, ConfirmationRequiredResponse, SelectionOption, SelectionRequired
from timeflow.timeexpr.contracts import TimeContext

CONTEXT = TimeContext(datetime(2026, 12, 1, 10), "Asia/Shanghai")


def card(card_id: str = "w1", *, weight: str = "light", count: int = 1) -> ConfirmationRequiredResponse:
    change = ChangeView(
        change_id="C1",
        change_hash="sha256:" + "0" * 64,
        operation="create",
        item_type="schedule",
        after={"title": "和王工评审接口", "start_at": "2026-12-02T15:00:00+08:00"},
    )
    return ConfirmationRequiredResponse.model_validate({
        "correlation_id": "c",
        "write_request_id": card_id,
        "payload_hash": "sha256:" + "0" * 64,
        "expires_at": "2026-12-02T10:00:00+08:00",
        "weight": weight,
        "change_count": count,
        "summary": "新建日程",
        "made_by": "offline/standard",
        "changes": (change,),
    })  # fmt: skip


def choice() -> SelectionRequired:
    options = (
        SelectionOption(option_id="1", label="就这个时间", slot={"start_at": "a", "end_at": "b", "keep": "true"}),
        SelectionOption(option_id="2", label="12月2日 周三 16:00–17:00", slot={"start_at": "a", "end_at": "b"}),
    )
    return SelectionRequired(correlation_id="c", interaction_id="i1", question="怎么办？", options=options)


@pytest.mark.parametrize("words", ["好", "好的。", "确认", "可以", "嗯", "OK", "yes", "y", "没问题！"])
def test_a_yes_confirms_the_one_card_that_was_shown_last(words: str) -> None:
    assert spoken(words, Pending(cards=(card(),)), "w1", CONTEXT) == SpokenDecision(card(), "confirm")


@pytest.mark.parametrize("words", ["算了", "不要", "取消", "no", "never mind"])
def test_a_no_rejects_it(words: str) -> None:
    assert spoken(words, Pending(cards=(card(),)), "w1", CONTEXT) == SpokenDecision(card(), "reject")


def test_a_yes_does_not_confirm_a_heavy_card() -> None:
    pending = Pending(cards=(card(weight="heavy", count=7),))
    assert spoken("好", pending, "w1", CONTEXT) == NotSettled("heavy", 7)


def test_a_yes_does_not_confirm_while_several_cards_wait() -> None:
    pending = Pending(cards=(card("w1"), card("w2")))
    assert spoken("好", pending, "w1", CONTEXT) == NotSettled("several", 2)


@pytest.mark.parametrize("last_shown", [None, "w0", "i1"])
def test_a_yes_means_nothing_where_the_card_was_not_shown_last(last_shown: str | None) -> None:
    assert spoken("好", Pending(cards=(card(),)), last_shown, CONTEXT) is None


@pytest.mark.parametrize("words", ["好像明天有个会", "确认一下明天的安排", "取消明天的会", "可以的话帮我约王工"])
def test_a_sentence_that_begins_like_a_yes_or_no_is_a_request(words: str) -> None:
    assert spoken(words, Pending(cards=(card(),)), "w1", CONTEXT) is None


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("不是三点，是四点", {"start_at": "四点"}),
        ("改成四点", {"start_at": "四点"}),
        ("改到后天", {"start_at": "后天"}),
        ("时长改成两小时", {"duration": "两小时"}),
        ("不是王工，是李工", {"title": "和李工评审接口"}),
        ("make it 4pm", {"start_at": "4pm"}),
    ],
)
def test_an_edit_in_words_names_the_field(words: str, fields: dict[str, str]) -> None:
    assert spoken(words, Pending(cards=(card(),)), "w1", CONTEXT) == SpokenEdit(card(), fields)


@pytest.mark.parametrize(
    ("words", "option_id"), [("2", "2"), ("第二个", "2"), ("选1", "1"), ("就这个时间", "1"), ("算了", None)]
)
def test_a_choice_is_made_by_number_or_label(words: str, option_id: str | None) -> None:
    assert spoken(words, Pending(choices=(choice(),)), "i1", CONTEXT) == SpokenChoice(choice(), option_id)


def test_another_sentence_leaves_the_choice_open() -> None:
    assert spoken("明天有什么安排", Pending(choices=(choice(),)), "i1", CONTEXT) is None
