"""The bound of a generation and the record of its tries (S §8.5, §8.12)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple

from agentbase.core.clock import Clock
from agentbase.core.deadline import Deadline
from agentbase.llm.contracts import LLMAttemptDTO, ModelConfigDTO, ProviderResponse, SkippedModelDTO
from agentbase.llm.reasons import NAMESPACE

MIN_ATTEMPT_MS: Final = 200
"""With less time left no further call is started (decisions 23)."""

FailureKind = Literal["technical", "output", "capability", "internal"]


class Reason(NamedTuple):
    """A reason code and the namespace in which it is registered."""

    namespace: str
    reason_code: str


def effective_deadline(deadline_at: datetime, request_deadline_ms: int, clock: Clock) -> Deadline:
    """The earlier of the caller's deadline and the route's own, shared by everything that follows."""
    own = Deadline.after(request_deadline_ms, clock)
    callers = Deadline.at(deadline_at, clock)
    return min(own, callers, key=lambda deadline: deadline.expires_monotonic)


@dataclass(slots=True)
class _Failure:
    kind: FailureKind
    reason: Reason
    business: bool


@dataclass(slots=True)
class AttemptLog:
    """What was really called, what was skipped, and how the failures sum up."""

    attempts: list[LLMAttemptDTO] = field(default_factory=list)
    skipped: list[SkippedModelDTO] = field(default_factory=list)
    _failures: list[_Failure] = field(default_factory=list)

    def record(
        self,
        model: ModelConfigDTO,
        *,
        status: Literal["accepted", "failed", "blocked"],
        reason_code: str | None,
        is_format_repair: bool,
        duration: float,
        response: ProviderResponse | None,
    ) -> None:
        """Add one call; ``duration`` in seconds."""
        self.attempts.append(
            LLMAttemptDTO(
                attempt_no=len(self.attempts) + 1,
                provider_name=model.provider_name,
                model_name=model.model_name,
                status=status,
                reason_code=reason_code,
                is_format_repair=is_format_repair,
                duration_ms=max(0, round(duration * 1000)),
                input_tokens=None if response is None else response.input_tokens,
                output_tokens=None if response is None else response.output_tokens,
            )
        )

    def failed(self, kind: FailureKind, reason: Reason, *, business: bool) -> None:
        """Remember a failure after which the next model is tried."""
        self._failures.append(_Failure(kind, reason, business))

    def final_reason(self) -> Reason:
        """Why the whole chain failed (decisions 23).

        Any technical failure: ALL_MODELS_FAILED. Only invalid outputs: the last business reason, else the last one.
        Nothing called: no compatible model.
        """
        kinds = {failure.kind for failure in self._failures}
        if not kinds:
            return Reason(NAMESPACE, "NO_COMPATIBLE_MODEL")
        if len(kinds) > 1 or kinds == {"technical"}:
            return Reason(NAMESPACE, "ALL_MODELS_FAILED")
        business = [failure.reason for failure in self._failures if failure.business]
        return business[-1] if business else self._failures[-1].reason
