"""Lengths of time: ``90 minutes``, ``an hour and a half``, ``2 weeks and 2 days``, ``3h``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction

from timeflow.timeexpr.calendar import add_days, add_months
from timeflow.timeexpr.contracts import Granularity
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.tables import GLUED_UNITS, UNIT_MONTHS, UNIT_SECONDS, UNITS, Unit
from timeflow.timeexpr.english.tokens import Tokens, remembered

_MOST_PARTS = 4
_AGES = frozenset({"his", "her", "their", "my", "your", "our", "the", "early", "mid", "late"})
_CLOCK_UNITS = frozenset({"second", "minute", "hour"})


@dataclass(frozen=True, slots=True)
class Length:
    """An amount of one or several units, the largest first."""

    parts: tuple[tuple[Fraction, Unit], ...]

    @property
    def seconds(self) -> int:
        """Nominal seconds: a month counts 30 days, a year 365."""
        return int(sum(count * UNIT_SECONDS[unit] for count, unit in self.parts))

    @property
    def has_clock(self) -> bool:
        """Whether hours or less are counted, also as a fraction of a day."""
        return any(_is_clock(count, unit) for count, unit in self.parts)

    @property
    def clock_seconds(self) -> float:
        """What passes by the clock: hours and less, and fractions of a day."""
        return float(sum(count * UNIT_SECONDS[unit] for count, unit in self.parts if _is_clock(count, unit)))

    def without_clock(self) -> Length:
        """What passes by the calendar."""
        return Length(tuple(part for part in self.parts if not _is_clock(*part)))

    @property
    def unit(self) -> Unit:
        """The smallest unit named."""
        return self.parts[-1][1]

    @property
    def granularity(self) -> Granularity:
        """The smallest unit named, as the result says it."""
        return "day" if self.unit == "weekday" else self.unit

    def after(self, start: datetime, sign: int = 1) -> datetime:
        """``start`` moved by this length by the calendar: a month on is the same day of the next month.

        Raises:
            ValueError, OverflowError: the calendar ends before that.
        """
        for count, unit in self.parts:
            if unit == "weekday":
                start = datetime.combine(_weekdays_on(start.date(), sign * int(count)), start.time())
            elif unit in UNIT_MONTHS:
                months = count * UNIT_MONTHS[unit]
                start = datetime.combine(add_months(start.date(), sign * int(months)), start.time())
                start += sign * timedelta(days=int((months - int(months)) * 30))
            else:
                seconds = UNIT_SECONDS["week" if unit == "weekend" else unit]
                start += sign * timedelta(seconds=float(count * seconds))
        return start

    def days_after(self, start: date, sign: int = 1) -> date:
        """Like :meth:`after`, for a date."""
        return self.after(datetime(start.year, start.month, start.day), sign).date()  # noqa: DTZ001 - naive by contract


def _is_clock(count: Fraction, unit: Unit) -> bool:
    return unit in _CLOCK_UNITS or (unit == "day" and count.denominator > 1)


def _weekdays_on(day: date, count: int) -> date:
    """Monday to Friday by the week alone; make-up days belong to the Chinese 工作日."""
    weeks, rest = divmod(abs(count), 5)
    step = 1 if count > 0 else -1
    day = add_days(day, step * 7 * weeks)
    while rest:
        day = add_days(day, step)
        rest -= day.weekday() < 5
    return day


@remembered
def length(tokens: Tokens, index: int) -> tuple[Length, int] | None:
    """A length at ``index`` and the next index."""
    part = _part(tokens, index)
    if part is None:
        return None
    parts, index = [part[0]], part[1]
    while len(parts) < _MOST_PARTS:
        more = _part(tokens, tokens.skip(index, "and", ",")) or _glued_minutes(tokens, index)
        if more is None or UNIT_SECONDS[more[0][1]] >= UNIT_SECONDS[parts[-1][1]]:
            break
        parts, index = [*parts, more[0]], more[1]
    if len(parts) == 1:
        count, unit = parts[0]
        extra, index = numbers.with_half(tokens, index)
        parts = [(count + extra, unit)]
    return Length(tuple(parts)), index


def _glued_minutes(tokens: Tokens, index: int) -> tuple[tuple[Fraction, Unit], int] | None:
    """The ``30m`` of ``1h30m``; alone it could be metres."""
    minutes = tokens[index].digits
    is_minutes = tokens.glued(index) and tokens.low(index - 1) == "h" and tokens.glued(index + 1, "m")
    return ((Fraction(minutes), "minute"), index + 2) if is_minutes and minutes and minutes < 60 else None


def _part(tokens: Tokens, index: int) -> tuple[tuple[Fraction, Unit], int] | None:
    count = numbers.amount(tokens, index)
    if count is None:
        return None
    value, after = count
    if value <= 0:
        return None
    is_age = tokens.low(after) == "s" and value % 10 == 0 and tokens.low(index - 1) in _AGES
    is_vague = tokens.low(index) in {"some", "several", "few"} and not tokens.low(after).endswith("s")
    if is_age or is_vague:
        return None
    if tokens.glued(after, "-") and tokens.glued(after + 1):
        after += 1
    word = tokens.low(after)
    unit = UNITS.get(word)
    is_size = tokens[after].text == "D" and value.denominator > 1  # 2.5D
    is_old = tokens.low(tokens.skip(after + 1, "-")) == "old"
    if unit is None or is_old or (word in GLUED_UNITS and (not tokens.glued(after) or is_size)):
        return None
    return (value, unit), after + 1
