"""The time that leases are measured by.

Several machines may hold leases of one database, so its clock decides where it is a server; the clocks of those
machines need not agree. A SQLite file has one machine, and that machine's clock.
"""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, literal, literal_column

from agentbase.core.clock import Clock
from agentbase.core.database import UnitOfWork, UtcDateTime


def lease_time(uow: UnitOfWork, clock: Clock, after_seconds: float = 0.0) -> ColumnElement[datetime]:
    """The instant ``after_seconds`` from now, as an expression of the database that ``uow`` is open on."""
    if uow.connection.dialect.name == "mysql":
        microseconds = round(after_seconds * 1_000_000)
        now = func.utc_timestamp(literal_column("6"))
        return func.timestampadd(literal_column("MICROSECOND"), microseconds, now, type_=UtcDateTime(6))
    return literal(clock.now() + timedelta(seconds=after_seconds), UtcDateTime(6))
