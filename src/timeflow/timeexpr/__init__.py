"""What 下周三下午三点 means: pure, computed and never guessed (design section 5).

The grammars are loaded when the first sentence is read, since many only need the names of what comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from timeflow.timeexpr.contracts import ExpressionKind, Reading, TimeContext, TimeExpression
from timeflow.timeexpr.view import expression_view

if TYPE_CHECKING:
    from timeflow.timeexpr.service import find_expressions

__all__ = [
    "ExpressionKind",
    "Reading",
    "TimeContext",
    "TimeExpression",
    "expression_view",
    "find_expressions",
]


def __getattr__(name: str) -> object:
    if name == "find_expressions":
        from timeflow.timeexpr.service import find_expressions  # noqa: PLC0415 - see above

        return find_expressions
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
