"""What a card shows of an item, and under which names."""

from __future__ import annotations

from typing import Final

SHOWN_FIELDS: Final = frozenset(
    {
        "title",
        "description",
        "status",
        "all_day",
        "start_at",
        "end_at",
        "start_date",
        "end_date",
        "due_at",
        "due_date",
        "deadline_at",
        "estimated_minutes",
    }
)
"""Of an item as it stands; ids and versions are not for reading."""

SHOWN_NAMES: Final = {
    "local_start": "start_at",
    "local_end": "end_at",
    "local_due": "due_at",
    "local_deadline": "deadline_at",
}
"""Local times by the names of ``ItemFields``, and where a card shows them with their offset."""
