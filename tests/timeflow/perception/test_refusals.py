"""What says neither yes to an option nor anything new: a refusal ends the question, a mere yes repeats it."""

from __future__ import annotations

import pytest

from tests.timeflow.perception.support import Dialogue


@pytest.mark.parametrize("words", ["算了", "不用了", "never mind", "no"])
async def test_a_refusal_ends_the_question(dialogue: Dialogue, words: str) -> None:
    await dialogue.say("明天")
    declined = await dialogue.answer(words)
    assert declined.status == "unsupported_intent"
    assert declined.error_message == "好的，没有记。"


async def test_a_mere_yes_repeats_the_question(dialogue: Dialogue) -> None:
    first = await dialogue.say("明天")
    again = await dialogue.answer("好")
    assert first.clarification is not None and again.clarification is not None
    assert again.clarification.questions[0].question_text == first.clarification.questions[0].question_text
    named = await dialogue.answer("和老张喝茶")
    assert named.decision is not None
    assert named.decision.params["title"] == "和老张喝茶"


async def test_a_refusal_also_ends_the_question_which_request_comes_first(dialogue: Dialogue) -> None:
    await dialogue.say("明天开会，后天出差")
    declined = await dialogue.answer("算了")
    assert (declined.status, declined.error_message) == ("unsupported_intent", "好的，没有记。")


async def test_a_mere_yes_repeats_which_request_comes_first(dialogue: Dialogue) -> None:
    first = await dialogue.say("明天开会，后天出差")
    again = await dialogue.answer("好")
    assert first.clarification is not None and again.clarification is not None
    assert [option.label for option in again.clarification.questions[0].options] == [
        option.label for option in first.clarification.questions[0].options
    ]


async def test_a_refusal_ends_a_question_that_has_options_alone(dialogue: Dialogue) -> None:
    await dialogue.say("晚上12点开会")
    declined = await dialogue.answer("算了")
    assert declined.error_message == "好的，没有记。"
