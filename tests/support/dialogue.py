"""One person's dialogue with a whole application over a real database, and what each step of it costs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final, Self
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database.statements import StatementCounter
from agentbase.core.settings import DatabaseSettings
from agentbase.llm.contracts import ProviderRequest, ProviderResponse
from agentbase.llm.ports import LLMProviderPort
from timeflow.app import App
from timeflow.conversation.contracts import MainAgentRequest, MainAgentResponse
from timeflow.data.contracts import ItemView
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
from timeflow.local_user import local_user
from timeflow.settings import Settings
from timeflow.testing import open_test_app
from timeflow.wiring import OFFLINE, offline_providers

ZONE: Final = "Asia/Shanghai"
NOW: Final = datetime(2026, 12, 1, 10, 0, tzinfo=ZoneInfo(ZONE))
"""A Tuesday morning."""


class CountingModel:
    """A model between the application and another one: it counts what passes."""

    def __init__(self, model: LLMProviderPort) -> None:
        self.requests: list[ProviderRequest] = []
        self.prompt_tokens = 0
        self._model = model

    async def generate(self, request: ProviderRequest) -> ProviderResponse:
        """Pass the call on."""
        self.requests.append(request)
        response = await self._model.generate(request)
        self.prompt_tokens += response.input_tokens or 0
        return response

    @property
    def asked_for(self) -> list[str]:
        """The prompt key of each call, in order."""
        return [request.messages[0].prompt_key for request in self.requests]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one step took: nothing here depends on the speed of a machine."""

    statements: int
    commits: int
    model_calls: int
    prompt_tokens: int


class Meter:
    """Counts what happens inside a ``with`` block."""

    def __init__(self, model: CountingModel) -> None:
        self._model = model
        self._before = (len(model.requests), model.prompt_tokens)
        self._statements = StatementCounter()

    def __enter__(self) -> Self:
        self._before = (len(self._model.requests), self._model.prompt_tokens)
        self._statements.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._statements.__exit__(None, None, None)

    @property
    def cost(self) -> Cost:
        """What was counted so far."""
        calls, tokens = self._before
        return Cost(
            statements=self._statements.statements,
            commits=self._statements.commits,
            model_calls=len(self._model.requests) - calls,
            prompt_tokens=self._model.prompt_tokens - tokens,
        )


@dataclass(slots=True)
class Dialogue:
    """What a person does, step by step. ``now`` is the reference time of the next step."""

    app: App
    model: CountingModel
    auth: AuthContext
    now: datetime = NOW
    zone: str = ZONE

    def meter(self) -> Meter:
        """A meter for the next steps."""
        return Meter(self.model)

    def as_another(self, user_id: str) -> Dialogue:
        """The same application, used by somebody else."""
        return Dialogue(self.app, self.model, AuthContext(user_id=user_id), self.now, self.zone)

    async def say(
        self, sentence: str, *, message_id: str | None = None, answering: str | None = None
    ) -> MainAgentResponse:
        """One sentence, one end."""
        request = MainAgentRequest(
            raw_content=sentence,
            client_message_id=message_id,
            reply_to_question_id=answering,
            current_time=self.now,
            timezone=self.zone,
        )
        return await self.app.conversation.user_query(self.auth, request)

    async def card(self, sentence: str) -> ConfirmationRequiredResponse:
        """A sentence that comes to a card."""
        response = await self.say(sentence)
        assert isinstance(response, ConfirmationRequiredResponse), response
        return response

    async def choice(self, sentence: str) -> SelectionRequired:
        """A sentence that comes to a choice."""
        response = await self.say(sentence)
        assert isinstance(response, SelectionRequired), response
        return response

    async def decide(
        self,
        card: ConfirmationRequiredResponse,
        *,
        confirm: bool = True,
        only: tuple[str, ...] | None = None,
        count: int | None = None,
        payload_hash: str | None = None,
        key: str | None = None,
    ) -> MainAgentResponse:
        """A decision on a card; what is not said is as the card shows it. The displayed number is typed by default."""
        request = WriteDecisionRequest(
            write_request_id=card.write_request_id,
            decision="confirm" if confirm else "reject",
            payload_hash=payload_hash or card.payload_hash,
            idempotency_key=key or f"confirm-{card.write_request_id}",
            accepted_change_ids=only,
            change_count=card.change_count if count is None else count,
        )
        return await self.app.conversation.decide(self.auth, request, current_time=self.now, timezone=self.zone)

    async def confirmed(
        self, card: ConfirmationRequiredResponse, *, only: tuple[str, ...] | None = None
    ) -> WriteDecisionResult:
        """A decision that is carried out."""
        response = await self.decide(card, only=only)
        assert isinstance(response, WriteDecisionResult) and response.status == "applied", response
        return response

    async def done(self, sentence: str) -> WriteDecisionResult:
        """A sentence whose card is confirmed."""
        return await self.confirmed(await self.card(sentence))

    async def refused(self, card: ConfirmationRequiredResponse, **how: object) -> ErrorEvent:
        """A decision that is not carried out."""
        response = await self.decide(card, **how)  # type: ignore[arg-type]  # the keywords of decide
        assert isinstance(response, ErrorEvent), response
        return response

    async def edit(self, card: ConfirmationRequiredResponse, **fields: str) -> MainAgentResponse:
        """An edit field by field; ``C2__title`` is the title of the second change."""
        request = WriteEditRequest(
            write_request_id=card.write_request_id,
            fields={name.replace("__", "."): typed for name, typed in fields.items()},
            current_time=self.now,
            timezone=self.zone,
        )
        return await self.app.conversation.edit(self.auth, request)

    async def choose(self, choice: SelectionRequired, option_id: str) -> MainAgentResponse:
        """An option of a choice."""
        request = InteractionSelectionRequest(interaction_id=choice.interaction_id, option_id=option_id)
        return await self.app.conversation.select(self.auth, request, current_time=self.now, timezone=self.zone)

    async def cancel(self, choice: SelectionRequired) -> MainAgentResponse:
        """A choice given up."""
        request = InteractionCancelRequest(interaction_id=choice.interaction_id)
        return await self.app.conversation.cancel(self.auth, request, current_time=self.now, timezone=self.zone)

    async def undo_card(self, result: WriteDecisionResult | None = None) -> ConfirmationRequiredResponse | ErrorEvent:
        """The prepared inverse of a write, of the last one by default."""
        write_request_id = result.write_request_id if result else None
        return await self.app.conversation.undo_card(self.auth, write_request_id, timezone=self.zone)

    async def agenda(self, first: str | None = None, last: str | None = None) -> tuple[ItemView, ...]:
        """The items of these days, both included; all that is to come without a range."""
        found = await self.app.conversation.agenda(
            self.auth,
            first=date.fromisoformat(first) if first else None,
            last=date.fromisoformat(last or first or "") if first else None,
            timezone=self.zone,
            current_time=self.now,
        )
        return found.items


@asynccontextmanager
async def open_dialogue(
    database_url: str,
    data_folder: Path,
    *,
    clock: Clock | None = None,
    model: LLMProviderPort | None = None,
) -> AsyncIterator[Dialogue]:
    """An application with a counted model: the offline one, unless another is given. The database has its tables."""
    used_clock = clock or SystemClock()
    counted = CountingModel(model or offline_providers(used_clock)[OFFLINE])
    settings = Settings(data_folder=data_folder, database=DatabaseSettings(url=SecretStr(database_url)))
    user_id = local_user(data_folder)
    async with open_test_app(settings=settings, clock=used_clock, providers={OFFLINE: counted}, user_id=user_id) as app:
        yield Dialogue(app, counted, app.auth)
