"""Where the details of failures go: a file in the data folder, redacted, made when there is something to say."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Final, TextIO, cast

from agentbase.core.logging import configure_logging

LOG_FILE: Final = "timeflow.log"
_LARGEST: Final = 5_000_000


class LogFile(io.TextIOBase):
    """A stream that opens its file at the first write. A log that cannot be written never stands in the way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: TextIO | None = None

    def write(self, text: str) -> int:
        """Append to the file."""
        try:
            self._opened().write(text)
            self._opened().flush()
        except OSError:
            return 0
        return len(text)

    def close(self) -> None:
        """Close the file, if it was ever opened."""
        if self._file is not None:
            self._file.close()
        super().close()

    def _opened(self) -> TextIO:
        if self._file is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._path.exists() and self._path.stat().st_size > _LARGEST:
                self._path.replace(self._path.with_suffix(".log.old"))
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._file = os.fdopen(descriptor, "a", encoding="utf-8", errors="backslashreplace")
        return self._file


def log_to(data_folder: Path, level: str = "warning") -> LogFile:
    """Send logs to the file of a data folder; the caller closes it."""
    file = LogFile(data_folder / LOG_FILE)
    configure_logging(level, cast("TextIO", file))
    return file
