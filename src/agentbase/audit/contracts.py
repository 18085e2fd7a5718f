"""What the audit keeps: who did what to which version of what, and how it came out (decisions table)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agentbase.core.contract import AwareDatetime, FrozenContract

Outcome = Literal["applied", "rejected", "accepted", "refused", "blocked", "failed"]
Name = Annotated[str, Field(min_length=1, max_length=64)]


class AuditTarget(FrozenContract):
    """A thing that was touched or asked for, with the version that it has after the event."""

    item_id: Name
    kind: Name
    version: int | None = None


class AuditEventInput(FrozenContract):
    """One event. ``digest`` binds what was decided (a payload hash); no content is kept."""

    event_type: Name
    actor: Name
    correlation_id: Name
    run_id: Name | None = None
    write_request_id: Name | None = None
    targets: tuple[AuditTarget, ...] = ()
    outcome: Outcome
    reason_code: Name | None = None
    digest: Annotated[str, Field(max_length=80)] | None = None
    occurred_at: AwareDatetime
