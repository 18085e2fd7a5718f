"""Logs: one JSON object a line on standard error, without secrets and without what people said.

Quiet by default: a command shows warnings and errors alone.
"""

import logging
import re
import sys
import traceback
from collections.abc import Mapping
from types import TracebackType
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from agentbase.core.errors import AgentBaseError

REDACTED: Final = "[redacted]"
_SECRET_NAME = re.compile(
    r"passw|secret|token(?!s$|s?_count)|authorization|credential|api_?key|cookie|private_?key", re.IGNORECASE
)
_CONTENT_NAME = re.compile(
    r"^(raw_content|content|text|prompt|messages?|query|question|title|description|feedback|words|payload|changes"
    r"|presentation|before|after|answer|reply|summary)$",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(
    r"(?i:bearer\s+)\S+|\bsk-[A-Za-z0-9_-]{8,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=://)[^/\s:@]*:[^/\s@]*(?=@)"
)
_NOISY = ("asyncmy",)


def ensure_safe_logging(level: str = "warning") -> None:
    """Where a host program has set up no structlog: our own events alone, redacted, on standard error.

    structlog's default prints stacks with local values to standard output.
    """
    if not structlog.is_configured():
        _configure_own(logging.getLevelNamesMapping()[level.upper()], None)


def configure_logging(level: str = "warning", stream: TextIO | None = None) -> None:
    """Send the program's and its libraries' logs to ``stream`` (standard error), from ``level`` up."""
    number = logging.getLevelNamesMapping()[level.upper()]
    _configure_own(number, stream)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_processors(), processor=structlog.processors.JSONRenderer(ensure_ascii=False)
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))
    for name in _NOISY:
        # MariaDB's notes on every statement, such as that the name of a primary key is ignored.
        logging.getLogger(name).setLevel(logging.ERROR)


def redact(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Replace secrets, and put a length in the place of what people or models wrote."""
    return {name: value if name == "event" else _redacted(name, value) for name, value in event.items()} | {
        "event": _without_secrets(str(event.get("event", "")))
    }


def summarise_exception(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Put types and places in the place of an exception: its text may repeat what people wrote."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["exception"] = [_summary(part) for part in _chain(error)]
    return event


def _chain(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return chain


def _summary(error: BaseException) -> str:
    known = f" {error}" if isinstance(error, AgentBaseError) else ""
    return f"{type(error).__module__}.{type(error).__qualname__}{known} at {_place(error.__traceback__)}"


def _place(where: TracebackType | None) -> str:
    frames = traceback.extract_tb(where)
    return " > ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames[-6:])


def _redacted(name: str, value: object) -> object:
    if value is None or isinstance(value, int | float):
        return value
    if _SECRET_NAME.search(name):
        return REDACTED
    if _CONTENT_NAME.match(name):
        return f"[{len(value)} long]" if isinstance(value, str | bytes | Mapping | list | tuple) else REDACTED
    match value:
        case str():
            return _without_secrets(value)
        case Mapping():
            return {str(key): _redacted(str(key), inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_redacted("", inner) for inner in value]
        case _:
            return _without_secrets(str(value))


def _without_secrets(text: str) -> str:
    return _SECRET_VALUE.sub(REDACTED, text)


def _processors() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        summarise_exception,
        redact,
    ]


def _configure_own(level: int, stream: TextIO | None) -> None:
    structlog.configure(
        processors=[*_processors(), structlog.processors.JSONRenderer(ensure_ascii=False)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
