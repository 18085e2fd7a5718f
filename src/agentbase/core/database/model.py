"""Metadata of the base, and the table of the row that every writer locks first."""

from typing import Any

from sqlalchemy import Column, MetaData, Table

from agentbase.core.database.types import AsciiId, UtcDateTime

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
}
"""How constraints are named in every package's metadata. A primary key has none: MariaDB would warn."""

TABLE_OPTIONS: dict[str, Any] = {"mysql_engine": "InnoDB", "mysql_charset": "utf8mb4", "mysql_collate": "utf8mb4_bin"}
"""Keyword arguments of every ``Table`` and ``op.create_table``: text compares by code point, as it does on SQLite."""

metadata = MetaData(naming_convention=NAMING_CONVENTION)
"""The tables of the base. Products have a metadata of their own."""

owners = Table(
    "owners",
    metadata,
    Column("tenant_id", AsciiId(64), primary_key=True),
    Column("owner_id", AsciiId(64), primary_key=True),
    Column("created_at", UtcDateTime(6), nullable=False),
    **TABLE_OPTIONS,
)
