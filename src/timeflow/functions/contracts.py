"""What perception hands to execution: the pair that is meant and its typed parameters.

Perception stores words and what ``timeexpr`` made of them; execution computes what needs facts (decisions 8).
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, PartOfDay, TimeExpression

AgentName = Literal["日程待办 Agent", "反馈 Agent", "重排 Agent", "复盘 Agent", "长任务拆分 Agent"]
FunctionName = Literal[
    "generate_item_content", "normalize_feedback", "generate_replan_content", "generate_review", "split_long_goal"
]
Operation = Literal["create", "update", "delete", "query", "set_status"]
ItemType = Literal["schedule", "todo", "subtask", "long_goal"]
ItemStatus = Literal["active", "completed", "cancelled"]
Wish = Literal["reminder", "recurrence", "invitation"]
"""Something that the person asked for and that the program does not do yet; the card says so (design section 6)."""

ITEM_LIMIT = 50
"""More matches than this: ask to narrow, never truncate (decisions 6)."""


REFERENCE_YEARS: Final = (1900, 9900)
"""What can be *now*: every offset and every usual distance from it still is a date."""


def _within_reach(value: datetime) -> datetime:
    first, last = REFERENCE_YEARS
    if not first <= value.year <= last:
        raise ValueError(f"must lie in the years {first} to {last}")
    return value


ReferenceTime = Annotated[AwareDatetime, AfterValidator(_within_reach)]
"""*Now* for words and facts (design section 5)."""


def _local_moment(value: object) -> object:
    if isinstance(value, str):
        return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)
    return value


LocalMoment = Annotated[
    datetime | date,
    BeforeValidator(_local_moment),
    PlainSerializer(lambda moment: moment.isoformat(), return_type=str, when_used="json"),
]
"""A naive local time, or a date where the words name no clock time. In JSON ``YYYY-MM-DD`` or
``YYYY-MM-DDTHH:MM:SS``."""


class TimeReading(ContractModel):
    """One possible meaning of words that have several."""

    start: LocalMoment | None = None
    end: LocalMoment | None = None


class ResolvedTime(ContractModel):
    """Words of the person and what they mean: the contract form of :class:`timeflow.timeexpr.contracts.TimeExpression`.

    Local times of the request's zone; ends exclusive; a deadline has only ``end`` (a date: the day after the last day).
    """

    words: Annotated[str, Field(min_length=1, max_length=200)]
    kind: ExpressionKind
    start: LocalMoment | None = None
    end: LocalMoment | None = None
    granularity: Granularity
    rule: Annotated[str, Field(max_length=64)]
    part_of_day: PartOfDay | None = None
    recurrence: str | None = None
    duration_seconds: int | None = None
    date_given: bool = True
    time_given: bool = False
    ambiguous: bool = False
    readings: list[TimeReading] = Field(default_factory=list)
    note: str | None = None

    @classmethod
    def of(cls, expression: TimeExpression) -> ResolvedTime:
        """Take over what ``timeexpr`` computed, unchanged."""
        return cls(
            words=expression.text,
            kind=expression.kind,
            start=expression.start,
            end=expression.end,
            granularity=expression.granularity,
            rule=expression.rule,
            part_of_day=expression.part_of_day,
            recurrence=expression.recurrence,
            duration_seconds=expression.duration_seconds,
            date_given=expression.date_given,
            time_given=expression.time_given,
            ambiguous=expression.ambiguous,
            readings=[TimeReading(start=r.start, end=r.end) for r in expression.readings],
            note=expression.note,
        )


def _active_only() -> list[ItemStatus]:
    return ["active"]


class CandidateQuery(ContractModel):
    """Which existing items to look for (decisions 5). Words filter first; a wider look without words follows."""

    words: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default_factory=list, max_length=10)
    item_types: list[ItemType] = Field(default_factory=list)
    statuses: list[ItemStatus] = Field(default_factory=_active_only)
    time_range: ResolvedTime | None = None
    overdue: bool = False
    goal_title: str | None = None
    exclude: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default_factory=list, max_length=10)
    limit: Annotated[int, Field(ge=1, le=ITEM_LIMIT)] = ITEM_LIMIT


class ItemChange(ContractModel):
    """What an update changes.

    ``revise`` rewrites content through the sub-agent; the others are computed (decisions 2, 7):
    ``move_to`` a time or day (``when``), ``shift`` by a length (``shift``, ``direction``), ``roll_over`` what is
    overdue to ``when``,
    ``set_due`` gives a todo another deadline (``due``), ``set_length`` another length (``duration``), ``move_end``
    makes it longer (``later``) or shorter (``earlier``) by a length (``shift``, ``direction``).
    """

    kind: Literal["revise", "move_to", "shift", "roll_over", "set_due", "set_length", "move_end"]
    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    when: ResolvedTime | None = None
    due: ResolvedTime | None = None
    duration: ResolvedTime | None = None
    shift: ResolvedTime | None = None
    direction: Literal["later", "earlier"] | None = None


class ItemsQuery(ContractModel):
    """A question about the person's own items or free time; answered without a model."""

    kind: Literal["items", "free_time"]
    range: ResolvedTime | None = None
    minutes: Annotated[int, Field(ge=1, le=60 * 24 * 14)] | None = None


