"""Queries on conversations, always by owner. Whoever writes holds the owner's lock."""

from datetime import datetime

from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, insert, literal, select, update

from agentbase.core.database import Owner, UnitOfWork, owners
from agentbase.session.contracts import (
    ConversationMessage,
    ConversationSession,
    MessageMetadata,
    NewMessage,
    RequestKey,
)
from agentbase.session.model import conversation_messages as messages
from agentbase.session.model import conversation_session as sessions
from agentbase.session.model import request_idempotency as keys

SPOKEN = ("user", "assistant")


async def find_open_session(uow: UnitOfWork, owner: Owner, agent_type: str) -> ConversationSession | None:
    """The person's open conversation with an agent."""
    query = select(sessions).where(
        _owned_session(owner), sessions.c.agent_type == agent_type, sessions.c.status == "open"
    )
    row = (await uow.execute(query)).first()
    return None if row is None else ConversationSession.model_validate(dict(row._mapping))


async def insert_session(uow: UnitOfWork, session: ConversationSession) -> None:
    """Store a new conversation."""
    await uow.execute(insert(sessions).values(session.model_dump()))


async def update_session(
    uow: UnitOfWork,
    session: ConversationSession,
    *,
    clarification_round: int,
    status: str,
    updated_at: datetime,
    ended_at: datetime | None,
) -> bool:
    """Change an open conversation that still stands as it was read; whether it did."""
    guarded = (
        update(sessions)
        .where(
            _owned_session(Owner(session.tenant_id, session.user_id)),
            sessions.c.session_id == session.session_id,
            sessions.c.status == "open",
            sessions.c.clarification_round == session.clarification_round,
        )
        .values(clarification_round=clarification_round, status=status, updated_at=updated_at, ended_at=ended_at)
    )
    return (await uow.execute(guarded)).rowcount == 1


async def insert_message(
    uow: UnitOfWork, owner: Owner, message_id: str, message: NewMessage, created_at: datetime
) -> None:
    """Store a message under the next index of its session, in one statement."""
    values = {
        "message_id": message_id,
        "tenant_id": owner.tenant_id,
        "user_id": owner.owner_id,
        "session_id": message.session_id,
        "role": message.role,
        "modality": message.modality,
        "raw_content": message.raw_content,
        "source_url": message.source_url,
        "metadata": message.metadata.model_dump(mode="json", exclude_defaults=True),
        "client_message_id": message.client_message_id,
        "run_id": message.run_id,
        "created_at": created_at,
    }
    row = select(
        *(literal(value, messages.c[name].type) for name, value in values.items()),
        func.coalesce(func.max(messages.c.message_index), 0) + 1,
    ).where(messages.c.tenant_id == owner.tenant_id, messages.c.session_id == message.session_id)
    await uow.execute(insert(messages).from_select([*values, "message_index"], row))


async def select_by_client_id(uow: UnitOfWork, owner: Owner, client_message_id: str) -> ConversationMessage | None:
    """One message by the id that the client gave it."""
    condition = messages.c.client_message_id == client_message_id
    row = (await uow.execute(select(messages).where(_owned_message(owner), condition))).first()
    return None if row is None else _message(row)


async def select_spoken_before(
    uow: UnitOfWork, owner: Owner, session_id: str, before_message_id: str | None, limit: int
) -> tuple[ConversationMessage, ...]:
    """The last messages that person and assistant said before a message (or at all), oldest first."""
    query = select(messages).where(
        _owned_message(owner), messages.c.session_id == session_id, messages.c.role.in_(SPOKEN)
    )
    if before_message_id is not None:
        current = messages.alias("current")
        index = select(current.c.message_index).where(
            current.c.tenant_id == owner.tenant_id,
            current.c.user_id == owner.owner_id,
            current.c.message_id == before_message_id,
        )
        query = query.where(messages.c.message_index < index.scalar_subquery())
    return await _newest(uow, query, limit)


async def select_page(
    uow: UnitOfWork, owner: Owner, session_id: str, before_index: int | None, limit: int
) -> tuple[ConversationMessage, ...]:
    """The last messages before an index (or at all), oldest first, whoever said them."""
    query = select(messages).where(_owned_message(owner), messages.c.session_id == session_id)
    if before_index is not None:
        query = query.where(messages.c.message_index < before_index)
    return await _newest(uow, query, limit)


async def insert_key(
    uow: UnitOfWork, owner: Owner, key: RequestKey, request_hash: str, run_id: str, created_at: datetime
) -> bool:
    """Store a key unless it is taken, in one statement; whether it was free."""
    values = {
        "tenant_id": owner.tenant_id,
        "user_id": owner.owner_id,
        "agent_type": key.agent_type,
        "idempotency_key": key.idempotency_key,
        "request_hash": request_hash,
        "run_id": run_id,
        "status": "accepted",
        "created_at": created_at,
    }
    # Selecting from the owner's own row, which is there and locked, is portable where a bare SELECT … WHERE is not.
    row = (
        select(*(literal(value, keys.c[name].type) for name, value in values.items()))
        .select_from(owners)
        .where(
            owners.c.tenant_id == owner.tenant_id,
            owners.c.owner_id == owner.owner_id,
            ~exists().where(_this_key(owner, key)),
        )
    )
    return (await uow.execute(insert(keys).from_select(list(values), row))).rowcount == 1


async def select_key(uow: UnitOfWork, owner: Owner, key: RequestKey) -> Row[tuple[str, str, str, dict[str, object]]]:
    """``request_hash``, ``run_id``, ``status`` and ``result`` of a key that is taken."""
    query = select(keys.c.request_hash, keys.c.run_id, keys.c.status, keys.c.result).where(_this_key(owner, key))
    return (await uow.execute(query)).one()


async def update_key(
    uow: UnitOfWork, owner: Owner, key: RequestKey, result: dict[str, object], completed_at: datetime
) -> None:
    """Keep the result of a key's request."""
    statement = update(keys).where(_this_key(owner, key), keys.c.status == "accepted")
    await uow.execute(statement.values(status="completed", result=result, completed_at=completed_at))


def _owned_session(owner: Owner) -> ColumnElement[bool]:
    return and_(sessions.c.tenant_id == owner.tenant_id, sessions.c.user_id == owner.owner_id)


def _owned_message(owner: Owner) -> ColumnElement[bool]:
    return and_(messages.c.tenant_id == owner.tenant_id, messages.c.user_id == owner.owner_id)


def _this_key(owner: Owner, key: RequestKey) -> ColumnElement[bool]:
    return and_(
        keys.c.tenant_id == owner.tenant_id,
        keys.c.user_id == owner.owner_id,
        keys.c.agent_type == key.agent_type,
        keys.c.idempotency_key == key.idempotency_key,
    )


async def _newest(uow: UnitOfWork, query: Select[tuple[object, ...]], limit: int) -> tuple[ConversationMessage, ...]:
    rows = (await uow.execute(query.order_by(messages.c.message_index.desc()).limit(limit))).all()
    return tuple(_message(row) for row in reversed(rows))


def _message(row: Row[tuple[object, ...]]) -> ConversationMessage:
    values = dict(row._mapping)
    return ConversationMessage.model_validate(
        {**values, "metadata": MessageMetadata.model_validate(values["metadata"])}
    )
