"""What the rules of the grammar pass to each other before an expression is whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from timeflow.timeexpr.calendar import Span
from timeflow.timeexpr.contracts import ExpressionKind, Granularity, PartOfDay, TimeContext
from timeflow.timeexpr.resolve import Clock

Edge = datetime | date | None
Pair = tuple[Edge, Edge]
"""Start and end of one reading."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The sentence and what its words are counted from.

    Attributes:
        text: the sentence in plain characters.
        context: the context of the request.
        origin: dates without a year are the nearest ones from here on: today, or the start of a range for its end.
        past: they are the nearest ones gone by instead.
        floor: nothing before this offset belongs to what is being read.
    """

    text: str
    context: TimeContext
    origin: date
    past: bool
    floor: int = 0

    @property
    def today(self) -> date:
        """The date of the reference time."""
        return self.context.reference.date()

    def before(self, index: int) -> str:
        """The character before ``index``, or an empty string where reading starts."""
        return self.text[index - 1] if index > self.floor else ""


@dataclass(frozen=True, slots=True)
class Days:
    """Whole days: a date or a period.

    Attributes:
        end: offset after the last character.
        spans: the readings, preferred first.
        granularity, rule, note, ambiguous: as in the expression.
        part: a part of the day in the same word: 今早, 明晚.
        yearless: nothing names the year, so the nearest was taken.
        before_start: 前 means before it begins (国庆前), where a plain date includes its day.
        length_seconds: the length, where a length was said (前三天).
        open_end: only the start is said (最近).
    """

    end: int
    spans: tuple[Span, ...]
    granularity: Granularity
    rule: str
    part: PartOfDay | None = None
    yearless: bool = False
    before_start: bool = False
    ambiguous: bool = False
    length_seconds: int | None = None
    open_end: bool = False
    note: str | None = None

    @property
    def first(self) -> date:
        """The first day of the preferred reading."""
        return self.spans[0][0]

    @property
    def until(self) -> date:
        """The day after the last of the preferred reading."""
        return self.spans[0][1]


@dataclass(frozen=True, slots=True)
class Hours:
    """A part of the day, a clock time, or both; ``spread`` where the clock time begins an hour (三四点)."""

    end: int
    part: PartOfDay | None
    clock: Clock | None
    spread: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """Days, hours, or days and hours: one end of a range."""

    end: int
    days: Days | None
    hours: Hours | None


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time.

    Attributes:
        end: offset after the last character.
        months, days, seconds: what the calendar counts, kept apart because months differ.
        total_seconds: the length alone, a month as 30 days and a year as 365.
        granularity: the smallest unit said.
    """

    end: int
    months: int
    days: int
    seconds: int
    total_seconds: int
    granularity: Granularity

    @property
    def in_days(self) -> bool:
        """Whether the length is said in days or longer units."""
        return self.seconds == 0


@dataclass(frozen=True, slots=True)
class Phrase:
    """An expression before its text is cut out: readings and what the caller shall know."""

    end: int
    kind: ExpressionKind
    readings: tuple[Pair, ...]
    granularity: Granularity
    point: Point | None
    rule: str
    ambiguous: bool = False
    seconds: int | None = None
    note: str | None = None
    recurrence: str | None = None
