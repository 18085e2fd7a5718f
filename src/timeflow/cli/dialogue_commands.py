"""The commands of one turn each: what they do with a desk."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from timeflow.cli.desk import Desk
from timeflow.cli.language import language_of, spoken_locale
from timeflow.cli.problems import ExitStatus, WrongUsageError
from timeflow.cli.render.card import View, render_card
from timeflow.cli.render.texts import tell
from timeflow.execution.contracts import CHANGE_LIMIT, ConfirmationRequiredResponse, ErrorEvent

_HASH: Final = re.compile(r"^sha256:[0-9a-f]{64}$")
_CHANGE: Final = re.compile(r"^C[1-9][0-9]{0,3}$")
_FIELD: Final = re.compile(r"^(C[1-9][0-9]{0,3}\.)?[a-z][a-z_]{0,39}$")
_BY_LABEL: Final = {
    "标题": "title",
    **dict.fromkeys(("说明", "notes"), "description"),
    **dict.fromkeys(("开始", "start", "starts"), "start_at"),
    **dict.fromkeys(("结束", "end", "ends"), "end_at"),
    **dict.fromkeys(("时长", "length"), "duration"),
    **dict.fromkeys(("截止", "due"), "due_at"),
    **dict.fromkeys(("期限", "deadline"), "deadline_at"),
    **dict.fromkeys(("预计", "estimate"), "estimated_minutes"),
}
"""The fields as a card shows them, and as people say them."""


async def say(desk: Desk, text: str, *, confirm_light: bool) -> ExitStatus:
    """One turn. ``confirm_light`` goes on to confirm a light card; any other card is printed, and that has failed."""
    event = await desk.say(text)
    if not confirm_light or not isinstance(event, ConfirmationRequiredResponse):
        return await desk.show_answer(event)
    if event.weight != "light":
        desk.show(event)
        return ExitStatus.FAILED
    if not desk.printer.as_json:
        desk.show(event)
    return desk.show(await desk.confirm(event.write_request_id, event.payload_hash))


async def confirm(
    desk: Desk, given: str, *, payload_hash: str | None, only: Sequence[str] | None, count: int | None
) -> ExitStatus:
    """Confirm a card under the hash that was given, else the one last printed."""
    card_id = desk.shown.full_id(given, "card")
    seen = payload_hash if payload_hash is not None else desk.shown.hash_of(card_id)
    return desk.show(await desk.confirm(card_id, seen, only=only, count=count))


async def reject(desk: Desk, given: str) -> ExitStatus:
    """Turn down a card that was printed."""
    card_id = desk.shown.full_id(given, "card")
    return desk.show(await desk.reject(card_id, desk.shown.hash_of(card_id)))


async def edit(desk: Desk, given: str, fields: Mapping[str, str]) -> ExitStatus:
    """Change fields of a card, and print the card that takes its place."""
    return desk.show(await desk.edit(desk.shown.full_id(given, "card"), fields))


async def undo(desk: Desk, given: str | None) -> ExitStatus:
    """Show what would be taken back, and take it back: this command is the person's decision on it."""
    card = await desk.undo_card(desk.shown.full_id(given, "applied") if given is not None else None)
    if isinstance(card, ErrorEvent):
        return desk.show(card)
    if not desk.printer.as_json:
        desk.printer.text(render_card(card, _view(desk, card.summary), with_commands=False))
    desk.shown.remember_cards([card])
    return desk.show(await desk.confirm(card.write_request_id, card.payload_hash, count=card.change_count))


async def choose(desk: Desk, given: str, number: int) -> ExitStatus:
    """Take an option of a choice."""
    return desk.show(await desk.choose(desk.shown.full_id(given, "choice"), str(number)))


async def cancel(desk: Desk, given: str) -> ExitStatus:
    """Close a choice."""
    return desk.show(await desk.cancel(desk.shown.full_id(given, "choice")))


async def pending(desk: Desk) -> ExitStatus:
    """Everything that waits for the person; printing it makes its cards decidable."""
    waiting = await desk.pending()
    desk.shown.remember_cards(waiting.cards)
    desk.shown.remember_choices(waiting.choices)
    if desk.printer.as_json:
        desk.printer.object(waiting.model_dump(mode="json"))
        return ExitStatus.DONE
    for card in waiting.cards:
        desk.printer.event(card, desk.today)
    for choice in waiting.choices:
        desk.printer.event(choice, desk.today)
    if not waiting.cards and not waiting.choices:
        desk.printer.text(tell("pending.none", spoken_locale()))
    return ExitStatus.DONE


def _view(desk: Desk, words: str) -> View:
    return View(language_of(words, desk.printer.configured), desk.today)


def fields_of(pairs: Sequence[str]) -> dict[str, str]:
    """``[CHANGE.]FIELD=VALUE`` as a table; a field may be called as the card labels it. Raises WrongUsageError."""
    fields: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        change, dot, label = name.strip().rpartition(".")
        name = f"{change}{dot}{_BY_LABEL.get(label, label)}"
        if not equals or not _FIELD.match(name):
            raise WrongUsageError("FIELD=VALUE", "要写成 字段=值，例如 title=评审 / write FIELD=VALUE")
        if name in fields:
            raise WrongUsageError(name, "写了两次 / is given twice")
        fields[name] = value
    return fields


def change_ids(only: str | None) -> tuple[str, ...] | None:
    """``C1,C2`` as ids. Raises WrongUsageError."""
    if only is None:
        return None
    ids = tuple(part.strip() for part in only.split(","))
    if not all(_CHANGE.match(part) for part in ids) or len(set(ids)) != len(ids):
        raise WrongUsageError("--only", "要写成 C1,C2 / write C1,C2")
    if len(ids) > CHANGE_LIMIT:
        raise WrongUsageError("--only", f"最多 {CHANGE_LIMIT} 项 / at most {CHANGE_LIMIT} changes")
    return ids


def checked_hash(payload_hash: str | None) -> str | None:
    """The hash as it is printed. Raises WrongUsageError."""
    if payload_hash is not None and not _HASH.match(payload_hash):
        raise WrongUsageError("--hash", "要写成卡片上的 sha256:… / write it as the card has it")
    return payload_hash
