"""Steps 6 and 7: the one invocation of the one sub-agent, whole and checked before the call (RISK-B-18, RISK-B-19)."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final

from agentbase.core.ids import new_uuid7
from timeflow.data.contracts import ItemSnapshot
from timeflow.execution.contracts import MainAgentDecisionInput
from timeflow.execution.invocations import AgentExecutionBase, AgentExecutionContext, ScheduleTodoInvocation
from timeflow.execution.planned_times import TimeFacts, TimeValue
from timeflow.execution.reasons import execution_error
from timeflow.functions.contracts import ScheduleTodoParams
from timeflow.subagents import (
    ConversationMessageDTO,
    ItemContentCandidate,
    ItemContentRequirementsDTO,
    LongGoalContentCandidate,
    ScheduleContentCandidate,
    ScheduleTodoAgentInput,
    SubtaskContentCandidate,
    TodoContentCandidate,
)

_MESSAGE_LIMIT: Final = 4_000
"""Characters of an earlier message that a sub-agent sees: as many as a person may say at once."""


def assemble_schedule_todo(
    decision: MainAgentDecisionInput,
    params: ScheduleTodoParams,
    values: dict[str, TimeValue],
    item: ItemSnapshot | None,
    facts: TimeFacts,
    deadline_at: datetime,
    chosen: str | None,
) -> ScheduleTodoInvocation:
    """Compose a new item from final times, or revise the settled one. S receives final values (decisions 8).

    ``chosen`` is the time that the person chose instead of what they had said: the last statement counts (decisions
    26).
    """
    item_type = item.item_type if item is not None else params.item_type
    if item_type is None or (item is not None and item.deleted):
        raise execution_error("TARGET_NOT_FOUND", locale=decision.locale)
    agent_input = ScheduleTodoAgentInput(
        raw_input=decision.query if chosen is None else f"{decision.query}\n{chosen}",
        generation_mode="compose" if item is None else "revise",
        item_type=item_type,
        content_requirements=_requirements(params, values, item, facts),
        current_item_content=_current_content(item, facts) if item is not None else None,
        recent_messages=[
            ConversationMessageDTO(
                role=message.role, content=message.content[:_MESSAGE_LIMIT], created_at=message.created_at
            )
            for message in decision.recent_messages
            if message.content.strip()
        ],
    )
    return ScheduleTodoInvocation(
        base=_base(decision, deadline_at, item),
        params=params,
        context=AgentExecutionContext(
            resolved_items=() if item is None else (item,), recent_messages=decision.recent_messages
        ),
        agent_input=agent_input,
    )


def _base(decision: MainAgentDecisionInput, deadline_at: datetime, item: ItemSnapshot | None) -> AgentExecutionBase:
    return AgentExecutionBase(
        run_id=decision.run_id,
        correlation_id=decision.correlation_id,
        request_id=str(new_uuid7()),
        trace_id=decision.trace_id,
        user_id=decision.user_id,
        deadline_at=deadline_at,
        agent_name=decision.target_agent,
        function_name=decision.target_function,
        resolution="none" if item is None else "single",
    )


def _requirements(
    params: ScheduleTodoParams, values: dict[str, TimeValue], item: ItemSnapshot | None, facts: TimeFacts
) -> ItemContentRequirementsDTO:
    change = params.change
    title = (change.title if change else params.title) or (item.title if item else None)
    description = (change.description if change else params.description) or (item.description if item else None)
    minutes = values.get("estimated_minutes", item.estimated_minutes if item else None)
    return ItemContentRequirementsDTO(
        title=title,
        description=description,
        start_at=_start(values, facts) or _local(item.start_at if item else None, facts),
        end_at=_end(values, facts) or _local(item.end_at if item else None, facts),
        due_at=_limit(values, "due", facts) or _local(item.due_at if item else None, facts),
        deadline_at=_limit(values, "deadline", facts) or _local(item.deadline_at if item else None, facts),
        estimated_minutes=minutes if isinstance(minutes, int) else None,
        must_keep_terms=params.must_keep_terms,
        additional_constraints=params.additional_constraints,
    )


def _start(values: dict[str, TimeValue], facts: TimeFacts) -> datetime | None:
    return _aware(values.get("local_start") or values.get("start_date"), facts)


def _end(values: dict[str, TimeValue], facts: TimeFacts) -> datetime | None:
    return _aware(values.get("local_end") or values.get("end_date"), facts)


def _limit(values: dict[str, TimeValue], prefix: str, facts: TimeFacts) -> datetime | None:
    day = values.get(f"{prefix}_date")
    if isinstance(day, date):
        return _aware(day + timedelta(days=1), facts)
    return _aware(values.get(f"local_{prefix}"), facts)


def _aware(value: TimeValue, facts: TimeFacts) -> datetime | None:
    if isinstance(value, datetime):
        return facts.instant(value).astimezone(facts.zone)
    if isinstance(value, date):
        return facts.instant(datetime.combine(value, time())).astimezone(facts.zone)
    return None


def _local(instant: datetime | None, facts: TimeFacts) -> datetime | None:
    """In the zone of the request, in which the person's words are compared with it."""
    return None if instant is None else instant.astimezone(facts.zone)


def _current_content(item: ItemSnapshot, facts: TimeFacts) -> ItemContentCandidate:
    start_at, end_at = _local(item.start_at, facts), _local(item.end_at, facts)
    due_at, deadline_at = _local(item.due_at, facts), _local(item.deadline_at, facts)
    match item.item_type:
        case "schedule":
            return ScheduleContentCandidate(
                item_type="schedule",
                title=item.title,
                description=item.description,
                start_at=start_at,
                end_at=end_at,
            )
        case "todo":
            return TodoContentCandidate(item_type="todo", title=item.title, description=item.description, due_at=due_at)
        case "subtask":
            return SubtaskContentCandidate(
                item_type="subtask",
                title=item.title,
                description=item.description,
                start_at=start_at,
                end_at=end_at,
                due_at=due_at,
                estimated_minutes=item.estimated_minutes,
            )
        case "long_goal":
            return LongGoalContentCandidate(
                item_type="long_goal",
                title=item.title,
                description=item.description,
                start_at=start_at,
                deadline_at=deadline_at,
                plan_overview=item.plan_overview,
            )
