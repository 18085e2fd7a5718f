"""What a time expression means: the typed result of ``find_expressions``.

Everything here is local wall time without offset, in the zone of the request. Ends are exclusive.
Pure: this package imports nothing of ours (design section 5).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Literal


class ExpressionKind(StrEnum):
    """The seven things that a resolved expression can be (design section 5)."""

    INSTANT = "instant"
    """A date and a clock time: ``明天下午三点``. ``start`` is a datetime; ``end`` is None."""
    DATE = "date"
    """One calendar day: ``下周三``. ``start`` is a date, ``end`` the next date."""
    RANGE = "range"
    """From start to end: ``下周`` (dates), ``明天上午`` or ``下午1点半到3点`` (datetimes)."""
    TIME_OF_DAY = "time_of_day"
    """A clock time without a date: ``下午三点``. ``start`` carries its next date; ``end`` is None unless the words name
    a span."""
    DURATION = "duration"
    """A length: ``一个半小时``. Only ``duration_seconds`` is set; of ``两三个小时`` the longer one."""
    DEADLINE = "deadline"
    """No later than: ``周五前``. Only ``end`` is set: a date (exclusive, so the day after) or a datetime."""
    RECURRENCE = "recurrence"
    """A rule: ``每周二周四上午九点``. ``recurrence`` holds RRULE parts, ``start`` the first occurrence. The same hours
    on several days are a rule with an end: ``周三到周五下午2点到4点`` is ``FREQ=DAILY;COUNT=3``."""


Granularity = Literal[
    "second",
    "minute",
    "hour",
    "part_of_day",
    "day",
    "weekend",
    "week",
    "month",
    "quarter",
    "season",
    "year",
    "decade",
    "century",
]

PartOfDay = Literal["凌晨", "早上", "上午", "中午", "下午", "傍晚", "晚上"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One possible meaning of an ambiguous expression; same conventions as :class:`TimeExpression`."""

    start: datetime | date | None
    end: datetime | date | None


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """One phrase and what it means.

    Attributes:
        text: the words exactly as they stand in the sentence.
        span: half-open character offsets of ``text`` in the sentence given to ``find_expressions``.
        kind: which of the seven kinds.
        start, end: naive local times, or dates where the phrase names no clock time. ``end`` is exclusive.
        granularity: the smallest unit the words name.
        rule: the stable name of the rule that computed it (shown as the source on a card), e.g. ``zh.relative_day``.
        part_of_day: the part of the day that the words name, if any (``明天上午``; also where it only settled the half
            of the day).
        recurrence: RRULE parts without the ``RRULE:`` prefix.
        duration_seconds: the length, where the words name one (also on ranges such as ``之后5分钟``).
        date_given: the words name the day; False where the day was filled in (``下午三点``).
        time_given: the words name a clock time (a part of the day alone does not count).
        ambiguous: there are two readings or more, the preferred first; the caller asks or states its reading.
        readings: all readings where there are two or more, the preferred first, else empty. Also where ``ambiguous`` is
            false because one of them is plainly preferred (``明天四点`` is 16:00, 04:00 is possible).
        note: a short machine-readable remark for the caller: ``workdays_unpublished`` (the year's make-up days are not
            published yet), ``workday_calendar`` (the rule's occurrences follow the make-up days, which its parts cannot
            say), ``moving_date`` (a festival that recurs on other dates), ``weekday_mismatch`` (the date is another
            weekday), ``dst_gap``, ``dst_fold`` (the first of two equal wall times), ``day_start`` (said before the
            day's start), ``clock_invalid`` (the words name a clock time that no day has, such as 25:00; only their day
            stands).
    """

    text: str
    span: tuple[int, int]
    kind: ExpressionKind
    start: datetime | date | None
    end: datetime | date | None
    granularity: Granularity
    rule: str
    part_of_day: PartOfDay | None = None
    recurrence: str | None = None
    duration_seconds: int | None = None
    date_given: bool = True
    time_given: bool = False
    ambiguous: bool = False
    readings: tuple[Reading, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class TimeContext:
    """What an expression is resolved against.

    Attributes:
        reference: *now*, naive local wall time in ``timezone``.
        timezone: IANA zone name; used only to find wall times that a DST change skips or repeats.
        locale: which grammar is tried first; both always run, text in either language is understood.
        day_start_hour: before this hour the person's day is still yesterday's (design section 5).
        past: the sentence is about the past, so a date without a year is the nearest one gone by.
    """

    reference: datetime
    timezone: str
    locale: Literal["zh-CN", "en"] = "zh-CN"
    day_start_hour: int = 4
    past: bool = False
