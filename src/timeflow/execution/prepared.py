"""What preparing a request comes to, before anything is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agentbase.confirmation.contracts import WriteRequestDraft
from timeflow.data.contracts import ItemSnapshot
from timeflow.data.view import item_view
from timeflow.execution.contracts import Display, SelectionOption
from timeflow.execution.planned_times import OfferedSlot, TimeFacts, TimeQuestion
from timeflow.execution.state import TurnState
from timeflow.execution.wording import day_label, say, span_label

ResumeStep = Literal["target", "time"]


@dataclass(frozen=True, slots=True)
class PreparedCard:
    """A card to be stored and shown."""

    draft: WriteRequestDraft
    timezone: str


@dataclass(frozen=True, slots=True)
class PreparedChoice:
    """A pending interaction to be stored and shown. ``resume_step`` says what the choice settles."""

    kind: Literal["target", "time", "conflict"]
    question: str
    options: tuple[SelectionOption, ...]
    state: TurnState
    resume_step: ResumeStep


Prepared = PreparedCard | PreparedChoice | Display


def target_choice(
    state: TurnState, items: tuple[ItemSnapshot, ...], facts: TimeFacts, *, ask: str = "ask.which"
) -> PreparedChoice:
    """Which of these is meant? ``ask`` is the key of the question's wording."""
    options = tuple(
        SelectionOption(option_id=str(place), label=item_label(item, facts), item=item_view(item))
        for place, item in enumerate(items, start=1)
    )
    return PreparedChoice("target", say(ask, facts.locale), options, state, "target")


def time_choice(state: TurnState, question: TimeQuestion, facts: TimeFacts) -> PreparedChoice | Display:
    """When would suit? Without a free time to offer it is said, and the person names another."""
    if not question.offers:
        return Display(correlation_id=state.decision.correlation_id, text=question.question)
    options = tuple(_slot_option(place, offer, question, facts) for place, offer in enumerate(question.offers, start=1))
    return PreparedChoice(question.kind, question.question, options, state, "time")


def item_label(item: ItemSnapshot, facts: TimeFacts) -> str:
    """``评审（12月2日 周三 15:00–16:00）``."""
    if item.start_date is not None:
        when = day_label(item.start_date, facts.locale, today=facts.today)
    elif item.start_at is not None:
        end = facts.wall(item.end_at) if item.end_at else None
        when = span_label(facts.wall(item.start_at), end, facts.locale, today=facts.today)
    elif item.due_date is not None:
        when = day_label(item.due_date, facts.locale, today=facts.today)
    elif item.due_at is not None:
        when = span_label(facts.wall(item.due_at), None, facts.locale, today=facts.today)
    else:
        return item.title
    return f"{item.title}（{when}）" if facts.locale == "zh-CN" else f"{item.title} ({when})"


def _slot_option(place: int, offer: OfferedSlot, question: TimeQuestion, facts: TimeFacts) -> SelectionOption:
    label = span_label(offer.local_start, offer.local_end, facts.locale, today=facts.today)
    if offer.keep:
        label = say("option.keep" if question.kind == "conflict" else "option.keep_past", facts.locale, when=label)
    slot = {
        "start_at": facts.instant(offer.local_start).astimezone(facts.zone).isoformat(),
        "end_at": facts.instant(offer.local_end).astimezone(facts.zone).isoformat(),
    }
    if offer.keep:
        slot["keep"] = "true"
    return SelectionOption(option_id=str(place), label=label, slot=slot)
