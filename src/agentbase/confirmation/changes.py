"""From proposed changes to stored ones and back, with the hashes that bind them."""

import json
from collections.abc import Collection, Iterable

from pydantic import JsonValue

from agentbase.confirmation.canonical import canonical_text, hash_payload, hash_text
from agentbase.confirmation.contracts import Change, ProposedChange, Shown, StoredChange


def change_text(change: Change) -> str:
    """The canonical text of a change: what it does, and to which version of what; nothing incidental."""
    target: JsonValue = None if change.target is None else {"item_id": change.target.item_id}
    needed: list[JsonValue] = [*sorted(change.depends_on, key=_place)]
    return canonical_text({
        "operation": change.operation,
        "kind": change.kind,
        "target": target,
        "base_version": change.base_version,
        "after": change.after,
        "depends_on": needed,
    })  # fmt: skip


def store_change(proposed: ProposedChange) -> StoredChange:
    """The change as it is stored: with its canonical text and the hash of that text."""
    text = change_text(proposed.change)
    return StoredChange(
        change=proposed.change,
        canonical=text,
        change_hash=hash_text(text),
        required=proposed.required,
        selected=proposed.selected,
        shown=proposed.shown,
    )


def restore_change(
    change_id: str, canonical: str, *, change_hash: str, required: bool, selected: bool, shown: Shown
) -> StoredChange:
    """The stored change, read from its canonical text alone. Raises ValueError where that text says no change."""
    change = Change.model_validate({"change_id": change_id, **json.loads(canonical)})
    return StoredChange(
        change=change, canonical=canonical, change_hash=change_hash, required=required, selected=selected, shown=shown
    )


def payload_hash_of(changes: Iterable[StoredChange]) -> str:
    """The payload hash, computed anew from the stored texts."""
    return hash_payload(hash_text(stored.canonical) for stored in changes)


def texts_are_intact(changes: Iterable[StoredChange]) -> bool:
    """Whether every stored text still has the hash that stands beside it."""
    return all(hash_text(stored.canonical) == stored.change_hash for stored in changes)


def problem_of_set(changes: Iterable[StoredChange], accepted: Collection[str]) -> str | None:
    """Why the accepted ids are no acceptable part of the request, or None where they are."""
    stored = {one.change.change_id: one for one in changes}
    if not accepted:
        return "nothing was accepted"
    if unknown := sorted(set(accepted) - stored.keys()):
        return f"no such change: {', '.join(unknown)}"
    if missing := [change_id for change_id, one in stored.items() if one.required and change_id not in accepted]:
        return f"required: {', '.join(missing)}"
    for change_id, one in stored.items():
        needed = [other for other in one.change.depends_on if other not in accepted]
        if change_id in accepted and needed:
            return f"{change_id} needs {', '.join(needed)}"
    return None


def _place(change_id: str) -> int:
    return int(change_id[1:])
