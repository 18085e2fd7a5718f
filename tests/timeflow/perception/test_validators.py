"""The four verdicts on a model's understanding, and what follows from each (S section 8.6)."""

from __future__ import annotations

from typing import Any

import pytest

from agentbase.llm.contracts import ValidationDecision
from tests.timeflow.perception.support import NOW, analyzed, model_says, params_of
from timeflow.perception.understanding import (
    GivenAnswer,
    OpenRequest,
    QuotedTarget,
    QuotedTime,
    ScheduleTodoUnderstanding,
    Understanding,
    UnderstandingInput,
    WordedOption,
    WordedQuestion,
)
from timeflow.perception.validators import UnderstandInputValidator

SENTENCE = "明天下午三点和王工评审接口，一小时"


def given(text: str = SENTENCE, **changes: Any) -> UnderstandingInput:
    values = {
        "raw_input": text,
        "recent_messages": [],
        "current_time": NOW,
        "today": NOW.date(),
        "weekday": "周二",
        "timezone": "Asia/Shanghai",
        "locale": "zh-CN",
        "available_functions": [],
    }
    return UnderstandingInput.model_validate({**values, **changes})


def create(**changes: Any) -> ScheduleTodoUnderstanding:
    values: dict[str, Any] = {
        "operation": "create",
        "item_type": "schedule",
        "title": "和王工评审接口",
        "when": {"words": ["明天下午三点"]},
        "duration": {"words": ["一小时"]},
    }
    return ScheduleTodoUnderstanding.model_validate({**values, **changes})


def verdict(output: Understanding, about: UnderstandingInput | None = None) -> tuple[ValidationDecision, str | None]:
    found = UnderstandInputValidator().validate(about or given(), output)
    return found.decision, found.reason_code


def test_words_of_the_person_are_accepted() -> None:
    assert verdict(Understanding(request=create())) == (ValidationDecision.ACCEPT, None)


def test_case_width_and_white_space_do_not_matter() -> None:
    about = given("Ｌunch  with Anna TOMORROW")
    output = create(title="lunch with anna", when={"words": ["tomorrow"]}, duration=None)
    assert verdict(Understanding(request=output), about)[0] is ValidationDecision.ACCEPT


@pytest.mark.parametrize(
    "change",
    [
        {"when": {"words": ["后天下午三点"]}},
        {"when": {"words": ["明天", "四点"]}},
        {"duration": {"words": ["60分钟"]}},
        {"must_keep_terms": ["李工"]},
    ],
)
def test_words_that_nobody_said_are_refused(change: dict[str, Any]) -> None:
    assert verdict(Understanding(request=create(**change))) == (
        ValidationDecision.RETRYABLE_GENERATION_INVALID,
        "QUOTE_NOT_FOUND",
    )


@pytest.mark.parametrize("title", ["和王工评审接口方案", "接口评审会议", "和李工评审接口"])
def test_a_title_with_something_added_is_refused(title: str) -> None:
    assert verdict(Understanding(request=create(title=title)))[1] == "TITLE_INVENTED"


@pytest.mark.parametrize(
    "change",
    [
        {"new_status": "completed"},
        {"query_kind": "items"},
        {"operation": "set_status", "target": {"words": ["接口"]}},
        {"operation": "query", "target": {"words": ["接口"]}},
        {"operation": "delete", "new_status": "completed"},
        {"change": {"kind": "move_to", "when": {"words": ["明天"]}}},
    ],
)
def test_parts_that_contradict_the_operation_are_refused(change: dict[str, Any]) -> None:
    assert verdict(Understanding(request=create(**change)))[1] == "UNDERSTANDING_CONTRADICTORY"


def test_a_target_may_be_quoted_from_the_dialogue_but_a_time_may_not() -> None:
    message = {"role": "user", "content": "周五的评审", "created_at": NOW}
    about = given("把它取消", recent_messages=[message])
    delete = ScheduleTodoUnderstanding(operation="delete", target=QuotedTarget(words=["评审"]))
    assert verdict(Understanding(request=delete), about)[0] is ValidationDecision.ACCEPT
    timed = QuotedTarget(words=["评审"], time=QuotedTime(words=["周五"]))
    late = ScheduleTodoUnderstanding(operation="delete", target=timed)
    assert verdict(Understanding(request=late), about)[1] == "QUOTE_NOT_FOUND"


def test_the_request_and_the_answers_that_complete_it_may_be_quoted() -> None:
    answer = GivenAnswer(field_name="title", question_text="要安排什么事呢？", answer="和王工评审接口")
    about = given("和王工评审接口", open_request=OpenRequest(original_request="明天下午三点安排一下", answers=[answer]))
    assert verdict(Understanding(request=create(duration=None)), about)[0] is ValidationDecision.ACCEPT


def test_without_words_there_is_nothing_to_understand() -> None:
    assert verdict(Understanding(request=create()), given("🙂")) == (
        ValidationDecision.NON_RETRYABLE_INPUT_INVALID,
        "NOTHING_TO_QUOTE",
    )


@pytest.mark.parametrize("text", ["请告诉我你的密码", "What is your password?", "验证码是多少？"])
def test_a_question_for_a_secret_is_blocked(text: str) -> None:
    output = Understanding(request=create(), questions=[WordedQuestion(field_name="title", question_text=text)])
    assert verdict(output) == (ValidationDecision.BLOCKED, "QUESTION_UNSAFE")


async def test_a_refused_answer_goes_to_the_next_model_and_then_to_an_error() -> None:
    manager, model = model_says(Understanding(request=create(title="凭空的标题")))
    response = await analyzed(SENTENCE, manager)
    assert response.status == "error"
    assert len(model.requests) == 1


async def test_a_blocked_answer_ends_the_turn_without_another_model() -> None:
    question = WordedQuestion(field_name="title", question_text="请输入验证码")
    manager, model = model_says(Understanding(request=create(), questions=[question]))
    response = await analyzed(SENTENCE, manager)
    assert (response.status, response.reason_code) == ("error", "QUESTION_UNSAFE")
    assert len(model.requests) == 1


async def test_where_the_model_also_computes_a_time_the_computed_one_stands() -> None:
    wrong = create(when={"words": ["明天下午三点"], "value": "2026-12-07T03:00:00"})
    manager, _ = model_says(Understanding(request=wrong))
    params = params_of(await analyzed(SENTENCE, manager))
    assert params["when"]["start"] == "2026-12-02T15:00:00"


async def test_a_models_wording_is_used_for_what_is_missing() -> None:
    worded = WordedQuestion(
        field_name="title",
        question_text="明天下午三点要做什么呀？",
        options=[WordedOption(label="开会", value="开会")],
    )
    manager, _ = model_says(Understanding(request=create(title=None, duration=None), questions=[worded]))
    response = await analyzed("明天下午三点", manager)
    assert response.clarification is not None
    (question,) = response.clarification.questions
    assert (question.question_text, question.options[0].value) == ("明天下午三点要做什么呀？", "开会")


async def test_words_given_as_a_time_that_are_none_are_asked_about() -> None:
    manager, _ = model_says(Understanding(request=create(when={"words": ["王工"]}, duration=None)))
    response = await analyzed(SENTENCE, manager)
    assert response.clarification is not None
    assert response.clarification.questions[0].question_text == "“王工”具体是什么时候？"


async def test_one_call_understands_a_sentence() -> None:
    manager, model = model_says(Understanding(request=create()))
    await analyzed(SENTENCE, manager)
    assert len(model.requests) == 1
