"""Long goals are asked about once, and answers are used again for the same goal only (decisions 11)."""

from __future__ import annotations

from agentbase.core.database import Database
from agentbase.testing.scripted_model import Failure, ScriptedModel
from tests.timeflow.perception.support import Dialogue, asked_fields, dialogue_on, params_of
from timeflow.perception.understanding import LongTaskUnderstanding, QuotedTime, Understanding


async def test_everything_open_is_asked_at_once(dialogue: Dialogue) -> None:
    asked = await dialogue.say("帮我把学会游泳拆成小任务")
    assert asked.clarification is not None and asked.clarification.reason == "long_task_split_questions"
    assert asked_fields(asked) == ["deadline", "weekly_time", "current_level", "preferred_time"]
    question = (await dialogue.kept())[-1]
    assert question.metadata["goal_title"] == "学会游泳"


async def test_what_the_sentence_says_is_not_asked(dialogue: Dialogue) -> None:
    assert "deadline" not in asked_fields(await dialogue.say("我想三个月内学会吉他"))


async def test_one_answer_settles_the_group(dialogue: Dialogue) -> None:
    await dialogue.say("帮我把学会游泳拆成小任务")
    params = params_of(await dialogue.answer("明年三月前，每周两次，会一点"))
    assert params["goal_title"] == "学会游泳"
    assert params["deadline"]["words"] == "明年三月前"
    assert params["answers"][0]["answer"] == "明年三月前，每周两次，会一点"


async def test_answers_in_the_order_of_the_questions_go_to_their_fields(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    params = params_of(await dialogue.answer("每周5小时\n零基础\n周末"))
    assert [(a["field_name"], a["answer"]) for a in params["answers"]] == [
        ("weekly_time", "每周5小时"),
        ("current_level", "零基础"),
        ("preferred_time", "周末"),
    ]
    assert params["deadline"]["words"] == "三个月内"


async def test_options_may_be_chosen_by_their_running_numbers(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    params = params_of(await dialogue.answer("2 4 8"))
    assert [a["answer"] for a in params["answers"]] == ["每周5小时", "零基础", "周末"]


async def test_or_question_by_question(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    params = params_of(await dialogue.answer("2，1，3"))
    assert [a["answer"] for a in params["answers"]] == ["每周5小时", "零基础", "都可以"]


async def test_the_same_goal_is_not_asked_about_again(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    await dialogue.answer("每周5小时\n零基础\n周末")
    params = params_of(await dialogue.say("帮我把学会吉他拆成小任务"))
    assert params["answers"][0]["answer"] == "每周5小时"


async def test_another_goal_is(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    await dialogue.answer("每周5小时\n零基础\n周末")
    assert (await dialogue.say("帮我把学会游泳拆成小任务")).status == "need_clarification"


async def test_a_question_left_unanswered_is_asked_again(dialogue: Dialogue) -> None:
    await dialogue.say("我想三个月内学会吉他")
    await dialogue.say("明天有什么安排")
    assert (await dialogue.say("帮我把学会吉他拆成小任务")).status == "need_clarification"


async def test_a_missing_goal_is_asked_first(dialogue: Dialogue) -> None:
    assert asked_fields(await dialogue.say("帮我拆分一个目标")) == ["goal_title"]
    assert asked_fields(await dialogue.answer("学会游泳"))[0] == "deadline"


async def test_the_fixed_questions_stand_in_for_a_model_that_fails(database: Database) -> None:
    request = LongTaskUnderstanding(goal_title="学会吉他", deadline=QuotedTime(words=["三个月内"]))
    model = ScriptedModel([Understanding(request=request), Failure("PROVIDER_UNAVAILABLE")])
    async with dialogue_on(database, model) as dialogue:
        asked = await dialogue.say("我想三个月内学会吉他")
    assert asked_fields(asked) == ["weekly_time", "current_level", "preferred_time"]
    assert [request.messages[0].prompt_key for request in model.requests] == [
        "main_agent.understand_input",
        "main_agent.ask_long_task",
    ]
