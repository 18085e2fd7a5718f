"""Steps 2 to 10 in order: from a decision, with what was settled since, to a card, a choice or an answer.

Nothing is stored here, and no transaction is open while a model is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from agentbase.core.clock import Clock
from agentbase.core.database import Owner
from agentbase.core.deadline import Deadline
from agentbase.core.reasons import REASONS
from agentbase.llm.ports import CancellationTokenPort, LLMManagerPort
from timeflow.data.contracts import ItemSnapshot
from timeflow.data.profile import ProfileDefaults
from timeflow.execution.all_day import all_day_notices
from timeflow.execution.answering import answer_free_time, answer_items
from timeflow.execution.changes import ChangeDraft, delete_draft, draft_of, is_idle, status_draft
from timeflow.execution.contracts import AuthContext, Display
from timeflow.execution.editing import apply_edits
from timeflow.execution.facts import FactReader
from timeflow.execution.planned_times import TimeFacts, TimeQuestion, TimeValue
from timeflow.execution.prepared import Prepared, PreparedCard, target_choice, time_choice
from timeflow.execution.reasons import execution_error
from timeflow.execution.run_notes import RunNotes
from timeflow.execution.state import TurnState, WrittenContent
from timeflow.execution.steps.assemble import assemble_schedule_todo
from timeflow.execution.steps.build_card import build_card, left_out
from timeflow.execution.steps.call_agent import call_schedule_todo
from timeflow.execution.steps.compute_changes import ComputedChange, computed_change
from timeflow.execution.steps.compute_range import computed_range
from timeflow.execution.steps.disambiguate import disambiguate
from timeflow.execution.steps.gather_facts import everything, find_candidates
from timeflow.execution.steps.requirements import FunctionRequirementsResult, read_requirements
from timeflow.execution.steps.resolve_time import times_of_new_item
from timeflow.execution.steps.validate_decision import validate_decision
from timeflow.execution.wording import say, span_label
from timeflow.functions.contracts import ITEM_LIMIT, ItemChange, ScheduleTodoParams
from timeflow.subagents.dispatcher import SubAgentDispatcher


@dataclass(frozen=True, slots=True)
class TurnTools:
    """What one turn works with, besides its state."""

    owner: Owner
    deadline: Deadline
    cancellation: CancellationTokenPort
    reader: FactReader
    notes: RunNotes


class Preparing:
    """The main flow of B for one request at a time; holds no state of any."""

    def __init__(
        self, llm: LLMManagerPort, dispatcher: SubAgentDispatcher, clock: Clock, profile: ProfileDefaults
    ) -> None:
        self._llm = llm
        self._dispatcher = dispatcher
        self._clock = clock
        self.profile = profile

    async def prepare(self, state: TurnState, auth: AuthContext, tools: TurnTools) -> Prepared:
        """Carry a request as far as it goes. Raises B's and S's errors; each names its cause."""
        valid = validate_decision(state.decision, auth)
        requirements = read_requirements(state.decision, valid.params)
        if not isinstance(valid.params, ScheduleTodoParams):
            raise REASONS.build_error("S", "HANDLER_NOT_AVAILABLE", locale=state.decision.locale)
        params = valid.params
        if params.operation == "query":
            return await self._answer(state, params, tools)
        state = state.with_(notices=self._wish_notices(state, params))
        if params.operation == "create":
            return await self._create(state, params, tools)
        return await self._change_existing(state, params, requirements, tools)

    async def _answer(self, state: TurnState, params: ScheduleTodoParams, tools: TurnTools) -> Display:
        facts = tools.reader.times(state.decision, self.profile)
        assert params.query is not None
        if params.query.kind == "free_time":
            return await answer_free_time(state.decision, params.query, facts, tools.reader)
        return await answer_items(state.decision, params.query, params.candidate_query, facts, tools.reader)

    async def _create(self, state: TurnState, params: ScheduleTodoParams, tools: TurnTools) -> Prepared:
        facts = tools.reader.times(state.decision, self.profile)
        planned = await times_of_new_item(params, facts, state.slot, keep_time=state.keep_time)
        if isinstance(planned, TimeQuestion):
            return time_choice(state, planned, facts)
        state = await self._with_content(state, params, planned.values, None, facts, tools)
        content, item_type = state.content, params.item_type
        assert content is not None and item_type is not None
        more: dict[str, TimeValue] = {
            "title": content.title,
            "description": content.description,
            "plan_overview": content.plan_overview,
        }
        return await self._card(state, (draft_of("create", item_type, None, planned, more),), facts, tools)

    async def _change_existing(
        self,
        state: TurnState,
        params: ScheduleTodoParams,
        requirements: FunctionRequirementsResult,
        tools: TurnTools,
    ) -> Prepared:
        facts = tools.reader.times(state.decision, self.profile)
        found = await self._targets(state, params, requirements, facts, tools)
        if not isinstance(found, _Targets):
            return found
        state, items = found.state, found.items
        facts = tools.reader.times(state.decision, self.profile, moved=items)
        match params.operation:
            case "delete":
                drafts: tuple[ChangeDraft, ...] = tuple(delete_draft(item) for item in items)
            case "set_status":
                assert params.new_status is not None
                drafts = tuple([await status_draft(item, params.new_status, facts) for item in items])
            case _:
                assert params.change is not None
                made = await self._updates(state, params, params.change, items, facts, tools)
                if not isinstance(made, _Drafts):
                    return made
                state, drafts = made.state, made.drafts
        left = tuple(draft for draft in drafts if not draft.values and draft.operation != "delete")
        changing = tuple(draft for draft in drafts if draft not in left and not is_idle(draft, facts))
        if not changing:
            text = left_out(left, facts) if left else say("no_change", facts.locale)
            return Display(correlation_id=state.decision.correlation_id, text=text)
        return await self._card(state, changing, facts, tools, (left_out(left, facts),) if left else ())

    async def _targets(
        self,
        state: TurnState,
        params: ScheduleTodoParams,
        requirements: FunctionRequirementsResult,
        facts: TimeFacts,
        tools: TurnTools,
    ) -> _Targets | Prepared:
        """The items that are meant, read now: those settled before, or those that the words mean."""
        decision = state.decision
        if state.target_ids is not None:
            items = await tools.reader.items(state.target_ids)
            if len(items) != len(state.target_ids) or any(item.deleted for item in items):
                raise execution_error("TARGET_NOT_FOUND", locale=decision.locale)
            return _Targets(state, items)
        assert params.candidate_query is not None
        candidates = await find_candidates(params.candidate_query, facts, tools.reader)
        if candidates.truncated:
            return _narrow(state, facts)
        resolution = await disambiguate(
            decision,
            params.operation,
            candidates,
            requirements,
            facts,
            llm=self._llm,
            notes=tools.notes,
            deadline_at=self._deadline_at(tools.deadline),
            cancellation=tools.cancellation,
        )
        state = state.with_(made_by=resolution.made_by)
        match resolution.resolution_type:
            case "not_found":
                raise execution_error("TARGET_NOT_FOUND", locale=decision.locale)
            case "ambiguous":
                return target_choice(state, resolution.items, facts)
            case "range" if requirements.calls_sub_agent and len(resolution.items) > 1:
                return target_choice(state, resolution.items, facts, ask="ask.which_change")
            case _:
                items = resolution.items
                if resolution.resolution_type == "range" and candidates.near:
                    whole = await everything(params.candidate_query, facts, tools.reader)
                    if whole.truncated:
                        return _narrow(state, facts)
                    items = whole.items
                settled = state.with_(target_ids=tuple(item.item_id for item in items))
                return _Targets(settled, items)

    async def _updates(
        self,
        state: TurnState,
        params: ScheduleTodoParams,
        change: ItemChange,
        items: tuple[ItemSnapshot, ...],
        facts: TimeFacts,
        tools: TurnTools,
    ) -> _Drafts | Prepared:
        if len(items) > 1:
            made = await computed_range(items, change, facts)
            return _Drafts(state, tuple(_update_draft(one) for one in made))
        (item,) = items
        one = await computed_change(item, change, facts, state.slot, keep_time=state.keep_time, alone=True)
        if isinstance(one, TimeQuestion):
            return time_choice(state, one, facts)
        more: dict[str, TimeValue] = {}
        if change.kind == "revise":
            state = await self._with_content(state, params, one.planned.values, item, facts, tools)
            more = _rewritten(state.content, item)
        return _Drafts(state, (_update_draft(one, more),))

    async def _with_content(
        self,
        state: TurnState,
        params: ScheduleTodoParams,
        values: dict[str, TimeValue],
        item: ItemSnapshot | None,
        facts: TimeFacts,
        tools: TurnTools,
    ) -> TurnState:
        """The wording, made once by the sub-agent; kept when a card is made again."""
        if state.content is not None:
            return state
        deadline_at = self._deadline_at(tools.deadline)
        chosen = None
        if state.slot is not None:
            chosen = span_label(state.slot.local_start, state.slot.local_end, facts.locale, today=facts.today)
        invocation = assemble_schedule_todo(state.decision, params, values, item, facts, deadline_at, chosen)
        content, path, made_by = await call_schedule_todo(state.decision, invocation, self._dispatcher, tools.notes)
        written = WrittenContent(
            title=content.title,
            description=content.description,
            plan_overview=getattr(content, "plan_overview", None),
            made_by=made_by,
            generation_path=path,
            notices=(*content.assumptions, *content.warnings),
        )
        return state.with_(content=written, made_by=made_by, notices=(*state.notices, *written.notices))

    async def _card(
        self,
        state: TurnState,
        drafts: tuple[ChangeDraft, ...],
        facts: TimeFacts,
        tools: TurnTools,
        notices: tuple[str, ...] = (),
    ) -> PreparedCard:
        edited = await apply_edits(drafts, state.edits, facts)
        notices = (*notices, *await all_day_notices(edited, facts, tools.reader))
        card = build_card(state, edited, facts, state.made_by or "timeflow/code", notices)
        return PreparedCard(card, facts.zone.key)

    def _deadline_at(self, deadline: Deadline) -> datetime:
        return self._clock.now() + timedelta(seconds=deadline.remaining())

    @staticmethod
    def _wish_notices(state: TurnState, params: ScheduleTodoParams) -> tuple[str, ...]:
        wished = tuple(say(f"notice.{wish}", state.decision.locale) for wish in params.wishes)
        return tuple(dict.fromkeys((*state.notices, *wished)))


@dataclass(frozen=True, slots=True)
class _Targets:
    state: TurnState
    items: tuple[ItemSnapshot, ...]


@dataclass(frozen=True, slots=True)
class _Drafts:
    state: TurnState
    drafts: tuple[ChangeDraft, ...]


def _narrow(state: TurnState, facts: TimeFacts) -> Display:
    """Too many match: never the first few for the whole (decisions 6)."""
    text = say("answer.narrow", facts.locale, limit=ITEM_LIMIT)
    return Display(correlation_id=state.decision.correlation_id, text=text)


def _update_draft(made: ComputedChange, more: dict[str, TimeValue] | None = None) -> ChangeDraft:
    return draft_of("update", made.item.item_type, made.item, made.planned, more, selected=made.selected)


def _rewritten(content: WrittenContent | None, item: ItemSnapshot) -> dict[str, TimeValue]:
    """What the sub-agent worded anew, where it differs."""
    if content is None:
        return {}
    new: dict[str, TimeValue] = {"title": content.title, "description": content.description}
    return {name: value for name, value in new.items() if value != getattr(item, name)}
