from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator

import pytest
import structlog

from agentbase.core.logging import REDACTED, configure_logging
from agentbase.core.reasons import base_error


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged at ``info`` and above."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    written = io.StringIO()
    configure_logging("info", written)
    yield written
    structlog.reset_defaults()
    root.handlers[:], root.level = before


def _lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_object_with_level_and_time(stream: io.StringIO) -> None:
    structlog.get_logger().info("card_shown", correlation_id="c-1", count=2)
    (line,) = _lines(stream)
    assert line.pop("timestamp", "")
    assert line == {"event": "card_shown", "level": "info", "correlation_id": "c-1", "count": 2}


def test_secrets_and_what_people_wrote_are_left_out(stream: io.StringIO) -> None:
    structlog.get_logger().info(
        "call Bearer abc.def",
        api_key="sk-1234567890",
        raw_content="明天见王工",
        url="mysql://root:hunter2@db/x",
        nested={"password": "hunter2", "items": [{"title": "体检"}], "safe": "yes"},
        prompt_tokens=12,
        fencing_token=3,
    )
    (line,) = _lines(stream)
    for secret in ("abc.def", "sk-1234567890", "王工", "hunter2", "体检"):
        assert secret not in stream.getvalue()
    assert line["api_key"] == REDACTED
    assert line["raw_content"] == "[5 long]"
    assert line["nested"] == {"password": REDACTED, "items": [{"title": "[2 long]"}], "safe": "yes"}
    assert (line["prompt_tokens"], line["fencing_token"]) == (12, 3)


def test_an_exception_is_shown_by_type_and_place_alone(stream: io.StringIO) -> None:
    try:
        try:
            raise ValueError("明天见王工")
        except ValueError as cause:
            raise base_error("DATABASE_BUSY") from cause
    except Exception:
        structlog.get_logger().exception("failed")
    (line,) = _lines(stream)
    assert isinstance(line["exception"], list)
    ours, cause_line = line["exception"]
    assert "DATABASE_BUSY" in ours
    assert "ValueError" in cause_line
    assert "test_logging.py" in cause_line
    assert "王工" not in stream.getvalue()


def test_libraries_are_heard_from_warnings_up(stream: io.StringIO) -> None:
    logging.getLogger("some.library").info("quiet")
    logging.getLogger("some.library").warning("password=%s", "x")
    assert [line["event"] for line in _lines(stream)] == ["password=x"]


def test_a_host_that_set_up_no_log_sees_no_stack_and_no_value() -> None:
    program = (
        "import structlog\n"
        "from agentbase.core.logging import ensure_safe_logging\n"
        "ensure_safe_logging()\n"
        "try:\n"
        "    secret = 'what was said'\n"
        "    raise RuntimeError(secret)\n"
        "except RuntimeError:\n"
        "    structlog.get_logger('t').exception('failed', alert=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert "failed" in done.stderr
    assert "what was said" not in done.stderr
