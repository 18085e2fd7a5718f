"""The door to the models (S §8): one checked result or one structured error."""

from __future__ import annotations

from collections.abc import Mapping

from agentbase.core.clock import Clock
from agentbase.llm.attempts import AttemptLog
from agentbase.llm.contracts import LLMGenerationRequest, LLMGenerationResult
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.machine import Machine
from agentbase.llm.outcomes import Stop
from agentbase.llm.ports import LLMProviderPort, LLMRouteRegistryPort, PromptRegistryPort
from agentbase.llm.precheck import Surroundings, precheck
from agentbase.llm.results import failed
from agentbase.llm.supervision import CallSupervisor


class LLMManager:
    """Implements ``LLMManagerPort``. Holds no state of any request; safe to share."""

    def __init__(
        self,
        *,
        routes: LLMRouteRegistryPort,
        prompts: PromptRegistryPort,
        providers: Mapping[str, LLMProviderPort],
        clock: Clock,
    ) -> None:
        self._surroundings = Surroundings(routes, prompts, dict(providers), clock, CallSupervisor())

    async def generate_with_fallback(self, request: LLMGenerationRequest[TOutput]) -> LLMGenerationResult[TOutput]:
        """Run the state machine of S §8.9 for one request.

        Every failure is a result with a structured error. Only ``asyncio.CancelledError`` is raised.
        """
        log = AttemptLog()
        prepared = precheck(request, self._surroundings)
        if isinstance(prepared, Stop):
            return failed(request, log, prepared.reason)
        return await Machine(request, self._surroundings, prepared, log).run()
