"""A sign of life while a turn takes long."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS: Final = 0.7
_ERASE: Final = "\r\x1b[2K"


async def patiently(work: Awaitable[T], notice: str) -> T:
    """The result of ``work``; when it takes long, ``notice`` on standard error, erased again on a terminal."""
    sign = asyncio.create_task(_show_later(notice))
    try:
        return await work
    finally:
        shown = sign.done()
        sign.cancel()
        if shown and sys.stderr.isatty():
            sys.stderr.write(_ERASE)
            sys.stderr.flush()


async def _show_later(notice: str) -> None:
    await asyncio.sleep(PATIENCE_SECONDS)
    sys.stderr.write(notice if sys.stderr.isatty() else f"{notice}\n")
    sys.stderr.flush()
