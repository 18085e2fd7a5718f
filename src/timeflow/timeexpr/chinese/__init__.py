"""The Chinese grammar of time expressions."""

from __future__ import annotations

from timeflow.timeexpr.chinese.scanner import match

__all__ = ["match"]
