"""Questions and their answers, kept in a real dialogue (A sections 4, 6 and 8)."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.timeflow.perception.support import Dialogue, asked_fields, params_of


async def test_a_missing_title_is_asked_and_its_answer_completes_the_request(dialogue: Dialogue) -> None:
    asked = await dialogue.say("明天下午三点帮我安排一下")
    assert asked_fields(asked) == ["title"]
    answered = await dialogue.answer("和王工评审接口")
    params = params_of(answered)
    assert (params["title"], params["when"]["start"]) == ("和王工评审接口", "2026-12-02T15:00:00")
    assert answered.decision is not None and answered.decision.query == "明天下午三点帮我安排一下，和王工评审接口"


async def test_the_question_is_kept_with_what_is_needed_to_go_on(dialogue: Dialogue) -> None:
    asked = await dialogue.say("帮我安排一下")
    assert asked.clarification is not None
    _, question = await dialogue.kept()
    assert question.role == "assistant"
    assert question.metadata["question_ids"] == [asked.clarification.questions[0].question_id]
    assert question.metadata["clarification_reason"] == "missing_required_params"
    assert question.metadata["missing_fields"] == ["title"]
    assert question.metadata["original_agent_name"] == "日程待办 Agent"
    assert question.metadata["known_params"]["original_request"] == "帮我安排一下"


async def test_the_answer_is_kept_with_the_question_that_it_answers(dialogue: Dialogue) -> None:
    asked = await dialogue.say("帮我安排一下")
    await dialogue.answer("健身")
    assert asked.clarification is not None
    assert (await dialogue.kept())[-1].metadata == {
        "reply_to_question_id": asked.clarification.questions[0].question_id
    }


@pytest.mark.parametrize(
    ("answer", "start"),
    [
        ("1", "2026-12-02T00:00:00"),
        ("2", "2026-12-03T00:00:00"),
        ("第二个", "2026-12-03T00:00:00"),
        ("选1", "2026-12-02T00:00:00"),
        ("12月3日", "2026-12-03T00:00:00"),
        ("今晚", "2026-12-02T00:00:00"),
        ("2026-12-03T00:00:00", "2026-12-03T00:00:00"),
    ],
)
async def test_a_reading_is_chosen_by_number_label_value_or_words(dialogue: Dialogue, answer: str, start: str) -> None:
    await dialogue.say("晚上12点看电影")
    params = params_of(await dialogue.answer(answer))
    assert (params["title"], params["when"]["start"], params["when"]["ambiguous"]) == ("看电影", start, False)
    assert params["when"]["words"] == "晚上12点"


async def test_a_day_as_answer_joins_the_clock_time_said_before(dialogue: Dialogue) -> None:
    await dialogue.say("晚上12点看电影")
    again = await dialogue.answer("周五")
    assert asked_fields(again) == ["when"]
    params = params_of(await dialogue.answer("第一个"))
    assert params["when"]["start"] == "2026-12-05T00:00:00"


async def test_only_what_is_still_missing_is_asked_again(dialogue: Dialogue) -> None:
    asked = await dialogue.say("改一下")
    assert asked_fields(asked) == ["candidate_query", "change"]
    again = await dialogue.answer("明天的评审")
    assert asked_fields(again) == ["change"]
    params = params_of(await dialogue.answer("下午四点"))
    assert params["change"]["when"]["words"] == "下午四点"
    assert params["candidate_query"]["words"] == ["评审"]
    assert params["candidate_query"]["time_range"]["words"] == "明天"


@pytest.mark.parametrize(
    ("answer", "change"),
    [
        ("改到后天", {"kind": "move_to", "to": "2026-12-03"}),
        ("改名为接口评审", {"kind": "revise", "title": "接口评审"}),
        ("推迟半小时", {"kind": "shift", "minutes": 30}),
    ],
)
async def test_what_to_change_is_asked_and_understood(
    dialogue: Dialogue, answer: str, change: dict[str, object]
) -> None:
    assert asked_fields(await dialogue.say("改一下明天的评审")) == ["change"]
    found = params_of(await dialogue.answer(answer))["change"]
    assert found["kind"] == change["kind"]
    assert "to" not in change or found["when"]["start"] == change["to"]
    assert "title" not in change or found["title"] == change["title"]
    assert "minutes" not in change or found["shift"]["duration_seconds"] == 1800


async def test_words_that_point_nowhere_are_asked_about(dialogue: Dialogue) -> None:
    asked = await dialogue.say("把它推迟到明天")
    assert asked.clarification is not None and asked.clarification.reason == "ambiguous_reference"
    params = params_of(await dialogue.answer("评审"))
    assert params["candidate_query"]["words"] == ["评审"]
    assert params["change"]["when"]["start"] == "2026-12-02"


async def test_words_that_point_into_the_dialogue_are_understood(dialogue: Dialogue) -> None:
    await dialogue.say("明天下午三点和王工评审接口")
    params = params_of(await dialogue.say("把它推迟到后天"))
    assert params["candidate_query"]["words"] == ["和王工评审接口"]


async def test_several_requests_are_taken_one_at_a_time(dialogue: Dialogue) -> None:
    asked = await dialogue.say("明天下午三点开会，顺便取消周五的评审")
    assert asked.clarification is not None
    assert [option.label for option in asked.clarification.questions[0].options] == [
        "明天下午三点开会",
        "取消周五的评审",
    ]
    params = params_of(await dialogue.answer("2"))
    assert (params["operation"], params["candidate_query"]["words"]) == ("delete", ["评审"])


@pytest.mark.parametrize("answer", ["1", "好的", "记成待办"])
async def test_a_few_bare_words_become_a_todo_when_the_person_says_so(dialogue: Dialogue, answer: str) -> None:
    assert asked_fields(await dialogue.say("护照更新")) == ["operation"]
    params = params_of(await dialogue.answer(answer))
    assert (params["operation"], params["item_type"], params["title"]) == ("create", "todo", "护照更新")


@pytest.mark.parametrize("answer", ["2", "不用", "算了"])
async def test_or_are_left_alone(dialogue: Dialogue, answer: str) -> None:
    await dialogue.say("护照更新")
    response = await dialogue.answer(answer)
    assert (response.status, response.error_message) == ("unsupported_intent", "好的，没有记。")


async def test_a_question_that_is_not_found_leaves_a_plain_sentence(dialogue: Dialogue) -> None:
    params = params_of(await dialogue.answer("明天下午三点开会", question_id=str(uuid4())))
    assert params["title"] == "开会"


@pytest.mark.parametrize("text", ["取消周五的评审", "明天有什么安排", "提醒我明天交房租"])
async def test_a_request_of_its_own_is_no_answer(dialogue: Dialogue, text: str) -> None:
    await dialogue.say("帮我安排一下")
    response = await dialogue.answer(text)
    assert response.decision is not None and response.decision.query == text


async def test_another_persons_question_is_not_found(dialogue: Dialogue) -> None:
    asked = await dialogue.say("帮我安排一下")
    assert asked.clarification is not None
    dialogue.user_id = uuid4()
    response = await dialogue.answer("护照", asked.clarification.questions[0].question_id)
    assert response.decision is None or response.decision.query == "护照"


async def test_english_questions_and_answers(dialogue: Dialogue) -> None:
    asked = await dialogue.say("schedule something", locale="en")
    assert asked.clarification is not None
    assert asked.clarification.questions[0].question_text.startswith("What would you like to plan?")
    params = params_of(await dialogue.answer("lunch with Anna tomorrow noon", locale="en"))
    assert (params["title"], params["when"]["start"]) == ("lunch with Anna", "2026-12-02T12:00:00")
