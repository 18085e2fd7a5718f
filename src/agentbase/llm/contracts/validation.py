"""The deterministic check of an output and its verdicts (S §8.6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol, Self

from pydantic import BaseModel, model_validator

from agentbase.core.contract import ContractModel


class ValidationDecision(StrEnum):
    """The four verdicts of an output validator (S §8.6)."""

    ACCEPT = "ACCEPT"
    RETRYABLE_GENERATION_INVALID = "RETRYABLE_GENERATION_INVALID"
    NON_RETRYABLE_INPUT_INVALID = "NON_RETRYABLE_INPUT_INVALID"
    BLOCKED = "BLOCKED"


class OutputValidation(ContractModel):
    """A verdict and, unless it accepts, the registered reason for it."""

    decision: ValidationDecision
    reason_code: str | None = None

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        if (self.decision is ValidationDecision.ACCEPT) != (self.reason_code is None):
            raise ValueError("a reason_code is given exactly when the output is not accepted")
        return self


ACCEPTED = OutputValidation(decision=ValidationDecision.ACCEPT)


def refused(reason_code: str) -> OutputValidation:
    """The verdict that discards this output and lets the next model try."""
    return OutputValidation(decision=ValidationDecision.RETRYABLE_GENERATION_INVALID, reason_code=reason_code)


class OutputValidator(Protocol):
    """The deterministic business check of one function's output. Holds no state between requests (S §8.6).

    Attributes:
        validator_id: stable name with version, e.g. ``schedule_todo.generate_item_content.v1``.
        reason_namespace: where its reason codes are registered (``S``, ``A``, …).
        schema_reasons: business reason by field name, for an output that breaks its model at that field; the key
            ``*`` stands for any other missing or contradictory field. A field named here switches the model
            instead of asking for a repair (decisions 21).
    """

    @property
    def validator_id(self) -> str: ...  # noqa: D102
    @property
    def reason_namespace(self) -> str: ...  # noqa: D102
    @property
    def schema_reasons(self) -> Mapping[str, str]: ...  # noqa: D102

    def validate(self, input_data: BaseModel, output_data: BaseModel) -> OutputValidation:
        """Compare the output with the facts of the input and decide."""
