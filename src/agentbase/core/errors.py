"""The one base error of the program."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldError:
    """One field that was refused.

    ``field`` is its dotted name as the caller wrote it, ``message`` a safe sentence that never repeats the value.
    """

    field: str
    message: str


class AgentBaseError(Exception):
    """A failure that may be told to the caller (S §7.3, §7.4; P §5.5).

    Everything that it holds is safe to show: what caused it travels as ``__cause__`` and is never part of its text.
    Build it through ``agentbase.core.reasons``, which decides code, category, stage and whether a retry can help.
    """

    def __init__(
        self,
        *,
        namespace: str,
        code: str,
        reason_code: str,
        category: str,
        failed_stage: str,
        retryable: bool,
        safe_message: str,
        field_errors: tuple[FieldError, ...] = (),
    ) -> None:
        super().__init__(reason_code)
        self.namespace = namespace
        self.code = code
        self.reason_code = reason_code
        self.category = category
        self.failed_stage = failed_stage
        self.retryable = retryable
        self.safe_message = safe_message
        self.field_errors = field_errors

    def __str__(self) -> str:
        return f"{self.code}/{self.reason_code}: {self.safe_message}"

    def __repr__(self) -> str:
        fields = ", ".join(error.field for error in self.field_errors)
        return f"{type(self).__name__}({self.namespace}/{self.code}/{self.reason_code}, fields=[{fields}])"
