"""The base of every typed object that crosses a door."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, StringConstraints


class ContractModel(BaseModel):
    """A contract: unknown fields refused, outer white space stripped, assignments validated (S section 4.3)."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, validate_assignment=True)


class FrozenContract(BaseModel):
    """A contract that never changes after it was made."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, frozen=True)


def _naive(value: datetime) -> datetime:
    if value.tzinfo is not None:
        raise ValueError("local wall time takes no offset")
    return value


WallDatetime = Annotated[datetime, AfterValidator(_naive)]
"""A naive local wall time; the zone stands beside it."""

IdText = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_:.-]+$")]
"""An id as it travels: printable ASCII."""

__all__ = ["AwareDatetime", "ContractModel", "FrozenContract", "IdText", "WallDatetime"]
