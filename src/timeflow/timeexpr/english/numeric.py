"""Dates in figures: ``12/5/2026``, ``2026-12-05``, ``12/5``, ``23.04.2022``, ``2019-aug-01``, ``Dec-2018``, ``2015-3``.

Month before day, as in the United States, unless that is impossible; with dots and a year the day comes first, as in
the countries that use them.
"""

from __future__ import annotations

from timeflow.timeexpr.calendar import Span, months_span, valid_date
from timeflow.timeexpr.english.cues import has_day_cue, is_fraction, month_at
from timeflow.timeexpr.english.specs import Spec, fixed, one_day, yearly
from timeflow.timeexpr.english.tokens import Tokens, remembered

_FIRST_SHORT_YEAR = 40
_RULE = "en.numeric_date"


@remembered
def numeric_date(tokens: Tokens, index: int) -> tuple[Spec, int] | None:
    """A date or month in figures at ``index``, and the next index."""
    fields, after, sign = _fields(tokens, index)
    if len(fields) == 3:
        found = _three(fields, sign)
    elif len(fields) == 2:
        found = _two(tokens, index, fields, sign)
    else:
        found = _compact(tokens, index)
    return (found, after) if found is not None else None


def _fields(tokens: Tokens, index: int) -> tuple[list[tuple[str, int]], int, str]:
    """Up to three fields joined by one sign (or by spaces, in ``2016 10 16``), each as written with its value."""
    first = _field(tokens, index)
    if first is None:
        return [], index, ""
    fields, after = [first], index + 1
    sign = tokens.low(after) if tokens.glued(after, "/", "-", ".") else ""
    if not sign:
        return _spaced(tokens, index, first)
    while len(fields) < 3 and tokens.glued(after, sign):
        more = _field(tokens, after + 1) if tokens[after + 1].glued else None
        if more is None:
            break
        fields, after = [*fields, more], after + 2
    return fields, after, sign


def _spaced(tokens: Tokens, index: int, first: tuple[str, int]) -> tuple[list[tuple[str, int]], int, str]:
    second, third = tokens[index + 1], tokens[index + 2]
    is_date = len(first[0]) == 4 and len(second.text) == 2 and len(third.text) == 2
    if is_date and second.digits is not None and third.digits is not None and not (second.glued or third.glued):
        return [first, (second.text, second.digits), (third.text, third.digits)], index + 3, " "
    return [first], index + 1, ""


def _field(tokens: Tokens, index: int) -> tuple[str, int] | None:
    """Figures, or the name of a month (then ``text`` is empty)."""
    digits = tokens[index].digits
    if digits is not None:
        return tokens[index].text, digits
    month = month_at(tokens, index)
    return ("", month) if month is not None else None


def _three(fields: list[tuple[str, int]], sign: str) -> Spec | None:
    texts, values = [text for text, _ in fields], [value for _, value in fields]
    if any(len(text) == 3 or len(text) > 4 for text in texts):
        return None
    long_years = [place for place, text in enumerate(texts) if len(text) == 4]
    named = [place for place, text in enumerate(texts) if not text]
    if len(long_years) > 1 or len(named) > 1 or (not long_years and sign == "." and not named):
        return None
    year_place = long_years[0] if long_years else 2
    if named and named[0] == year_place:
        return None
    year = values[year_place] if long_years else _long_year(values[2])
    rest = [place for place in range(3) if place != year_place]
    if named:
        month_place = named[0]
        orders = [(month_place, next(place for place in rest if place != month_place))]
    else:
        orders = [(rest[0], rest[1]), (rest[1], rest[0])]
        if year_place == 0:
            orders.pop()
        elif sign == ".":
            orders.reverse()
    for month_place, day_place in orders:
        day = valid_date(year, values[month_place], values[day_place])
        if day is not None:
            return fixed("day", _RULE, one_day(day))
    return None


def _two(tokens: Tokens, index: int, fields: list[tuple[str, int]], sign: str) -> Spec | None:
    (first_text, first), (second_text, second) = fields
    if len(first_text) == 4 or len(second_text) == 4:
        year, month = (first, second) if len(first_text) == 4 else (second, first)
        is_month = 1 <= month <= 12 and len(first_text) + len(second_text) <= 6 and 1900 <= year <= 2999
        return fixed("month", _RULE, months_span(year, month)) if is_month and sign != "." else None
    if not first_text and not second_text:
        return None
    if not first_text or not second_text:
        month, day = (first, second) if not first_text else (second, first)
        return month_day(month, day) if max(len(first_text), len(second_text)) <= 2 and sign != "." else None
    is_cued = has_day_cue(tokens, index) and tokens.low(index - 1) not in {"for", "about", "around", ",", "/", "-"}
    if len(first_text) > 2 or len(second_text) > 2 or sign == "-" or (sign == "." and not is_cued):
        return None
    if is_fraction(first, second) and not is_cued:
        return None
    return month_day(first, second) or month_day(second, first)


def _compact(tokens: Tokens, index: int) -> Spec | None:
    text = tokens[index].text
    if len(text) != 8 or not text.startswith(("19", "20")) or tokens[index].digits is None:
        return None
    day = valid_date(int(text[:4]), int(text[4:6]), int(text[6:]))
    return fixed("day", _RULE, one_day(day)) if day is not None else None


def month_day(month: int, day: int) -> Spec | None:
    """A day and month without a year; None where no year has it."""
    if valid_date(2000, month, day) is None:
        return None

    def in_year(year: int) -> Span | None:
        found = valid_date(year, month, day)
        return one_day(found) if found is not None else None

    return yearly("day", "en.month_day", in_year)


def _long_year(year: int) -> int:
    return year + (2000 if year < _FIRST_SHORT_YEAR else 1900)
