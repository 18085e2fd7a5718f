"""A card: what was and what would be, the words or the default behind every time, and how to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from rich.text import Text

from timeflow.cli.language import Locale
from timeflow.cli.render.texts import shown, tell
from timeflow.cli.render.times import days_of, moment_label, span_of
from timeflow.cli.shown import short_id
from timeflow.execution.contracts import ChangeView, ConfirmationRequiredResponse

_SIGNS: Final = {
    "create": ("+", "green"),
    "update": ("~", "yellow"),
    "delete": ("-", "red"),
    "set_status": ("✓", "cyan"),
}
_WEIGHT_STYLES: Final = {"light": "green", "medium": "yellow", "heavy": "bold red"}
_LABEL_WIDTH: Final = 10
_ORDER: Final = (
    "title", "days", "start_at", "end_at", "all_day", "due_at", "deadline_at", "estimated_minutes", "status",
    "description", "plan_overview", "goal_id", "todo_id",
)  # fmt: skip
_STANDS_FOR: Final = {"start_date": "days", "end_date": "days", "due_date": "due_at", "deadline_date": "deadline_at"}
"""Stored beside an instant, and shown in its place."""


@dataclass(frozen=True, slots=True)
class View:
    """For whom something is rendered: their language, and the day that is today for them."""

    locale: Locale
    today: date


def render_card(card: ConfirmationRequiredResponse, view: View, *, with_commands: bool = True) -> Text:
    """The whole card; ``with_commands`` adds how to decide from the command line."""
    lines = [_title(card, view)]
    for change in card.changes:
        lines.extend(_change(change, view))
    lines.extend(Text(f"  ! {shown(notice)}", "yellow") for notice in card.notices)
    expires = moment_label(card.expires_at, view.locale, view.today)
    made_by = tell(
        "made_by", view.locale, made_by=shown(card.made_by), id=short_id(card.write_request_id), when=expires
    )
    lines.append(Text(f"  {made_by}", "dim"))
    if with_commands:
        lines.extend(_commands(card, view))
    return Text("\n").join(lines)


def _title(card: ConfirmationRequiredResponse, view: View) -> Text:
    weight = tell(f"weight.{card.weight}", view.locale, count=card.change_count)
    return Text.assemble((shown(card.summary), "bold"), "  ", (f"[{weight}]", _WEIGHT_STYLES[card.weight]))


def _change(change: ChangeView, view: View) -> Iterator[Text]:
    sign, style = _SIGNS[change.operation]
    head = Text.assemble(
        (f"  {sign} ", style),
        (f"{change.change_id} ", "dim"),
        (tell(f"operation.{change.operation}", view.locale), style),
        " ",
        tell(f"kind.{change.item_type}", view.locale),
        (f"  {_name(change)}", "bold"),
    )
    for mark in _marks(change, view):
        head.append(f"  ({mark})", "dim")
    yield head
    explained = _explanations(change, view)
    for field, value in _values(change, view):
        yield _field(field, value, explained.pop(field, ()), view)
    for field, reasons in explained.items():
        yield _field(field, Text(), reasons, view)
    for conflict in change.conflicts:
        when = span_of(conflict.start_at, conflict.end_at, view.locale, view.today)
        yield Text(f"      ! {tell('conflict', view.locale, title=shown(conflict.title), when=when)}", "red")


def _marks(change: ChangeView, view: View) -> Iterator[str]:
    if change.required:
        yield tell("required", view.locale)
    if not change.selected:
        yield tell("unselected", view.locale)
    if change.depends_on:
        yield tell("depends", view.locale, ids=", ".join(change.depends_on))


def _name(change: ChangeView) -> str:
    for values in (change.before, change.after):
        if values and values.get("title"):
            return shown(values["title"])
    return ""


def _field(field: str, value: Text, reasons: tuple[Text, ...], view: View) -> Text:
    label = Text(tell(f"field.{field}", view.locale) if field in _ORDER else shown(field), "dim")
    label.pad_right(max(1, _LABEL_WIDTH - label.cell_len))
    line = Text.assemble("      ", label, value)
    for reason in reasons:
        line.append("   ← " if value or reason is not reasons[0] else "← ", "dim")
        line.append_text(reason)
    return line


def _values(change: ChangeView, view: View) -> Iterator[tuple[str, Text]]:
    """What a change is about, field by field in a fixed order: new values, or before → after."""
    before, after = _merged(change.before, view), _merged(change.after, view)
    if change.operation == "delete":
        told = {"title", "status"} if (change.before or {}).get("status") == "active" else {"title"}
        yield from ((name, Text(value)) for name, value in before.items() if name not in told and value)
        return
    for name, value in after.items():
        old = before.get(name)
        if change.operation == "create":
            if value and name != "title":
                yield name, Text(value)
        elif old != value:
            none = tell("value.none", view.locale)
            yield name, Text.assemble((old or none, "dim"), (" → ", "dim"), (value or none, "bold"))


def _merged(values: Mapping[str, Any] | None, view: View) -> dict[str, str]:
    """Values as text, a date and the instant that follows from it in one line; empty text for what has no value."""
    if not values:
        return {}
    found: dict[str, str] = {}
    if values.get("start_date"):
        found["days"] = days_of(values["start_date"], values.get("end_date"), view.locale, view.today)
    for name in ("due", "deadline"):
        if values.get(f"{name}_date"):
            day = moment_label(values[f"{name}_date"], view.locale, view.today)
            found[f"{name}_at"] = tell("value.whole_day", view.locale, day=day)
    if values.get("deleted") is False:
        found["status"] = tell("status.restored", view.locale)
    covered = {"start_at", "end_at", "all_day"} if "days" in found else set()
    for name, value in values.items():
        if name in _WRITERS and name not in covered and name not in found:
            found[name] = _WRITERS[name](value, view) if value not in (None, "", False) else ""
    return {name: found[name] for name in _ORDER if name in found}


def _time(value: object, view: View) -> str:
    return moment_label(value, view.locale, view.today)


def _plain(value: object, view: View) -> str:
    return tell("value.true", view.locale) if value is True else shown(value)


def _minutes(value: object, view: View) -> str:
    return tell("value.minutes", view.locale, count=shown(value))


def _status(value: object, view: View) -> str:
    known = value in {"active", "completed", "cancelled", "deleted"}
    return tell(f"status.{value}", view.locale) if known else shown(value)


_WRITERS: Final[dict[str, Callable[[object, View], str]]] = {
    **dict.fromkeys(("title", "description", "plan_overview", "goal_id", "todo_id", "all_day"), _plain),
    **dict.fromkeys(("start_at", "end_at", "due_at", "deadline_at"), _time),
    "estimated_minutes": _minutes,
    "status": _status,
}


def _explanations(change: ChangeView, view: View) -> dict[str, tuple[Text, ...]]:
    """Behind each shown field: the words that it came from, or why it has its default."""
    behind: dict[str, tuple[Text, ...]] = {}
    for source in change.sources:
        words = Text(tell("source", view.locale, words=shown(source.words)), "cyan")
        _add(behind, source.field, words)
    for default in change.defaults:
        _add(behind, default.field, Text(shown(default.because), "magenta"))
    return behind


def _add(behind: dict[str, tuple[Text, ...]], field: str, reason: Text) -> None:
    name = _STANDS_FOR.get(field, field)
    told = behind.get(name, ())
    if reason.plain not in {one.plain for one in told}:
        behind[name] = (*told, reason)


def render_waiting(cards: Sequence[ConfirmationRequiredResponse]) -> Text:
    """One line a card: its id, what it is about, and how to confirm it."""
    return Text("\n").join(
        Text.assemble(
            (f"  {short_id(card.write_request_id)}", "dim"),
            f"  {shown(card.summary)}  ",
            (_confirm_command(card), "blue"),
        )
        for card in cards
    )


def _confirm_command(card: ConfirmationRequiredResponse) -> str:
    count = f" --count {card.change_count}" if card.weight == "heavy" else ""
    return f"timeflow confirm {short_id(card.write_request_id)}{count}"


def _commands(card: ConfirmationRequiredResponse, view: View) -> Iterator[Text]:
    name = short_id(card.write_request_id)
    several = len(card.changes) > 1
    ways = [("how.confirm", _confirm_command(card))]
    if several:
        ways.append(("how.only", f"{_confirm_command(card)} --only {card.changes[0].change_id}"))
    # Nothing but what is created or changed has fields to edit.
    editable = next((one for one in card.changes if one.operation in {"create", "update"}), None)
    if editable is not None:
        ways.append(("how.edit", f"timeflow edit {name} {f'{editable.change_id}.' if several else ''}title=…"))
    ways.append(("how.reject", f"timeflow reject {name}"))
    for key, command in ways:
        label = Text(f"  {tell(key, view.locale)}")
        label.pad_right(max(1, _LABEL_WIDTH + 4 - label.cell_len))
        yield Text.assemble(label, (command, "blue"))
