"""Identities."""

from uuid import UUID

from uuid_utils.compat import uuid7


def new_uuid7() -> UUID:
    """A fresh UUIDv7: an identity and never a cursor, for ids do not sort by time of commit (design, section 3).

    Tables and wire carry it as lower-case text: ``str(new_uuid7())``.
    """
    return uuid7()
