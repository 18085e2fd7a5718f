"""Code decides how heavy the gesture is."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.confirmation.contracts import ProposedChange, Shown, Weight
from agentbase.confirmation.weights import weigh
from tests.agentbase.confirmation.things import alter, create

DEFAULTED = Shown(defaults=({"field": "name", "because": "…"},))
CONFLICTING = Shown(conflicts=({"item_id": "t-2"},))
SOURCED = Shown(sources=({"field": "name", "words": "tea"},))


def tick() -> ProposedChange:
    return alter("t-1", 1, {"done": True}, operation="set_status")


def delete(place: int = 1) -> ProposedChange:
    return alter(f"t-{place}", 1, {"deleted": True}, place, operation="delete")


@pytest.mark.parametrize(
    ("changes", "edited", "weight"),
    [
        ([create("tea")], False, "light"),
        ([create("tea", shown=SOURCED)], False, "light"),
        ([tick()], False, "light"),
        ([create("tea", shown=DEFAULTED)], False, "medium"),
        ([create("tea", shown=CONFLICTING)], False, "medium"),
        ([create("tea")], True, "medium"),
        ([alter("t-1", 1, {"name": "chai"})], False, "medium"),
        ([delete()], False, "medium"),
        ([create("a"), create("b", 2)], False, "medium"),
        ([create(str(place), place) for place in range(1, 5)], False, "medium"),
        ([create(str(place), place) for place in range(1, 6)], False, "heavy"),
        ([delete(), delete(2)], False, "heavy"),
        ([delete(), create("a", 2), create("b", 3)], False, "medium"),
    ],
)
def test_the_weight_of_a_request(changes: list[ProposedChange], edited: bool, weight: Weight) -> None:
    assert weigh(changes, edited=edited) == weight


CHANGES = st.lists(
    st.sampled_from([create("tea"), create("tea", shown=DEFAULTED), tick(), delete()]), min_size=1, max_size=7
)
WEIGHTS: Sequence[Weight] = ("light", "medium", "heavy")


@given(CHANGES, st.booleans(), st.sampled_from(WEIGHTS))
def test_a_product_can_make_it_heavier_and_never_lighter(
    changes: list[ProposedChange], edited: bool, minimum: Weight
) -> None:
    ruled = WEIGHTS.index(weigh(changes, edited=edited))
    assert WEIGHTS.index(weigh(changes, edited=edited, minimum=minimum)) == max(ruled, WEIGHTS.index(minimum))


@given(CHANGES, st.sampled_from([create("rum"), delete()]))
def test_one_more_change_never_makes_it_lighter(changes: list[ProposedChange], more: ProposedChange) -> None:
    before, after = weigh(changes, edited=False), weigh([*changes, more], edited=False)
    assert WEIGHTS.index(after) >= WEIGHTS.index(before)
