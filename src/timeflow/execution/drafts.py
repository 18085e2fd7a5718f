"""What B keeps or gathers for goals, replanning and reviews (decisions table); the payloads of their write requests."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue, model_validator

from agentbase.core.contract import AwareDatetime, FrozenContract, IdText
from timeflow.data.contracts import ItemFields, ItemReference, ItemSnapshot, TimeWindow
from timeflow.functions.contracts import ItemType
from timeflow.subagents import DataCoverageDTO, FeedbackFactDTO, PlanStatus

Version = Annotated[int, Field(ge=0)]


class GoalPlanDraft(FrozenContract):
    """A plan that waits for its decision: it is the payload of a normal write request (decisions 20).

    ``goal`` is a new goal's content, or ``goal_reference`` an existing one; ``base_versions`` by item id.
    """

    draft_id: IdText
    user_id: IdText
    goal: ItemFields | None = None
    goal_reference: ItemReference | None = None
    overview: str
    planning_range: TimeWindow
    tasks: tuple[ItemFields, ...]
    capacity_status: PlanStatus
    warnings: tuple[str, ...] = ()
    tradeoffs: tuple[str, ...] = ()
    base_versions: dict[str, Version] = Field(default_factory=dict)
    version: Version = 1
    created_at: AwareDatetime

    @model_validator(mode="after")
    def _one_goal(self) -> Self:
        if (self.goal is None) == (self.goal_reference is None):
            raise ValueError("a draft is of a new goal or of an existing one")
        return self


class ProposedItemChange(FrozenContract):
    """One change of a replan: an existing item at its base version, or a new one."""

    kind: Literal["adjust_existing", "propose_new"]
    item_type: ItemType
    item_id: IdText | None = None
    base_version: Version | None = None
    before: dict[str, JsonValue] | None = None
    after: dict[str, JsonValue]
    reason: str
    sort_order: Annotated[int, Field(ge=0)]

    @model_validator(mode="after")
    def _names_what_exists(self) -> Self:
        named = self.item_id is not None and self.base_version is not None and self.before is not None
        if named != (self.kind == "adjust_existing"):
            raise ValueError("exactly what exists has an id, a base version and a state before")
        return self


class SnapshotEntry(FrozenContract):
    """What a ref of a replan stood for when it was made."""

    item_id: IdText
    version: Version
    start_at: datetime | None = None
    end_at: datetime | None = None
    due_date: date | None = None


class ReplanProposalRecord(FrozenContract):
    """A replan that waits for its decision; ``input_snapshot`` maps each ref to what it stood for."""

    proposal_id: IdText
    user_id: IdText
    correlation_id: IdText
    scope: Literal["all_items", "single_long_goal"]
    goal_id: IdText | None = None
    plan_status: PlanStatus
    input_snapshot: dict[str, SnapshotEntry]
    changes: tuple[ProposedItemChange, ...]
    status: Literal["pending", "applied", "rejected", "superseded"] = "pending"

    @model_validator(mode="after")
    def _fits_its_scope(self) -> Self:
        if (self.goal_id is not None) != (self.scope == "single_long_goal"):
            raise ValueError("a goal is named exactly where the scope is one goal")
        if bool(self.changes) != (self.plan_status in {"feasible", "partial"}):
            raise ValueError("there are changes exactly where the plan proposes some")
        return self


class ReviewContext(FrozenContract):
    """The facts and figures of a review: read by B, computed by code, told by the agent."""

    review_type: Literal["all_items", "single_long_goal"]
    review_range: TimeWindow
    goal: ItemSnapshot | None = None
    facts_by_type: dict[ItemType, tuple[ItemSnapshot, ...]] = Field(default_factory=dict)
    feedback: tuple[FeedbackFactDTO, ...] = ()
    metrics: dict[str, int | float] = Field(default_factory=dict)
    coverage: DataCoverageDTO

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if (self.goal is not None) != (self.review_type == "single_long_goal"):
            raise ValueError("a goal is given exactly where one goal is reviewed")
        return self
