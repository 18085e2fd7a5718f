"""What crosses the door of the confirmation gate (design section 6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from agentbase.confirmation.canonical import check_canonical
from agentbase.core.contract import AwareDatetime
from agentbase.core.database import UnitOfWork

MAX_CHANGES: Final = 200
"""The most changes that one person can be asked to look at."""

CARD_LIFETIME: Final = timedelta(hours=24)
"""How long a request waits for its decision, and an applied write for its undo (decisions 13, design section 6)."""

Operation = Literal["create", "update", "delete", "set_status"]
RequestKind = Literal["write", "undo"]
RequestStatus = Literal["pending", "applied", "rejected", "superseded"]
Weight = Literal["light", "medium", "heavy"]
DecisionKind = Literal["confirm", "reject"]
DecisionPolicy = Literal["owner", "other_person", "two_persons"]
"""Who must decide: the owner; one person who is not the owner; two different persons, neither of them the owner."""

RefusalCode = Literal[
    "DECISION_INVALID",
    "CHANGE_COUNT_MISMATCH",
    "TARGET_NOT_FOUND",
    "WRITE_REQUEST_EXPIRED",
    "ALREADY_DECIDED",
    "PAYLOAD_HASH_MISMATCH",
    "VERSION_CONFLICT",
    "FACTS_CHANGED",
    "IDEMPOTENCY_CONFLICT",
]

JsonObject = dict[str, JsonValue]
ChangeId = Annotated[str, StringConstraints(pattern=r"^C[1-9][0-9]{0,3}$")]
HashText = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]
IdempotencyKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,128}$")]
"""As P has it (decisions 31)."""

RequestId = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{1,36}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]{1,64}$")]


class GateModel(BaseModel):
    """Frozen, closed, and exact: no string is trimmed, since what is hashed is what will be written."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Target(GateModel):
    """The existing thing that a change is about."""

    item_id: Name


class Change(GateModel):
    """One change with the final values that it will write.

    ``change_id`` is its place in the request (C1, C2, …), so that the hash over the order binds ``depends_on`` too.
    ``after`` holds JSON without floating-point numbers. ``base_version`` is the version that the change was made from.
    """

    change_id: ChangeId
    operation: Operation
    kind: Name
    target: Target | None = None
    base_version: Annotated[int, Field(ge=0)] | None = None
    after: Annotated[JsonObject, AfterValidator(check_canonical)]
    depends_on: tuple[ChangeId, ...] = ()

    @model_validator(mode="after")
    def _targets_what_exists(self) -> Change:
        if (self.operation == "create") == (self.target is not None):
            raise ValueError("exactly the changes that create nothing name a target")
        if (self.target is None) != (self.base_version is None):
            raise ValueError("a target and its base version come together")
        return self


class Shown(GateModel):
    """What the person sees beside a change; never hashed. ``before``: the values that would be replaced."""

    before: JsonObject | None = None
    sources: tuple[JsonObject, ...] = ()
    defaults: tuple[JsonObject, ...] = ()
    conflicts: tuple[JsonObject, ...] = ()


class ProposedChange(GateModel):
    """A change as a product proposes it. ``required`` cannot be left out; ``selected`` is ticked at first."""

    change: Change
    required: bool = False
    selected: bool = True
    shown: Shown = Shown()

    @model_validator(mode="after")
    def _required_is_selected(self) -> ProposedChange:
        if self.required and not self.selected:
            raise ValueError("a required change is always selected")
        return self


class WriteRequestDraft(GateModel):
    """A request before it is stored.

    ``facts`` is what was known when it was shown; the applier compares it at the moment of applying.
    ``minimum_weight`` lets the code of a product ask for more than the rules would (a replan is heavy), never for less.
    """

    correlation_id: Name
    run_id: Name
    changes: Annotated[tuple[ProposedChange, ...], Field(min_length=1, max_length=MAX_CHANGES)]
    summary: Annotated[str, Field(max_length=2000)]
    made_by: Annotated[str, Field(max_length=128)]
    notices: tuple[str, ...] = ()
    facts: JsonObject = Field(default_factory=dict)
    policy: DecisionPolicy = "owner"
    minimum_weight: Weight = "light"
    edited: bool = False

    @model_validator(mode="after")
    def _changes_fit_together(self) -> WriteRequestDraft:
        for place, proposed in enumerate(self.changes, start=1):
            change = proposed.change
            if change.change_id != f"C{place}":
                raise ValueError(f"change {place} must be called C{place}")
            if any(int(needed[1:]) >= place for needed in change.depends_on):
                raise ValueError(f"{change.change_id} may depend on earlier changes only")
            if len(set(change.depends_on)) != len(change.depends_on):
                raise ValueError(f"{change.change_id} names a dependency twice")
        return self


