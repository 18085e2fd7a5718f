"""PRECHECK: what must hold before any model is called (S §8.9)."""

from __future__ import annotations

from dataclasses import dataclass

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.llm.attempts import effective_deadline
from agentbase.llm.contracts import LLMGenerationRequest, ModelRouteConfigDTO
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.outcomes import Stop, own_reason
from agentbase.llm.ports import LLMProviderPort, LLMRouteRegistryPort, PromptRegistryPort
from agentbase.llm.prompts import PromptTemplate
from agentbase.llm.schemas import OutputSchema, output_schema_of
from agentbase.llm.supervision import CallSupervisor


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all requests share."""

    routes: LLMRouteRegistryPort
    prompts: PromptRegistryPort
    providers: dict[str, LLMProviderPort]
    clock: Clock
    supervisor: CallSupervisor


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was found for one request; ``deadline`` bounds everything that follows."""

    route: ModelRouteConfigDTO
    deadline: Deadline
    prompt: PromptTemplate
    schema: OutputSchema


def precheck(request: LLMGenerationRequest[TOutput], around: Surroundings) -> Prepared | Stop:
    """Refuse a cancelled or late request and a missing configuration, in this order."""
    if request.cancellation_token.cancelled:
        return Stop(own_reason("REQUEST_CANCELLED"))
    if Deadline.at(request.deadline_at, around.clock).expired:
        return Stop(own_reason("REQUEST_DEADLINE_EXCEEDED"))
    route = around.routes.get_route(request.agent_name, request.function_name)
    if route is None:
        return Stop(own_reason("MODEL_ROUTE_NOT_FOUND"))
    prompt = around.prompts.get_prompt(request.prompt_key, request.prompt_version)
    if prompt is None:
        return Stop(own_reason("PROMPT_CONFIG_MISSING"))
    schema = output_schema_of(request.output_model)
    if schema is None:
        return Stop(own_reason("OUTPUT_SCHEMA_CONFIG_INVALID"))
    deadline = effective_deadline(request.deadline_at, route.request_deadline_ms, around.clock)
    return Prepared(route, deadline, prompt, schema)
