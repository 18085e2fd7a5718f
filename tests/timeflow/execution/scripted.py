"""The offline model, but for the prompts whose answer a test has put in its mouth."""

from __future__ import annotations

from collections.abc import Mapping

from agentbase.core.clock import Clock
from agentbase.llm.contracts import ProviderRequest, ProviderResponse
from agentbase.llm.prompts import JsonObject
from agentbase.testing.scripted_model import ScriptedModel
from timeflow.wiring import OFFLINE, offline_providers


class PartlyScripted:
    """Implements ``LLMProviderPort``: the same scripted answer however often its prompt comes.

    ``only_model``: the one of the two offline models that says it; both, where it is None.
    """

    def __init__(self, answers: Mapping[str, JsonObject], clock: Clock) -> None:
        self.answers = dict(answers)
        self.only_model: str | None = None
        self._offline = offline_providers(clock)[OFFLINE]

    async def generate(self, request: ProviderRequest) -> ProviderResponse:
        """The scripted answer, or the offline model's."""
        answer = self.answers.get(request.messages[0].prompt_key)
        if answer is None or self.only_model not in {None, request.model_name}:
            return await self._offline.generate(request)
        return await ScriptedModel([answer]).generate(request)
