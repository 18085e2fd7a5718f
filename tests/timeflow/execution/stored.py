"""What stands in the database, looked at and put there past the dialogue."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import RowMapping, Table, select

from agentbase.core.clock import SystemClock
from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import store
from timeflow.data.model import task_items
from timeflow.data.stored import StoredItem


def long_enough() -> Deadline:
    return Deadline.after(60_000, SystemClock())


async def put(dialogue: Dialogue, *items: StoredItem) -> None:
    """Items that the person has already."""
    owner = Owner(dialogue.auth.tenant_id, dialogue.auth.user_id)
    await store(dialogue.app.database, owner, long_enough(), *items)


async def rows_of(dialogue: Dialogue, table: Table) -> Sequence[RowMapping]:
    """All rows of a table."""

    async def work(uow: UnitOfWork) -> Sequence[RowMapping]:
        return (await uow.execute(select(table))).mappings().all()

    return await dialogue.app.database.read(long_enough(), work)


async def items_of(dialogue: Dialogue) -> dict[str, RowMapping]:
    """Every item that is not deleted, by title."""
    return {row["title"]: row for row in await rows_of(dialogue, task_items) if row["deleted_at"] is None}
