"""The deterministic checks of perception's two model calls (S section 8.6; decisions 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

from agentbase.llm.contracts import ACCEPTED, OutputValidation, ValidationDecision, refused
from timeflow.perception.long_task_questions import LongTaskQuestions
from timeflow.perception.quotes import made_of, name_quotes, occurs, said_ever, said_now, time_quotes, titles
from timeflow.perception.reasons import NAMESPACE
from timeflow.perception.understanding import (
    ScheduleTodoUnderstanding,
    Understanding,
    UnderstandingInput,
    UnderstoodRequest,
    WordedQuestion,
)

_SECRET: Final = re.compile(
    r"密码|口令|验证码|银行卡号?|身份证号|密钥|\bpass(?:word|code|phrase)\b|\bverification code\b|\bcvv\b|"
    r"\bapi key\b",
    re.IGNORECASE,
)


class UnderstandInputValidator:
    """Quotes were said, titles are not invented, and the parts of the answer agree with its operation."""

    validator_id = "main_agent.understand_input.v1"
    reason_namespace = NAMESPACE
    schema_reasons: Mapping[str, str] = {"*": "UNDERSTANDING_CONTRADICTORY"}

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        """Compare the answer with the words of the person."""
        assert isinstance(input_data, UnderstandingInput) and isinstance(output_data, Understanding)
        request, now = output_data.request, said_now(input_data)
        if not any(re.search(r"\w", text) for text in now):
            return _stopped(ValidationDecision.NON_RETRYABLE_INPUT_INVALID, "NOTHING_TO_QUOTE")
        if asks_for_secret(output_data.questions):
            return _stopped(ValidationDecision.BLOCKED, "QUESTION_UNSAFE")
        if not all(occurs(piece, now) for quote in time_quotes(request) for piece in quote.words):
            return refused("QUOTE_NOT_FOUND")
        if not all(occurs(quote, said_ever(input_data)) for quote in name_quotes(request)):
            return refused("QUOTE_NOT_FOUND")
        if not all(made_of(title, now) for title in titles(request)):
            return refused("TITLE_INVENTED")
        return refused("UNDERSTANDING_CONTRADICTORY") if _contradicts_itself(request) else ACCEPTED


class LongTaskQuestionsValidator:
    """One question a field, none asks for a secret."""

    validator_id = "main_agent.ask_long_task.v1"
    reason_namespace = NAMESPACE
    schema_reasons: Mapping[str, str] = {"*": "QUESTIONS_INVALID"}

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        """Check the questions by themselves."""
        assert isinstance(output_data, LongTaskQuestions)
        fields = [question.field_name for question in output_data.questions]
        if asks_for_secret(output_data.questions):
            return _stopped(ValidationDecision.BLOCKED, "QUESTION_UNSAFE")
        return ACCEPTED if len(set(fields)) == len(fields) else refused("QUESTIONS_INVALID")


def asks_for_secret(questions: list[WordedQuestion]) -> bool:
    """Whether a question wants a password or the like: nothing here needs one."""
    return any(_SECRET.search(question.question_text) for question in questions)


def _contradicts_itself(request: UnderstoodRequest) -> bool:
    if not isinstance(request, ScheduleTodoUnderstanding):
        return False
    match request.operation:
        case "create":
            return any(part is not None for part in (request.change, request.new_status, request.query_kind))
        case "update":
            return request.new_status is not None or request.query_kind is not None
        case "set_status":
            return request.new_status is None or request.change is not None
        case "query":
            return request.query_kind is None or request.change is not None or request.new_status is not None
        case _:
            return request.change is not None or request.new_status is not None


def _stopped(decision: ValidationDecision, reason_code: str) -> OutputValidation:
    return OutputValidation(decision=decision, reason_code=reason_code)
