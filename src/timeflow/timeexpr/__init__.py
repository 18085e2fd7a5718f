"""What 下周三下午三点 means: pure, computed and never guessed (design section 5)."""

from timeflow.timeexpr.contracts import ExpressionKind, Reading, TimeContext, TimeExpression
from timeflow.timeexpr.service import find_expressions
from timeflow.timeexpr.view import expression_view

__all__ = [
    "ExpressionKind",
    "Reading",
    "TimeContext",
    "TimeExpression",
    "expression_view",
    "find_expressions",
]
