"""Pending interactions: kept until they are used, cancelled or crowded out; no time limit (B section 5, decisions 20).

They live in the database on both sides (design section 3), so that another command, another instance and a restart find
them. What is settled stays as a row without content, so that a second use is told from one that never was.
"""

from __future__ import annotations

from typing import Final, Literal

from pydantic import JsonValue
from sqlalchemy import ColumnElement, RowMapping, and_, func, insert, select, update

from agentbase.core.contract import AwareDatetime, FrozenContract
from agentbase.core.database import Owner, UnitOfWork, can_be_id
from timeflow.execution.model import pending_interactions
from timeflow.execution.reasons import execution_error

OWNER_LIMIT: Final = 20
GLOBAL_LIMIT: Final = 10_000

PendingKind = Literal["target", "time", "conflict"]
_Settled = Literal["consumed", "cancelled", "dropped"]

_c = pending_interactions.c


class PendingInteraction(FrozenContract):
    """What is needed to go on after a choice; facts are read again. ``created_at``: system clock, UTC."""

    interaction_id: str
    user_id: str
    correlation_id: str
    kind: PendingKind
    question: str
    options: tuple[dict[str, JsonValue], ...]
    decision: dict[str, JsonValue]
    resume_step: str
    created_at: AwareDatetime


async def save_interaction(
    uow: UnitOfWork, owner: Owner, pending: PendingInteraction, *, global_limit: int = GLOBAL_LIMIT
) -> tuple[str, ...]:
    """Keep an interaction, and drop the owner's oldest beyond OWNER_LIMIT; the ids of what was dropped.

    Raises PENDING_LIMIT_REACHED where nothing would be dropped and everybody together has ``global_limit`` open ones.
    """
    query = select(_c.interaction_id).where(_open_of(owner)).order_by(_c.created_at, _c.interaction_id)
    open_ids = list((await uow.execute(query)).scalars())
    dropped = open_ids[: max(0, len(open_ids) + 1 - OWNER_LIMIT)]
    if dropped:
        await _settle(uow, owner, dropped, "dropped")
    elif await count_open(uow, at_most=global_limit) >= global_limit:
        raise execution_error("PENDING_LIMIT_REACHED")
    values = pending.model_dump(exclude={"user_id"})
    owned = {"tenant_id": owner.tenant_id, "owner_id": owner.owner_id, "status": "pending"}
    await uow.execute(insert(pending_interactions).values(**values, **owned))
    return tuple(dropped)


async def consume_interaction(uow: UnitOfWork, owner: Owner, interaction_id: str) -> PendingInteraction:
    """Use an interaction up; of any number who try, one gets it.

    Raises INTERACTION_CONSUMED when it was used or cancelled before, INTERACTION_NOT_FOUND when this owner has none
    such or it was crowded out.
    """
    row = await _find(uow, owner, interaction_id)
    if row["status"] != "pending" or not await _settle(uow, owner, [interaction_id], "consumed"):
        raise execution_error("INTERACTION_CONSUMED")
    return _read(row)


async def cancel_interaction(uow: UnitOfWork, owner: Owner, interaction_id: str) -> bool:
    """Give an interaction up; whether it already had been. Raises as ``consume_interaction`` does, for used ones."""
    row = await _find(uow, owner, interaction_id)
    if row["status"] == "cancelled":
        return True
    if row["status"] != "pending" or not await _settle(uow, owner, [interaction_id], "cancelled"):
        raise execution_error("INTERACTION_CONSUMED")
    return False


async def open_interactions(uow: UnitOfWork, owner: Owner) -> tuple[PendingInteraction, ...]:
    """What waits for this owner's choice, the newest first."""
    query = select(pending_interactions).where(_open_of(owner))
    rows = await uow.execute(query.order_by(_c.created_at.desc(), _c.interaction_id.desc()))
    return tuple(_read(row) for row in rows.mappings())


async def count_open(uow: UnitOfWork, *, at_most: int | None = None) -> int:
    """How many interactions wait, of all owners: a gauge. Stops counting at ``at_most``."""
    # lint: no-owner — a gauge over everybody, no content leaves it
    waiting = select(_c.interaction_id).where(_c.status == "pending").limit(at_most).subquery()
    # lint: no-owner — the same
    count: int = (await uow.execute(select(func.count()).select_from(waiting))).scalar_one()
    return count


async def _find(uow: UnitOfWork, owner: Owner, interaction_id: str) -> RowMapping:
    row = None
    if can_be_id(interaction_id):
        query = select(pending_interactions).where(_owned(owner), _c.interaction_id == interaction_id)
        row = (await uow.execute(query)).mappings().one_or_none()
    if row is None or row["status"] == "dropped":
        raise execution_error("INTERACTION_NOT_FOUND")
    return row


async def _settle(uow: UnitOfWork, owner: Owner, interaction_ids: list[str], status: _Settled) -> bool:
    """One conditional update decides who was first."""
    guarded = (
        update(pending_interactions)
        .where(_open_of(owner), _c.interaction_id.in_(interaction_ids))
        .values(status=status, question="", options=[], decision={})
    )
    return (await uow.execute(guarded)).rowcount == len(interaction_ids)


def _owned(owner: Owner) -> ColumnElement[bool]:
    return and_(_c.tenant_id == owner.tenant_id, _c.owner_id == owner.owner_id)


def _open_of(owner: Owner) -> ColumnElement[bool]:
    return and_(_owned(owner), _c.status == "pending")


def _read(row: RowMapping) -> PendingInteraction:
    content = {name: row[name] for name in PendingInteraction.model_fields if name != "user_id"}
    return PendingInteraction(user_id=row["owner_id"], **content)
