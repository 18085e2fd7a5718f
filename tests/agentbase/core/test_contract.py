"""Contracts are checked again at a door: how an object was made says nothing about it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel, checked, checks_contracts, contract_of
from agentbase.core.errors import AgentBaseError

NOW = "2026-12-01T10:00:00+08:00"


class Inner(ContractModel):
    count: Annotated[int, Field(ge=1)]


class Outer(ContractModel):
    name: Annotated[str, Field(max_length=5)]
    at: AwareDatetime
    inner: Inner
    free: dict[str, Any] = Field(default_factory=dict)


class Door:
    @checks_contracts
    async def enter(self, person: str, thing: Outer, *, other: Inner) -> tuple[str, Outer, Inner]:
        return person, thing, other


def good() -> Outer:
    return Outer(name="a", at=datetime.fromisoformat(NOW), inner=Inner(count=1))


def unvalidated(**values: Any) -> Outer:
    return Outer.model_construct(**values)


def fields_of(error: AgentBaseError) -> list[str]:
    return [one.field for one in error.field_errors]


def test_what_was_validated_stays_as_it_is() -> None:
    assert checked(Outer, good(), "thing") == good()


@pytest.mark.parametrize("thing", [None, {}, "text", 5, object(), Inner(count=1)])
def test_another_object_is_named_by_its_place(thing: object) -> None:
    with pytest.raises(AgentBaseError) as caught:
        checked(Outer, thing, "thing")
    assert (caught.value.reason_code, fields_of(caught.value)) == ("INPUT_INVALID", ["thing"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": 5}, "name"),
        ({"name": "too long"}, "name"),
        ({"name": "\ud800"}, "name"),
        ({"at": "soon"}, "at"),
        ({"inner": Inner.model_construct(count=0)}, "inner.count"),
        ({"inner": None}, "inner"),
    ],
)
def test_each_field_of_an_unvalidated_object_is_named_without_its_value(changes: dict[str, Any], field: str) -> None:
    made = unvalidated(**{**good().__dict__, **changes})
    with pytest.raises(AgentBaseError) as caught:
        checked(Outer, made, "thing")
    assert fields_of(caught.value) == [field]
    assert "too long" not in caught.value.field_errors[0].message


def test_missing_fields_are_named() -> None:
    with pytest.raises(AgentBaseError) as caught:
        checked(Outer, unvalidated(), "thing")
    assert fields_of(caught.value) == ["name", "at", "inner"]


def test_values_without_an_end_are_refused_and_harm_nothing() -> None:
    endless: dict[str, Any] = {}
    endless["again"] = endless
    with pytest.raises(AgentBaseError) as caught:
        checked(Outer, unvalidated(name="a", at=good().at, inner=endless), "thing")
    assert caught.value.reason_code == "INPUT_INVALID"


def test_values_from_outside_become_a_contract_or_an_error() -> None:
    assert contract_of(Inner, {"count": 2}) == Inner(count=2)
    with pytest.raises(AgentBaseError) as caught:
        contract_of(Inner, {"count": 0})
    assert fields_of(caught.value) == ["count"]


async def test_a_door_checks_the_contracts_among_its_arguments() -> None:
    assert await Door().enter("who", good(), other=Inner(count=1)) == ("who", good(), Inner(count=1))
    with pytest.raises(AgentBaseError) as caught:
        await Door().enter("who", good(), other=Inner.model_construct(count=0))
    assert fields_of(caught.value) == ["count"]
    with pytest.raises(AgentBaseError):
        await Door().enter("who", None, other=Inner(count=1))  # type: ignore[arg-type]  # what is tested
