"""What a person can look at beside the agenda: what waits, and the history. Nothing here writes."""

from __future__ import annotations

from uuid import UUID

from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from timeflow.conversation.contracts import (
    ConversationHistoryRequest,
    ConversationHistoryResponse,
    HistoryMessage,
    Pending,
)
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.turns import AGENT_TYPE
from timeflow.data.times import zone_of
from timeflow.execution.card_view import card_view
from timeflow.execution.pending_repository import open_interactions
from timeflow.execution.storing import choice_view


async def waiting_for(parts: ConversationParts, owner: Owner, timezone: str, deadline: Deadline) -> Pending:
    """Open cards and choices, the newest first."""
    zone_of(timezone, field="timezone")

    async def work(uow: UnitOfWork) -> Pending:
        cards = await parts.gate.pending(uow, owner)
        choices = await open_interactions(uow, owner)
        return Pending(
            cards=tuple(card_view(card, timezone) for card in cards),
            choices=tuple(choice_view(choice) for choice in choices),
        )

    return await parts.database.read(deadline, work)


async def history_page(
    parts: ConversationParts, owner: Owner, request: ConversationHistoryRequest, deadline: Deadline
) -> ConversationHistoryResponse:
    """A page of the person's one dialogue."""

    async def work(uow: UnitOfWork) -> ConversationHistoryResponse:
        session = await parts.sessions.find_session(uow, owner, AGENT_TYPE)
        if session is None:
            return ConversationHistoryResponse(messages=(), more=False)
        page = await parts.sessions.all_messages(
            uow, owner, session.session_id, before_index=request.before_index, limit=request.limit
        )
        return ConversationHistoryResponse(
            messages=tuple(
                HistoryMessage(
                    message_id=UUID(message.message_id),
                    message_index=message.message_index,
                    role="user" if message.role == "user" else "assistant",
                    modality=message.modality,
                    raw_content=message.raw_content,
                    created_at=message.created_at,
                )
                for message in page.messages
                if message.role in {"user", "assistant"}
            ),
            more=page.more,
        )

    return await parts.database.read(deadline, work)
