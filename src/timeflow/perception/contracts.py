"""The objects of A sections 3 and 7, by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, model_validator

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import AgentFunctionDefinition, AgentName, FunctionName, ReferenceTime

InputModality = Literal["text", "voice_asr", "image_ocr"]
RAW_CONTENT_LIMIT = 4000
"""Characters of one message."""

SOURCE_URL_LIMIT = 2048

RawContent = Annotated[str, Field(max_length=RAW_CONTENT_LIMIT)]
ClientMessageId = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9_:.-]+$")]


class PerceptionAnalyzeRequest(ContractModel):
    """One sentence of a person. ``current_time`` is the reference time;
    ``timezone`` is an IANA zone (decisions 9); None means the one of the service.

    ``current_message_id`` says that the message is saved already, and then it is not saved again (decisions 10).
    """

    user_id: UUID
    raw_content: RawContent
    modality: InputModality = "text"
    source_url: Annotated[str, Field(max_length=SOURCE_URL_LIMIT)] | None = None
    client_message_id: ClientMessageId | None = None
    current_time: ReferenceTime
    timezone: Annotated[str, Field(max_length=64)] | None = None
    locale: Literal["zh-CN", "en"] = "zh-CN"
    current_message_id: UUID | None = None


class PerceptionAnswerRequest(PerceptionAnalyzeRequest):
    """An answer to a question that was asked back."""

    reply_to_question_id: Annotated[str, Field(min_length=1, max_length=64)]


class ConversationMessageDTO(ContractModel):
    """A's message; S has its own class of this name with role, content and created_at."""

    id: UUID
    user_id: UUID
    message_index: int
    role: Literal["user", "assistant", "system", "tool"]
    modality: InputModality | None
    raw_content: str
    source_url: str | None
    metadata: dict[str, Any]
    created_at: AwareDatetime


class NormalizedUserInput(ContractModel):
    """The input as every later step sees it: text of any of the three modalities."""

    user_id: UUID
    raw_content: str
    modality: InputModality
    source_url: str | None
    current_time: AwareDatetime
    timezone: str
    locale: Literal["zh-CN", "en"] = "zh-CN"
    current_message_id: UUID | None = None


class PerceptionContext(ContractModel):
    """What the understanding call is told. The last 20 messages, oldest first, without the current one."""

    user_id: UUID
    current_input: NormalizedUserInput
    recent_messages: Annotated[list[ConversationMessageDTO], Field(max_length=20)]
    available_functions: list[AgentFunctionDefinition]


class IntentRecognitionResult(ContractModel):
    """Which of the five pairs is meant."""

    agent_name: AgentName
    function_name: FunctionName
    intent_summary: str
    is_long_task_split: bool = False


class ParsedParams(ContractModel):
    """The parameters of the pair, and what is still missing."""

    agent_name: AgentName
    function_name: FunctionName
    params: dict[str, Any]
    missing_fields: list[str]


class LongTaskBranchDecision(ContractModel):
    """Whether the special branch for long goals is taken (A section 6)."""

    is_long_task_split: bool
    goal_title: str | None = None


class LongTaskQuestionMemory(ContractModel):
    """Questions about this goal, and their answers, found in the last 20 messages."""

    question_ids: list[str] = Field(default_factory=list)
    goal_title: str | None = None
    answers: dict[str, str] = Field(default_factory=dict)


class ParameterCompletenessResult(ContractModel):
    """Whether the required parameters are there."""

    complete: bool
    missing_fields: list[str]


class ClarificationOption(ContractModel):
    """An answer offered with a question."""

    label: str
    value: str


class ClarificationQuestion(ContractModel):
    """One question; answering any one of its group resolves the group (decisions 10)."""

    question_id: str
    field_name: str
    question_text: str
    options: list[ClarificationOption] = Field(default_factory=list)


class ClarificationRequest(ContractModel):
    """The questions asked back."""

    reason: Literal["missing_required_params", "long_task_split_questions", "ambiguous_reference"]
    questions: Annotated[list[ClarificationQuestion], Field(min_length=1)]
    original_agent_name: AgentName | None
    original_function_name: FunctionName | None


class PerceptionDecision(ContractModel):
    """What is meant, ready for execution (A section 10). ``needAskAgain`` is always false here.

    ``query`` is the whole request in the person's words: its first sentence and the answers to questions about it.
    """

    agent_name: AgentName
    function_name: FunctionName
    params: dict[str, Any]
    recent_messages: list[ConversationMessageDTO]
    trace_id: str | None
    query: str | None = None
    needAskAgain: Literal[False] = False  # noqa: N815 - the specification's name


class PerceptionAnalyzeResponse(ContractModel):
    """Exactly one of decision, clarification or error_message, by status; ``unsupported_intent`` carries a kind
    sentence in ``error_message``."""

    status: Literal["ready_for_execution", "need_clarification", "unsupported_intent", "error"]
    decision: PerceptionDecision | None = None
    clarification: ClarificationRequest | None = None
    error_message: str | None = None
    reason_code: str | None = None

    @model_validator(mode="after")
    def _status_and_content_agree(self) -> PerceptionAnalyzeResponse:
        if (self.decision is not None) != (self.status == "ready_for_execution"):
            raise ValueError("a decision stands exactly in ready_for_execution")
        if (self.clarification is not None) != (self.status == "need_clarification"):
            raise ValueError("a clarification stands exactly in need_clarification")
        if (self.error_message is not None) != (self.status in {"unsupported_intent", "error"}):
            raise ValueError("error_message stands exactly in unsupported_intent and error")
        return self
