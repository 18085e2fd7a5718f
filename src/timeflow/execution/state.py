"""What is needed to make a card again: A's decision, and everything settled since (decisions 17).

It travels with a pending interaction and with a write request, so that a choice, an edit or a rebuilt card repeats no
question and calls no perception. It holds no fact that may have moved: targets are read again, with their versions,
each time.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from agentbase.core.contract import FrozenContract, WallDatetime
from timeflow.execution.contracts import MainAgentDecisionInput


class ChosenSlot(FrozenContract):
    """A time that the person chose; local, in the zone of the decision."""

    local_start: WallDatetime
    local_end: WallDatetime


class WrittenContent(FrozenContract):
    """Wording that a sub-agent made and that was shown: made once, kept on every rebuild."""

    title: str
    description: str | None = None
    plan_overview: str | None = None
    made_by: str
    generation_path: Literal["primary_model", "fallback_model", "deterministic_fallback"]
    notices: tuple[str, ...] = ()


class TurnState(FrozenContract):
    """One request on its way to a card."""

    decision: MainAgentDecisionInput
    target_ids: Annotated[tuple[str, ...], Field(max_length=200)] | None = None
    slot: ChosenSlot | None = None
    keep_time: bool = False
    content: WrittenContent | None = None
    edits: dict[str, dict[str, str]] = Field(default_factory=dict)
    made_by: str = ""
    notices: tuple[str, ...] = ()

    def with_(self, **changes: Any) -> TurnState:
        """The same request with more settled."""
        return self.model_copy(update=changes)
