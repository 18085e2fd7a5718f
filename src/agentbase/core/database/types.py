"""Column types that mean the same on SQLite, MariaDB and MySQL."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, String, Text
from sqlalchemy.dialects import mysql
from sqlalchemy.types import TypeDecorator, TypeEngine

JsonContainer = Mapping[str, object] | Sequence[object]
"""What a `JsonText` column takes and gives: an object or an array."""


ID_LENGTH = 36
"""Of every id that the program gives."""


def can_be_id(text: str) -> bool:
    """Whether the text can be an id at all; what cannot is nobody's and is not asked for."""
    return bool(text) and _is_identity(text, ID_LENGTH)


def _is_identity(text: str, length: int) -> bool:
    return len(text) <= length and text.isascii() and text.isprintable() and not text.endswith(" ")


class AsciiId(TypeDecorator[str]):
    """An identity or key: printable ASCII, compared byte by byte, at most ``length`` characters.

    The usual collations of MariaDB take ``A`` for ``a`` and ``é`` for ``e``; these columns are ``ascii_bin``. That
    collation still ignores trailing spaces, so a value that ends in one is refused with ValueError.
    """

    impl = String
    cache_ok = True

    def __init__(self, length: int = ID_LENGTH) -> None:
        super().__init__(length)
        self.length = length

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        """``VARCHAR(length)``, in ``ascii_bin`` where collations can be chosen."""
        if dialect.name == "mysql":
            return dialect.type_descriptor(mysql.VARCHAR(self.length, charset="ascii", collation="ascii_bin"))
        return dialect.type_descriptor(String(self.length))

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Refuse with ValueError what the column could not hold or tell apart."""
        if value is not None and not _is_identity(value, self.length):
            raise ValueError(f"not an ASCII identity of at most {self.length} characters")
        return value


class _StoredDateTime(TypeDecorator[datetime]):
    """A date and a time of day without a zone, to ``fsp`` digits of a second."""

    impl = DateTime

    def __init__(self, fsp: int = 6) -> None:
        super().__init__()
        self.fsp = fsp

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime]:
        """``DATETIME(fsp)``."""
        if dialect.name == "mysql":
            return dialect.type_descriptor(mysql.DATETIME(fsp=self.fsp))
        return dialect.type_descriptor(DateTime())


class UtcDateTime(_StoredDateTime):
    """An instant: aware in and out, always UTC, to ``fsp`` digits of a second."""

    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store the instant as naive UTC. Raises ValueError for a naive value."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the instant back, aware, in UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


class WallTime(_StoredDateTime):
    """What a clock on the wall shows, without a zone: the zone stands in a column of its own (design, section 5)."""

    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for an aware value: which wall would it hang on?"""
        if value is not None and value.tzinfo is not None:
            raise ValueError("a wall time has no time zone")
        return value


class LongText(TypeDecorator[str]):
    """Text without a practical bound; who writes it bounds it."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        """``LONGTEXT`` where ``TEXT`` ends at 64 KiB."""
        return dialect.type_descriptor(mysql.LONGTEXT() if dialect.name == "mysql" else Text())


class JsonText(TypeDecorator[JsonContainer]):
    """A JSON object or array kept as text, byte for byte as it was written.

    The JSON types of the databases differ (MySQL reorders keys, MariaDB's is text with a check), so none is used.
    """

    impl = LongText
    cache_ok = True

    def process_bind_param(self, value: JsonContainer | None, dialect: Dialect) -> str | None:
        """Write compact JSON. Raises ValueError for NaN and infinities, TypeError for what JSON cannot say."""
        if value is None:
            return None
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> JsonContainer | None:
        """Read it back as dicts and lists."""
        if value is None:
            return None
        content: JsonContainer = json.loads(value)
        return content
