"""Which language a person is answered in: Chinese first, English to English."""

from __future__ import annotations

import os
import re
from contextvars import ContextVar
from typing import Final, Literal

Locale = Literal["zh-CN", "en"]

_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile(r"[A-Za-z]")

configured_locale: Final[ContextVar[Locale | None]] = ContextVar("configured_locale", default=None)
"""The language of the settings, once they are read and where they name one."""

_ENVIRONMENT: Final = ("TIMEFLOW_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The first of these that is set decides, as POSIX orders the last three."""


def language_of(text: str, configured: Locale) -> Locale:
    """English where it is configured or where the text has Latin letters and no Chinese ones."""
    if configured == "en" or (_LATIN.search(text) and not _CHINESE.search(text)):
        return "en"
    return "zh-CN" if _CHINESE.search(text) else configured


def spoken_locale() -> Locale:
    """The language for what no text decides: the settings', else the environment's, else Chinese."""
    named = next(filter(None, map(os.environ.get, _ENVIRONMENT)), "")
    return configured_locale.get() or ("en" if named.lower().startswith("en") else "zh-CN")
