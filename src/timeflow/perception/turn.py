"""One turn of perception: the steps of A section 6 in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import REASONS
from agentbase.session.contracts import MessageMetadata
from timeflow.functions.contracts import GoalAnswer
from timeflow.perception import clarification, decision, reasons
from timeflow.perception.answers import find_question, given_answer, is_bare_no, is_bare_yes
from timeflow.perception.clarification import Asked, OpenQuestions
from timeflow.perception.completeness import completeness_of, gaps_of
from timeflow.perception.contracts import (
    RAW_CONTENT_LIMIT,
    ConversationMessageDTO,
    NormalizedUserInput,
    PerceptionAnalyzeRequest,
    PerceptionAnalyzeResponse,
    PerceptionContext,
)
from timeflow.perception.long_task_branch import answers_about, branch_of, known_fields
from timeflow.perception.long_task_questions import LongTaskQuestionsInput, fixed_questions
from timeflow.perception.messages import RECENT_LIMIT, MessagesPort
from timeflow.perception.model_calls import PerceptionModel
from timeflow.perception.normalize_input import normalize_input
from timeflow.perception.parse_params import FunctionUnderstanding, ParamsParser
from timeflow.perception.quotes import said_now
from timeflow.perception.reply import reply_kind, with_reading
from timeflow.perception.resolve_times import TimeReader, time_context
from timeflow.perception.understand import context_of, dialogue_of, understanding_input
from timeflow.perception.understanding import (
    FeedbackUnderstanding,
    GivenAnswer,
    LongTaskUnderstanding,
    OpenRequest,
    ReviewUnderstanding,
    ScheduleTodoUnderstanding,
    SeveralRequests,
    UnclearRequest,
    Understanding,
    UnderstandingInput,
    UnsupportedRequest,
    WordedQuestion,
)
from timeflow.perception.wording import say


class PerceptionTurn:
    """Carries what the steps of one request share."""

    def __init__(
        self,
        request: PerceptionAnalyzeRequest,
        timezone: str,
        messages: MessagesPort,
        model: PerceptionModel,
        deadline: Deadline,
        trace_id: str | None,
    ) -> None:
        self._request = request
        self._timezone = timezone
        self._messages = messages
        self._model = model
        self._deadline = deadline
        self._trace_id = trace_id
        self._opened: OpenQuestions | None = None

    async def analyze(self) -> PerceptionAnalyzeResponse:
        """A sentence of its own."""
        return await self._run(None)

    async def answer(self, question_id: str) -> PerceptionAnalyzeResponse:
        """A sentence that answers a question."""
        return await self._run(question_id)

    async def _run(self, question_id: str | None) -> PerceptionAnalyzeResponse:
        try:
            given = self._checked_input()
            context = await self._recall(given, question_id)
            return await self._understood(context, question_id)
        except AgentBaseError as error:
            return decision.failed(REASONS.localise(error, self._request.locale), error.reason_code)

    def _checked_input(self) -> NormalizedUserInput:
        try:
            ZoneInfo(self._timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise self._error("TIMEZONE_UNKNOWN") from None
        if len(self._request.raw_content) > RAW_CONTENT_LIMIT:
            raise self._error("INPUT_TOO_LONG")
        given = normalize_input(self._request, self._timezone)
        if given is None:
            raise self._error("INPUT_EMPTY")
        return given

    async def _recall(self, given: NormalizedUserInput, question_id: str | None) -> PerceptionContext:
        """读取最近对话, and keep the current message unless it is kept already."""
        message_id = given.current_message_id
        if message_id is None:
            message_id = await self._messages.save(
                given.user_id,
                role="user",
                raw_content=self._request.raw_content,
                modality=given.modality,
                source_url=given.source_url,
                metadata=MessageMetadata(reply_to_question_id=question_id),
                client_message_id=self._request.client_message_id,
                deadline=self._deadline,
            )
        recent = await self._messages.recent(
            given.user_id, before_message_id=message_id, limit=RECENT_LIMIT, deadline=self._deadline
        )
        return context_of(given, recent)

    async def _understood(self, context: PerceptionContext, question_id: str | None) -> PerceptionAnalyzeResponse:
        given = understanding_input(context, None)
        if not re.search(r"\w", given.raw_input):
            return decision.unsupported(say("topic.other", given.locale))
        open_request = self._resumed(context.recent_messages, question_id, given)
        if open_request is not None and _declines(open_request.answers):
            return decision.unsupported(say("declined", given.locale))
        if self._opened is not None and is_bare_yes(given.raw_input) and not _is_settled(self._opened, open_request):
            return await self._asks(clarification.ask_again(self._opened))
        given = given.model_copy(update={"open_request": open_request})
        result = await self._model.understand(given, self._deadline, self._trace_id)
        if result.generated_content is None:
            assert result.error is not None
            return decision.failed(result.error.safe_message, result.error.reason_code)
        return await self._decided(result.generated_content, given, context)

    def _resumed(
        self, recent: Sequence[ConversationMessageDTO], question_id: str | None, given: UnderstandingInput
    ) -> OpenRequest | None:
        """The request that the question was about, with this answer; None for a plain sentence."""
        message = find_question(recent, question_id) if question_id is not None else None
        opened = clarification.open_questions_of(message.metadata) if message is not None else None
        if message is None or opened is None or question_id is None:
            return None
        if reply_kind(message.metadata, given.raw_input, now=given.current_time, timezone=given.timezone) != "answer":
            return None
        answer = with_reading(given_answer(opened, question_id, given.raw_input), opened, time_context(given))
        if answer.field_name == "request" and answer.value:
            return OpenRequest(original_request=answer.value, answers=[])
        if answer.field_name == "request" and not (is_bare_no(given.raw_input) or is_bare_yes(given.raw_input)):
            return None
        self._opened = opened
        return OpenRequest(original_request=opened.original_request, answers=[*opened.answers, answer])

    async def _decided(
        self, understanding: Understanding, given: UnderstandingInput, context: PerceptionContext
    ) -> PerceptionAnalyzeResponse:
        request = understanding.request
        match request:
            case UnsupportedRequest():
                return decision.unsupported(say(f"topic.{request.topic}", given.locale))
            case SeveralRequests():
                return await self._asks(clarification.ask_which_request(request.requests, given))
            case UnclearRequest():
                return await self._asks(clarification.ask_whether_todo(request.title, given))
            case LongTaskUnderstanding() if branch_of(request).is_long_task_split:
                return await self._long_task(request, understanding.questions, given, context)
            case _:
                return await self._completed(request, understanding, given, context, [])

    async def _long_task(
        self,
        request: LongTaskUnderstanding,
        worded: list[WordedQuestion],
        given: UnderstandingInput,
        context: PerceptionContext,
    ) -> PerceptionAnalyzeResponse:
        goal_title = request.goal_title or ""
        about_goal = self._opened if self._opened and _asks_about_goal(self._opened) else None
        answers = answers_about(goal_title, context.recent_messages, about_goal, given)
        if answers is not None:
            summary = Understanding(request=request, questions=worded)
            return await self._completed(request, summary, given, context, answers)
        known = known_fields(request)
        asked = await self._model.ask_long_task(
            LongTaskQuestionsInput(
                raw_input=given.raw_input,
                goal_title=goal_title,
                known_fields=known,
                recent_messages=dialogue_of(context.recent_messages),
                current_time=given.current_time,
                timezone=given.timezone,
                locale=given.locale,
            ),
            self._deadline,
            self._trace_id,
        )
        found = asked.generated_content
        open_ones = [q for q in found.questions if q.field_name not in known] if found is not None else []
        questions = open_ones or fixed_questions(given.locale, known)
        pair = decision.intent_of(request, "")
        return await self._asks(
            clarification.ask_about_goal(questions, goal_title, given, (pair.agent_name, pair.function_name))
        )

    async def _completed(
        self,
        request: FunctionUnderstanding,
        understanding: Understanding,
        given: UnderstandingInput,
        context: PerceptionContext,
        answers: list[GoalAnswer],
    ) -> PerceptionAnalyzeResponse:
        intent = decision.intent_of(request, understanding.intent_summary)
        pair = (intent.agent_name, intent.function_name)
        query = _whole_words(given)
        reader = TimeReader(given, said_now(given), past=_looks_back(request))
        parsed = ParamsParser(reader, query).parse(request, answers)
        gaps = gaps_of(request, parsed)
        if completeness_of(gaps).complete and parsed.params is not None:
            return decision.ready(pair, parsed.params, context.recent_messages, self._trace_id, query)
        return await self._asks(clarification.ask_for_gaps(gaps, understanding.questions, given, pair))

    async def _asks(self, asked: Asked) -> PerceptionAnalyzeResponse:
        """输出反问结果: the question is kept before it is shown, so that its answer finds it."""
        await self._messages.save(
            self._request.user_id,
            role="assistant",
            raw_content=clarification.shown_text(asked.request),
            metadata=clarification.metadata_of(asked),
            deadline=self._deadline,
        )
        return PerceptionAnalyzeResponse(status="need_clarification", clarification=asked.request)

    def _error(self, reason_code: str) -> AgentBaseError:
        return REASONS.build_error(reasons.NAMESPACE, reason_code, locale=self._request.locale)


GOAL_FIELDS: Final = frozenset({"deadline", "weekly_time", "current_level", "preferred_time"})


def _asks_about_goal(opened: OpenQuestions) -> bool:
    """Whether the open questions are those before a split: none of them asks for a missing title."""
    return all(question.field_name not in {"goal_title", "title", "operation"} for question in opened.questions)


def _looks_back(request: FunctionUnderstanding) -> bool:
    """Feedback, reviews and questions about what is done are about the past."""
    if isinstance(request, FeedbackUnderstanding | ReviewUnderstanding):
        return True
    if not isinstance(request, ScheduleTodoUnderstanding) or request.operation != "query":
        return False
    return request.target is not None and request.target.statuses == ["completed"]


def _declines(answers: Sequence[GivenAnswer]) -> bool:
    last = answers[-1] if answers else None
    if last is None:
        return False
    return last.value == "none" if last.field_name == "operation" else last.value is None and is_bare_no(last.answer)


def _is_settled(opened: OpenQuestions, open_request: OpenRequest | None) -> bool:
    """Whether a mere yes says enough: it chose an option, or the questions are about a goal and have defaults."""
    if any(question.field_name in GOAL_FIELDS for question in opened.questions):
        return True
    return open_request is not None and bool(open_request.answers) and open_request.answers[-1].value is not None


def _whole_words(given: UnderstandingInput) -> str:
    """The whole request, answers in words included: what feedback keeps and a replan gives as its reason."""
    if given.open_request is None:
        return given.raw_input
    spoken = [given.open_request.original_request, *(a.answer for a in given.open_request.answers if a.value is None)]
    return "，".join(spoken) if given.locale == "zh-CN" else ", ".join(spoken)
