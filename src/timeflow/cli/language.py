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
"""The language of the settings, once they are read."""


def language_of(text: str, configured: Locale) -> Locale:
    """English where it is configured or where the text has Latin letters and no Chinese ones."""
    if configured == "en" or (_LATIN.search(text) and not _CHINESE.search(text)):
        return "en"
    return "zh-CN" if _CHINESE.search(text) else configured


def spoken_locale() -> Locale:
    """The language for what no text decides: the settings', and before they are read the environment's."""
    return configured_locale.get() or ("en" if os.environ.get("TIMEFLOW_LOCALE") == "en" else "zh-CN")