class StoredChange(GateModel):
    """A change of a stored request. ``canonical`` is the exact text that was hashed; ``change`` was read from it."""

    change: Change
    canonical: str
    change_hash: HashText
    required: bool
    selected: bool
    shown: Shown


class WriteRequest(GateModel):
    """A stored request. All instants are of the system clock, in UTC.

    ``intact``: every stored text says a change and still has the hash that stands beside it, and these hashes still
    have the payload hash. Where it is false, ``changes`` is empty.
    """

    write_request_id: RequestId
    tenant_id: str
    owner_id: str
    correlation_id: str
    run_id: str
    kind: RequestKind
    status: RequestStatus
    weight: Weight
    change_count: int
    payload_hash: HashText
    changes: tuple[StoredChange, ...]
    summary: str
    made_by: str
    notices: tuple[str, ...]
    facts: JsonObject
    policy: DecisionPolicy
    undo_of: str | None = None
    superseded_by: str | None = None
    created_at: AwareDatetime
    expires_at: AwareDatetime
    decided_at: AwareDatetime | None = None
    decided_by: str | None = None
    intact: bool = True


class WriteDecision(GateModel):
    """A person's decision. ``decided_by`` comes from authentication, never from the client.

    ``payload_hash`` is the hash that the person was shown. ``accepted_change_ids`` of None accepts the changes marked
    ``selected``. ``change_count`` is the number that was typed. The correlation and trace are those of the decision.
    """

    write_request_id: RequestId
    decision: DecisionKind
    payload_hash: HashText
    idempotency_key: IdempotencyKey
    decided_by: Name
    accepted_change_ids: Annotated[tuple[ChangeId, ...], Field(max_length=MAX_CHANGES)] | None = None
    change_count: int | None = None
    correlation_id: Name
    trace_id: Name
    run_id: Name | None = None


class UndoOffer(GateModel):
    """The prepared inverse of an applied write."""

    write_request_id: RequestId
    payload_hash: HashText
    expires_at: AwareDatetime


class DecisionResult(GateModel):
    """What a decision did. ``waiting``: confirmed by the first of two persons, nothing written yet."""

    write_request_id: RequestId
    correlation_id: str
    status: Literal["applied", "rejected", "waiting"]
    accepted_change_ids: tuple[ChangeId, ...] = ()
    items: tuple[JsonObject, ...] = ()
    undo: UndoOffer | None = None
    replayed: bool = False


class Refusal(GateModel):
    """Why nothing was written. ``detail`` names what differs, in terms of the request; safe to show to its owner."""

    reason_code: RefusalCode
    detail: JsonObject = Field(default_factory=dict)


class ChangedTarget(GateModel):
    """A thing that was written, and the version that it has now."""

    item_id: Name
    kind: Name
    version: Annotated[int, Field(ge=0)]


class AppliedEvent(GateModel):
    """A fact that an applier publishes with its write."""

    aggregate_type: Name
    aggregate_id: Name
    event_type: Name
    payload: JsonObject = Field(default_factory=dict)


class AppliedChanges(GateModel):
    """What an applier wrote.

    ``items``: the written things as their product shows them. ``inverse``: the changes that would take it all back,
    numbered C1…; empty where nothing can. ``inverse_facts``: as ``facts`` of a draft, for the inverse.
    """

    items: tuple[JsonObject, ...]
    targets: tuple[ChangedTarget, ...]
    inverse: tuple[ProposedChange, ...] = ()
    inverse_summary: str = ""
    inverse_facts: JsonObject = Field(default_factory=dict)
    events: tuple[AppliedEvent, ...] = ()


class Applier(Protocol):
    """The only way to a business table; a product registers one for each kind of thing that it owns.

    Both methods run inside the transaction of the decision, under the owner's lock, and never commit.
    """

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of change that this applier writes."""
        ...

    async def validate(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> Refusal | None:
        """Check the accepted set as a whole against the facts of this moment.

        Answers VERSION_CONFLICT where a base version has moved, FACTS_CHANGED where the set is no longer what was
        shown, TARGET_NOT_FOUND where a target is gone.
        """
        ...

    async def apply(self, uow: UnitOfWork, request: WriteRequest, accepted: tuple[Change, ...]) -> AppliedChanges:
        """Write the accepted set. Raises ConfirmationRefused where a guarded statement finds another version."""
        ...


class AfterDecision(Protocol):
    """What the caller writes in the same transaction: its finished run and the events of that run."""

    async def __call__(self, uow: UnitOfWork, request: WriteRequest, result: DecisionResult) -> None:
        """Called once for each new decision, never for a replay."""
        ...
