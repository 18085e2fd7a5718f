"""The state machine of S §8.9 for one request that passed its precheck, one state a function."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Generic

import structlog

from agentbase.core.reasons import REASONS
from agentbase.llm.attempts import MIN_ATTEMPT_MS, AttemptLog, Reason
from agentbase.llm.contracts import (
    LLMGenerationRequest,
    LLMGenerationResult,
    ModelConfigDTO,
    ProviderFailure,
    ProviderMessage,
    ProviderRequest,
    ProviderResponse,
    ValidationDecision,
)
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.outcomes import Accept, Repair, Stop, Switch, is_blocked, own_reason
from agentbase.llm.parsing import Parsed, parse_generated_content
from agentbase.llm.precheck import Prepared, Surroundings
from agentbase.llm.reasons import NAMESPACE
from agentbase.llm.results import failed, succeeded
from agentbase.llm.selection import select_models, skipped_model
from agentbase.llm.supervision import Finished

_log = structlog.get_logger(__name__)

REPAIR_INSTRUCTION: Final = (
    "上面的回答不符合规定的 JSON 格式。只把它重新输出为符合同一 JSON Schema 的一个 JSON 对象，"
    "不得增加、猜测或改变任何事实，不要输出 JSON 以外的任何内容。"
)
_CREDENTIAL_REASONS: Final = frozenset({"PROVIDER_AUTH_FAILED", "PROVIDER_PERMISSION_DENIED"})
_STOPPING_REASONS: Final = frozenset({"CONTENT_BLOCKED", "REQUEST_CANCELLED"})


class Machine(Generic[TOutput]):
    """The states after PRECHECK, each a function."""

    def __init__(
        self, request: LLMGenerationRequest[TOutput], around: Surroundings, prepared: Prepared, log: AttemptLog
    ) -> None:
        self._request = request
        self._around = around
        self._route = prepared.route
        self._deadline = prepared.deadline
        self._prompt = prepared.prompt
        self._schema = prepared.schema
        self._log = log
        self._repaired = False
        self._refused_credentials: set[str] = set()
        self._messages = prepared.prompt.messages(
            request.input_payload,
            {"agent_name": request.agent_name, "function_name": request.function_name},
            prepared.schema.document,
        )

    async def run(self) -> LLMGenerationResult[TOutput]:
        """The models in order, until one is accepted or nothing may follow."""
        for model in self._candidates():
            verdict = self._may_start() or await self._try_model(model)
            match verdict:
                case Accept(content=content):
                    is_primary = model.identity == self._route.primary_model.identity
                    return succeeded(self._request, self._log, model, is_primary=is_primary, content=content)
                case Stop(reason=reason):
                    return failed(self._request, self._log, reason)
                case Switch(reason=reason, kind=kind, business=business):
                    self._log.failed(kind, reason, business=business)
        return failed(self._request, self._log, self._log.final_reason())

    def _candidates(self) -> Iterator[ModelConfigDTO]:
        selected, skipped = select_models(self._route, self._around.providers)
        self._log.skipped.extend(skipped)
        for model in selected:
            if model.credential_ref in self._refused_credentials:
                self._log.skipped.append(skipped_model(model, "PROVIDER_AUTH_FAILED"))
            elif self._around.supervisor.saturated:
                self._log.skipped.append(skipped_model(model, "TOO_MANY_ABANDONED_CALLS"))
                self._log.failed("technical", own_reason("TOO_MANY_ABANDONED_CALLS"), business=False)
            else:
                yield model

    def _may_start(self) -> Stop | None:
        """Whether a further call may go out: not cancelled, time enough, tries left."""
        if (stop := self._over()) is not None:
            return stop
        if len(self._log.attempts) >= self._route.max_attempts:
            return Stop(self._log.final_reason())
        if self._deadline.remaining() * 1000 < MIN_ATTEMPT_MS:
            return Stop(own_reason("ALL_MODELS_FAILED" if self._log.attempts else "REQUEST_DEADLINE_EXCEEDED"))
        return None

    def _over(self) -> Stop | None:
        if self._request.cancellation_token.cancelled:
            return Stop(own_reason("REQUEST_CANCELLED"))
        if self._deadline.expired:
            return Stop(own_reason("REQUEST_DEADLINE_EXCEEDED"))
        return None

    async def _try_model(self, model: ModelConfigDTO) -> Accept[TOutput] | Switch | Stop:
        """TRY_PRIMARY and TRY_FALLBACK: call, judge, and repair the shape once in the whole request."""
        verdict = await self._attempt(model, self._messages, is_format_repair=False)
        if not isinstance(verdict, Repair):
            return verdict
        if self._repaired or self._may_start() is not None:
            return Switch(verdict.reason, "output")
        return await self._format_repair(model, verdict)

    async def _format_repair(self, model: ModelConfigDTO, wanted: Repair) -> Accept[TOutput] | Switch | Stop:
        self._repaired = True
        self._log.failed("output", wanted.reason, business=False)
        messages = [*self._messages, *self._prompt.repair_messages(wanted.answer, REPAIR_INSTRUCTION)]
        verdict = await self._attempt(model, messages, is_format_repair=True)
        return Switch(verdict.reason, "output") if isinstance(verdict, Repair) else verdict

    async def _attempt(
        self, model: ModelConfigDTO, messages: list[ProviderMessage], *, is_format_repair: bool
    ) -> Accept[TOutput] | Switch | Repair | Stop:
        started = self._around.clock.monotonic()
        reply = await self._invoke(model, messages)
        response = reply if isinstance(reply, ProviderResponse) else None
        verdict = self._parse_and_validate(reply) if isinstance(reply, ProviderResponse) else reply
        # Validation shares the deadline: what comes after it is late and is dropped.
        verdict = self._over() or verdict
        reason = None if isinstance(verdict, Accept) else verdict.reason
        self._log.record(
            model,
            status="accepted" if reason is None else "blocked" if is_blocked(reason) else "failed",
            reason_code=None if reason is None else reason.reason_code,
            is_format_repair=is_format_repair,
            duration=self._around.clock.monotonic() - started,
            response=response,
        )
        return verdict

    async def _invoke(self, model: ModelConfigDTO, messages: list[ProviderMessage]) -> ProviderResponse | Switch | Stop:
        limit = self._route.per_attempt_timeout_ms / 1000
        timeout = self._deadline.at_most(limit)
        outcome = await self._around.supervisor.run(
            self._around.providers[model.provider_name].generate(self._provider_request(model, messages, timeout)),
            timeout,
            self._request.cancellation_token,
        )
        if outcome == "cancelled":
            return Stop(own_reason("REQUEST_CANCELLED"))
        if outcome == "timeout":
            return self._classify_failure(model, "MODEL_TIMEOUT", cut=timeout < limit)
        return self._result_of(outcome, model, cut=timeout < limit)

    def _result_of(
        self, finished: Finished[ProviderResponse], model: ModelConfigDTO, *, cut: bool
    ) -> ProviderResponse | Switch | Stop:
        try:
            response = finished.result()
        except ProviderFailure as failure:
            return self._classify_failure(model, failure.failure.reason_code, cut=cut)
        except Exception as error:  # an adapter may only raise ProviderFailure: whatever else it is stays inside
            _log.error("provider_raised", alert=True, provider=model.provider_name, error=type(error).__name__)
            return Switch(own_reason("INTERNAL_EXCEPTION"), "internal")
        if not isinstance(response, ProviderResponse) or response.request_id != self._request.request_id:
            return Switch(own_reason("UNEXPECTED_PROVIDER_RESPONSE"), "internal")
        return response

    def _classify_failure(self, model: ModelConfigDTO, reason_code: str, *, cut: bool) -> Switch | Stop:
        """Switch, or stop, by the scope of the fault (S §8.8)."""
        reason = own_reason(reason_code)
        if reason_code in _STOPPING_REASONS:
            return Stop(reason)
        if reason_code in _CREDENTIAL_REASONS:
            self._refused_credentials.add(model.credential_ref)
            return Switch(reason, "technical")
        if reason_code == "CONTEXT_WINDOW_INSUFFICIENT":
            return Switch(reason, "capability")
        if reason_code == "MODEL_TIMEOUT" and cut:
            return Stop(own_reason("REQUEST_DEADLINE_EXCEEDED"))
        return Switch(reason, "technical") if reason_code in self._route.retryable_errors else Stop(reason)

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

    def _parse_and_validate(self, response: ProviderResponse) -> Accept[TOutput] | Switch | Repair | Stop:
        match response.finish_reason:
            case "content_filter":
                return Stop(own_reason("CONTENT_BLOCKED"))
            case "length":
                return Switch(own_reason("RESPONSE_TRUNCATED"), "output")
            case "other":
                return Switch(own_reason("UNEXPECTED_PROVIDER_RESPONSE"), "internal")
        if not response.raw_content:
            return Switch(own_reason("EMPTY_RESPONSE"), "output")
        validator = self._request.output_validator
        parsed = parse_generated_content(
            response.raw_content, self._request.output_model, self._schema.declared, validator.schema_reasons
        )
        if isinstance(parsed, Parsed):
            return self._validate(parsed.content)
        if parsed.business:
            return Switch(self._reason(parsed.reason_code), "output", business=True)
        return Repair(own_reason(parsed.reason_code), response.raw_content)

    def _validate(self, content: TOutput) -> Accept[TOutput] | Switch | Stop:
        validator = self._request.output_validator
        try:
            validation = validator.validate(self._request.input_payload, content)
        except Exception as error:  # a broken validator accepts nothing, and takes nothing else down
            _log.error("validator_raised", alert=True, validator=validator.validator_id, error=type(error).__name__)
            return Switch(own_reason("INTERNAL_EXCEPTION"), "internal")
        reason = self._reason(validation.reason_code or "BUSINESS_OUTPUT_INVALID")
        match validation.decision:
            case ValidationDecision.ACCEPT:
                return Accept(content)
            case ValidationDecision.RETRYABLE_GENERATION_INVALID:
                return Switch(reason, "output", business=True)
            case ValidationDecision.NON_RETRYABLE_INPUT_INVALID:
                return Stop(reason)
            case ValidationDecision.BLOCKED:
                return Stop(reason if is_blocked(reason) else own_reason("CONTENT_BLOCKED"))

    def _reason(self, reason_code: str) -> Reason:
        """The reason in the validator's namespace, or in that of the management of models."""
        namespace = self._request.output_validator.reason_namespace
        known = REASONS.get(namespace, reason_code) is not None
        return Reason(namespace if known else NAMESPACE, reason_code)
