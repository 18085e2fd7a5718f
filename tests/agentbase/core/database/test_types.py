from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import Column, MetaData, Table
from sqlalchemy.dialects import mysql, sqlite
from sqlalchemy.schema import CreateTable

from agentbase.core.database import TABLE_OPTIONS, AsciiId, JsonText, LongText, UtcDateTime, WallTime

MYSQL, SQLITE = mysql.dialect(), sqlite.dialect()


def test_the_columns_of_mariadb() -> None:
    table = Table(
        "kinds",
        MetaData(),
        Column("a", AsciiId(36)),
        Column("b", UtcDateTime(6)),
        Column("c", WallTime(3)),
        Column("d", JsonText),
        Column("e", LongText),
        **TABLE_OPTIONS,
    )
    ddl = " ".join(str(CreateTable(table).compile(dialect=MYSQL)).split())
    assert ddl == (
        "CREATE TABLE kinds ( a VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin, b DATETIME(6), c DATETIME(3), "
        "d LONGTEXT, e LONGTEXT )ENGINE=InnoDB CHARSET=utf8mb4 COLLATE utf8mb4_bin"
    )


@pytest.mark.parametrize("value", ["é", "a\n", "a\x00", "key ", "a" * 37, "全"])
def test_what_is_no_identity_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="ASCII"):
        AsciiId(36).process_bind_param(value, SQLITE)


@pytest.mark.parametrize("value", ["", "a b", "a" * 36, "~!", None])
def test_an_identity_stays_as_it_is(value: str | None) -> None:
    assert AsciiId(36).process_bind_param(value, SQLITE) == value


def test_an_instant_needs_a_zone_and_a_wall_time_none() -> None:
    with pytest.raises(ValueError, match="zone"):
        UtcDateTime().process_bind_param(datetime(2026, 12, 1), SQLITE)
    with pytest.raises(ValueError, match="zone"):
        WallTime().process_bind_param(datetime(2026, 12, 1, tzinfo=UTC), SQLITE)


@pytest.mark.parametrize("value", [{"x": float("nan")}, {"x": float("inf")}])
def test_json_has_no_infinities(value: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        JsonText().process_bind_param(value, SQLITE)
