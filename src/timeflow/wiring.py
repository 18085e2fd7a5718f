"""The rooms put together. Loaded by ``bootstrap`` when somebody wants all of them."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

import structlog

from agentbase.audit.service import AuditService
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database import Database
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from agentbase.event.publisher import InProcessPublisher
from agentbase.event.relay import Relay
from agentbase.event.service import Outbox
from agentbase.llm.manager import LLMManager
from agentbase.llm.ports import LLMManagerPort, LLMProviderPort
from agentbase.llm.prompts.registry import PromptRegistry
from agentbase.llm.providers.offline import OfflineHandler, OfflineProvider
from agentbase.run.service import RunService, RunSummaries
from agentbase.session.service import SessionService
from timeflow.app import App
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.service import ConversationService
from timeflow.conversation.turns import TurnLog
from timeflow.data.applier import ItemApplier
from timeflow.data.service import DataService
from timeflow.execution.contracts import AuthContext
from timeflow.execution.disambiguation import PROMPT as DISAMBIGUATE_PROMPT
from timeflow.execution.disambiguation import PROMPT_KEY as DISAMBIGUATE_KEY
from timeflow.execution.one_turn import ExecutionParts
from timeflow.execution.preparing import Preparing
from timeflow.execution.service import ExecutionService
from timeflow.offline.ask_long_task import ask_long_task
from timeflow.offline.disambiguate import disambiguate
from timeflow.offline.item_content import generate_item_content
from timeflow.offline.understand_input import understand_input
from timeflow.perception.messages import NoDialogue, SessionMessages
from timeflow.perception.prompt import ASK_LONG_TASK_KEY, PERCEPTION_PROMPTS, UNDERSTAND_INPUT_KEY
from timeflow.perception.service import PerceptionService
from timeflow.settings import Settings
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.run_summary import RunSummaries as AgentSummaries
from timeflow.subagents.schedule_todo.agent import ScheduleTodoAgent
from timeflow.subagents.schedule_todo.prompt import ITEM_CONTENT_PROMPT
from timeflow.subagents.schedule_todo.prompt import PROMPT_KEY as ITEM_CONTENT_KEY

OFFLINE: Final = "offline"
_SWEEP_MS: Final = 2_000
_DRAIN_MS: Final = 2_000

_log = structlog.get_logger(__name__)


def wire(
    settings: Settings, database: Database, clock: Clock, auth: AuthContext, providers: Mapping[str, LLMProviderPort]
) -> App:
    """Put the rooms together on an open database."""
    manager = build_manager(settings, clock, providers)
    deadline_ms = settings.turn.deadline_ms
    sessions = SessionService(clock)
    data = DataService(clock, settings.profile)
    audit = AuditService(database)
    gate = ConfirmationGate(database, clock, audit, Outbox(clock), [ItemApplier(clock)])
    agent_summaries = AgentSummaries()
    schedule_todo = ScheduleTodoAgent(manager, agent_summaries, clock)
    subagents = SubAgentDispatcher(
        {("日程待办 Agent", "generate_item_content"): schedule_todo.generate_item_content}, clock
    )
    execution = ExecutionService(
        ExecutionParts(
            database=database,
            data=data,
            gate=gate,
            audit=audit,
            preparing=Preparing(manager, subagents, clock, settings.profile),
            summaries=RunSummaries(database),
            agent_summaries=agent_summaries,
            clock=clock,
            deadline_ms=deadline_ms,
        )
    )
    perception = PerceptionService(
        messages=SessionMessages(database, clock, tenant_id=auth.tenant_id),
        manager=manager,
        clock=clock,
        timezone=settings.profile.timezone,
        deadline_ms=deadline_ms,
    )
    conversation = ConversationService(
        ConversationParts(
            database=database,
            sessions=sessions,
            turns=TurnLog(database, sessions, RunService(database, clock), clock, process_name()),
            perception=perception,
            execution=execution,
            data=data,
            gate=gate,
            clock=clock,
            profile=settings.profile,
            locale=settings.locale,
            deadline_ms=deadline_ms,
        )
    )
    return App(settings, database, clock, auth, conversation, perception, execution, subagents, data)


def build_manager(settings: Settings, clock: Clock, providers: Mapping[str, LLMProviderPort]) -> LLMManagerPort:
    """The door to the models, with every prompt of the product."""
    prompts = PromptRegistry([*PERCEPTION_PROMPTS, DISAMBIGUATE_PROMPT, ITEM_CONTENT_PROMPT])
    return LLMManager(routes=settings.build_routes(), prompts=prompts, providers=providers, clock=clock)


def offline_providers(clock: Clock) -> dict[str, LLMProviderPort]:
    """The models that need no network."""
    handlers: dict[str, OfflineHandler] = {
        UNDERSTAND_INPUT_KEY: understand_input,
        ASK_LONG_TASK_KEY: ask_long_task,
        DISAMBIGUATE_KEY: disambiguate,
        ITEM_CONTENT_KEY: generate_item_content,
    }
    return {OFFLINE: OfflineProvider(handlers, clock)}


def build_parser(settings: Settings) -> PerceptionService:
    """Perception alone, without a dialogue or a database: for understanding that is neither read back nor kept."""
    clock = SystemClock()
    manager = build_manager(settings, clock, offline_providers(clock))
    return PerceptionService(
        messages=NoDialogue(),
        manager=manager,
        clock=clock,
        timezone=settings.profile.timezone,
        deadline_ms=settings.turn.deadline_ms,
    )


async def interrupt_abandoned(database: Database, clock: Clock) -> None:
    """Fail the runs of processes that are gone (decisions 39). Whoever only looks is not kept from it by a failure."""
    try:
        await RunService(database, clock).interrupt_expired(Deadline.after(_SWEEP_MS, clock))
    except AgentBaseError as error:
        _log.warning("sweep_failed", reason_code=error.reason_code)


async def deliver_events(database: Database, clock: Clock) -> None:
    """Deliver what the outbox holds, within a moment; what is left is delivered by whoever comes next."""
    relay = Relay(database, clock, InProcessPublisher(), holder=process_name())
    try:
        await relay.drain(Deadline.after(_DRAIN_MS, clock))
    except AgentBaseError as error:
        _log.warning("drain_failed", reason_code=error.reason_code)


def process_name() -> str:
    """A name for this process among all that work on one database: printable ASCII, at most 64 characters."""
    host = socket.gethostname().encode("ascii", "replace").decode()[:16].replace(" ", "-")
    return f"{host}:{os.getpid()}:{new_uuid7()}"
