"""Conversations, their messages, and the keys of requests (A §7 and §8, P §6.4)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue, StringConstraints

from agentbase.core.contract import AwareDatetime, FrozenContract, IdText

RECENT_LIMIT: Final = 20
"""How many messages a model is told of; no limit of what is stored (B GAP-B-01)."""

PAGE_LIMIT: Final = 200

Role = Literal["user", "assistant", "system", "tool"]
Modality = Literal["text", "voice_asr", "image_ocr"]
SessionStatus = Literal["open", "ended"]
RequestKeyStatus = Literal["accepted", "completed"]
ClientKey = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{1,128}$")]
HashText = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class ConversationSession(FrozenContract):
    """One conversation of a person with one kind of agent. Instants in UTC."""

    session_id: str
    tenant_id: str
    user_id: str
    agent_type: str
    portal: str
    status: SessionStatus
    clarification_round: int
    created_at: AwareDatetime
    updated_at: AwareDatetime
    ended_at: AwareDatetime | None = None


class MessageMetadata(FrozenContract):
    """What a message says about its place in the dialogue (A §8).

    ``question_ids``: the questions that an assistant message asks; answering any one resolves the group.
    ``reply_to_question_id``: the question that a user message answers. ``goal_title``: whose answers these are.
    ``known_params``: what had been understood when the question was asked.
    ``interaction_id`` and ``write_request_id``: the choice or the card that an assistant message shows.
    ``titles``: what it names, in its order, so that words like "the second one" can refer to it.
    """

    question_ids: tuple[str, ...] = ()
    reply_to_question_id: str | None = None
    clarification_reason: str | None = None
    missing_fields: tuple[str, ...] = ()
    original_agent_name: str | None = None
    original_function_name: str | None = None
    known_params: dict[str, JsonValue] | None = None
    goal_title: str | None = None
    correlation_id: str | None = None
    interaction_id: str | None = None
    write_request_id: str | None = None
    titles: tuple[str, ...] = ()


class NewMessage(FrozenContract):
    """A message to be stored; ``raw_content`` is kept exactly as it was sent."""

    model_config = FrozenContract.model_config | {"str_strip_whitespace": False}

    session_id: str
    role: Role
    raw_content: str
    modality: Modality | None = None
    source_url: Annotated[str, Field(max_length=2048)] | None = None
    metadata: MessageMetadata = MessageMetadata()
    client_message_id: ClientKey | None = None
    run_id: IdText | None = None


class ConversationMessage(NewMessage):
    """A stored message. ``message_index`` counts from 1 and has no gaps within a session."""

    message_id: str
    tenant_id: str
    user_id: str
    message_index: int
    created_at: AwareDatetime


class MessagePage(FrozenContract):
    """A page of a conversation, oldest first. ``more``: there are older messages."""

    messages: tuple[ConversationMessage, ...]
    more: bool


class RequestKey(FrozenContract):
    """What makes two requests the same one (P §6.4): the person, the agent and the key that the client chose."""

    agent_type: IdText
    idempotency_key: ClientKey


class AcceptedRequest(FrozenContract):
    """The request that holds a key. ``first`` tells whether it is the one that was just offered."""

    run_id: str
    status: RequestKeyStatus
    result: dict[str, JsonValue] | None
    first: bool
