"""The dialogue as perception needs it: read the last messages, save one (A section 5)."""

from __future__ import annotations

from typing import Any, Final, Protocol
from uuid import UUID

from agentbase.core.clock import Clock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import base_error
from agentbase.session.contracts import ConversationMessage, MessageMetadata, NewMessage, Role
from agentbase.session.reasons import IDEMPOTENCY_CONFLICT
from agentbase.session.service import SessionService
from timeflow.perception.contracts import ConversationMessageDTO, InputModality

RECENT_LIMIT: Final = 20


class MessagesPort(Protocol):
    """Where the dialogue is kept. User rows and assistant rows only; system and tool rows are never returned."""

    async def recent(
        self, user_id: UUID, *, before_message_id: UUID | None, limit: int, deadline: Deadline
    ) -> list[ConversationMessageDTO]:
        """The last ``limit`` messages, oldest first, without ``before_message_id`` and what came after it."""
        ...

    async def save(
        self,
        user_id: UUID,
        *,
        role: Role,
        raw_content: str,
        metadata: MessageMetadata,
        deadline: Deadline,
        modality: InputModality | None = None,
        source_url: str | None = None,
        client_message_id: str | None = None,
    ) -> UUID:
        """Store a message and return its id."""
        ...


class NoDialogue:
    """A dialogue that is neither read nor kept: for ``parse``, which saves nothing (design section 7)."""

    async def recent(
        self, user_id: UUID, *, before_message_id: UUID | None, limit: int, deadline: Deadline
    ) -> list[ConversationMessageDTO]:
        """Nothing."""
        return []

    async def save(
        self,
        user_id: UUID,
        *,
        role: Role,
        raw_content: str,
        metadata: MessageMetadata,
        deadline: Deadline,
        modality: InputModality | None = None,
        source_url: str | None = None,
        client_message_id: str | None = None,
    ) -> UUID:
        """Keep nothing; the answer is the nil id."""
        return UUID(int=0)


class SessionMessages:
    """The dialogue in ``agentbase.session``: the person's one open conversation with the agent.

    Raises what the database raises: DATABASE_BUSY, DATABASE_UNAVAILABLE, DEADLINE_EXCEEDED.
    """

    def __init__(
        self, database: Database, clock: Clock, *, tenant_id: str = "local", agent_type: str = "timeflow"
    ) -> None:
        self._database = database
        self._sessions = SessionService(clock)
        self._tenant_id = tenant_id
        self._agent_type = agent_type

    async def recent(
        self, user_id: UUID, *, before_message_id: UUID | None, limit: int, deadline: Deadline
    ) -> list[ConversationMessageDTO]:
        """The last messages of the open conversation; none where it has not begun."""
        owner = self._owner(user_id)

        async def work(uow: UnitOfWork) -> tuple[ConversationMessage, ...]:
            session = await self._sessions.find_session(uow, owner, self._agent_type)
            if session is None:
                return ()
            before = None if before_message_id is None else str(before_message_id)
            return await self._sessions.recent_messages(
                uow, owner, session.session_id, before_message_id=before, limit=limit
            )

        messages = await self._database.read(deadline, work)
        return [_dto(message, user_id) for message in messages]

    async def save(
        self,
        user_id: UUID,
        *,
        role: Role,
        raw_content: str,
        metadata: MessageMetadata,
        deadline: Deadline,
        modality: InputModality | None = None,
        source_url: str | None = None,
        client_message_id: str | None = None,
    ) -> UUID:
        """Store under the next index of the open conversation; what a client sends again is stored already.

        Raises IDEMPOTENCY_CONFLICT where it comes with other words.
        """
        owner = self._owner(user_id)

        async def work(uow: UnitOfWork) -> str:
            if client_message_id is not None:
                known = await self._sessions.find_by_client_message_id(uow, owner, client_message_id)
                if known is not None and known.raw_content != raw_content:
                    raise base_error(IDEMPOTENCY_CONFLICT.reason_code)
                if known is not None:
                    return known.message_id
            session = await self._sessions.open_session(uow, owner, self._agent_type)
            message = NewMessage(
                session_id=session.session_id,
                role=role,
                raw_content=raw_content,
                modality=modality,
                source_url=source_url,
                metadata=metadata,
                client_message_id=client_message_id,
            )
            return await self._sessions.save_message(uow, owner, message)

        return UUID(await self._database.write(owner, deadline, work))

    def _owner(self, user_id: UUID) -> Owner:
        return Owner(self._tenant_id, str(user_id))


def _dto(message: ConversationMessage, user_id: UUID) -> ConversationMessageDTO:
    metadata: dict[str, Any] = message.metadata.model_dump(mode="json", exclude_defaults=True)
    return ConversationMessageDTO(
        id=UUID(message.message_id),
        user_id=user_id,
        message_index=message.message_index,
        role=message.role,
        modality=message.modality,
        raw_content=message.raw_content,
        source_url=message.source_url,
        metadata=metadata,
        created_at=message.created_at,
    )
