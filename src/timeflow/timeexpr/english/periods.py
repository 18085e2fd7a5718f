"""Weeks, weekends, months, quarters, seasons and years: ``next week``, ``May 2017``, ``last 3 months``, ``Q1 2019``."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from timeflow.timeexpr.calendar import (
    Span,
    add_days,
    add_months,
    months_span,
    nth_week,
    period_span,
    week_span,
    weekend_span,
    years_span,
)
from timeflow.timeexpr.contracts import Granularity, TimeContext
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.cues import follows_well, has_month_cue, is_sure_month, month_at, starts_clean
from timeflow.timeexpr.english.lengths import Length, length
from timeflow.timeexpr.english.numeric import month_day, numeric_date
from timeflow.timeexpr.english.specs import Spec, fixed, yearly
from timeflow.timeexpr.english.tables import MONTHS, UNIT_MONTHS, UNITS, Unit
from timeflow.timeexpr.english.tokens import Phrases, Tokens, phrases, remembered

Found = tuple[Spec, int]
_SHIFTS: Phrases[int] = Phrases(
    {
        "this coming": 1,
        "this past": -1,
        "this": 0,
        "current": 0,
        "same": 0,
        "that": 0,
        "the": 0,
        "next": 1,
        "coming": 1,
        "upcoming": 1,
        "following": 1,
        "last": -1,
        "past": -1,
        "previous": -1,
    }
)
_AHEAD = frozenset({"next", "coming", "upcoming", "following"})
_GONE = frozenset({"last", "past", "previous"})
_SEASONS: dict[str, int] = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_QUARTERS = {f"q{number}": number for number in range(1, 5)}
_YEAR_CUES_TEXT = """
    in on since from until till through by before after during between of for than year to and or ~ = early late mid
"""
_YEAR_CUES = frozenset(_YEAR_CUES_TEXT.split())
_GIVEN_NAMES = frozenset({"april", "may", "june", "august"})
_ADDRESSING = frozenset(
    {"call", "ask", "tell", "email", "text", "message", "meet", "with", "phone", "invite", "remind"}
)
_YEAR_NAMES = phrases("calendar year", "year of", "year", "cy")


@remembered
def period(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """A period of several days at ``index`` and the next index."""
    return (
        _counted(tokens, index, context)
        or _numbered_week(tokens, index, context)
        or _quarter(tokens, index, context)
        or _turned(tokens, index, context)
        or _month(tokens, index, context)
        or _season(tokens, index, context)
        or _figures(tokens, index)
        or _decade(tokens, index, context)
        or _year(tokens, index)
    )


def unit_span(unit: Unit, context: TimeContext, shift: int) -> tuple[Span, Granularity] | None:
    """The week, month and so on of the reference, ``shift`` units later; None for a unit that has no such span."""
    today = context.reference.date()
    if unit in UNIT_MONTHS and unit != "decade":
        return period_span(today, UNIT_MONTHS[unit], shift), "year" if unit == "year" else unit_granularity(unit)
    if unit == "decade":
        return years_span(today.year // 10 * 10 + 10 * shift, 10), "decade"
    if unit == "week":
        return week_span(today, shift), "week"
    if unit == "weekend":
        return weekend_span(today, shift), "weekend"
    return None


def unit_granularity(unit: Unit) -> Granularity:
    """A unit as a granularity."""
    return "day" if unit == "weekday" else unit


def _turned(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``this week``, ``the following month``, ``last quarter``, ``the week after next``, ``next work week``."""
    turned = _after_next(tokens, index)
    if turned is None:
        turned = _SHIFTS.at(tokens, index + 1) if tokens.low(index) == "the" else None
        turned = turned or _SHIFTS.at(tokens, index)
        if turned is None:
            return _bare_weekend(tokens, index, context)
    shift, at = turned
    at = tokens.skip(at, "calendar")
    is_work = tokens.low(at) in {"work", "working", "business"} and tokens.low(at + 1) == "week"
    at += is_work
    if tokens.low(at) in {"workweek", "fortnight"}:
        is_work = tokens.low(at) == "workweek"
        weeks = shift if is_work or shift > 0 else 2 * shift
        monday = week_span(context.reference.date(), weeks)[0]
        return fixed("week", "en.week", (monday, add_days(monday, 5 if is_work else 14))), at + 1
    unit = UNITS.get(tokens.low(at))
    if unit is None or tokens.low(at) not in {"week", "weekend", "month", "quarter", "year", "decade"}:
        return None
    found = unit_span(unit, context, shift)
    if found is None:
        return None
    span, granularity = found
    coming = weekend_span(context.reference.date())
    if unit == "weekend" and shift == 1 and context.reference.date() < coming[0]:
        if tokens.low(at - 1) in {"coming", "upcoming"}:
            return fixed("weekend", "en.weekend", coming), at + 1
        # Like "next Saturday": next week's, or the one that comes next.
        return Spec("weekend", "en.weekend", (span, coming), is_open=True), at + 1
    if is_work:
        span = span[0], add_days(span[0], 5)
    return fixed(granularity, f"en.{granularity}", span), at + 1


