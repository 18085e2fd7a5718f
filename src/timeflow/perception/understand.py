"""构造感知上下文 and 识别用户意图: what the one call is told (A section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from timeflow.functions.registry import available_functions
from timeflow.perception.contracts import ConversationMessageDTO, NormalizedUserInput, PerceptionContext
from timeflow.perception.understanding import Capability, DialogueMessage, OpenRequest, UnderstandingInput
from timeflow.perception.wording import weekday_name

_MESSAGE_LIMIT: Final = 1000
"""Characters of an earlier message that help to understand the present one."""


def context_of(given: NormalizedUserInput, recent: Sequence[ConversationMessageDTO]) -> PerceptionContext:
    """The context by the name of A section 7: what was spoken, oldest first."""
    spoken = [message for message in recent if message.role in {"user", "assistant"}]
    return PerceptionContext(
        user_id=given.user_id,
        current_input=given,
        recent_messages=spoken[-20:],
        available_functions=available_functions(),
    )


def understanding_input(context: PerceptionContext, open_request: OpenRequest | None) -> UnderstandingInput:
    """The input of the call: no user, no ids."""
    given = context.current_input
    today = given.current_time.astimezone(ZoneInfo(given.timezone)).date()
    return UnderstandingInput(
        raw_input=given.raw_content,
        recent_messages=dialogue_of(context.recent_messages),
        open_request=open_request,
        current_time=given.current_time.astimezone(ZoneInfo(given.timezone)),
        today=today,
        weekday=weekday_name(today, given.locale),
        timezone=given.timezone,
        locale=given.locale,
        available_functions=[
            Capability(
                agent_name=function.agent_name,
                function_name=function.function_name,
                description=function.description,
            )
            for function in context.available_functions
        ],
    )


def dialogue_of(messages: Sequence[ConversationMessageDTO]) -> list[DialogueMessage]:
    """The earlier messages as a model sees them."""
    return [
        DialogueMessage(
            role="assistant" if message.role == "assistant" else "user",
            content=message.raw_content[:_MESSAGE_LIMIT],
            created_at=message.created_at,
            titles=list(message.metadata.get("titles", ())),
        )
        for message in messages
        if message.raw_content.strip()
    ]
