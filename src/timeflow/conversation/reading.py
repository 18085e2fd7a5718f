"""What a person can look at: what waits, the agenda, the history. Nothing here writes."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from uuid import UUID

from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from timeflow.conversation.contracts import (
    Agenda,
    ConversationHistoryRequest,
    ConversationHistoryResponse,
    HistoryMessage,
    Pending,
)
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.turns import AGENT_TYPE
from timeflow.data.contracts import CandidateCriteria, DataQueryRequest, ItemSnapshot
from timeflow.data.times import instant_of, zone_of
from timeflow.data.view import item_view
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


async def items_between(
    parts: ConversationParts,
    owner: Owner,
    first: date | None,
    last: date | None,
    timezone: str,
    current_time: datetime,
    deadline: Deadline,
) -> Agenda:
    """The agenda of local days, both included; without a range what is overdue, what is to come, undated todos."""
    zone = zone_of(timezone, field="timezone")
    undated = first is None and last is None
    begin = first or (current_time.astimezone(zone).date() if undated else None)
    start = instant_of(datetime.combine(begin, time()), zone, field="from") if begin else None
    end = instant_of(datetime.combine(last + timedelta(days=1), time()), zone, field="to") if last else None

    async def work(uow: UnitOfWork) -> Agenda:
        page = await parts.data.agenda(uow, owner, start, end, undated=undated)
        missed: tuple[ItemSnapshot, ...] = ()
        if undated and start is not None:
            criteria = CandidateCriteria(item_types=("todo", "subtask"), statuses=("active",), overdue_at=start)
            question = DataQueryRequest(query_type="candidate_items", user_id=owner.owner_id, criteria=criteria)
            missed = (await parts.data.query(uow, owner, question)).items
        listed = {item.item_id for item in page.items}
        items = (*(item for item in missed if item.item_id not in listed), *page.items)
        return Agenda(items=tuple(item_view(item) for item in items), more=page.truncated)

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
