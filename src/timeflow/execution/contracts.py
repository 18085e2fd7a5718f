"""The objects of B that cross its door, and the wire objects that it makes (design section 7, decisions table)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, model_validator

from agentbase.core.contract import AwareDatetime, ContractModel, FrozenContract, IdText
from agentbase.core.ids import new_uuid7
from timeflow.data.contracts import ItemView
from timeflow.functions.contracts import AgentName, CandidateQuery, FunctionName, ItemType, Operation, ReferenceTime

DECISION_VERSION: Final = "1"
CHANGE_LIMIT: Final = 200
"""Of one card."""
QUERY_LIMIT: Final = 16_000
"""Characters of a whole request: a sentence, and its answers in words."""


class AuthContext(FrozenContract):
    """Who acts, from authentication alone."""

    tenant_id: IdText = "local"
    user_id: IdText


class Turn(FrozenContract):
    """What a run says of itself to the steps inside it. ``current_time`` is the reference time (design section 5)."""

    run_id: IdText
    correlation_id: IdText
    trace_id: IdText
    current_time: ReferenceTime
    timezone: Annotated[str, Field(min_length=1, max_length=64)]
    locale: Literal["zh-CN", "en"] = "zh-CN"


class RecentMessage(FrozenContract):
    """A message of the dialogue as context for B and S: role, content, time (decisions 10).

    A's own message object is taken too, as a decision of A carries it.
    """

    role: Literal["user", "assistant"]
    content: str
    created_at: AwareDatetime

    @model_validator(mode="before")
    @classmethod
    def _of_perception(cls, value: object) -> object:
        said = value.model_dump() if isinstance(value, BaseModel) else value
        if isinstance(said, dict) and "raw_content" in said:
            return {"role": said["role"], "content": said["raw_content"], "created_at": said["created_at"]}
        return value


class MainAgentDecisionInput(ContractModel):
    """A's decision as B takes it (RISK-B-01: all of it, or an error)."""

    decision_version: Literal["1"] = DECISION_VERSION
    correlation_id: IdText
    trace_id: IdText
    run_id: IdText = Field(default_factory=lambda: str(new_uuid7()))
    user_id: IdText
    query: Annotated[str, Field(min_length=1, max_length=QUERY_LIMIT)]
    current_time: ReferenceTime
    timezone: Annotated[str, Field(min_length=1, max_length=64)]
    locale: Literal["zh-CN", "en"] = "zh-CN"
    target_agent: AgentName
    target_function: FunctionName
    parsed_params: dict[str, Any]
    candidate_query: CandidateQuery | None = None
    recent_messages: Annotated[tuple[RecentMessage, ...], Field(max_length=20)] = ()


class SourceView(FrozenContract):
    """From which words a field came, and by which rule."""

    field: str
    words: str
    rule: str


class DefaultView(FrozenContract):
    """A field that nobody said, and why it has this value."""

    field: str
    because: str


class ConflictView(FrozenContract):
    """An item that takes the same time."""

    item_id: str
    title: str
    start_at: str
    end_at: str


class ChangeView(FrozenContract):
    """One change on a card. ``before`` and ``after`` hold only what the change is about; times carry their offset."""

    change_id: str
    change_hash: str
    operation: Literal["create", "update", "delete", "set_status"]
    item_type: ItemType
    required: bool = False
    selected: bool = True
    depends_on: tuple[str, ...] = ()
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None
    sources: tuple[SourceView, ...] = ()
    defaults: tuple[DefaultView, ...] = ()
    conflicts: tuple[ConflictView, ...] = ()


class ConfirmationRequiredResponse(FrozenContract):
    """The card: exactly what would be written."""

    type: Literal["confirmation_required"] = "confirmation_required"
    correlation_id: str
    write_request_id: str
    payload_hash: str
    expires_at: str
    weight: Literal["light", "medium", "heavy"]
    change_count: int
    summary: str
    made_by: str
    notices: tuple[str, ...] = ()
    changes: Annotated[tuple[ChangeView, ...], Field(min_length=1)]


class SelectionOption(FrozenContract):
    """One choice: an item, a slot, or an action such as keeping the time."""

    option_id: str
    label: str
    item: ItemView | None = None
    slot: dict[str, str] | None = None


