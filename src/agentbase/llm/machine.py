"""The state machine of S §8.9 for one request, one state a function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Generic, Literal

import structlog

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import REASONS
from agentbase.llm.attempts import MIN_ATTEMPT_MS, AttemptLog, FailureKind, Reason, effective_deadline
from agentbase.llm.contracts import (
    AgentErrorCode,
    AgentErrorDTO,
    LLMGenerationRequest,
    LLMGenerationResult,
    ModelConfigDTO,
    ModelRouteConfigDTO,
    ProviderFailure,
    ProviderMessage,
    ProviderRequest,
    ProviderResponse,
    ValidationDecision,
)
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.parsing import Parsed, parse_generated_content
from agentbase.llm.ports import LLMProviderPort, LLMRouteRegistryPort, PromptRegistryPort
from agentbase.llm.prompts import PromptTemplate
from agentbase.llm.reasons import NAMESPACE
from agentbase.llm.schemas import OutputSchema, output_schema_of
from agentbase.llm.selection import select_models, skipped_model
from agentbase.llm.supervision import CallSupervisor, Finished

_log = structlog.get_logger(__name__)

REPAIR_INSTRUCTION: Final = (
    "上面的回答不符合规定的 JSON 格式。只把它重新输出为符合同一 JSON Schema 的一个 JSON 对象，"
    "不得增加、猜测或改变任何事实，不要输出 JSON 以外的任何内容。"
)
_CREDENTIAL_REASONS: Final = frozenset({"PROVIDER_AUTH_FAILED", "PROVIDER_PERMISSION_DENIED"})
_STOPPING_REASONS: Final = frozenset({"CONTENT_BLOCKED", "REQUEST_CANCELLED"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all requests share."""

    routes: LLMRouteRegistryPort
    prompts: PromptRegistryPort
    providers: dict[str, LLMProviderPort]
    clock: Clock
    supervisor: CallSupervisor


@dataclass(frozen=True, slots=True)
class _Accept(Generic[TOutput]):
    content: TOutput


@dataclass(frozen=True, slots=True)
class _Switch:
    """Discard this output; the next model may try."""

    reason: Reason
    kind: FailureKind
    business: bool = False


@dataclass(frozen=True, slots=True)
class _Repair:
    """The shape is wrong: the same model may be asked once to put its answer right."""

    reason: Reason
    answer: str


@dataclass(frozen=True, slots=True)
class _Stop:
    """No model may be tried any more."""

    reason: Reason


def _s(reason_code: str) -> Reason:
    return Reason(NAMESPACE, reason_code)


