"""What the tests of perception share: a dialogue on a real database with the offline or a scripted model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from agentbase.core.clock import SystemClock
from agentbase.core.database import Database
from agentbase.core.deadline import Deadline
from agentbase.llm.manager import LLMManager
from agentbase.llm.ports import LLMManagerPort, LLMProviderPort
from agentbase.llm.prompts import PromptRegistry
from agentbase.llm.providers.offline import OfflineProvider
from agentbase.llm.routes import RouteRegistry
from agentbase.testing.scripted_model import ScriptedModel, scripted_manager
from timeflow.offline.ask_long_task import ask_long_task
from timeflow.offline.understand_input import understand_input
from timeflow.perception.contracts import (
    ConversationMessageDTO,
    PerceptionAnalyzeRequest,
    PerceptionAnalyzeResponse,
    PerceptionAnswerRequest,
)
from timeflow.perception.messages import MessagesPort, NoDialogue, SessionMessages
from timeflow.perception.prompt import ASK_LONG_TASK_KEY, PERCEPTION_PROMPTS, UNDERSTAND_INPUT_KEY
from timeflow.perception.service import PerceptionService

NOW = datetime.fromisoformat("2026-12-01T10:00:00+08:00")
"""A Tuesday."""


def offline_manager() -> LLMManager:
    """The offline models."""
    clock = SystemClock()
    handlers = {UNDERSTAND_INPUT_KEY: understand_input, ASK_LONG_TASK_KEY: ask_long_task}
    return LLMManager(
        routes=RouteRegistry.from_settings([], {}),
        prompts=PromptRegistry(PERCEPTION_PROMPTS),
        providers={"offline": OfflineProvider(handlers, clock)},
        clock=clock,
    )


def model_says(*answers: Any) -> tuple[LLMManager, ScriptedModel]:
    """A model that answers so, and then not at all; the second model of the route never does."""
    first = ScriptedModel(answers)
    return scripted_manager(first, ScriptedModel(), prompts=PromptRegistry(PERCEPTION_PROMPTS)), first


def service(manager: LLMManagerPort | None = None, messages: MessagesPort | None = None) -> PerceptionService:
    """Perception; without a dialogue unless one is given."""
    return PerceptionService(
        messages=messages or NoDialogue(),
        manager=manager or offline_manager(),
        clock=SystemClock(),
        timezone="Asia/Shanghai",
    )


def request(text: str, **changes: Any) -> PerceptionAnalyzeRequest:
    """A sentence of somebody, already saved unless ``current_message_id`` is None."""
    values = {
        "user_id": UUID(int=7),
        "raw_content": text,
        "current_time": NOW,
        "timezone": "Asia/Shanghai",
        "current_message_id": UUID(int=9),
    }
    return PerceptionAnalyzeRequest.model_validate({**values, **changes})


async def analyzed(text: str, manager: LLMManagerPort | None = None, **changes: Any) -> PerceptionAnalyzeResponse:
    """What perception makes of a sentence without a dialogue."""
    return await service(manager).analyze(request(text, **changes))


@dataclass(slots=True)
class Dialogue:
    """A person who talks to perception; every message is kept in the database."""

    messages: SessionMessages
    perception: PerceptionService
    user_id: UUID = field(default_factory=uuid4)
    now: datetime = NOW
    last: PerceptionAnalyzeResponse | None = None

    async def say(self, text: str, **changes: Any) -> PerceptionAnalyzeResponse:
        """A sentence of its own."""
        self.now += timedelta(seconds=5)
        values = {"user_id": self.user_id, "current_message_id": None, "current_time": self.now}
        self.last = await self.perception.analyze(request(text, **{**values, **changes}))
        return self.last

    async def answer(self, text: str, question_id: str | None = None, **changes: Any) -> PerceptionAnalyzeResponse:
        """An answer to the first question that was asked last."""
        if question_id is None:
            assert self.last is not None and self.last.clarification is not None
            question_id = self.last.clarification.questions[0].question_id
        self.now += timedelta(seconds=5)
        values = request(text, user_id=self.user_id, current_message_id=None, current_time=self.now).model_dump()
        self.last = await self.perception.answer(
            PerceptionAnswerRequest.model_validate({**values, **changes, "reply_to_question_id": question_id})
        )
        return self.last

    async def kept(self) -> list[ConversationMessageDTO]:
        """All messages so far."""
        deadline = Deadline.after(5000, SystemClock())
        return await self.messages.recent(self.user_id, before_message_id=None, limit=20, deadline=deadline)


@asynccontextmanager
async def dialogue_on(database: Database, provider: LLMProviderPort | None = None) -> AsyncIterator[Dialogue]:
    """A dialogue with the offline model, or with ``provider``."""
    messages = SessionMessages(database, SystemClock())
    manager: LLMManagerPort = offline_manager()
    if provider is not None:
        manager = scripted_manager(provider, ScriptedModel(), prompts=PromptRegistry(PERCEPTION_PROMPTS))
    yield Dialogue(messages, service(manager, messages))


def params_of(response: PerceptionAnalyzeResponse) -> dict[str, Any]:
    """The parameters of a complete request."""
    assert response.decision is not None, response
    return response.decision.params


def asked_fields(response: PerceptionAnalyzeResponse) -> list[str]:
    """The fields that are asked for."""
    assert response.clarification is not None, response
    return [question.field_name for question in response.clarification.questions]
