"""The door to conversations. Everything runs inside the caller's transaction; what writes needs the owner's lock."""

from typing import Final

from pydantic import JsonValue

from agentbase.core.clock import Clock
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import base_error
from agentbase.session import repository
from agentbase.session.contracts import (
    PAGE_LIMIT,
    RECENT_LIMIT,
    AcceptedRequest,
    ConversationMessage,
    ConversationSession,
    MessagePage,
    NewMessage,
    RequestKey,
)
from agentbase.session.reasons import IDEMPOTENCY_CONFLICT

_DEFAULT_PORTAL: Final = "customer"


class SessionService:
    """Conversations, their messages, and which request holds which key."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def find_session(self, uow: UnitOfWork, owner: Owner, agent_type: str) -> ConversationSession | None:
        """The person's one open conversation with an agent, or None."""
        return await repository.find_open_session(uow, owner, agent_type)

    async def open_session(
        self, uow: UnitOfWork, owner: Owner, agent_type: str, portal: str = _DEFAULT_PORTAL
    ) -> ConversationSession:
        """The person's one open conversation with an agent, begun where there is none."""
        if (session := await self.find_session(uow, owner, agent_type)) is not None:
            return session
        now = self._clock.now()
        session = ConversationSession(
            session_id=str(new_uuid7()),
            tenant_id=owner.tenant_id,
            user_id=owner.owner_id,
            agent_type=agent_type,
            portal=portal,
            status="open",
            clarification_round=0,
            created_at=now,
            updated_at=now,
        )
        await repository.insert_session(uow, session)
        return session

    async def set_clarification_round(self, uow: UnitOfWork, session: ConversationSession, new_round: int) -> bool:
        """Move the round on from the value that ``session`` was read with; False when another turn was quicker."""
        return await repository.update_session(
            uow,
            session,
            clarification_round=new_round,
            status="open",
            updated_at=self._clock.now(),
            ended_at=None,
        )

    async def end_session(self, uow: UnitOfWork, session: ConversationSession) -> bool:
        """Close a conversation as it was read; False when another turn was quicker."""
        now = self._clock.now()
        return await repository.update_session(
            uow,
            session,
            clarification_round=session.clarification_round,
            status="ended",
            updated_at=now,
            ended_at=now,
        )

    async def save_message(self, uow: UnitOfWork, owner: Owner, message: NewMessage) -> str:
        """Store a message under the next index of its session, and return its id."""
        message_id = str(new_uuid7())
        await repository.insert_message(uow, owner, message_id, message, self._clock.now())
        return message_id

    async def recent_messages(
        self,
        uow: UnitOfWork,
        owner: Owner,
        session_id: str,
        *,
        before_message_id: str | None = None,
        limit: int = RECENT_LIMIT,
    ) -> tuple[ConversationMessage, ...]:
        """The last messages that person and assistant said, oldest first (A §6, decisions 10).

        With ``before_message_id`` only what was said before that message, itself excluded.
        """
        return await repository.select_spoken_before(uow, owner, session_id, before_message_id, limit)

    async def all_messages(
        self,
        uow: UnitOfWork,
        owner: Owner,
        session_id: str,
        *,
        before_index: int | None = None,
        limit: int = PAGE_LIMIT,
    ) -> MessagePage:
        """A page of everything in a conversation: the last ``limit`` messages before ``before_index`` (B §2)."""
        found = await repository.select_page(uow, owner, session_id, before_index, limit + 1)
        return MessagePage(messages=found[-limit:], more=len(found) > limit)

    async def find_by_client_message_id(
        self, uow: UnitOfWork, owner: Owner, client_message_id: str
    ) -> ConversationMessage | None:
        """The message that this person's client sent under that id; its ``run_id`` leads to the first outcome."""
        return await repository.select_by_client_id(uow, owner, client_message_id)

    async def accept_request(
        self, uow: UnitOfWork, owner: Owner, key: RequestKey, *, request_hash: str, run_id: str
    ) -> AcceptedRequest:
        """Take a key for a run, or learn which run holds it already (P §6.4).

        Raises IDEMPOTENCY_CONFLICT when the key belongs to another request.
        """
        if await repository.insert_key(uow, owner, key, request_hash, run_id, self._clock.now()):
            return AcceptedRequest(run_id=run_id, status="accepted", result=None, first=True)
        held = await repository.select_key(uow, owner, key)
        if held.request_hash != request_hash:
            raise base_error(IDEMPOTENCY_CONFLICT.reason_code)
        return AcceptedRequest(run_id=held.run_id, status=held.status, result=held.result, first=False)

    async def complete_request(
        self, uow: UnitOfWork, owner: Owner, key: RequestKey, result: dict[str, JsonValue]
    ) -> None:
        """Keep what a key's request came to, for whoever sends it again."""
        await repository.update_key(uow, owner, key, dict(result), self._clock.now())
