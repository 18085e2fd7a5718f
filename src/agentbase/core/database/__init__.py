"""The database: transactions, types and the table that every writer locks first."""

from agentbase.core.database.model import NAMING_CONVENTION, TABLE_OPTIONS, metadata, owners
from agentbase.core.database.statements import StatementCounter
from agentbase.core.database.types import AsciiId, JsonContainer, JsonText, LongText, UtcDateTime, WallTime, can_be_id
from agentbase.core.database.unit_of_work import Database, Owner, Parameters, UnitOfWork, Work

__all__ = [
    "NAMING_CONVENTION",
    "TABLE_OPTIONS",
    "AsciiId",
    "Database",
    "JsonContainer",
    "JsonText",
    "LongText",
    "Owner",
    "Parameters",
    "StatementCounter",
    "UnitOfWork",
    "UtcDateTime",
    "WallTime",
    "Work",
    "can_be_id",
    "metadata",
    "owners",
]
