"""The same change has the same hash, and no other change has it."""

from __future__ import annotations

import json
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agentbase.confirmation.canonical import canonical_text, hash_payload, hash_text
from agentbase.confirmation.changes import change_text, payload_hash_of, restore_change, store_change
from agentbase.confirmation.contracts import Change, JsonObject, ProposedChange, Shown

KEYS = st.text(max_size=8)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=12)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)


def _shuffled(value: object, chance: random.Random) -> object:
    if isinstance(value, dict):
        names = list(value)
        chance.shuffle(names)
        return {name: _shuffled(value[name], chance) for name in names}
    if isinstance(value, list):
        return [_shuffled(part, chance) for part in value]
    return value


def _create(after: object) -> Change:
    return Change.model_validate({"change_id": "C1", "operation": "create", "kind": "thing", "after": after})


@given(OBJECTS, st.randoms())
def test_the_order_of_keys_is_nothing(after: JsonObject, chance: random.Random) -> None:
    assert change_text(_create(after)) == change_text(_create(_shuffled(after, chance)))


@given(OBJECTS)
def test_a_canonical_text_reads_back_as_the_change_that_it_was_made_of(after: JsonObject) -> None:
    stored = store_change(ProposedChange(change=_create(after)))
    again = restore_change(
        "C1", stored.canonical, change_hash=stored.change_hash, required=False, selected=True, shown=Shown()
    )
    assert again == stored
    assert json.loads(stored.canonical)["after"] == after


@given(OBJECTS, OBJECTS)
def test_different_values_have_different_hashes(one: JsonObject, other: JsonObject) -> None:
    same_text = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (hash_text(change_text(_create(one))) == hash_text(change_text(_create(other)))) is same_text


@given(st.lists(st.text(max_size=8), min_size=1, max_size=5), st.randoms())
def test_the_order_of_changes_is_confirmed_too(texts: list[str], chance: random.Random) -> None:
    hashes = [hash_text(text) for text in texts]
    mixed = hashes.copy()
    chance.shuffle(mixed)
    assert (hash_payload(hashes) == hash_payload(mixed)) is (hashes == mixed)


@given(st.floats())
def test_floating_point_numbers_are_refused_at_any_depth(number: float) -> None:
    for after in ({"n": number}, {"deep": [{"n": number}]}):
        with pytest.raises(ValidationError):
            _create(after)


@pytest.mark.parametrize("value", [2**53, -(2**53), "\ud800", math.nan])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(ValidationError):
        _create({"value": value})


def test_text_is_kept_and_hashed_as_it_is() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert change_text(_create({"title": composed})) != change_text(_create({"title": decomposed}))
    assert _create({"title": "  周会\t"}).after == {"title": "  周会\t"}
    assert '"title":"  周会\\t"' in change_text(_create({"title": "  周会\t"}))


def test_incidental_text_is_never_hashed() -> None:
    change = _create({"title": "tea"})
    plain = store_change(ProposedChange(change=change))
    told = store_change(
        ProposedChange(
            change=change,
            required=True,
            shown=Shown(sources=({"field": "title", "words": "tea"},), defaults=({"field": "x", "because": "y"},)),
        )
    )
    assert plain.change_hash == told.change_hash
    assert payload_hash_of([plain]) == payload_hash_of([told])


def test_the_published_form_of_the_hashes() -> None:
    change = Change.model_validate({
        "change_id": "C3",
        "operation": "update",
        "kind": "thing",
        "target": {"item_id": "t-1"},
        "base_version": 4,
        "after": {"b": 1, "a": None},
        "depends_on": ["C2", "C1"],
    })  # fmt: skip
    text = (
        '{"after":{"a":null,"b":1},"base_version":4,"depends_on":["C1","C2"],"kind":"thing",'
        '"operation":"update","target":{"item_id":"t-1"}}'
    )
    assert change_text(change) == text
    assert canonical_text({}) == "{}"
    assert hash_text("{}") == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize(
    "wrong",
    [
        {"operation": "create", "target": {"item_id": "t-1"}, "base_version": 1},
        {"operation": "update"},
        {"operation": "update", "target": {"item_id": "t-1"}},
        {"operation": "create", "base_version": 1},
        {"operation": "drop"},
        {"operation": "create", "surprise": 1},
    ],
)
def test_a_change_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Change.model_validate({"change_id": "C1", "kind": "thing", "after": {}, **wrong})
