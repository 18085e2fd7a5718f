"""Plans and proposals that wait: what belongs together stands together."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from timeflow.data.commands import DataWriteCommand, DataWriteResult
from timeflow.data.contracts import ItemFields, ItemReference, TimeWindow
from timeflow.execution.drafts import GoalPlanDraft, ProposedItemChange, ReplanProposalRecord, ReviewContext
from timeflow.subagents import DataCoverageDTO, TimeRangeDTO

NOW = datetime(2026, 12, 1, tzinfo=UTC)
LATER = datetime(2026, 12, 8, tzinfo=UTC)
RANGE = TimeWindow(start_at=NOW, end_at=LATER)
GOAL = ItemFields(title="学吉他", tzid="Asia/Shanghai")
CHANGE = ProposedItemChange(
    kind="adjust_existing",
    item_type="schedule",
    item_id="i1",
    base_version=1,
    before={"title": "评审"},
    after={"title": "评审"},
    reason="让出周三",
    sort_order=0,
)


def draft(**changes: Any) -> GoalPlanDraft:
    values = {
        "draft_id": "d1",
        "user_id": "u1",
        "goal": GOAL,
        "overview": "每周三次",
        "planning_range": RANGE,
        "tasks": (GOAL,),
        "capacity_status": "feasible",
        "created_at": NOW,
    }
    return GoalPlanDraft.model_validate(values | changes)


def proposal(**changes: Any) -> ReplanProposalRecord:
    values = {
        "proposal_id": "p1",
        "user_id": "u1",
        "correlation_id": "c1",
        "scope": "all_items",
        "plan_status": "feasible",
        "input_snapshot": {"R1": {"item_id": "i1", "version": 1}},
        "changes": (CHANGE,),
    }
    return ReplanProposalRecord.model_validate(values | changes)


def test_a_draft_is_of_a_new_goal_or_of_an_existing_one() -> None:
    reference = ItemReference(item_id="g1", item_type="long_goal", version=3)
    assert draft().goal == GOAL
    assert draft(goal=None, goal_reference=reference).goal_reference == reference
    for both in ({"goal_reference": reference}, {"goal": None}):
        with pytest.raises(ValidationError):
            draft(**both)


def test_a_proposal_has_changes_exactly_where_its_plan_proposes_some() -> None:
    assert proposal().changes == (CHANGE,)
    assert proposal(plan_status="no_change", changes=()).changes == ()
    for wrong in ({"plan_status": "infeasible"}, {"changes": ()}, {"goal_id": "g1"}, {"scope": "single_long_goal"}):
        with pytest.raises(ValidationError):
            proposal(**wrong)


def test_a_new_item_of_a_proposal_names_no_item() -> None:
    with pytest.raises(ValidationError):
        ProposedItemChange.model_validate(CHANGE.model_dump() | {"kind": "propose_new"})


def test_a_review_of_one_goal_names_it() -> None:
    coverage = DataCoverageDTO(
        coverage_status="complete", covered_range=TimeRangeDTO(start_at=NOW, end_at=LATER), notes=[]
    )
    whole = {"review_type": "all_items", "review_range": RANGE, "coverage": coverage}
    assert ReviewContext.model_validate(whole).metrics == {}
    with pytest.raises(ValidationError):
        ReviewContext.model_validate(whole | {"review_type": "single_long_goal"})


@pytest.mark.parametrize("command_type", ["validate_target", "create_write_request", "apply_confirmed_write"])
def test_a_command_holds_what_its_type_needs(command_type: str) -> None:
    with pytest.raises(ValidationError):
        DataWriteCommand.model_validate({"command_type": command_type, "user_id": "u1", "correlation_id": "c1"})


def test_a_result_says_why_not() -> None:
    assert DataWriteResult(command_type="validate_target", status="refused", reason_code="VERSION_CONFLICT")
    with pytest.raises(ValidationError):
        DataWriteResult(command_type="validate_target", status="refused")
