"""How a refusal leaves the transaction: as an exception, so that nothing of it is kept."""

from pydantic import JsonValue

from agentbase.confirmation.contracts import Refusal, RefusalCode


class ConfirmationRefused(Exception):
    """Nothing may be written. Rolls the transaction back; the door of the gate turns it into its `Refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason_code)
        self.refusal = refusal


def refused(reason_code: RefusalCode, **detail: JsonValue) -> ConfirmationRefused:
    """The exception of a refusal."""
    return ConfirmationRefused(Refusal(reason_code=reason_code, detail=detail))
