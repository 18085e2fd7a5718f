"""``--batch``: JSON lines in, one JSON line each out, in order (design section 7)."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import structlog
from pydantic import BaseModel, ConfigDict, StrictInt, StrictStr, ValidationError

from agentbase.core.errors import AgentBaseError
from agentbase.core.reasons import base_error
from timeflow.cli.language import spoken_locale
from timeflow.cli.moment import Moment, instant_named, zone_named
from timeflow.cli.printing import json_line
from timeflow.cli.problems import ExitStatus, WrongUsageError, error_event, invalid_input, usage_event

_LONGEST_LINE: Final = 1_000_000
_log = structlog.get_logger(__name__)

JsonObject = dict[str, object]


class BatchCase(BaseModel):
    """One line in. Other keys may stand beside these; absent ones have the values of the command's options."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: StrictStr | StrictInt | None = None
    text: StrictStr
    reference: StrictStr | None = None
    timezone: StrictStr | None = None


Answer = Callable[[BatchCase], Awaitable[JsonObject]]


async def run_batch(path: Path, answer: Answer) -> ExitStatus:
    """Answer every line. A bad one gets an error object in its place, and the whole has failed at the end.

    Raises WrongUsageError for a file that cannot be read.
    """
    status = ExitStatus.DONE
    for number, line in _lines(path):
        try:
            case = _case_of(line)
            reply = {"id": case.id, **await answer(case)}
        except (AgentBaseError, WrongUsageError) as error:
            reply = _failure(line, number, error)
        except Exception:
            _log.exception("batch_line_failed", line=number)
            reply = _failure(line, number, base_error("INTERNAL_ERROR"))
        if reply.get("type") == "error":
            status = ExitStatus.FAILED
        sys.stdout.write(json_line(reply))
    sys.stdout.flush()
    return status


def moment_of_case(case: BatchCase, moment: Moment) -> Moment:
    """The reference time of a line. Raises WrongUsageError that names its key."""
    name = case.timezone if case.timezone is not None else moment.timezone
    zone = zone_named("timezone", name)
    if case.reference is None:
        return Moment(moment.current_time.astimezone(zone), name)
    return Moment(instant_named("reference", case.reference, zone), name)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(_LONGEST_LINE):
                number += 1
                if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
                    _skip_rest(file.readline)
                    yield number, b""
                elif line.strip():
                    yield number, line
    except OSError as error:
        raise WrongUsageError("--batch", f"无法读取文件 / cannot be read ({error.strerror})") from None


def _skip_rest(readline: Callable[[int], bytes]) -> None:
    while (rest := readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def _case_of(line: bytes) -> BatchCase:
    try:
        return BatchCase.model_validate(_read(line))
    except ValidationError as error:
        raise invalid_input(error) from None


def _read(line: bytes) -> JsonObject:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        raise WrongUsageError("--batch", "这一行不是 JSON / this line is not JSON") from None
    if not isinstance(read, dict):
        raise WrongUsageError("--batch", "这一行不是 JSON 对象 / this line is not a JSON object")
    return read


def _failure(line: bytes, number: int, error: AgentBaseError | WrongUsageError) -> JsonObject:
    locale = spoken_locale()
    event = usage_event(error, locale) if isinstance(error, WrongUsageError) else error_event(error, locale)
    return {"id": _id_of(line), "line": number, **event.model_dump(mode="json")}


def _id_of(line: bytes) -> object:
    try:
        given = _read(line).get("id")
    except WrongUsageError:
        return None
    return given if isinstance(given, str | int) else None
