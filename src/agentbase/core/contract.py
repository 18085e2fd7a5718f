"""The base of every typed object that crosses a door."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar, get_type_hints

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, StringConstraints, ValidationError

from agentbase.core.errors import AgentBaseError, FieldError
from agentbase.core.reasons import base_error

P = ParamSpec("P")
ResultT = TypeVar("ResultT")
ContractT = TypeVar("ContractT", bound=BaseModel)


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


def checked(expected: type[ContractT], given: object, field: str) -> ContractT:
    """``given``, validated once more as a whole: an object made without validation is found out at the door.

    Raises INPUT_INVALID that names ``field``, or each of its fields at fault.
    """
    if not isinstance(given, expected):
        raise base_error("INPUT_INVALID", field_errors=[FieldError(field, f"is not a {expected.__name__}")])
    try:
        values = given.model_dump(warnings=False)
    except (ValueError, RecursionError):
        raise base_error("INPUT_INVALID", field_errors=[FieldError(field, "cannot be read")]) from None
    return contract_of(type(given), values)


def checks_contracts(method: Callable[P, Awaitable[ResultT]]) -> Callable[P, Awaitable[ResultT]]:
    """A method of a door that validates every contract among its arguments before it runs, as `checked` does."""
    hints = get_type_hints(method)
    contracts = {name: hint for name, hint in hints.items() if isinstance(hint, type) and issubclass(hint, BaseModel)}
    signature = inspect.signature(method)
    run: Callable[..., Awaitable[ResultT]] = method

    @wraps(method)
    async def door(*args: P.args, **kwargs: P.kwargs) -> ResultT:
        given = signature.bind(*args, **kwargs)
        for name, value in given.arguments.items():
            if (contract := contracts.get(name)) is not None:
                given.arguments[name] = checked(contract, value, name)
        return await run(*given.args, **given.kwargs)

    return door


def contract_of(expected: type[ContractT], values: Mapping[str, object]) -> ContractT:
    """A contract made of values from outside. Raises INPUT_INVALID that names each field at fault and no value."""
    try:
        return expected.model_validate(values)
    except ValidationError as error:
        raise invalid_fields(error) from None
    except RecursionError:
        raise base_error("INPUT_INVALID", field_errors=[FieldError(expected.__name__, "is too deep")]) from None


def invalid_fields(error: ValidationError) -> AgentBaseError:
    """INPUT_INVALID with the fields that Pydantic refused, and without their values."""
    details = error.errors(include_url=False, include_context=False, include_input=False)
    return base_error(
        "INPUT_INVALID",
        field_errors=[FieldError(".".join(str(part) for part in one["loc"]) or "value", one["msg"]) for one in details],
    )


__all__ = [
    "AwareDatetime",
    "ContractModel",
    "FrozenContract",
    "IdText",
    "WallDatetime",
    "checked",
    "checks_contracts",
    "contract_of",
    "invalid_fields",
]