class Machine(Generic[TOutput]):
    """One run from PRECHECK to an end."""

    def __init__(self, request: LLMGenerationRequest[TOutput], surroundings: Surroundings) -> None:
        self._request = request
        self._around = surroundings
        self._log = AttemptLog()
        self._repaired = False
        self._refused_credentials: set[str] = set()

    async def run(self) -> LLMGenerationResult[TOutput]:
        """PRECHECK, then the models in order, until one is accepted or nothing may follow."""
        prepared = self._precheck()
        if isinstance(prepared, _Stop):
            return self._failed(prepared.reason)
        self._route, self._deadline, self._prompt, self._schema = prepared
        self._messages = self._prompt.messages(
            self._request.input_payload,
            {"agent_name": self._request.agent_name, "function_name": self._request.function_name},
            self._schema.document,
        )
        for model in self._candidates():
            verdict = self._may_start() or await self._try_model(model)
            match verdict:
                case _Accept(content=content):
                    return self._succeeded(model, content)
                case _Stop(reason=reason):
                    return self._failed(reason)
                case _Switch(reason=reason, kind=kind, business=business):
                    self._log.failed(kind, reason, business=business)
        return self._failed(self._log.final_reason())

    def _precheck(self) -> tuple[ModelRouteConfigDTO, Deadline, PromptTemplate, OutputSchema] | _Stop:
        request = self._request
        if request.cancellation_token.cancelled:
            return _Stop(_s("REQUEST_CANCELLED"))
        if Deadline.at(request.deadline_at, self._around.clock).expired:
            return _Stop(_s("REQUEST_DEADLINE_EXCEEDED"))
        route = self._around.routes.get_route(request.agent_name, request.function_name)
        if route is None:
            return _Stop(_s("MODEL_ROUTE_NOT_FOUND"))
        prompt = self._around.prompts.get_prompt(request.prompt_key, request.prompt_version)
        if prompt is None:
            return _Stop(_s("PROMPT_CONFIG_MISSING"))
        schema = output_schema_of(request.output_model)
        if schema is None:
            return _Stop(_s("OUTPUT_SCHEMA_CONFIG_INVALID"))
        deadline = effective_deadline(request.deadline_at, route.request_deadline_ms, self._around.clock)
        return route, deadline, prompt, schema

    def _candidates(self) -> Iterator[ModelConfigDTO]:
        selected, skipped = select_models(self._route, self._around.providers)
        self._log.skipped.extend(skipped)
        for model in selected:
            if model.credential_ref in self._refused_credentials:
                self._log.skipped.append(skipped_model(model, "PROVIDER_AUTH_FAILED"))
            elif self._around.supervisor.saturated:
                self._log.skipped.append(skipped_model(model, "TOO_MANY_ABANDONED_CALLS"))
                self._log.failed("technical", _s("TOO_MANY_ABANDONED_CALLS"), business=False)
            else:
                yield model

    def _may_start(self) -> _Stop | None:
        """Whether a further call may go out: not cancelled, time enough, tries left."""
        if (stop := self._over()) is not None:
            return stop
        if len(self._log.attempts) >= self._route.max_attempts:
            return _Stop(self._log.final_reason())
        if self._deadline.remaining() * 1000 < MIN_ATTEMPT_MS:
            return _Stop(_s("ALL_MODELS_FAILED" if self._log.attempts else "REQUEST_DEADLINE_EXCEEDED"))
        return None

    def _over(self) -> _Stop | None:
        if self._request.cancellation_token.cancelled:
            return _Stop(_s("REQUEST_CANCELLED"))
        if self._deadline.expired:
            return _Stop(_s("REQUEST_DEADLINE_EXCEEDED"))
        return None

    async def _try_model(self, model: ModelConfigDTO) -> _Accept[TOutput] | _Switch | _Stop:
        """TRY_PRIMARY and TRY_FALLBACK: call, judge, and repair the shape once in the whole request."""
        verdict = await self._attempt(model, self._messages, is_format_repair=False)
        if not isinstance(verdict, _Repair):
            return verdict
        if self._repaired or self._may_start() is not None:
            return _Switch(verdict.reason, "output")
        return await self._format_repair(model, verdict)

    async def _format_repair(self, model: ModelConfigDTO, wanted: _Repair) -> _Accept[TOutput] | _Switch | _Stop:
        self._repaired = True
        self._log.failed("output", wanted.reason, business=False)
        messages = [*self._messages, *self._prompt.repair_messages(wanted.answer, REPAIR_INSTRUCTION)]
        verdict = await self._attempt(model, messages, is_format_repair=True)
        return _Switch(verdict.reason, "output") if isinstance(verdict, _Repair) else verdict

    async def _attempt(
        self, model: ModelConfigDTO, messages: list[ProviderMessage], *, is_format_repair: bool
    ) -> _Accept[TOutput] | _Switch | _Repair | _Stop:
        started = self._around.clock.monotonic()
        reply = await self._invoke(model, messages)
        response = reply if isinstance(reply, ProviderResponse) else None
        verdict = self._parse_and_validate(reply) if isinstance(reply, ProviderResponse) else reply
        # Validation shares the deadline: what comes after it is late and is dropped.
        verdict = self._over() or verdict
        reason = None if isinstance(verdict, _Accept) else verdict.reason
        self._log.record(
            model,
            status="accepted" if reason is None else "blocked" if self._is_blocked(reason) else "failed",
            reason_code=None if reason is None else reason.reason_code,
            is_format_repair=is_format_repair,
            duration=self._around.clock.monotonic() - started,
            response=response,
        )
        return verdict

    async def _invoke(
        self, model: ModelConfigDTO, messages: list[ProviderMessage]
    ) -> ProviderResponse | _Switch | _Stop:
        limit = self._route.per_attempt_timeout_ms / 1000
        timeout = self._deadline.at_most(limit)
        outcome = await self._around.supervisor.run(
            self._around.providers[model.provider_name].generate(self._provider_request(model, messages, timeout)),
            timeout,
            self._request.cancellation_token,
        )
        if outcome == "cancelled":
            return _Stop(_s("REQUEST_CANCELLED"))
        if outcome == "timeout":
            return self._classify_failure(model, "MODEL_TIMEOUT", cut=timeout < limit)
        return self._result_of(outcome, model, cut=timeout < limit)

    def _result_of(
        self, finished: Finished[ProviderResponse], model: ModelConfigDTO, *, cut: bool
    ) -> ProviderResponse | _Switch | _Stop:
        try:
            response = finished.result()
        except ProviderFailure as failure:
            return self._classify_failure(model, failure.failure.reason_code, cut=cut)
        except Exception as error:  # an adapter may only raise ProviderFailure: whatever else it is stays inside
            _log.error("provider_raised", alert=True, provider=model.provider_name, error=type(error).__name__)
            return _Switch(_s("INTERNAL_EXCEPTION"), "internal")
        if not isinstance(response, ProviderResponse) or response.request_id != self._request.request_id:
            return _Switch(_s("UNEXPECTED_PROVIDER_RESPONSE"), "internal")
        return response

    def _classify_failure(self, model: ModelConfigDTO, reason_code: str, *, cut: bool) -> _Switch | _Stop:
        """Switch, or stop, by the scope of the fault (S §8.8)."""
        reason = _s(reason_code)
        if reason_code in _STOPPING_REASONS:
            return _Stop(reason)
        if reason_code in _CREDENTIAL_REASONS:
            self._refused_credentials.add(model.credential_ref)
            return _Switch(reason, "technical")
        if reason_code == "CONTEXT_WINDOW_INSUFFICIENT":
            return _Switch(reason, "capability")
        if reason_code == "MODEL_TIMEOUT" and cut:
            return _Stop(_s("REQUEST_DEADLINE_EXCEEDED"))
        return _Switch(reason, "technical") if reason_code in self._route.retryable_errors else _Stop(reason)

    def _provider_request(
        self, model: ModelConfigDTO, messages: list[ProviderMessage], timeout: float
    ) -> ProviderRequest:
        options = self._request.generation_options
        return ProviderRequest(
            request_id=self._request.request_id,
            trace_id=self._request.trace_id,
            model_name=model.model_name,
            messages=messages,
            output_schema=self._schema.document,
            timeout_ms=max(1, int(timeout * 1000)),
            temperature=options.temperature,
            max_output_tokens=min(options.max_output_tokens, model.max_output_tokens),
        )

    def _parse_and_validate(self, response: ProviderResponse) -> _Accept[TOutput] | _Switch | _Repair | _Stop:
        match response.finish_reason:
            case "content_filter":
                return _Stop(_s("CONTENT_BLOCKED"))
            case "length":
                return _Switch(_s("RESPONSE_TRUNCATED"), "output")
            case "other":
                return _Switch(_s("UNEXPECTED_PROVIDER_RESPONSE"), "internal")
        if not response.raw_content:
            return _Switch(_s("EMPTY_RESPONSE"), "output")
        validator = self._request.output_validator
        parsed = parse_generated_content(
            response.raw_content, self._request.output_model, self._schema.declared, validator.schema_reasons
        )
        if isinstance(parsed, Parsed):
            return self._validate(parsed.content)
        if parsed.business:
            return _Switch(self._reason(parsed.reason_code), "output", business=True)
        return _Repair(_s(parsed.reason_code), response.raw_content)

    def _validate(self, content: TOutput) -> _Accept[TOutput] | _Switch | _Stop:
        validator = self._request.output_validator
        try:
            validation = validator.validate(self._request.input_payload, content)
        except Exception as error:  # a broken validator accepts nothing, and takes nothing else down
            _log.error("validator_raised", alert=True, validator=validator.validator_id, error=type(error).__name__)
            return _Switch(_s("INTERNAL_EXCEPTION"), "internal")
        reason = self._reason(validation.reason_code or "BUSINESS_OUTPUT_INVALID")
        match validation.decision:
            case ValidationDecision.ACCEPT:
                return _Accept(content)
            case ValidationDecision.RETRYABLE_GENERATION_INVALID:
                return _Switch(reason, "output", business=True)
            case ValidationDecision.NON_RETRYABLE_INPUT_INVALID:
                return _Stop(reason)
            case ValidationDecision.BLOCKED:
                return _Stop(reason if self._is_blocked(reason) else _s("CONTENT_BLOCKED"))

    def _reason(self, reason_code: str) -> Reason:
        """The reason in the validator's namespace, or in that of the management of models."""
        namespace = self._request.output_validator.reason_namespace
        known = REASONS.get(namespace, reason_code) is not None
        return Reason(namespace if known else NAMESPACE, reason_code)

    @staticmethod
    def _is_blocked(reason: Reason) -> bool:
        registered = REASONS.get(*reason)
        return registered is not None and registered.code == AgentErrorCode.CONTENT_BLOCKED

    def _succeeded(self, model: ModelConfigDTO, content: TOutput) -> LLMGenerationResult[TOutput]:
        path: Literal["primary_model", "fallback_model"] = (
            "primary_model" if model.identity == self._route.primary_model.identity else "fallback_model"
        )
        return LLMGenerationResult(
            request_id=self._request.request_id,
            trace_id=self._request.trace_id,
            status="success",
            generated_content=content,
            generation_path=path,
            provider_name=model.provider_name,
            model_name=model.model_name,
            prompt_version=self._request.prompt_version,
            attempts=self._log.attempts,
            skipped_models=self._log.skipped,
        )

    def _failed(self, reason: Reason) -> LLMGenerationResult[TOutput]:
        return LLMGenerationResult(
            request_id=self._request.request_id,
            trace_id=self._request.trace_id,
            status="blocked" if self._is_blocked(reason) else "failed",
            generation_path="none",
            prompt_version=self._request.prompt_version,
            attempts=self._log.attempts,
            skipped_models=self._log.skipped,
            error=AgentErrorDTO.from_error(REASONS.build_error(*reason)),
        )
