"""Runs, their events, and the summaries of what ran inside them (design sections 2 and 3, decisions 39)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, JsonValue

from agentbase.core.contract import AwareDatetime, FrozenContract, IdText

EVENT_LIMIT: Final = 500
"""The most events that one read returns."""

RunStatus = Literal["accepted", "running", "waiting_for_decision", "finished", "failed", "cancelled"]
EndStatus = Literal["waiting_for_decision", "finished", "failed", "cancelled"]
SummaryStatus = Literal["running", "succeeded", "failed"]
JsonObject = dict[str, JsonValue]


class NewRun(FrozenContract):
    """A run to be accepted. ``reference_time`` is what the person calls now; all other instants are the system's."""

    run_id: IdText
    correlation_id: IdText
    trace_id: IdText
    kind: IdText
    reference_time: AwareDatetime
    timezone: Annotated[str, Field(min_length=1, max_length=64)]


class RunLease(NamedTuple):
    """The right to work on a run. A statement under an older ``fencing_token`` changes nothing."""

    run_id: str
    correlation_id: str
    holder: str
    fencing_token: int


class RunEnd(FrozenContract):
    """How a run ended; a failed one names its code and reason."""

    status: EndStatus
    error_code: IdText | None = None
    reason_code: IdText | None = None


class Run(FrozenContract):
    """A run as it stands."""

    run_id: str
    tenant_id: str
    owner_id: str
    correlation_id: str
    trace_id: str
    kind: str
    status: RunStatus
    reference_time: AwareDatetime
    timezone: str
    lease_holder: str | None
    lease_until: AwareDatetime | None
    fencing_token: int
    accepted_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
    error_code: str | None
    reason_code: str | None


class NewEvent(NamedTuple):
    """An event of a run before it has its place in the log."""

    event_type: str
    payload: JsonObject


class RunEvent(FrozenContract):
    """An entry of the one durable log. ``seq`` rises by one per owner."""

    seq: int
    run_id: str
    correlation_id: str
    event_type: str
    payload: JsonObject
    created_at: AwareDatetime


class AgentRunRecordInput(FrozenContract):
    """The summary of one component's work in a run (decisions table): how it ran, never what it was told."""

    record_id: IdText
    run_id: IdText
    correlation_id: IdText
    trace_id: IdText
    user_id: IdText
    component: Annotated[str, Field(min_length=1, max_length=128)]
    function: Annotated[str, Field(min_length=1, max_length=128)]
    status: SummaryStatus
    generation_path: Annotated[str, Field(max_length=64)] | None = None
    made_by: Annotated[str, Field(max_length=128)] | None = None
    prompt_version: Annotated[str, Field(max_length=128)] | None = None
    attempts: Annotated[int, Field(ge=0)] = 0
    prompt_tokens: Annotated[int, Field(ge=0)] = 0
    output_tokens: Annotated[int, Field(ge=0)] = 0
    error_code: IdText | None = None
    reason_code: IdText | None = None
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    duration_ms: Annotated[int, Field(ge=0)] | None = None
