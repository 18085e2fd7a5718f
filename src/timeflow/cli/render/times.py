"""Times as people read them. They come as ISO text with an offset and are shown in that offset."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from timeflow.cli.language import Locale
from timeflow.cli.render.texts import shown, tell
from timeflow.execution.wording import clock_label, day_label, days_label, span_label


def moment_label(value: object, locale: Locale, today: date) -> str:
    """``12月2日 周三 15:00``; what is no time is shown as it is."""
    read = _read(value)
    if read is None:
        return shown(value)
    return (
        span_label(read, None, locale, today=today)
        if isinstance(read, datetime)
        else day_label(read, locale, today=today)
    )


def clock_of(value: object) -> str:
    """``15:00``."""
    read = _read(value)
    return clock_label(read) if isinstance(read, datetime) else shown(value)


def span_of(start: object, end: object, locale: Locale, today: date) -> str:
    """``12月2日 周三 15:00–16:00``."""
    first, last = _read(start), _read(end)
    if isinstance(first, datetime):
        return span_label(first, last if isinstance(last, datetime) else None, locale, today=today)
    return moment_label(start, locale, today)


def days_of(first: object, end: object, locale: Locale, today: date) -> str:
    """The days from ``first`` to the exclusive ``end``, which may be absent: one day."""
    start, past_the_end = day_of(first), day_of(end)
    if start is None:
        return shown(first)
    return days_label(start, past_the_end or start + timedelta(days=1), locale, today=today)


def heading(day: date, locale: Locale, today: date) -> str:
    """``12月2日 周三（明天）``."""
    names = {0: "day.today", 1: "day.tomorrow", -1: "day.yesterday"}
    label = day_label(day, locale, today=today)
    near = names.get((day - today).days)
    if near is None:
        return label
    return f"{label} ({tell(near, locale)})" if locale == "en" else f"{label}（{tell(near, locale)}）"


def day_of(value: object) -> date | None:
    """The calendar day of an ISO time or date."""
    read = _read(value)
    return read.date() if isinstance(read, datetime) else read


def _read(value: object) -> datetime | date | None:
    if not isinstance(value, str):
        return None
    try:
        return date.fromisoformat(value) if len(value) == len("2026-12-01") else datetime.fromisoformat(value)
    except ValueError:
        return None
