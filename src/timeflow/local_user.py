"""The person of a data folder: an id that is made at the first start and stays."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final
from uuid import UUID

from agentbase.core.errors import FieldError
from agentbase.core.ids import new_uuid7
from agentbase.core.reasons import base_error

USER_FILE: Final = "user"


def local_user(data_folder: Path) -> str:
    """The id of the local user: lower-case text of a UUIDv7. Two first starts at once end with one user.

    Raises CONFIG_ERROR where the folder cannot be written, or the file holds something else.
    """
    path = data_folder / USER_FILE
    try:
        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _create(path)
        written = path.read_text(encoding="ascii").strip()
        if not os.access(data_folder, os.W_OK):
            raise PermissionError(errno.EACCES, "not writable")
    except UnicodeDecodeError:
        raise _unusable("不是用户编号 / is not a user id") from None
    except OSError as error:
        raise _unusable(f"无法读写 / cannot be read or written ({error.strerror})", field="data_folder") from None
    try:
        return str(UUID(written))
    except ValueError:
        raise _unusable("不是用户编号 / is not a user id") from None


def _create(path: Path) -> None:
    """Put a whole file in its place, or leave the one that another process has put there."""
    draft = path.with_name(f".{path.name}.{new_uuid7()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(f"{new_uuid7()}\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink(missing_ok=True)


def _unusable(problem: str, *, field: str = f"data_folder/{USER_FILE}") -> Exception:
    return base_error("CONFIG_ERROR", field_errors=[FieldError(field, problem)])
