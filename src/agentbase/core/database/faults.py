"""What a database error means for the transaction that met it."""

from enum import Enum

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, StatementError

from agentbase.core.errors import AgentBaseError

_DEADLOCK, _LOCK_TIMEOUT = 1213, 1205
_STATEMENT_TIMEOUTS = frozenset({1969, 3024, 1028})
_CONNECT_FAILURES = frozenset({1040, 1203, 2002, 2003, 2005, 2006, 2013})


_WRITE_REFUSED = "attempt to write a readonly database"
_FILE_FAILURES = (
    _WRITE_REFUSED,
    "unable to open database file",
    "disk i/o error",
    "database or disk is full",
    "file is not a database",
    "database disk image is malformed",
)
"""What SQLite says of a file, or the place where it lies, that cannot be used."""


class Fault(Enum):
    """The kinds of failure that the transaction runner tells apart."""

    CONFLICT = "conflict"
    """Deadlock, lock time-out or a busy file: nothing was written, and the whole transaction may be tried again."""
    LOST = "lost"
    """The connection is gone, or the file cannot be used. Before COMMIT nothing was written; at COMMIT nobody knows."""
    OUT_OF_TIME = "out_of_time"
    """The server or SQLite stopped the statement at its bound."""
    OTHER = "other"
    """A mistake in the statement or the data; the repository's business."""


def classify(error: DBAPIError, *, reading: bool = False) -> Fault:
    """Tell what kind of failure the driver reports, in a transaction that was to write or in one that was not."""
    number = _number(error)
    text = str(error.orig).lower()
    if number in {_DEADLOCK, _LOCK_TIMEOUT} or text.startswith(("database is locked", "database table is locked")):
        return Fault.CONFLICT
    if number in _STATEMENT_TIMEOUTS or text == "interrupted":
        return Fault.OUT_OF_TIME
    if error.connection_invalidated or (
        isinstance(error, OperationalError | InterfaceError) and number in _CONNECT_FAILURES
    ):
        return Fault.LOST
    if reading and text.startswith(_WRITE_REFUSED):
        return Fault.OTHER
    if text.startswith(_FILE_FAILURES):
        return Fault.LOST
    return Fault.OTHER


def own_error(error: StatementError) -> AgentBaseError | None:
    """The error of ours that SQLAlchemy wrapped, where there is one."""
    return error.orig if isinstance(error.orig, AgentBaseError) else None


def _number(error: DBAPIError) -> int | None:
    arguments = getattr(error.orig, "args", ())
    return arguments[0] if arguments and isinstance(arguments[0], int) else None