class SelectionRequired(FrozenContract):
    """A pending interaction: the person chooses before anything is prepared."""

    type: Literal["selection_required"] = "selection_required"
    correlation_id: str
    interaction_id: str
    question: str
    options: Annotated[tuple[SelectionOption, ...], Field(min_length=1)]


class Display(FrozenContract):
    """Something to read; nothing to decide."""

    type: Literal["display"] = "display"
    correlation_id: str
    text: str
    items: tuple[ItemView, ...] = ()


class UndoOffer(FrozenContract):
    """The prepared inverse of an applied write; deciding it is a decision of its own."""

    write_request_id: str
    payload_hash: str
    expires_at: str


class WriteDecisionResult(FrozenContract):
    """What a decision did."""

    type: Literal["write_result"] = "write_result"
    correlation_id: str
    write_request_id: str
    status: Literal["applied", "rejected"]
    items: tuple[ItemView, ...] = ()
    undo: UndoOffer | None = None
    replayed: bool = False


class InteractionCancelResponse(FrozenContract):
    """A pending choice was cancelled, now or before (idempotent)."""

    type: Literal["cancelled"] = "cancelled"
    correlation_id: str
    interaction_id: str
    cancelled: Literal[True] = True
    already_cancelled: bool = False


class FieldErrorView(FrozenContract):
    """Which field is wrong, and how."""

    field: str
    message: str


class ErrorEvent(FrozenContract):
    """A failure with its one exit. ``replacement`` is the rebuilt card where facts have moved."""

    type: Literal["error"] = "error"
    correlation_id: str
    code: str
    reason_code: str
    message: str
    retryable: bool = False
    field_errors: tuple[FieldErrorView, ...] = ()
    replacement: ConfirmationRequiredResponse | None = None


ExecutionResponse = (
    ConfirmationRequiredResponse
    | SelectionRequired
    | Display
    | WriteDecisionResult
    | InteractionCancelResponse
    | ErrorEvent
)


class WriteDecisionRequest(ContractModel):
    """A person's decision on a card. The hash that was shown comes back (design section 6)."""

    write_request_id: Annotated[str, Field(min_length=1, max_length=64)]
    decision: Literal["confirm", "reject"]
    payload_hash: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
    idempotency_key: Annotated[str, Field(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$")]
    accepted_change_ids: Annotated[tuple[str, ...], Field(max_length=CHANGE_LIMIT)] | None = None
    change_count: Annotated[int, Field(ge=1)] | None = None


class InteractionSelectionRequest(ContractModel):
    """A choice in a pending interaction."""

    interaction_id: Annotated[str, Field(min_length=1, max_length=64)]
    option_id: Annotated[str, Field(min_length=1, max_length=64)]


class InteractionCancelRequest(ContractModel):
    """Give up a pending interaction."""

    interaction_id: Annotated[str, Field(min_length=1, max_length=64)]


class WriteEditRequest(ContractModel):
    """Change fields of a card: a new request takes the place of the old one. Keys are ``[CHANGE.]FIELD``, values as
    typed."""

    write_request_id: Annotated[str, Field(min_length=1, max_length=64)]
    fields: Annotated[dict[str, str], Field(min_length=1, max_length=50)]
    current_time: ReferenceTime
    timezone: Annotated[str, Field(min_length=1, max_length=64)]


class ResolvedItem(FrozenContract):
    """A candidate as the disambiguation call sees it: a request-scoped ref, never an id (decisions 6)."""

    ref: str
    item_type: ItemType
    title: str
    start_at: str | None = None
    end_at: str | None = None
    due_at: str | None = None
    status: str


class ScopeDisambiguationInput(FrozenContract):
    """No user, no ids, no database (RISK-B-15)."""

    query: str
    operation: Operation | None
    recent_messages: tuple[RecentMessage, ...]
    current_time: AwareDatetime
    candidates: tuple[ResolvedItem, ...]
    allowed_scopes: tuple[Literal["range", "single", "ambiguous", "not_found"], ...]


class ScopeDisambiguationResult(FrozenContract):
    """range: all refs in order; single: one; ambiguous: two or more; not_found: none (decisions table)."""

    resolution_type: Literal["range", "single", "ambiguous", "not_found"]
    resolved_refs: tuple[str, ...] = ()
    resolved_ref: str | None = None
    ambiguous_refs: tuple[str, ...] = ()
