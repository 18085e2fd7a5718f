"""Items in a list, and the agenda by days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby

from rich.text import Text

from timeflow.cli.render.card import View
from timeflow.cli.render.texts import shown, tell
from timeflow.cli.render.times import clock_of, day_of, days_of, heading, moment_label, span_of
from timeflow.cli.shown import short_id
from timeflow.data.contracts import ItemView

_TIME_WIDTH = 14


def render_items(items: Iterable[ItemView], view: View) -> Text:
    """One line an item: what, when, and how it stands."""
    return Text("\n").join(_item_line(item, view) for item in items)


def render_agenda(items: Iterable[ItemView], view: View, *, more: bool = False) -> Text:
    """Items under the headings of their days, in the order given; those without a day last."""
    lines: list[Text] = []
    for day, group in groupby(items, key=_day):
        label = heading(day, view.locale, view.today) if day else tell("agenda.undated", view.locale)
        lines.append(Text(label, "bold"))
        lines.extend(_agenda_line(item, view) for item in group)
    if not lines:
        lines.append(Text(tell("agenda.empty", view.locale), "dim"))
    if more:
        lines.append(Text(tell("agenda.more", view.locale), "yellow"))
    return Text("\n").join(lines)


def _day(item: ItemView) -> date | None:
    return day_of(item.start_date or item.start_at or item.due_date or item.due_at)


def _agenda_line(item: ItemView, view: View) -> Text:
    when = Text(_when_in_day(item, view), "cyan")
    when.pad_right(max(1, _TIME_WIDTH - when.cell_len))
    return Text.assemble("  ", when, *_name(item, view))


def _when_in_day(item: ItemView, view: View) -> str:
    if item.start_date:
        days = days_of(item.start_date, item.end_date, view.locale, view.today)
        whole = tell("agenda.all_day", view.locale)
        return f"{whole} {days}" if days != days_of(item.start_date, None, view.locale, view.today) else whole
    if item.start_at:
        if item.end_at and day_of(item.end_at) != day_of(item.start_at) and clock_of(item.end_at) != "00:00":
            return f"{clock_of(item.start_at)} – {moment_label(item.end_at, view.locale, view.today)}"
        end = "24:00" if item.end_at and clock_of(item.end_at) == "00:00" else clock_of(item.end_at or "")
        return f"{clock_of(item.start_at)}–{end}" if item.end_at else clock_of(item.start_at)
    if item.due_date:
        return tell("agenda.due_day", view.locale)
    return tell("agenda.due", view.locale, clock=clock_of(item.due_at)) if item.due_at else ""


def _item_line(item: ItemView, view: View) -> Text:
    when = _when(item, view)
    return Text.assemble("  · ", *_name(item, view, f"  {when}" if when else ""))


def _when(item: ItemView, view: View) -> str:
    if item.start_date:
        return days_of(item.start_date, item.end_date, view.locale, view.today)
    if item.start_at:
        return span_of(item.start_at, item.end_at, view.locale, view.today)
    if item.due_date:
        return tell("value.whole_day", view.locale, day=moment_label(item.due_date, view.locale, view.today))
    return moment_label(item.due_at, view.locale, view.today) if item.due_at else ""


def _name(item: ItemView, view: View, when: str = "") -> Iterator[tuple[str, str]]:
    done = item.status != "active"
    yield shown(item.title), "dim" if done else "bold"
    yield when, "cyan"
    if item.item_type != "schedule":
        yield f"  {tell(f'kind.{item.item_type}', view.locale)}", "dim"
    if done:
        yield f"  {tell(f'status.{item.status}', view.locale)}", "green"
    if item.item_id:
        yield f"  {short_id(item.item_id)}", "dim"
