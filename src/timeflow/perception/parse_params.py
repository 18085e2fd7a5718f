"""解析调用参数: the typed parameters of the pair, every time computed from its words (A section 6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from timeflow.functions.contracts import (
    AgentName,
    CandidateQuery,
    FeedbackParams,
    FunctionName,
    FunctionParams,
    GoalAnswer,
    ItemChange,
    ItemsQuery,
    LongTaskSplitParams,
    ReplanParams,
    ResolvedTime,
    ReviewParams,
    ScheduleTodoParams,
)
from timeflow.perception.resolve_times import TimeReader
from timeflow.perception.understanding import (
    FeedbackUnderstanding,
    LongTaskUnderstanding,
    QuotedChange,
    QuotedTarget,
    QuotedTime,
    ReplanUnderstanding,
    ReviewUnderstanding,
    ScheduleTodoUnderstanding,
)

_REASON_LIMIT: Final = 1000

FunctionUnderstanding = (
    ScheduleTodoUnderstanding
    | FeedbackUnderstanding
    | LongTaskUnderstanding
    | ReplanUnderstanding
    | ReviewUnderstanding
)

PAIR_OF_INTENT: Final[dict[str, tuple[AgentName, FunctionName]]] = {
    "schedule_todo": ("日程待办 Agent", "generate_item_content"),
    "feedback": ("反馈 Agent", "normalize_feedback"),
    "split_long_goal": ("长任务拆分 Agent", "split_long_goal"),
    "replan": ("重排 Agent", "generate_replan_content"),
    "review": ("复盘 Agent", "generate_review"),
}


@dataclass(slots=True)
class Parsed:
    """Parameters with what is still open.

    Attributes:
        params: None where a required one is missing.
        times: every resolved time by the name of its field, for the ambiguous ones.
        unreadable: words given as a time that are none, by field.
    """

    params: FunctionParams | None = None
    times: dict[str, ResolvedTime] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)


class ParamsParser:
    """Builds the parameters of one understanding."""

    def __init__(self, reader: TimeReader, raw_input: str) -> None:
        self._reader = reader
        self._raw_input = raw_input
        self._parsed = Parsed()

    def parse(self, request: FunctionUnderstanding, answers: list[GoalAnswer]) -> Parsed:
        """All five pairs. ``answers`` are what is known of a long goal."""
        match request:
            case ScheduleTodoUnderstanding():
                self._parsed.params = self._schedule_todo(request)
            case FeedbackUnderstanding():
                self._parsed.params = FeedbackParams(
                    raw_feedback=self._raw_input,
                    occurred=self._time(request.occurred, "occurred"),
                    duration=self._time(request.duration, "duration", length=True),
                    candidate_query=self._query(request.target) or CandidateQuery(),
                )
            case LongTaskUnderstanding() if request.goal_title is not None:
                self._parsed.params = self._long_task(request, request.goal_title, answers)
            case ReplanUnderstanding():
                self._parsed.params = self._replan(request)
            case ReviewUnderstanding():
                self._parsed.params = self._review(request)
        return self._parsed

    def _schedule_todo(self, request: ScheduleTodoUnderstanding) -> ScheduleTodoParams:
        target = None if request.operation == "create" else request.target or QuotedTarget()
        candidate_query = self._query(target) if target is not None else None
        minutes = self._time(request.duration, "duration", length=True)
        items_query = None
        if request.operation == "query":
            seconds = minutes.duration_seconds if minutes is not None else None
            items_query = ItemsQuery(
                kind=request.query_kind or "items",
                range=candidate_query.time_range if candidate_query is not None else None,
                minutes=max(1, seconds // 60) if seconds else None,
            )
        return ScheduleTodoParams(
            operation=request.operation,
            item_type=request.item_type,
            title=request.title,
            description=request.description,
            when=self._time(request.when, "when"),
            all_day=request.all_day,
            due=self._time(request.due, "due"),
            duration=None if items_query is not None else minutes,
            change=self._change(request.change),
            new_status=request.new_status,
            query=items_query,
            candidate_query=candidate_query,
            must_keep_terms=request.must_keep_terms,
            additional_constraints=request.additional_constraints,
            wishes=request.wishes,
        )

    def _change(self, change: QuotedChange | None) -> ItemChange | None:
        if change is None:
            return None
        return ItemChange(
            kind=change.kind,
            title=change.title,
            description=change.description,
            when=self._time(change.when, "change.when"),
            due=self._time(change.due, "change.due"),
            duration=self._time(change.duration, "change.duration", length=True),
            shift=self._time(change.shift, "change.shift", length=True),
            direction=change.direction,
        )

    def _long_task(
        self, request: LongTaskUnderstanding, goal_title: str, answers: list[GoalAnswer]
    ) -> LongTaskSplitParams:
        deadline = self._time(request.deadline, "deadline")
        if deadline is None:
            said = next((a.answer for a in answers if a.field_name in {"deadline", "all"}), None)
            deadline = self._reader.deadline_in(said) if said else None
        return LongTaskSplitParams(
            goal_title=goal_title,
            description=request.description,
            deadline=deadline,
            answers=answers,
            candidate_query=_goal_query(goal_title) if request.existing_goal else None,
        )

    def _replan(self, request: ReplanUnderstanding) -> ReplanParams:
        query = None
        if request.scope == "single_long_goal" or request.fixed_words:
            query = CandidateQuery(goal_title=request.goal_title, words=[])
        return ReplanParams(
            scope=request.scope,
            reason=self._raw_input[:_REASON_LIMIT],
            range=self._time(request.range, "range"),
            fixed_words=request.fixed_words,
            candidate_query=query,
        )

    def _review(self, request: ReviewUnderstanding) -> ReviewParams:
        single = request.review_type == "single_long_goal" and request.goal_title is not None
        return ReviewParams(
            review_type="single_long_goal" if single else "all_items",
            range=self._time(request.range, "range"),
            focus=request.focus,
            candidate_query=_goal_query(request.goal_title) if single and request.goal_title else None,
        )

    def _query(self, target: QuotedTarget | None) -> CandidateQuery | None:
        if target is None:
            return None
        return CandidateQuery(
            words=target.words,
            item_types=target.item_types,
            statuses=target.statuses,
            time_range=self._time(target.time, "candidate_query.time_range", tolerant=True),
            overdue=target.overdue,
            goal_title=target.goal_title,
            exclude=target.exclude,
        )

    def _time(
        self, quote: QuotedTime | None, field_name: str, *, length: bool = False, tolerant: bool = False
    ) -> ResolvedTime | None:
        if quote is None:
            return None
        resolved = self._reader.resolve(quote, field_name, length=length)
        if resolved is None:
            if not tolerant:
                self._parsed.unreadable[field_name] = quote.words[0]
            return None
        self._parsed.times[field_name] = resolved
        return resolved


def _goal_query(goal_title: str) -> CandidateQuery:
    return CandidateQuery(words=[goal_title], item_types=["long_goal"], goal_title=goal_title)
