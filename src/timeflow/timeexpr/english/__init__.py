"""English time expressions (design section 5).

``match`` finds every phrase in one pass from left to right; at each place the longest one stands.
"""

from timeflow.timeexpr.english.service import match

__all__ = ["match"]
