"""Random cards, edits, decisions, replays, expiries and undos: nothing is written that nobody confirmed."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from agentbase.confirmation.canonical import hash_payload, hash_text
from agentbase.confirmation.contracts import DecisionResult, ProposedChange, Refusal, WriteDecision, WriteRequest
from agentbase.confirmation.model import operation_confirmations, write_requests
from agentbase.confirmation.refusal import ConfirmationRefused
from agentbase.core.clock import SystemClock
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.testing.clock import FrozenClock
from agentbase.testing.database import sqlite_url
from tests.agentbase.confirmation.things import alter, create, decision, draft, make_gate, things
from tests.support.database import Branches, MigratedDatabases

T = TypeVar("T")
NAMES = st.sampled_from(["tea", "milk", "rum"])
KEYS = st.integers(1, 12).map(lambda number: f"the-key-number-{number:04d}")
FORGED = "sha256:" + "0" * 64
OWNER = Owner("local", "ann")


class GateMachine(RuleBasedStateMachine):
    """Keeps its own record of what was confirmed, and compares it with the tables after each step."""

    cards = Bundle("cards")
    made = Bundle("made")

    def __init__(self, migrated: Path) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = FrozenClock()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(shutil.copy(migrated, self.folder.name))
        self.database = self.runner.run(Database.open(sqlite_url(path), clock=SystemClock()))
        self.gate = make_gate(self.database, self.clock)
        self.written: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, tuple[WriteDecision, DecisionResult]] = {}
        self.closed: dict[str, str] = {}
        self.fresh = 0

    def teardown(self) -> None:
        self.runner.run(self.database.close())
        self.runner.close()
        self.folder.cleanup()

    def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        return self.runner.run(self.database.write(OWNER, Deadline.after(30_000, self.clock), work))

    def read(self, query: Any) -> list[Any]:
        async def work(uow: UnitOfWork) -> list[Any]:
            return list((await uow.execute(query)).mappings())

        return self.runner.run(self.database.read(Deadline.after(30_000, self.clock), work))

    @rule(target=cards, wanted=st.lists(NAMES, min_size=1, max_size=3, unique=True), ticked=st.booleans())
    def propose_creations(self, wanted: list[str], ticked: bool) -> WriteRequest:
        changes = [create(name, place, selected=ticked or place == 1) for place, name in enumerate(wanted, start=1)]
        return self.write(lambda uow: self.gate.create_request(uow, OWNER, draft(*changes)))

    @precondition(lambda self: self.written)
    @rule(target=cards, data=st.data(), stale=st.booleans())
    def propose_a_change(self, data: st.DataObject, stale: bool) -> WriteRequest:
        return self.write(lambda uow: self.gate.create_request(uow, OWNER, draft(self._change(data, stale))))

    @rule(target=cards, card=cards, name=NAMES)
    def edit(self, card: WriteRequest, name: str) -> Any:
        edited = draft(create(name), edited=True)
        try:
            new = self.write(lambda uow: self.gate.supersede(uow, OWNER, card.write_request_id, edited))
        except ConfirmationRefused as stopped:
            assert stopped.refusal.reason_code == "ALREADY_DECIDED"
            assert card.write_request_id in self.closed
            return multiple()
        assert card.write_request_id not in self.closed
        assert new.weight != "light"
        self.closed[card.write_request_id] = "superseded"
        return new

    @rule(
        target=made,
        card=cards,
        key=KEYS,
        kind=st.sampled_from(["confirm", "confirm", "confirm", "reject"]),
        forged=st.sampled_from([False, False, False, True]),
        who=st.sampled_from(["ann", "ann", "ann", "eve"]),
        accepted=st.none() | st.sets(st.sampled_from(["C1", "C2", "C3"]), max_size=3),
    )
    def decide(
        self, card: WriteRequest, key: str, kind: str, forged: bool, who: str, accepted: set[str] | None
    ) -> WriteDecision:
        chosen = None if accepted is None else tuple(sorted(accepted))
        shown = FORGED if forged else card.payload_hash
        wanted = decision(card, key, decision=kind, payload_hash=shown, decided_by=who, accepted_change_ids=chosen)
        self._decide(card, wanted)
        return wanted

    @rule(target=made, card=cards)
    def confirm_what_is_shown(self, card: WriteRequest) -> WriteDecision:
        self.fresh += 1
        wanted = decision(card, f"a-fresh-key-number-{self.fresh:04d}")
        self._decide(card, wanted)
        return wanted

    @rule(again=made)
    def repeat(self, again: WriteDecision) -> None:
        answer = self._answer(again)
        kept = self.answers.get(again.idempotency_key)
        if kept is not None and kept[0] == again:
            assert answer == kept[1].model_copy(update={"replayed": True})
        elif isinstance(answer, DecisionResult):
            # Refused before, possible now: the key was free, and facts have moved. Then it is a decision as any other.
            self._note(again, answer)

    @rule(hours=st.sampled_from([1, 23, 25]))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours * 3600)

    @rule(target=cards)
    def look_for_undo(self) -> Any:
        found = self.runner.run(
            self.database.read(Deadline.after(30_000, self.clock), lambda uow: self.gate.find_undo(uow, OWNER))
        )
        return multiple() if found is None else found

    @invariant()
    def only_what_was_confirmed_is_written(self) -> None:
        rows = {row["thing_id"]: dict(row) for row in self.read(select(things))}
        assert {
            thing_id: {name: row[name] for name in self.written[thing_id]} for thing_id, row in rows.items()
        } == self.written

    @invariant()
    def every_applied_request_has_its_one_confirmation(self) -> None:
        confirmed = self.read(select(operation_confirmations))
        for request in self.read(select(write_requests)):
            mine = [row for row in confirmed if row["write_request_id"] == request["write_request_id"]]
            outcomes = [(row["decision"], row["outcome"]) for row in mine]
            expected = {"applied": [("confirm", "applied")], "rejected": [("reject", "rejected")]}
            assert outcomes == expected.get(request["status"], [])
            assert all(row["payload_hash"] == request["payload_hash"] for row in mine)

    def _change(self, data: st.DataObject, stale: bool) -> ProposedChange:
        thing_id = data.draw(st.sampled_from(sorted(self.written)))
        version = self.written[thing_id]["version"] + stale
        return alter(thing_id, version, {"name": data.draw(NAMES)})

    def _answer(self, wanted: WriteDecision) -> DecisionResult | Refusal:
        return self.runner.run(self.gate.decide(OWNER, wanted, Deadline.after(30_000, self.clock)))

    def _decide(self, card: WriteRequest, wanted: WriteDecision) -> None:
        answer = self._answer(wanted)
        if isinstance(answer, DecisionResult) and not answer.replayed:
            assert wanted.payload_hash == card.payload_hash
            assert hash_payload(hash_text(one.canonical) for one in card.changes) == wanted.payload_hash
            assert self.clock.now() < card.expires_at
            self._note(wanted, answer)
        elif isinstance(answer, DecisionResult):
            first, result = self.answers[wanted.idempotency_key]
            assert (first.write_request_id, first.decision) == (wanted.write_request_id, wanted.decision)
            assert answer == result.model_copy(update={"replayed": True})

    def _note(self, wanted: WriteDecision, answer: DecisionResult) -> None:
        assert not answer.replayed
        assert wanted.decided_by == "ann"
        assert wanted.idempotency_key not in self.answers
        assert wanted.write_request_id not in self.closed
        assert (answer.status == "applied") == (wanted.decision == "confirm")
        self.answers[wanted.idempotency_key] = (wanted, answer)
        self.closed[wanted.write_request_id] = answer.status
        for item in answer.items:
            self.written[str(item["thing_id"])] = dict(item)


def test_nothing_is_written_that_nobody_confirmed(
    migrated_databases: MigratedDatabases, migration_branches: Branches
) -> None:
    migrated = migrated_databases.sqlite(migration_branches)

    class OnCopies(GateMachine):
        def __init__(self) -> None:
            super().__init__(migrated)

    run_state_machine_as_test(
        OnCopies,
        settings=settings(
            max_examples=30,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
