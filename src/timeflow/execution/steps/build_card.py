"""Step 10: the changes of a request become one card: summary, notices, what is ticked, and what it was made from."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from agentbase.confirmation.contracts import WriteRequestDraft
from timeflow.execution.changes import ChangeDraft, proposed
from timeflow.execution.planned_times import TimeFacts
from timeflow.execution.state import TurnState
from timeflow.execution.wording import day_label, days_label, say, span_label, titles_label

_STATUS_SUMMARY: Final = {"completed": "summary.complete", "cancelled": "summary.cancel", "active": "summary.reopen"}


def build_card(
    state: TurnState, drafts: tuple[ChangeDraft, ...], facts: TimeFacts, made_by: str, more_notices: tuple[str, ...]
) -> WriteRequestDraft:
    """The write request of these changes. ``state`` travels with it, so that it can be made again."""
    changes = proposed(drafts, facts)
    each_other = {change.change.change_id for change in changes}
    if any(conflict.get("item_id") in each_other for change in changes for conflict in change.shown.conflicts):
        more_notices = (*more_notices, say("notice.overlap", facts.locale))
    return WriteRequestDraft(
        correlation_id=state.decision.correlation_id,
        run_id=state.decision.run_id,
        changes=changes,
        summary=summary_of(drafts, facts),
        made_by=made_by,
        notices=(*_notices(state, drafts, facts), *more_notices),
        facts={"state": state.model_dump(mode="json"), "timezone": facts.zone.key},
        edited=bool(state.edits),
    )


def summary_of(drafts: tuple[ChangeDraft, ...], facts: TimeFacts) -> str:
    """One line for one change; a count and the first titles for several."""
    if len(drafts) > 1:
        return say("summary.several", facts.locale, count=len(drafts), titles=_titles(drafts, facts))
    (draft,) = drafts
    if draft.operation == "set_status":
        return say(_STATUS_SUMMARY[str(draft.values["status"])], facts.locale, title=draft.title)
    kind = say(f"kind.{draft.item_type}", facts.locale)
    when = when_label(draft, facts)
    return say(f"summary.{draft.operation}", facts.locale, kind=kind, title=draft.title, when=when)


def left_out(drafts: tuple[ChangeDraft, ...], facts: TimeFacts) -> str:
    """What the change cannot be made to, by name."""
    return say("notice.left_out", facts.locale, titles=_titles(drafts, facts))


def _titles(drafts: tuple[ChangeDraft, ...], facts: TimeFacts) -> str:
    return titles_label([draft.title for draft in drafts], facts.locale)


def when_label(draft: ChangeDraft, facts: TimeFacts) -> str:
    """When it will be, or for a deletion was, with the separator before it."""
    label = _new_time(draft, facts) or (_old_time(draft, facts) if draft.operation == "delete" else "")
    if not label:
        return ""
    return f"，{label}" if facts.locale == "zh-CN" else f", {label}"


def _new_time(draft: ChangeDraft, facts: TimeFacts) -> str:
    values, today = draft.values, facts.today
    start, end = values.get("local_start"), values.get("local_end")
    if isinstance(start, datetime):
        return span_label(start, end if isinstance(end, datetime) else None, facts.locale, today=today)
    first, last = values.get("start_date"), values.get("end_date")
    if isinstance(first, date):
        return days_label(first, last if isinstance(last, date) else first, facts.locale, today=today)
    for name in ("local_due", "local_deadline", "due_date", "deadline_date"):
        moment = values.get(name)
        if isinstance(moment, datetime):
            return _by(span_label(moment, None, facts.locale, today=today), facts)
        if isinstance(moment, date):
            return _by(day_label(moment, facts.locale, today=today), facts)
    return ""


def _old_time(draft: ChangeDraft, facts: TimeFacts) -> str:
    item, today = draft.item, facts.today
    if item is None:
        return ""
    if item.start_date is not None:
        return days_label(item.start_date, item.end_date or item.start_date, facts.locale, today=today)
    if item.start_at is not None:
        end = facts.wall(item.end_at) if item.end_at else None
        return span_label(facts.wall(item.start_at), end, facts.locale, today=today)
    if item.due_date is not None:
        return _by(day_label(item.due_date, facts.locale, today=today), facts)
    return _by(span_label(facts.wall(item.due_at), None, facts.locale, today=today), facts) if item.due_at else ""


def _by(label: str, facts: TimeFacts) -> str:
    return f"{label} 前" if facts.locale == "zh-CN" else f"by {label}"


def _notices(state: TurnState, drafts: tuple[ChangeDraft, ...], facts: TimeFacts) -> tuple[str, ...]:
    collected = [*state.notices]
    for draft in drafts:
        collected += draft.notices
    conflicts = {conflict.item_id for draft in drafts for conflict in draft.conflicts}
    if conflicts:
        collected.append(say("notice.conflict", facts.locale, count=len(conflicts)))
    unticked = sum(not draft.selected for draft in drafts)
    if unticked:
        collected.append(say("notice.hard_deadline", facts.locale, count=unticked))
    return tuple(dict.fromkeys(collected))
