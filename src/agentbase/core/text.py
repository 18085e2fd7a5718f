"""Text from outside: what may enter, and what may reach a screen (decisions 27)."""

import re

from agentbase.core.errors import FieldError
from agentbase.core.reasons import base_error

_ANSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[@-_]?")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def strip_control(text: str) -> str:
    """The text without ANSI sequences, control characters, bidirectional marks and lone surrogates.

    Line feeds and tabs stay; a carriage return before a line feed goes.
    """
    text = _ANSI.sub("", text.replace("\r\n", "\n"))
    return _SURROGATE.sub("", _BIDI.sub("", _CONTROL.sub("", text)))


def check_text(field: str, value: str, max_length: int) -> None:
    """Refuse text that cannot be stored: NUL, lone surrogates, or more than ``max_length`` characters.

    Raises INPUT_INVALID that names ``field`` and never repeats the value.
    """
    if len(value) > max_length:
        problem = f"最多 {max_length} 个字符 / at most {max_length} characters"
    elif "\x00" in value:
        problem = "含有空字符 / contains a NUL character"
    elif _SURROGATE.search(value):
        problem = "含有无效字符 / contains a lone surrogate"
    else:
        return
    raise base_error("INPUT_INVALID", field_errors=(FieldError(field, problem),))
