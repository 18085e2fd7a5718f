"""The door to the audit."""

import structlog

from agentbase.audit.contracts import AuditEventInput
from agentbase.audit.repository import insert_audit
from agentbase.core.database import Database, Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.ids import new_uuid7

_log = structlog.get_logger(__name__)


class AuditService:
    """Keeps what happened: beside the write that it tells of, or on its own where nothing was written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, uow: UnitOfWork, tenant_id: str, event: AuditEventInput) -> None:
        """Keep an event in the transaction of what it tells of: both commit, or neither."""
        await insert_audit(uow, tenant_id, str(new_uuid7()), event)

    async def record_alone(self, tenant_id: str, deadline: Deadline, event: AuditEventInput) -> bool:
        """Keep an event in a transaction of its own; whether it was kept.

        For refusals: what they answer stands whether or not it could be kept, so a failure alerts and changes nothing
        (B §4, line 18).
        """
        try:
            await self._database.write(
                Owner(tenant_id, event.actor), deadline, lambda uow: self.record(uow, tenant_id, event)
            )
        except Exception:
            _log.exception("audit_failed", alert=True, event_type=event.event_type, reason_code=event.reason_code)
            return False
        return True
