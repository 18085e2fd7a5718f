"""生成常规反问: questions for what is missing, with options and what is needed to go on later (A sections 6 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import JsonValue

from agentbase.core.contract import ContractModel
from agentbase.core.ids import new_uuid7
from agentbase.session.contracts import MessageMetadata
from timeflow.functions.contracts import AgentName, FunctionName
from timeflow.perception.completeness import Gap
from timeflow.perception.contracts import ClarificationOption, ClarificationQuestion, ClarificationRequest
from timeflow.perception.understanding import GivenAnswer, UnderstandingInput, WordedOption, WordedQuestion
from timeflow.perception.wording import Locale, reading_options, say


class AskedQuestion(ClarificationQuestion):
    """A question as it is kept: also the words that it is about."""

    about: str | None = None


class OpenQuestions(ContractModel):
    """What is stored with the question: enough to go on without the rest of the dialogue."""

    original_request: str
    answers: list[GivenAnswer]
    questions: list[AskedQuestion]


class Asked(ContractModel):
    """A clarification and what is kept with it."""

    request: ClarificationRequest
    open: OpenQuestions
    goal_title: str | None = None


def ask_for_gaps(
    gaps: Sequence[Gap],
    worded: Sequence[WordedQuestion],
    given: UnderstandingInput,
    pair: tuple[AgentName, FunctionName],
) -> Asked:
    """Ask for every gap at once. A model's wording is taken for what is missing; readings are always named by code."""
    by_field = {question.field_name: question for question in worded}
    questions = [_question(gap, by_field.get(gap.field_name), given.locale) for gap in gaps]
    reference = any(gap.kind == "ambiguous_reference" for gap in gaps)
    request = ClarificationRequest(
        reason="ambiguous_reference" if reference else "missing_required_params",
        questions=[plain(question) for question in questions],
        original_agent_name=pair[0],
        original_function_name=pair[1],
    )
    return Asked(request=request, open=_open(given, questions))


def ask_which_request(requests: Sequence[str], given: UnderstandingInput) -> Asked:
    """Several requests in one sentence: which first?"""
    text = say("ask.request", given.locale, count=len(requests))
    options = [ClarificationOption(label=request, value=request) for request in requests]
    return _one(AskedQuestion(question_id=_new_id(), field_name="request", question_text=text, options=options), given)


def ask_whether_todo(title: str, given: UnderstandingInput) -> Asked:
    """A few words without a verb: something to note down?"""
    options = [
        ClarificationOption(label=say("option.todo", given.locale), value="todo"),
        ClarificationOption(label=say("option.none", given.locale), value="none"),
    ]
    text = say("ask.operation", given.locale, words=title)
    question = AskedQuestion(
        question_id=_new_id(), field_name="operation", question_text=text, options=options, about=title
    )
    return _one(question, given)


def ask_about_goal(
    worded: Sequence[WordedQuestion], goal_title: str, given: UnderstandingInput, pair: tuple[AgentName, FunctionName]
) -> Asked:
    """The questions before a split, all at once."""
    questions = [
        AskedQuestion(
            question_id=_new_id(),
            field_name=question.field_name,
            question_text=question.question_text,
            options=_options(question.options),
        )
        for question in worded
    ]
    request = ClarificationRequest(
        reason="long_task_split_questions",
        questions=[plain(question) for question in questions],
        original_agent_name=pair[0],
        original_function_name=pair[1],
    )
    return Asked(request=request, open=_open(given, questions), goal_title=goal_title)


def ask_again(opened: OpenQuestions) -> Asked:
    """The same questions once more: nothing was said to them."""
    questions = [question.model_copy(update={"question_id": _new_id()}) for question in opened.questions]
    request = ClarificationRequest(
        reason="missing_required_params",
        questions=[plain(question) for question in questions],
        original_agent_name=None,
        original_function_name=None,
    )
    return Asked(request=request, open=opened.model_copy(update={"questions": questions}))


def metadata_of(asked: Asked) -> MessageMetadata:
    """What A section 8 wants kept with the question."""
    known: dict[str, JsonValue] = asked.open.model_dump(mode="json")
    return MessageMetadata(
        question_ids=tuple(question.question_id for question in asked.request.questions),
        clarification_reason=asked.request.reason,
        missing_fields=tuple(question.field_name for question in asked.request.questions),
        original_agent_name=asked.request.original_agent_name,
        original_function_name=asked.request.original_function_name,
        known_params=known,
        goal_title=asked.goal_title,
    )


def open_questions_of(metadata: dict[str, Any]) -> OpenQuestions | None:
    """What was stored with a question; None where the message asks nothing."""
    known = metadata.get("known_params")
    if not metadata.get("question_ids") or not isinstance(known, dict) or "original_request" not in known:
        return None
    return OpenQuestions.model_validate(known)


def shown_text(request: ClarificationRequest) -> str:
    """The questions as the message of the dialogue, options numbered."""
    lines: list[str] = []
    for question in request.questions:
        lines.append(question.question_text)
        lines += [f"{number}. {option.label}" for number, option in enumerate(question.options, start=1)]
    return "\n".join(lines)


def plain(question: AskedQuestion) -> ClarificationQuestion:
    """The question as it crosses the door."""
    return ClarificationQuestion.model_validate(question.model_dump(exclude={"about"}))


def _question(gap: Gap, worded: WordedQuestion | None, locale: Locale) -> AskedQuestion:
    text, options = _template(gap, locale)
    if worded is not None and gap.kind == "missing":
        text, options = worded.question_text, worded.options or options
    return AskedQuestion(
        question_id=_new_id(),
        field_name=gap.field_name,
        question_text=text,
        options=_options(options),
        about=gap.words,
    )


def _template(gap: Gap, locale: Locale) -> tuple[str, list[WordedOption]]:
    match gap.kind:
        case "ambiguous_time" if gap.time is not None:
            return say("ask.ambiguous", locale, words=gap.words), reading_options(gap.time, locale)
        case "unreadable_time":
            return say("ask.unreadable", locale, words=gap.words), []
        case "ambiguous_reference":
            return say("ask.reference", locale, words=gap.words), []
        case _:
            return say(f"ask.{gap.field_name}", locale), []


def _one(question: AskedQuestion, given: UnderstandingInput) -> Asked:
    request = ClarificationRequest(
        reason="missing_required_params",
        questions=[plain(question)],
        original_agent_name=None,
        original_function_name=None,
    )
    return Asked(request=request, open=_open(given, [question]))


def _open(given: UnderstandingInput, questions: list[AskedQuestion]) -> OpenQuestions:
    earlier = given.open_request
    return OpenQuestions(
        original_request=earlier.original_request if earlier else given.raw_input,
        answers=list(earlier.answers) if earlier else [],
        questions=questions,
    )


def _options(options: Sequence[WordedOption]) -> list[ClarificationOption]:
    return [ClarificationOption(label=option.label, value=option.value) for option in options]


def _new_id() -> str:
    return str(new_uuid7())
