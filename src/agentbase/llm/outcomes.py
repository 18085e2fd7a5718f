"""What one try of one model can come to (S §8.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from agentbase.core.reasons import REASONS
from agentbase.llm.attempts import FailureKind, Reason
from agentbase.llm.contracts import AgentErrorCode
from agentbase.llm.contracts.generation import TOutput
from agentbase.llm.reasons import NAMESPACE


@dataclass(frozen=True, slots=True)
class Accept(Generic[TOutput]):
    """Every check passed."""

    content: TOutput


@dataclass(frozen=True, slots=True)
class Switch:
    """Discard this output; the next model may try."""

    reason: Reason
    kind: FailureKind
    business: bool = False


@dataclass(frozen=True, slots=True)
class Repair:
    """The shape is wrong: the same model may be asked once to put its answer right."""

    reason: Reason
    answer: str


@dataclass(frozen=True, slots=True)
class Stop:
    """No model may be tried any more."""

    reason: Reason


def own_reason(reason_code: str) -> Reason:
    """A reason of the management of models itself."""
    return Reason(NAMESPACE, reason_code)


def is_blocked(reason: Reason) -> bool:
    """Whether a reason means that content safety forbids the answer."""
    registered = REASONS.get(*reason)
    return registered is not None and registered.code == AgentErrorCode.CONTENT_BLOCKED
