"""A small function of its own for the tests of the management of models."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from pydantic import AwareDatetime, BaseModel

from agentbase.core.contract import ContractModel
from agentbase.core.reasons import REASONS
from agentbase.llm.cancellation import CancellationToken
from agentbase.llm.contracts import (
    ACCEPTED,
    LLMGenerationRequest,
    LLMGenerationResult,
    ModelRouteConfigDTO,
    OutputValidation,
)
from agentbase.llm.prompts import PromptRegistry, PromptTemplate
from agentbase.llm.reasons import policy
from agentbase.testing.scripted_model import Answer, ScriptedModel, scripted_manager

GOOD: Final = '{"title":"买菜","at":"2026-12-02T15:00:00+08:00"}'

REASONS.register([policy("TEST_TITLE_WRONG", "OUTPUT_INVALID", "output", "validate_output", "不对。", "Wrong.")])


class Question(ContractModel):
    words: str
    limit: int = 3


class Note(ContractModel):
    title: str
    at: AwareDatetime
    count: int | None = None


class Validator:
    validator_id = "test.note.v1"
    reason_namespace = "S"
    schema_reasons: Mapping[str, str] = {"*": "TEST_TITLE_WRONG"}

    def __init__(self, *verdicts: OutputValidation | Exception) -> None:
        self.seen: list[BaseModel] = []
        self._verdicts = list(verdicts)

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        self.seen.append(output_data)
        verdict = self._verdicts.pop(0) if self._verdicts else ACCEPTED
        if isinstance(verdict, Exception):
            raise verdict
        return verdict


PROMPTS: Final = PromptRegistry(
    [
        PromptTemplate(
            prompt_key="test.note",
            prompt_version="v1",
            system_rules="Rules.",
            task="Make a note.",
            untrusted_fields=frozenset({"words"}),
        )
    ]
)


def request(
    *,
    validator: Validator | None = None,
    token: CancellationToken | None = None,
    seconds: float = 30,
    prompt_version: str = "v1",
    now: datetime | None = None,
) -> LLMGenerationRequest[Note]:
    return LLMGenerationRequest(
        request_id="r1",
        deadline_at=(now or datetime.now(UTC)) + timedelta(seconds=seconds),
        agent_name="tester",
        function_name="note",
        prompt_key="test.note",
        prompt_version=prompt_version,
        input_payload=Question(words="买菜"),
        output_model=Note,
        content_style="structured_factual",
        output_validator=validator or Validator(),
        cancellation_token=token or CancellationToken(),
    )


async def generate(
    first: list[Answer],
    second: list[Answer] | None = None,
    *,
    wanted: LLMGenerationRequest[Note] | None = None,
    route: ModelRouteConfigDTO | None = None,
) -> tuple[LLMGenerationResult[Note], ScriptedModel, ScriptedModel]:
    """One generation over two scripted models, and the two for inspection."""
    primary, fallback = ScriptedModel(first), ScriptedModel(second or [])
    manager = scripted_manager(primary, fallback, prompts=PROMPTS, route=route)
    return await manager.generate_with_fallback(wanted or request()), primary, fallback


def summary(result: LLMGenerationResult[Note]) -> list[tuple[str, str | None, bool]]:
    """Model, reason and repair flag of every attempt."""
    return [(item.provider_name, item.reason_code, item.is_format_repair) for item in result.attempts]
