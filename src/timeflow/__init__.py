"""TimeFlow: an assistant for time that writes nothing unconfirmed.

``open_app`` and ``App`` are the door for embedding (design section 7). They are loaded when first asked for, so that
importing one room does not load them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timeflow.app import App
    from timeflow.bootstrap import open_app

__all__ = ["App", "open_app"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from timeflow import bootstrap  # noqa: PLC0415 - see above

        return getattr(bootstrap, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
