"""Where TimeFlow is put together: the one place that constructs its parts. ``timeflow.testing`` is its test twin."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from agentbase.audit.service import AuditService
from agentbase.confirmation.service import ConfirmationGate
from agentbase.core.clock import Clock, SystemClock
from agentbase.core.database import Database
from agentbase.core.database.engine import parse_url
from agentbase.core.database.migrate import needs_migration, upgrade_embedded
from agentbase.core.deadline import Deadline
from agentbase.core.errors import AgentBaseError
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import base_error
from agentbase.event.publisher import InProcessPublisher
from agentbase.event.relay import Relay
from agentbase.event.service import Outbox
from agentbase.llm.manager import LLMManager
from agentbase.llm.ports import LLMManagerPort, LLMProviderPort
from agentbase.llm.prompts.registry import PromptRegistry
from agentbase.llm.providers.offline import OfflineHandler, OfflineProvider
from agentbase.migrations import BRANCH as BASE_BRANCH
from agentbase.run.service import RunService, RunSummaries
from agentbase.session.service import SessionService
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
from timeflow.local_user import local_user
from timeflow.migrations import BRANCH as TIMEFLOW_BRANCH
from timeflow.offline.ask_long_task import ask_long_task
from timeflow.offline.disambiguate import disambiguate
from timeflow.offline.item_content import generate_item_content
from timeflow.offline.understand_input import understand_input
from timeflow.perception.messages import NoDialogue, SessionMessages
from timeflow.perception.prompt import ASK_LONG_TASK_KEY, PERCEPTION_PROMPTS, UNDERSTAND_INPUT_KEY
from timeflow.perception.service import PerceptionService
from timeflow.settings import Settings, load_settings
from timeflow.subagents.dispatcher import SubAgentDispatcher
from timeflow.subagents.run_summary import RunSummaries as AgentSummaries
from timeflow.subagents.schedule_todo.agent import ScheduleTodoAgent
from timeflow.subagents.schedule_todo.prompt import ITEM_CONTENT_PROMPT
from timeflow.subagents.schedule_todo.prompt import PROMPT_KEY as ITEM_CONTENT_KEY

BRANCHES: Final = (BASE_BRANCH, TIMEFLOW_BRANCH)
"""Whose tables TimeFlow needs."""

OFFLINE: Final = "offline"
_SWEEP_MS: Final = 2_000
_DRAIN_MS: Final = 2_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class App:
    """TimeFlow, wired. ``auth`` is the local user of the data folder."""

    settings: Settings
    database: Database
    clock: Clock
    auth: AuthContext
    conversation: ConversationService
    perception: PerceptionService
    execution: ExecutionService
    subagents: SubAgentDispatcher
    data: DataService


@asynccontextmanager
async def open_app(settings: Settings | Path | str | None = None) -> AsyncIterator[App]:
    """Everything wired, nothing served: from settings, a ``timeflow.toml``, or what the environment says.

    The embedded database is made and migrated where that is due; a server's is not. Before it closes, what stands in
    the outbox is delivered, for a moment at most.

    Raises CONFIG_ERROR, DATABASE_UNAVAILABLE, DATABASE_BUSY and MIGRATION_NEEDED.
    """
    if not isinstance(settings, Settings):
        settings = load_settings(settings)
    clock = SystemClock()
    auth = AuthContext(user_id=local_user(settings.data_folder))
    async with open_database(settings, clock) as database:
        await interrupt_abandoned(database, clock)
        try:
            yield wire(settings, database, clock, auth, offline_providers(clock))
        finally:
            await deliver_events(database, clock)


def build_parser(settings: Settings) -> PerceptionService:
    """Perception alone, without a dialogue or a database: for understanding that is neither read back nor kept."""
    clock = SystemClock()
    manager = build_manager(settings, clock, offline_providers(clock))
    return PerceptionService(messages=NoDialogue(), manager=manager, clock=clock, deadline_ms=settings.turn.deadline_ms)


@asynccontextmanager
async def open_database(settings: Settings, clock: Clock) -> AsyncIterator[Database]:
    """The configured database with the structure of this version (design section 3)."""
    url = parse_url(settings.database_url)
    embedded = url.get_backend_name() == "sqlite"
    if embedded:
        try:
            await upgrade_embedded(Path(url.database or ""), BRANCHES)
        except OSError as error:
            raise base_error("DATABASE_UNAVAILABLE") from error
    database = await Database.open(settings.database_url, clock=clock)
    try:
        if not embedded and await needs_migration(database, BRANCHES):
            raise base_error("MIGRATION_NEEDED")
        yield database
    finally:
        await database.close()


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
