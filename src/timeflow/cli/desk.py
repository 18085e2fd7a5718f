"""What a command can ask of the program, in the terms of the command line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from pydantic import ValidationError

from agentbase.core.text import check_text
from timeflow.cli.moment import Moment
from timeflow.cli.printing import Printer
from timeflow.cli.problems import ExitStatus, invalid_input
from timeflow.cli.render.card import render_waiting
from timeflow.cli.shown import ShownStore
from timeflow.conversation.contracts import MainAgentRequest, MainAgentResponse, Pending
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    ErrorEvent,
    InteractionCancelRequest,
    InteractionSelectionRequest,
    SelectionRequired,
    WriteDecisionRequest,
    WriteDecisionResult,
    WriteEditRequest,
)
from timeflow.perception.contracts import RAW_CONTENT_LIMIT


class ConversationDoor(Protocol):
    """The part of ``ConversationService`` that the command line uses."""

    def user_query(self, auth: AuthContext, request: MainAgentRequest) -> Awaitable[MainAgentResponse]: ...  # noqa: D102

    def decide(  # noqa: D102
        self, auth: AuthContext, request: WriteDecisionRequest, *, current_time: datetime, timezone: str
    ) -> Awaitable[MainAgentResponse]: ...

    def edit(self, auth: AuthContext, request: WriteEditRequest) -> Awaitable[MainAgentResponse]: ...  # noqa: D102

    def select(  # noqa: D102
        self, auth: AuthContext, request: InteractionSelectionRequest, *, current_time: datetime, timezone: str
    ) -> Awaitable[MainAgentResponse]: ...

    def cancel(  # noqa: D102
        self, auth: AuthContext, request: InteractionCancelRequest, *, current_time: datetime, timezone: str
    ) -> Awaitable[MainAgentResponse]: ...

    def undo_card(  # noqa: D102
        self, auth: AuthContext, write_request_id: str | None, *, timezone: str
    ) -> Awaitable[ConfirmationRequiredResponse | ErrorEvent]: ...

    def pending(self, auth: AuthContext, *, timezone: str) -> Awaitable[Pending]: ...  # noqa: D102


class Desk:
    """One person at the command line. ``moment`` answers what is *now* for words and facts."""

    def __init__(
        self,
        conversation: ConversationDoor,
        auth: AuthContext,
        moment: Callable[[], Moment],
        printer: Printer,
        shown: ShownStore,
    ) -> None:
        self._conversation = conversation
        self._auth = auth
        self._moment = moment
        self.printer = printer
        self.shown = shown

    @property
    def today(self) -> date:
        """The person's calendar day."""
        return self._moment().today

    async def say(self, text: str, *, reply_to: str | None = None) -> MainAgentResponse:
        """One sentence. Raises INPUT_INVALID that names ``text``."""
        check_text("text", text, RAW_CONTENT_LIMIT)
        moment = self._moment()
        try:
            request = MainAgentRequest(
                raw_content=text,
                reply_to_question_id=reply_to,
                current_time=moment.current_time,
                timezone=moment.timezone,
            )
        except ValidationError as error:
            raise invalid_input(error, {"raw_content": "text"}) from None
        return await self._conversation.user_query(self._auth, request)

    async def confirm(
        self, card_id: str, payload_hash: str, *, only: Sequence[str] | None = None, count: int | None = None
    ) -> MainAgentResponse:
        """Confirm what was shown. Always under the same key, so that doing it twice answers the same (decisions 15)."""
        return await self._decide(
            WriteDecisionRequest(
                write_request_id=card_id,
                decision="confirm",
                payload_hash=payload_hash,
                idempotency_key=f"confirm-{card_id}",
                accepted_change_ids=tuple(only) if only is not None else None,
                change_count=count,
            )
        )

    async def reject(self, card_id: str, payload_hash: str) -> MainAgentResponse:
        """Turn a card down."""
        return await self._decide(
            WriteDecisionRequest(
                write_request_id=card_id,
                decision="reject",
                payload_hash=payload_hash,
                idempotency_key=f"reject-{card_id}",
            )
        )

    async def _decide(self, request: WriteDecisionRequest) -> MainAgentResponse:
        moment = self._moment()
        return await self._conversation.decide(
            self._auth, request, current_time=moment.current_time, timezone=moment.timezone
        )

    async def edit(self, card_id: str, fields: Mapping[str, str]) -> MainAgentResponse:
        """Change fields of a card: a new card takes its place. Raises INPUT_INVALID."""
        moment = self._moment()
        for field, value in fields.items():
            check_text(field, value, RAW_CONTENT_LIMIT)
        try:
            request = WriteEditRequest(
                write_request_id=card_id,
                fields=dict(fields),
                current_time=moment.current_time,
                timezone=moment.timezone,
            )
        except ValidationError as error:
            raise invalid_input(error, {"write_request_id": "ID"}) from None
        return await self._conversation.edit(self._auth, request)

    async def choose(self, interaction_id: str, option_id: str) -> MainAgentResponse:
        """Take one of the options of a choice."""
        moment = self._moment()
        request = InteractionSelectionRequest(interaction_id=interaction_id, option_id=option_id)
        return await self._conversation.select(
            self._auth, request, current_time=moment.current_time, timezone=moment.timezone
        )

    async def cancel(self, interaction_id: str) -> MainAgentResponse:
        """Close a choice without taking any."""
        moment = self._moment()
        request = InteractionCancelRequest(interaction_id=interaction_id)
        return await self._conversation.cancel(
            self._auth, request, current_time=moment.current_time, timezone=moment.timezone
        )

    async def undo_card(self, write_request_id: str | None) -> ConfirmationRequiredResponse | ErrorEvent:
        """The card of the inverse of an applied write, of the last one where none is named."""
        return await self._conversation.undo_card(self._auth, write_request_id, timezone=self._moment().timezone)

    async def pending(self) -> Pending:
        """What waits for the person."""
        return await self._conversation.pending(self._auth, timezone=self._moment().timezone)

    def show(self, event: MainAgentResponse, *, errors_to_stderr: bool = True) -> ExitStatus:
        """Print an object, remember what it shows, and tell how the command ends."""
        match event:
            case ConfirmationRequiredResponse():
                self.shown.remember_cards([event])
            case ErrorEvent(replacement=ConfirmationRequiredResponse() as replacement):
                self.shown.remember_cards([replacement])
            case SelectionRequired():
                self.shown.remember_choices([event])
            case WriteDecisionResult():
                self.shown.remember_result(event)
            case _:
                pass
        self.printer.event(event, self.today, to_stderr=errors_to_stderr)
        return ExitStatus.FAILED if isinstance(event, ErrorEvent) else ExitStatus.DONE

    async def show_answer(self, event: MainAgentResponse, *, errors_to_stderr: bool = True) -> ExitStatus:
        """Print what a sentence came to; where it could mean several cards, also which ones wait.

        A line is not the card: what was never printed whole still has to be looked at before it can be decided.
        """
        status = self.show(event, errors_to_stderr=errors_to_stderr)
        several = isinstance(event, ErrorEvent) and event.reason_code == "SEVERAL_CARDS_OPEN"
        if several and not self.printer.as_json:
            self.printer.text(render_waiting((await self.pending()).cards), to_stderr=errors_to_stderr)
        return status