def _after_next(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """``the week after next`` and ``the month before last``: the shift and the index of the unit's name."""
    at = tokens.skip(index, "the")
    for words, shift in (("after next", 2), ("before last", -2)):
        if tokens.phrase(at + 1, words) is not None and tokens.low(at) in UNITS:
            return shift, at
    return None


def _bare_weekend(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    if tokens.low(index) != "weekend":
        return None
    return fixed("weekend", "en.weekend", weekend_span(context.reference.date())), index + 1


def counted(tokens: Tokens, index: int) -> tuple[Length, int, int] | None:
    """``next 2 weeks``, ``5 upcoming years``: the length, 1 ahead or -1 back, and the next index."""
    at = tokens.skip(index, "the")
    if tokens.low(at) in _AHEAD | _GONE:
        sign, found = 1 if tokens.low(at) in _AHEAD else -1, length(tokens, at + 1)
        if found is None:
            unit = UNITS.get(tokens.low(at + 1))
            is_small = unit in {"hour", "minute", "second", "day"}
            found = (Length(((Fraction(1), unit),)), at + 2) if unit is not None and is_small else None
        return (found[0], sign, found[1]) if found is not None else None
    number = numbers.amount(tokens, at)
    if number is None or number[0] <= 0 or tokens.low(number[1]) not in _AHEAD | _GONE:
        return None
    unit = UNITS.get(tokens.low(number[1] + 1))
    if number[0] != 1 and not tokens.low(number[1] + 1).endswith("s"):
        return None
    sign = 1 if tokens.low(number[1]) in _AHEAD else -1
    return (Length(((number[0], unit),)), sign, number[1] + 2) if unit is not None else None


def _counted(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """Days and weeks ahead begin tomorrow and those gone by end yesterday; quarters and decades are whole ones."""
    found = counted(tokens, index)
    if found is None or found[0].has_clock:
        return None
    amount, sign, after = found
    today = context.reference.date()
    if amount.unit in {"quarter", "decade"}:
        here = unit_span(amount.unit, context, 0)
        today, start = here[0] if here is not None else (today, today)
        span = (amount.days_after(today, -1), today) if sign < 0 else (start, amount.days_after(start))
    elif sign > 0:
        start = add_days(today, 1)
        span = start, amount.days_after(start)
    else:
        span = amount.days_after(today, -1), today
    return fixed(amount.granularity, "en.counted", span), after


def _month(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``May``, ``this May``, ``May 2017``, ``june of 1992``, ``2017 april``, ``sales in Oct-2018``."""
    year = numbers.year(tokens, index)
    if year is not None and month_at(tokens, year[1]) is not None and not tokens.glued(year[1]):
        named = months_span(year[0], MONTHS[tokens.low(year[1])])
        return fixed("month", "en.month", named), year[1] + 1
    word = tokens.low(index)
    is_turned = word in {"this", "next", "last", "coming", "following", "previous"}
    at = index + is_turned
    month = month_at(tokens, at)
    if month is None:
        return None
    after = tokens.skip(at + 1, ".") if tokens[at + 2].digits is not None else at + 1
    year = numbers.year(tokens, tokens.skip(after, ",", "of", "in", "the"))
    if year is not None and not is_turned and not tokens.glued(year[1], ":"):
        return fixed("month", "en.month", months_span(year[0], month)), year[1]
    if not is_turned and not (has_month_cue(tokens, at) or follows_well(tokens, at + 1)):
        return None
    if word in _GIVEN_NAMES and tokens.low(index - 1) in _ADDRESSING:
        return None
    if not is_sure_month(tokens, at) or _is_impossible_day(tokens, after, month):
        return None
    found = yearly("month", "en.month", partial(_month_in, month))
    if not is_turned:
        return found, at + 1
    today = context.reference.date()
    if word == "this":
        return replace(found, fixed=(months_span(today.year, month),), yearly=None), at + 1
    span = (
        found.last_until(add_months(today, -1))
        if word in {"last", "previous"}
        else found.next_from(add_months(today, 1))
    )
    return (fixed("month", "en.month", span), at + 1) if span is not None else None


def _is_impossible_day(tokens: Tokens, index: int, month: int) -> bool:
    """``Feb 30``: no day, and not February either."""
    number = tokens[index].digits
    is_clock = tokens.glued(index + 1, ":", ".") or tokens.low(index + 1) in {"am", "pm"}
    is_day = number is not None and len(tokens[index].text) <= 2 and not is_clock
    return is_day and number is not None and month_day(month, number) is None


def _month_in(month: int, year: int) -> Span:
    return months_span(year, month)


def _quarter(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``Q1``, ``q3 2019``, ``2017 q1``, ``2019-H2``, ``first quarter of 2013``, ``next year's first quarter``."""
    year = numbers.year(tokens, index)
    at = tokens.skip(year[1], "-", "'s") if year is not None else index
    if (
        year is None
        and tokens.low(index) in {"next", "this", "last"}
        and tokens.phrase(index + 1, "year 's") is not None
    ):
        shift = {"next": 1, "this": 0, "last": -1}[tokens.low(index)]
        year, at = (context.reference.year + shift, index + 3), index + 3
    at = tokens.skip(at, "the")
    part = _part_of_year(tokens, at)
    if part is None:
        return None
    months, length_, after = part
    granularity: Granularity = "quarter"
    if year is None:
        year = numbers.year(tokens, tokens.skip(tokens.skip(after, "of", "in", "-", "/"), "the"))
        after = year[1] if year is not None else after
    if year is not None:
        return fixed(granularity, "en.quarter", months_span(year[0], months, length_)), after
    if not (follows_well(tokens, after) or has_month_cue(tokens, index)):
        # A Q3 report is no time.
        return None
    return yearly(granularity, "en.quarter", partial(_months_in, months, length_)), after


def _part_of_year(tokens: Tokens, index: int) -> tuple[int, int, int] | None:
    """First month, number of months and next index of ``q1``, ``h2``, ``first quarter``."""
    word = tokens.low(index)
    digits = tokens[index + 1].digits if tokens.glued(index + 1) else None
    if word == "q" and digits in {1, 2, 3, 4}:
        return 3 * digits - 2, 3, index + 2
    if word == "h" and digits in {1, 2}:
        return 6 * digits - 5, 6, index + 2
    number = numbers.ordinal(tokens, index)
    if number is not None and tokens.low(number[1]) == "quarter" and number[0] <= 4:
        return 3 * number[0] - 2, 3, number[1] + 1
    return None


def _months_in(month: int, count: int, year: int) -> Span:
    return months_span(year, month, count)


def _numbered_week(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``week 31``, ``the week 3 of 2027``."""
    at = tokens.skip(index, "the")
    number = tokens[at + 1].digits if tokens.low(at) == "week" else None
    if number is None or not 1 <= number <= 53:
        return None
    year = numbers.year(tokens, at + 3) if tokens.low(at + 2) in {"of", "in", ","} else None
    chosen, after = year if year is not None else (context.reference.year, at + 2)
    return fixed("week", "en.week_number", nth_week(years_span(chosen), number)), after


def _season(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``this summer``, ``next winter``, ``summer 2026``: by whole months; winter begins in December."""
    at = tokens.skip(index, "the")
    word = tokens.low(at)
    is_turned = word in {"this", "next", "last"}
    at += is_turned
    month = _SEASONS.get(tokens.low(at))
    if month is None or (
        not is_turned and tokens.low(at) in {"spring", "fall"} and tokens.low(at - 1) not in {"in", "the"}
    ):
        return None
    found = yearly("season", "en.season", partial(_months_in, month, 3))
    year = numbers.year(tokens, tokens.skip(at + 1, "of"))
    if year is not None and not is_turned:
        return fixed("season", "en.season", months_span(year[0], month, 3)), year[1]
    if not is_turned:
        return found, at + 1
    shift = {"this": 0, "next": 1, "last": -1}[word]
    return fixed("season", "en.season", months_span(context.reference.year + shift, month, 3)), at + 1


def _figures(tokens: Tokens, index: int) -> Found | None:
    found = numeric_date(tokens, index)
    return found if found is not None and found[0].granularity == "month" else None


def _decade(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``1990s``, ``the 90s``, ``15th century``, ``the 21st century``."""
    at = tokens.skip(index, "the")
    number = numbers.ordinal(tokens, at)
    if number is not None and tokens.low(number[1]) == "century" and 1 <= number[0] <= 30:
        return fixed("century", "en.century", years_span(100 * (number[0] - 1) or 1, 100)), number[1] + 1
    digits = tokens[at].digits
    if digits is None or digits % 10 or tokens.low(at + 1) not in {"s", "'s"}:
        return None
    after = at + 2
    if len(tokens[at].text) == 4 and 1000 <= digits < 3000:
        return fixed("decade", "en.decade", years_span(digits, 10)), after
    if len(tokens[at].text) != 2 or not (at > index or tokens.low(at - 1) in {"in", "since"}):
        return None
    this = context.reference.year // 100 * 100 + digits
    return fixed("decade", "en.decade", years_span(this - 100 if this > context.reference.year else this, 10)), after


def _year(tokens: Tokens, index: int) -> Found | None:
    """``in 2018``, ``the year 2008``, ``cy18``; a bare four-digit number only after a word that announces a year."""
    at = tokens.skip(index, "the")
    named = tokens.first_phrase(at, _YEAR_NAMES)
    found = numbers.year(tokens, named if named is not None else at)
    if found is not None and named is not None:
        return fixed("year", "en.year", years_span(found[0])), found[1]
    if named is not None and tokens.low(named - 1) == "cy" and len(tokens[named].text) == 2:
        short = tokens[named].digits
        return (fixed("year", "en.year", years_span(2000 + short)), named + 1) if short is not None else None
    if found is None or not 1500 <= found[0] <= 2199 or not starts_clean(tokens, at):
        return None
    ranged = numbers.year(tokens, found[1] + 1) if tokens.low(found[1]) in {"-", "~", "–", "to", "through"} else None
    is_dashed = tokens.low(at - 1) == "-" and (len(tokens[at - 2].text) == 4 or tokens.low(at - 2) in MONTHS)
    is_cued = tokens.low(at - 1) in _YEAR_CUES or is_dashed or len(tokens) == 1 or ranged is not None
    return (
        (fixed("year", "en.year", years_span(found[0])), found[1])
        if is_cued and follows_well(tokens, found[1])
        else None
    )