class ScheduleTodoParams(ContractModel):
    """日程待办 Agent / generate_item_content. ``all_day``: the words say so (全天, 一整天, all day)."""

    operation: Operation
    item_type: ItemType | None = None
    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    when: ResolvedTime | None = None
    all_day: bool = False
    due: ResolvedTime | None = None
    duration: ResolvedTime | None = None
    change: ItemChange | None = None
    new_status: ItemStatus | None = None
    query: ItemsQuery | None = None
    candidate_query: CandidateQuery | None = None
    must_keep_terms: list[Annotated[str, Field(min_length=1, max_length=100)]] = Field(
        default_factory=list, max_length=20
    )
    additional_constraints: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=20)
    wishes: list[Wish] = Field(default_factory=list)


class FeedbackParams(ContractModel):
    """反馈 Agent / normalize_feedback."""

    raw_feedback: Annotated[str, Field(min_length=1, max_length=4000)]
    occurred: ResolvedTime | None = None
    duration: ResolvedTime | None = None
    candidate_query: CandidateQuery


class GoalAnswer(ContractModel):
    """One question about a long goal and what the person answered."""

    field_name: str
    question_text: str
    answer: str


class LongTaskSplitParams(ContractModel):
    """长任务拆分 Agent / split_long_goal."""

    goal_title: Annotated[str, Field(min_length=1, max_length=200)]
    description: Annotated[str, Field(max_length=2000)] | None = None
    deadline: ResolvedTime | None = None
    answers: list[GoalAnswer] = Field(default_factory=list, max_length=20)
    candidate_query: CandidateQuery | None = None


class ReplanParams(ContractModel):
    """重排 Agent / generate_replan_content."""

    scope: Literal["all_items", "single_long_goal"]
    reason: Annotated[str, Field(min_length=1, max_length=1000)]
    range: ResolvedTime | None = None
    fixed_words: list[Annotated[str, Field(min_length=1, max_length=200)]] = Field(default_factory=list, max_length=10)
    candidate_query: CandidateQuery | None = None


class ReviewParams(ContractModel):
    """复盘 Agent / generate_review."""

    review_type: Literal["all_items", "single_long_goal"]
    range: ResolvedTime | None = None
    focus: Annotated[str, Field(max_length=1000)] | None = None
    candidate_query: CandidateQuery | None = None


FunctionParams = ScheduleTodoParams | FeedbackParams | LongTaskSplitParams | ReplanParams | ReviewParams


class AgentFunctionDefinition(ContractModel):
    """One row of the capability table (A section 7)."""

    agent_name: AgentName
    function_name: FunctionName
    required_fields: list[str]
    optional_fields: list[str] = Field(default_factory=list)
    description: str
