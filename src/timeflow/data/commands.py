"""What B asks the data module to write, and what it answers (decisions table; B section 4, rows 10 and 13 to 15).

The gate carries the commands out (``agentbase.confirmation``): ``create_write_request`` is ``create_request``,
``validate_target`` and ``apply_confirmed_write`` are the two halves of ``decide``.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from agentbase.confirmation.contracts import HashText, ProposedChange
from agentbase.core.contract import AwareDatetime, FrozenContract, IdText
from timeflow.data.contracts import ItemReference

CommandType = Literal["validate_target", "create_write_request", "apply_confirmed_write"]


class DataWriteCommand(FrozenContract):
    """One command. ``base_versions`` by item id; hash and key come from the decision that is carried out."""

    command_type: CommandType
    user_id: IdText
    correlation_id: IdText
    write_request_id: IdText | None = None
    changes: Annotated[tuple[ProposedChange, ...], Field(max_length=200)] = ()
    base_versions: dict[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    payload_hash: HashText | None = None
    idempotency_key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,128}$")] | None = None
    expires_at: AwareDatetime | None = None

    @model_validator(mode="after")
    def _holds_what_its_type_needs(self) -> Self:
        decided = (self.write_request_id, self.payload_hash, self.idempotency_key)
        if self.command_type == "apply_confirmed_write" and None in decided:
            raise ValueError("a confirmed write names its request, its hash and its key")
        if self.command_type == "create_write_request" and not self.changes:
            raise ValueError("a write request has changes")
        if self.command_type == "validate_target" and not self.base_versions:
            raise ValueError("a check names what it checks, with its version")
        return self


class DataWriteResult(FrozenContract):
    """What came of a command; ``targets`` with the versions that they have now."""

    command_type: CommandType
    status: Literal["valid", "created", "applied", "refused"]
    write_request_id: IdText | None = None
    targets: tuple[ItemReference, ...] = ()
    reason_code: str | None = None

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if (self.reason_code is not None) != (self.status == "refused"):
            raise ValueError("exactly a refusal has a reason")
        return self
