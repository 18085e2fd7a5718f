"""Adds rows to the audit."""

from sqlalchemy import insert

from agentbase.audit.contracts import AuditEventInput
from agentbase.audit.model import interaction_audit
from agentbase.core.database import UnitOfWork


async def insert_audit(uow: UnitOfWork, tenant_id: str, audit_id: str, event: AuditEventInput) -> None:
    """Store one event."""
    values = event.model_dump(exclude={"actor", "targets"})
    values |= {"audit_id": audit_id, "tenant_id": tenant_id, "actor_id": event.actor}
    values["targets"] = [target.model_dump() for target in event.targets]
    await uow.execute(insert(interaction_audit).values(values))
