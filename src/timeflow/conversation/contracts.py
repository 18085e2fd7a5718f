"""What travels between a person's client and the program (design section 7). Field names are stable."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel, FrozenContract
from timeflow.data.contracts import ItemView
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    InteractionCancelResponse,
    SelectionRequired,
    WriteDecisionResult,
)
from timeflow.functions.contracts import ReferenceTime
from timeflow.perception.contracts import (
    SOURCE_URL_LIMIT,
    ClarificationQuestion,
    ClientMessageId,
    InputModality,
    RawContent,
)


class MainAgentRequest(ContractModel):
    """One sentence. The user comes from authentication, never from here (decisions 9)."""

    raw_content: RawContent
    modality: InputModality = "text"
    source_url: Annotated[str, Field(max_length=SOURCE_URL_LIMIT)] | None = None
    client_message_id: ClientMessageId | None = None
    reply_to_question_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    current_time: ReferenceTime
    timezone: Annotated[str, Field(min_length=1, max_length=64)]


class Clarification(FrozenContract):
    """Questions asked back."""

    type: Literal["clarification"] = "clarification"
    correlation_id: str
    reason: Literal["missing_required_params", "long_task_split_questions", "ambiguous_reference"]
    questions: Annotated[tuple[ClarificationQuestion, ...], Field(min_length=1)]


class ProcessingEvent(FrozenContract):
    """The turn is under way; ``stage`` names the step."""

    type: Literal["processing"] = "processing"
    correlation_id: str
    stage: str


MainAgentResponse = (
    ConfirmationRequiredResponse
    | SelectionRequired
    | Clarification
    | Display
    | WriteDecisionResult
    | InteractionCancelResponse
    | ErrorEvent
)
"""Exactly one ends each turn."""


class ConversationHistoryRequest(ContractModel):
    """All messages of the person's one dialogue, a page at a time."""

    before_index: Annotated[int, Field(ge=0)] | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 100


class HistoryMessage(FrozenContract):
    """One message of the history."""

    message_id: UUID
    message_index: int
    role: Literal["user", "assistant"]
    modality: InputModality | None
    raw_content: str
    created_at: AwareDatetime


class ConversationHistoryResponse(FrozenContract):
    """A page of the history, oldest first."""

    messages: tuple[HistoryMessage, ...]
    more: bool


class Pending(FrozenContract):
    """What waits for the person, the newest first."""

    cards: tuple[ConfirmationRequiredResponse, ...] = ()
    choices: tuple[SelectionRequired, ...] = ()


class Agenda(FrozenContract):
    """Items in order of time, those without a time last. ``more``: there are further ones."""

    items: tuple[ItemView, ...] = ()
    more: bool = False
