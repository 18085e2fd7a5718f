"""A turn as a run: accepted in one transaction, ended in one, with its events (design section 2)."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import JsonValue, TypeAdapter

from agentbase.core.clock import Clock
from agentbase.core.contract import contract_of
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import base_error
from agentbase.run.contracts import NewEvent, NewRun, RunEnd, RunLease
from agentbase.run.service import RunService
from agentbase.session.contracts import ConversationMessage, MessageMetadata, NewMessage, RequestKey
from agentbase.session.service import SessionService
from timeflow.conversation.contracts import MainAgentRequest, MainAgentResponse, ProcessingEvent
from timeflow.conversation.view import Locale, reply_metadata, reply_text
from timeflow.data.times import zone_of
from timeflow.execution.contracts import ErrorEvent, Turn

AGENT_TYPE: Final = "timeflow"
_POLL_SECONDS: Final = 0.05
_RESPONSE: Final[TypeAdapter[MainAgentResponse]] = TypeAdapter(MainAgentResponse)


@dataclass(frozen=True, slots=True)
class AcceptedTurn:
    """A run under way, and what the dialogue showed before it."""

    turn: Turn
    lease: RunLease
    session_id: str
    message_id: str
    request_key: RequestKey | None
    last_reply: ConversationMessage | None


@dataclass(frozen=True, slots=True)
class KnownRequest:
    """The same message was sent before, in this run."""

    run_id: str


def new_turn(current_time: datetime, timezone: str, locale: Locale) -> Turn:
    """The identities of a new run. Raises INPUT_INVALID that names ``current_time`` or ``timezone``."""
    values = {
        "run_id": str(new_uuid7()),
        "correlation_id": str(new_uuid7()),
        "trace_id": str(new_uuid7()),
        "current_time": current_time,
        "timezone": timezone,
        "locale": locale,
    }
    turn = contract_of(Turn, values)
    zone_of(turn.timezone, field="timezone")
    return turn


class TurnLog:
    """Begins and ends runs of the dialogue."""

    def __init__(
        self, database: Database, sessions: SessionService, runs: RunService, clock: Clock, holder: str
    ) -> None:
        self._database = database
        self._sessions = sessions
        self._runs = runs
        self._clock = clock
        self._holder = holder

    async def accept(
        self, owner: Owner, request: MainAgentRequest, turn: Turn, deadline: Deadline
    ) -> AcceptedTurn | KnownRequest:
        """Store the message and the run. Raises IDEMPOTENCY_CONFLICT where the key belongs to another message."""

        async def work(uow: UnitOfWork) -> AcceptedTurn | KnownRequest:
            key = None
            if request.client_message_id is not None:
                key = RequestKey(agent_type=AGENT_TYPE, idempotency_key=request.client_message_id)
                held = await self._sessions.accept_request(
                    uow, owner, key, request_hash=_hash(request), run_id=turn.run_id
                )
                if not held.first:
                    return KnownRequest(held.run_id)
            session = await self._sessions.open_session(uow, owner, AGENT_TYPE)
            recent = await self._sessions.recent_messages(uow, owner, session.session_id, limit=2)
            message = NewMessage(
                session_id=session.session_id,
                role="user",
                raw_content=request.raw_content,
                modality=request.modality,
                source_url=request.source_url,
                metadata=MessageMetadata(
                    correlation_id=turn.correlation_id, reply_to_question_id=request.reply_to_question_id
                ),
                client_message_id=request.client_message_id,
                run_id=turn.run_id,
            )
            message_id = await self._sessions.save_message(uow, owner, message)
            lease = await self._runs.accept(uow, owner, _run(turn, "user_query"), holder=self._holder)
            processing = ProcessingEvent(correlation_id=turn.correlation_id, stage="accepted")
            await self._runs.append_events(uow, owner, turn, [_event(processing)])
            last_reply = recent[-1] if recent and recent[-1].role == "assistant" else None
            return AcceptedTurn(turn, lease, session.session_id, message_id, key, last_reply)

        return await self._database.write(owner, deadline, work)

    async def end(
        self, uow: UnitOfWork, owner: Owner, accepted: AcceptedTurn, response: MainAgentResponse, *, says: bool
    ) -> None:
        """End the run within the transaction that stores its answer. ``says``: the reply is not in the history yet."""
        if says:
            reply = NewMessage(
                session_id=accepted.session_id,
                role="assistant",
                raw_content=reply_text(response, accepted.turn.locale),
                metadata=reply_metadata(response),
                run_id=accepted.turn.run_id,
            )
            await self._sessions.save_message(uow, owner, reply)
        await self._runs.finish(uow, owner, accepted.lease, run_end(response))
        event = _event(response)
        await self._runs.append_events(uow, owner, accepted.turn, [event])
        if accepted.request_key is not None:
            await self._sessions.complete_request(uow, owner, accepted.request_key, event.payload)

    async def record(self, uow: UnitOfWork, owner: Owner, turn: Turn, kind: str, response: MainAgentResponse) -> None:
        """Keep a run that began and ended in this transaction: a decision, a choice, a cancellation, an edit."""
        await self._runs.record(uow, owner, _run(turn, kind), run_end(response))
        await self._runs.append_events(uow, owner, turn, [_event(response)])

    async def first_outcome(
        self, owner: Owner, request: MainAgentRequest, run_id: str, deadline: Deadline
    ) -> MainAgentResponse:
        """What the same message came to when it was first sent; waits while that is under way."""
        if request.client_message_id is None:
            raise ValueError("only a message with a key can be known")
        key = RequestKey(agent_type=AGENT_TYPE, idempotency_key=request.client_message_id)
        while True:
            found = await self._database.write(
                owner,
                deadline,
                lambda uow: self._sessions.accept_request(uow, owner, key, request_hash=_hash(request), run_id=run_id),
            )
            if found.result is not None:
                return _RESPONSE.validate_python(found.result)
            run = await self._database.read(deadline, lambda uow: self._runs.find(uow, owner, run_id))
            if run is not None and run.status == "failed":
                raise base_error("INTERRUPTED")
            deadline.check()
            await asyncio.sleep(deadline.at_most(_POLL_SECONDS))


def run_end(response: MainAgentResponse) -> RunEnd:
    """How a run ended with this answer."""
    if isinstance(response, ErrorEvent):
        return RunEnd(status="failed", error_code=response.code, reason_code=response.reason_code)
    return RunEnd(status="finished")


def _event(response: MainAgentResponse | ProcessingEvent) -> NewEvent:
    payload: dict[str, JsonValue] = response.model_dump(mode="json")
    return NewEvent(response.type, payload)


def _run(turn: Turn, kind: str) -> NewRun:
    return NewRun(
        run_id=turn.run_id,
        correlation_id=turn.correlation_id,
        trace_id=turn.trace_id,
        kind=kind,
        reference_time=turn.current_time,
        timezone=turn.timezone,
    )


def _hash(request: MainAgentRequest) -> str:
    """What makes two messages the same: what was said, not when the client sent it again."""
    said = "\x1f".join((request.raw_content, request.modality, request.source_url or ""))
    return "sha256:" + hashlib.sha256(said.encode()).hexdigest()
