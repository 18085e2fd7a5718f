"""Queries on write requests and the decisions on them, always by owner. Whoever writes holds the owner's lock."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from sqlalchemy import ColumnElement, RowMapping, Select, and_, exists, insert, select, update

from agentbase.confirmation.changes import payload_hash_of, restore_change, texts_are_intact
from agentbase.confirmation.contracts import (
    CARD_LIFETIME,
    DecisionResult,
    RequestStatus,
    Shown,
    StoredChange,
    WriteDecision,
    WriteRequest,
)
from agentbase.confirmation.model import operation_confirmations as confirmations
from agentbase.confirmation.model import write_requests as requests
from agentbase.core.database import Owner, UnitOfWork, can_be_id
from agentbase.core.ids import new_uuid7

_log = structlog.get_logger(__name__)
_PARSED = ("changes", "presentation")


class KeptDecision(NamedTuple):
    """A decision that was made before."""

    write_request_id: str
    decision: str
    payload_hash: str
    accepted_change_ids: tuple[str, ...]
    decided_by: str
    result: DecisionResult


async def insert_request(uow: UnitOfWork, request: WriteRequest) -> None:
    """Store a new request, its texts exactly as they were hashed."""
    values = request.model_dump(exclude={"changes", "summary", "made_by", "notices", "intact"})
    stored = [
        {
            "change_id": one.change.change_id,
            "canonical": one.canonical,
            "change_hash": one.change_hash,
            "required": one.required,
            "selected": one.selected,
            "depends_on": one.change.depends_on,
        }
        for one in request.changes
    ]
    presentation = {
        "summary": request.summary,
        "made_by": request.made_by,
        "notices": request.notices,
        "shown": {one.change.change_id: one.shown.model_dump(mode="json") for one in request.changes},
    }
    values |= {"changes": json.dumps(stored, ensure_ascii=False), "presentation": presentation}
    await uow.execute(insert(requests).values(values))


async def select_request(uow: UnitOfWork, owner: Owner, write_request_id: str) -> WriteRequest | None:
    """One request of a person."""
    if not can_be_id(write_request_id):
        return None
    return await _first(uow, select(requests).where(_owned(owner), requests.c.write_request_id == write_request_id))


async def select_for_decision(
    uow: UnitOfWork, owner: Owner, write_request_id: str, idempotency_key: str
) -> tuple[WriteRequest, KeptDecision | None] | None:
    """A request, locked, and the decision that already holds the key, if any, of whatever request: one statement."""
    if not can_be_id(write_request_id):
        return None
    kept = [column.label(f"kept_{column.name}") for column in confirmations.columns]
    same_key = and_(
        confirmations.c.tenant_id == requests.c.tenant_id,
        confirmations.c.owner_id == requests.c.owner_id,
        confirmations.c.idempotency_key == idempotency_key,
    )
    query = (
        select(requests, *kept)
        .outerjoin(confirmations, same_key)
        .where(_owned(owner), requests.c.write_request_id == write_request_id)
        .with_for_update()
    )
    row = (await uow.execute(query)).mappings().first()
    if row is None:
        return None
    kept_row = {name.removeprefix("kept_"): row[name] for name in row if name.startswith("kept_")}
    request = _request(row)
    if request is None:
        return None
    return request, None if kept_row["confirmation_id"] is None else _kept(kept_row)


async def select_pending(uow: UnitOfWork, owner: Owner, now: datetime, limit: int) -> tuple[WriteRequest, ...]:
    """The writes that wait for a decision and have not expired, the newest first. Prepared undos are not among them."""
    query = (
        select(requests)
        .where(_open(owner, now), requests.c.kind == "write")
        .order_by(requests.c.created_at.desc(), requests.c.write_request_id.desc())
        .limit(limit)
    )
    found = [_request(row) for row in (await uow.execute(query)).mappings()]
    return tuple(request for request in found if request is not None and request.intact)


async def select_last_undo(uow: UnitOfWork, owner: Owner, now: datetime) -> WriteRequest | None:
    """The prepared inverse of the last write that can still be taken back.

    The inverse of an undo brings back what was taken away: it is never what "the last one" means.
    """
    undone = requests.alias("undone")
    of_a_write = exists().where(
        undone.c.tenant_id == owner.tenant_id,
        undone.c.owner_id == owner.owner_id,
        undone.c.write_request_id == requests.c.undo_of,
        undone.c.kind == "write",
    )
    query = select(requests).where(_open(owner, now), requests.c.kind == "undo", of_a_write)
    return await _first(uow, query.order_by(requests.c.created_at.desc(), requests.c.write_request_id.desc()).limit(1))


async def update_status(
    uow: UnitOfWork,
    request: WriteRequest,
    status: RequestStatus,
    *,
    decided_at: datetime,
    decided_by: str,
    superseded_by: str | None = None,
) -> bool:
    """Move a request on from ``pending``; whether it still was."""
    statement = update(requests).where(
        _owned(Owner(request.tenant_id, request.owner_id)),
        requests.c.write_request_id == request.write_request_id,
        requests.c.status == "pending",
    )
    values = {"status": status, "decided_at": decided_at, "decided_by": decided_by, "superseded_by": superseded_by}
    return (await uow.execute(statement.values(values))).rowcount == 1


async def insert_confirmation(
    uow: UnitOfWork, owner: Owner, decision: WriteDecision, result: DecisionResult, now: datetime
) -> None:
    """Keep a decision under its key, with the result that the key will always answer."""
    values = {
        "confirmation_id": str(new_uuid7()),
        "tenant_id": owner.tenant_id,
        "owner_id": owner.owner_id,
        "write_request_id": decision.write_request_id,
        "decision": decision.decision,
        "payload_hash": decision.payload_hash,
        "accepted_change_ids": result.accepted_change_ids,
        "idempotency_key": decision.idempotency_key,
        "decided_by": decision.decided_by,
        "outcome": result.status,
        "result": result.model_dump(mode="json"),
        "decided_at": now,
    }
    await uow.execute(insert(confirmations).values(values))


async def select_confirmations(uow: UnitOfWork, owner: Owner, write_request_id: str) -> tuple[KeptDecision, ...]:
    """All confirming decisions on a request."""
    if not can_be_id(write_request_id):
        return ()
    query = select(confirmations).where(
        confirmations.c.tenant_id == owner.tenant_id,
        confirmations.c.owner_id == owner.owner_id,
        confirmations.c.write_request_id == write_request_id,
        confirmations.c.decision == "confirm",
    )
    return tuple(_kept(row) for row in (await uow.execute(query)).mappings())


def _owned(owner: Owner) -> ColumnElement[bool]:
    return and_(requests.c.tenant_id == owner.tenant_id, requests.c.owner_id == owner.owner_id)


def _open(owner: Owner, now: datetime) -> ColumnElement[bool]:
    # Undos that nobody took stay pending for ever; the bound on created_at keeps the index from walking over them.
    return and_(
        _owned(owner),
        requests.c.status == "pending",
        requests.c.created_at > now - CARD_LIFETIME,
        requests.c.expires_at > now,
    )


async def _first(uow: UnitOfWork, query: Select[tuple[object, ...]]) -> WriteRequest | None:
    row = (await uow.execute(query)).mappings().first()
    return None if row is None else _request(row)


def _kept(row: Mapping[str, Any] | RowMapping) -> KeptDecision:
    return KeptDecision(
        write_request_id=str(row["write_request_id"]),
        decision=str(row["decision"]),
        payload_hash=str(row["payload_hash"]),
        accepted_change_ids=tuple(row["accepted_change_ids"]),
        decided_by=str(row["decided_by"]),
        result=DecisionResult.model_validate(row["result"]),
    )


def _request(row: RowMapping) -> WriteRequest | None:
    """A stored request; without its changes where they are not what was hashed, None where it cannot be read at all."""
    presentation = row["presentation"]
    try:
        changes = _changes(row["changes"], presentation["shown"])
        intact = texts_are_intact(changes) and payload_hash_of(changes) == row["payload_hash"]
    except (ValueError, KeyError, TypeError):
        intact = False
    if not intact:
        changes = ()
        _log.error("write_request_damaged", alert=True, write_request_id=row["write_request_id"])
    plain = {name: row[name] for name in requests.columns.keys() if name not in _PARSED}  # noqa: SIM118
    try:
        shown = {name: presentation[name] for name in ("summary", "made_by", "notices")}
        return WriteRequest.model_validate({**plain, **shown, "changes": changes, "intact": intact})
    except (ValueError, KeyError, TypeError):
        _log.error("write_request_unreadable", alert=True, write_request_id=row["write_request_id"])
        return None


def _changes(text: str, shown: Mapping[str, object]) -> tuple[StoredChange, ...]:
    # The name of a change is its place, which the payload hash binds; the stored name is bound by nothing.
    named = ((f"C{place}", one) for place, one in enumerate(json.loads(text), start=1))
    return tuple(
        restore_change(
            change_id,
            one["canonical"],
            change_hash=one["change_hash"],
            required=one["required"],
            selected=one["selected"],
            shown=Shown.model_validate(shown[change_id]),
        )
        for change_id, one in named
    )
