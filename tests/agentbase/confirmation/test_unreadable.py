"""Rows that somebody damaged: refused, and no hindrance to any other."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from agentbase.audit.model import interaction_audit
from agentbase.confirmation.model import write_requests
from tests.agentbase.confirmation.room import Room, code
from tests.agentbase.confirmation.things import create, draft


@pytest.mark.parametrize(
    "damage", [{"weight": "feather"}, {"policy": "nobody"}, {"presentation": []}, {"presentation": {}}, {"kind": "x"}]
)
async def test_a_request_that_cannot_be_read_is_refused_and_hides_no_other(
    room: Room, damage: dict[str, object]
) -> None:
    request, sound = await room.card(draft(create("tea"))), await room.card(draft(create("milk")))
    named = write_requests.c.write_request_id == request.write_request_id
    await room.run(update(write_requests).where(named).values(damage))
    assert code(await room.decide(request)) in {"TARGET_NOT_FOUND", "PAYLOAD_HASH_MISMATCH"}
    assert await room.names() == []
    (audited,) = await room.rows(select(interaction_audit.c.outcome))
    assert audited["outcome"] == "refused"
    waiting = await room.database.read(room.deadline, lambda uow: room.gate.pending(uow, room.owner))
    assert [one.write_request_id for one in waiting] == [sound.write_request_id]
