"""What the command line has printed: the hash that a decision sends is the one that the person saw (design section 7).

Kept in the data folder, so that a later command knows it; bounded, and always replaced as a whole.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Final, Literal

from filelock import FileLock, Timeout
from pydantic import Field, ValidationError

from agentbase.core.contract import FrozenContract
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import base_error
from timeflow.cli.problems import NotShownError
from timeflow.execution.contracts import ConfirmationRequiredResponse, SelectionRequired, WriteDecisionResult

SHOWN_FILE: Final = "shown.json"
KEPT: Final = 500
SHORT: Final = 6
_SHORTEST_GIVEN: Final = 4
_FULL: Final = 32
_LOCK_SECONDS: Final = 5

Kind = Literal["card", "choice", "applied"]


class ShownEntry(FrozenContract):
    """One thing that was printed. ``payload_hash`` of a card; ``undo_id``, the inverse, of an applied write."""

    entry_id: str
    kind: Kind
    payload_hash: str | None = None
    undo_id: str | None = None


class _Kept(FrozenContract):
    entries: Annotated[tuple[ShownEntry, ...], Field(max_length=KEPT)] = ()


def short_id(full: str) -> str:
    """The end of an id, as it is printed; enough to name it again."""
    return full.replace("-", "")[-SHORT:]


class ShownStore:
    """The memory of what was printed."""

    def __init__(self, data_folder: Path) -> None:
        self._path = data_folder / SHOWN_FILE

    def remember_cards(self, cards: Iterable[ConfirmationRequiredResponse]) -> None:
        """Cards that were printed; the last print counts."""
        self._remember(
            ShownEntry(entry_id=card.write_request_id, kind="card", payload_hash=card.payload_hash) for card in cards
        )

    def remember_choices(self, choices: Iterable[SelectionRequired]) -> None:
        """Choices that were printed."""
        self._remember(ShownEntry(entry_id=choice.interaction_id, kind="choice") for choice in choices)

    def remember_result(self, result: WriteDecisionResult) -> None:
        """An applied write, and the inverse that was offered for it."""
        if result.status == "applied":
            undo_id = result.undo.write_request_id if result.undo else None
            self._remember([ShownEntry(entry_id=result.write_request_id, kind="applied", undo_id=undo_id)])

    def hash_of(self, write_request_id: str) -> str:
        """The hash last printed for a card. Raises NotShownError for a card that was never printed."""
        for entry in reversed(self._read()):
            if entry.entry_id == write_request_id and entry.payload_hash is not None:
                return entry.payload_hash
        raise NotShownError(
            "这张卡片还没有显示过，先用 timeflow pending 看一看。",
            "This card was never shown. Look at it first: timeflow pending",
        )

    def full_id(self, given: str, kind: Kind) -> str:
        """The id that ``given`` means: whole, or the beginning or end of one that was printed.

        Raises NotShownError where none or several of that kind fit.
        """
        wanted = given.strip().lower().replace("-", "")
        known = self._known(kind)
        fitting = {full for name, full in known if name == wanted}
        if not fitting and len(wanted) >= _SHORTEST_GIVEN:
            fitting = {full for name, full in known if name.startswith(wanted) or name.endswith(wanted)}
        if len(fitting) == 1:
            return fitting.pop()
        if len(fitting) > 1:
            raise NotShownError("有好几个编号是这样的，请多写几位。", "Several ids fit; write more of it.")
        if len(wanted) == _FULL:
            return given.strip().lower()
        raise NotShownError(
            "没有显示过这个编号，先用 timeflow pending 看一看。", "No such id was shown. See: timeflow pending"
        )

    def _known(self, kind: Kind) -> list[tuple[str, str]]:
        """Names and the ids that they stand for; an applied write is also known by its inverse."""
        entries = [entry for entry in self._read() if entry.kind == kind]
        named = [(entry.entry_id, entry.entry_id) for entry in entries]
        named += [(entry.undo_id, entry.entry_id) for entry in entries if entry.undo_id]
        return [(name.replace("-", ""), full) for name, full in named]

    def _remember(self, new: Iterable[ShownEntry]) -> None:
        added = {(entry.kind, entry.entry_id): entry for entry in new}
        if not added:
            return

        def merge(old: tuple[ShownEntry, ...]) -> tuple[ShownEntry, ...]:
            kept = [entry for entry in old if (entry.kind, entry.entry_id) not in added]
            return (*kept, *added.values())[-KEPT:]

        self._change(merge)

    def _change(self, merge: Callable[[tuple[ShownEntry, ...]], tuple[ShownEntry, ...]]) -> None:
        try:
            with FileLock(f"{self._path}.lock", timeout=_LOCK_SECONDS, mode=0o600):
                self._write(merge(self._read()))
        except Timeout as error:
            raise base_error("DATABASE_BUSY") from error
        except OSError as error:
            raise base_error("DATABASE_UNAVAILABLE") from error

    def _read(self) -> tuple[ShownEntry, ...]:
        # An unreadable memory is an empty one: then cards must be shown again before they can be decided.
        try:
            return _Kept.model_validate_json(self._path.read_bytes()).entries
        except (OSError, ValidationError):
            return ()

    def _write(self, entries: tuple[ShownEntry, ...]) -> None:
        draft = self._path.with_name(f".{self._path.name}.{new_uuid7()}")
        content = json.dumps({"entries": [entry.model_dump(exclude_none=True) for entry in entries]})
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(content)
            draft.replace(self._path)
        finally:
            draft.unlink(missing_ok=True)
