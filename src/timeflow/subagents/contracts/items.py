"""日程待办 Agent: content requirements and the four candidates (S §6.1).

Rules that have a reason code of their own (mode, type, times of the requirements) are checked by the agent, which can
answer with that code; here stands only what makes a value well-formed.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import ItemType
from timeflow.subagents.contracts.common import LongText, RecentMessages, Title

ShortTexts = Annotated[list[Annotated[str, Field(min_length=1, max_length=500)]], Field(max_length=20)]


class ItemContentRequirementsDTO(ContractModel):
    """The confirmed content and times: the final parameters of the call (S §4.2)."""

    title: Title | None = None
    description: LongText | None = None
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    deadline_at: AwareDatetime | None = None
    estimated_minutes: int | None = Field(default=None, ge=1)
    plan_overview: LongText | None = None
    must_keep_terms: ShortTexts = Field(default_factory=list)
    additional_constraints: ShortTexts = Field(default_factory=list)


class _Candidate(ContractModel):
    title: Title
    description: LongText | None = None
    assumptions: ShortTexts = Field(default_factory=list)
    warnings: ShortTexts = Field(default_factory=list)


class ScheduleContentCandidate(_Candidate):
    """An event with start and end."""

    item_type: Literal["schedule"]
    start_at: AwareDatetime
    end_at: AwareDatetime

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.end_at <= self.start_at:
            raise ValueError("end_at must be later than start_at")
        return self


class TodoContentCandidate(_Candidate):
    """Something to do, perhaps until a moment."""

    item_type: Literal["todo"]
    due_at: AwareDatetime | None = None


class SubtaskContentCandidate(_Candidate):
    """A part of a long goal, perhaps with a slot, a due moment and an estimate."""

    item_type: Literal["subtask"]
    start_at: AwareDatetime | None = None
    end_at: AwareDatetime | None = None
    due_at: AwareDatetime | None = None
    estimated_minutes: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.start_at is not None and self.end_at is not None and self.end_at <= self.start_at:
            raise ValueError("end_at must be later than start_at")
        return self


class LongGoalContentCandidate(_Candidate):
    """A goal over weeks or months."""

    item_type: Literal["long_goal"]
    start_at: AwareDatetime | None = None
    deadline_at: AwareDatetime | None = None
    plan_overview: LongText | None = None

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.start_at is not None and self.deadline_at is not None and self.deadline_at <= self.start_at:
            raise ValueError("deadline_at must be later than start_at")
        return self


ItemContentCandidate = Annotated[
    ScheduleContentCandidate | TodoContentCandidate | SubtaskContentCandidate | LongGoalContentCandidate,
    Field(discriminator="item_type"),
]
"""The union of the four; a model is only ever asked for the one class of the requested type (decisions 21)."""

CANDIDATE_TYPES: Final[
    dict[
        ItemType,
        type[ScheduleContentCandidate]
        | type[TodoContentCandidate]
        | type[SubtaskContentCandidate]
        | type[LongGoalContentCandidate],
    ]
] = {
    "schedule": ScheduleContentCandidate,
    "todo": TodoContentCandidate,
    "subtask": SubtaskContentCandidate,
    "long_goal": LongGoalContentCandidate,
}

TIME_FIELDS: Final[dict[ItemType, tuple[str, ...]]] = {
    "schedule": ("start_at", "end_at"),
    "todo": ("due_at",),
    "subtask": ("start_at", "end_at", "due_at"),
    "long_goal": ("start_at", "deadline_at"),
}
"""The times that each type can hold, in the order in which they are checked."""


class ScheduleTodoAgentInput(ContractModel):
    """Everything that 日程待办 Agent is given for one item."""

    raw_input: LongText
    generation_mode: Literal["compose", "revise"]
    item_type: ItemType
    content_requirements: ItemContentRequirementsDTO
    current_item_content: ItemContentCandidate | None = None
    recent_messages: RecentMessages
