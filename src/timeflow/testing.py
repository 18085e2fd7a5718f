"""The test twin of ``bootstrap``: the same wiring on a temporary database, a clock that stands still and any model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from agentbase.core.clock import Clock
from agentbase.core.ids import new_uuid7
from agentbase.llm.ports import LLMProviderPort
from agentbase.testing.clock import FrozenClock
from timeflow.app import App
from timeflow.bootstrap import open_database
from timeflow.execution.contracts import AuthContext
from timeflow.settings import Settings
from timeflow.wiring import offline_providers, wire

__all__ = ["App", "open_test_app"]


@asynccontextmanager
async def open_test_app(
    *,
    settings: Settings | None = None,
    clock: Clock | None = None,
    providers: Mapping[str, LLMProviderPort] | None = None,
    user_id: str | None = None,
) -> AsyncIterator[App]:
    """TimeFlow for a test. What is not given is new: an empty database, 2026-12-01 10:00 in Shanghai, a person.

    ``providers`` answer in the place of the offline model, by provider name: ``{"offline": ScriptedModel(...)}``.
    Nothing is swept at the start or delivered at the end.
    """
    clock = clock or FrozenClock()
    with TemporaryDirectory() as folder:
        settings = settings or Settings(data_folder=Path(folder))
        async with open_database(settings, clock) as database:
            auth = AuthContext(user_id=user_id or str(new_uuid7()))
            yield wire(settings, database, clock, auth, providers or offline_providers(clock))
