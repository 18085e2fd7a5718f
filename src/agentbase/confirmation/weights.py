"""How heavy the gesture of a confirmation is: decided by code, never by a model (design section 6)."""

from collections.abc import Sequence
from typing import Final

from agentbase.confirmation.contracts import Operation, ProposedChange, RequestKind, Weight

HEAVY_CHANGES: Final = 5
HEAVY_DELETES: Final = 2

_ORDER: Final[tuple[Weight, ...]] = ("light", "medium", "heavy")
_LIGHT_OPERATIONS: Final[frozenset[Operation]] = frozenset({"create", "set_status"})


def weigh(
    changes: Sequence[ProposedChange], *, edited: bool, minimum: Weight = "light", kind: RequestKind = "write"
) -> Weight:
    """The weight of a request.

    ``light``: one create or tick with nothing assumed and nothing in its way. ``heavy``: two deletes or more, five
    changes or more, or what its product calls heavy; its number must be typed. Everything else is ``medium``.
    An undo is never heavy: it is one gesture for whatever was confirmed before, and takes back exactly that.
    """
    weight = max(_by_rules(changes, edited=edited), minimum, key=_ORDER.index)
    return "medium" if kind == "undo" and weight == "heavy" else weight


def _by_rules(changes: Sequence[ProposedChange], *, edited: bool) -> Weight:
    deletes = sum(proposed.change.operation == "delete" for proposed in changes)
    if len(changes) >= HEAVY_CHANGES or deletes >= HEAVY_DELETES:
        return "heavy"
    assumed = any(proposed.shown.defaults or proposed.shown.conflicts for proposed in changes)
    if edited or assumed or len(changes) > 1 or changes[0].change.operation not in _LIGHT_OPERATIONS:
        return "medium"
    return "light"
