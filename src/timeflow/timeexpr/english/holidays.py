"""Holidays by their English names, in a year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from dateutil.easter import easter
from lunardate import LunarDate  # type: ignore[import-untyped]

from timeflow.timeexpr.calendar import Span, add_days, months_span, nth_weekday, valid_date
from timeflow.timeexpr.english.specs import Spec, one_day, yearly
from timeflow.timeexpr.english.tokens import Tokens

DateInYear = Callable[[int], date | None]
_LUNAR_YEARS = range(1901, 2099)


def _on(month: int, day: int) -> DateInYear:
    return lambda year: valid_date(year, month, day)


def _nth(number: int, weekday: int, month: int, later: int = 0) -> DateInYear:
    def find(year: int) -> date | None:
        day = nth_weekday(months_span(year, month), weekday, number)
        return add_days(day, later) if day is not None else None

    return find


def _easter(later: int) -> DateInYear:
    return lambda year: add_days(easter(year), later) if 1583 <= year <= 4099 else None


def _lunar(month: int, day: int, later: int = 0) -> DateInYear:
    def find(year: int) -> date | None:
        if year not in _LUNAR_YEARS:
            return None
        found: date = LunarDate(year, month, day).toSolarDate()
        return add_days(found, later)

    return find


_HOLIDAYS: dict[str, DateInYear] = {
    "christmas eve": _on(12, 24),
    "christmas day": _on(12, 25),
    "christmas": _on(12, 25),
    "xmas": _on(12, 25),
    "boxing day": _on(12, 26),
    "new year 's eve": _on(12, 31),
    "new years eve": _on(12, 31),
    "new year 's day": _on(1, 1),
    "new years day": _on(1, 1),
    "new year 's": _on(1, 1),
    "new years": _on(1, 1),
    "new year": _on(1, 1),
    "valentine 's day": _on(2, 14),
    "valentines day": _on(2, 14),
    "groundhog day": _on(2, 2),
    "international women 's day": _on(3, 8),
    "women 's day": _on(3, 8),
    "st patrick 's day": _on(3, 17),
    "st . patrick 's day": _on(3, 17),
    "saint patrick 's day": _on(3, 17),
    "april fool 's day": _on(4, 1),
    "april fools day": _on(4, 1),
    "april fools": _on(4, 1),
    "earth day": _on(4, 22),
    "international workers day": _on(5, 1),
    "international labor day": _on(5, 1),
    "may day": _on(5, 1),
    "cinco de mayo": _on(5, 5),
    "children 's day": _on(6, 1),
    "juneteenth": _on(6, 19),
    "freedom day": _on(6, 19),
    "jubilee day": _on(6, 19),
    "independence day": _on(7, 4),
    "halloween": _on(10, 31),
    "veterans day": _on(11, 11),
    "singles day": _on(11, 11),
    "martin luther king day": _nth(3, 0, 1),
    "mlk day": _nth(3, 0, 1),
    "presidents day": _nth(3, 0, 2),
    "mother 's day": _nth(2, 6, 5),
    "mothers day": _nth(2, 6, 5),
    "memorial day": _nth(-1, 0, 5),
    "father 's day": _nth(3, 6, 6),
    "fathers day": _nth(3, 6, 6),
    "labor day": _nth(1, 0, 9),
    "labour day": _nth(1, 0, 9),
    "columbus day": _nth(2, 0, 10),
    "thanksgiving day": _nth(4, 3, 11),
    "thanksgiving": _nth(4, 3, 11),
    "black friday": _nth(4, 3, 11, later=1),
    "cyber monday": _nth(4, 3, 11, later=4),
    "good friday": _easter(-2),
    "easter monday": _easter(1),
    "easter sunday": _easter(0),
    "easter": _easter(0),
    "chinese new year 's eve": _lunar(1, 1, later=-1),
    "chinese new year": _lunar(1, 1),
    "lunar new year": _lunar(1, 1),
    "spring festival": _lunar(1, 1),
    "lantern festival": _lunar(1, 15),
    "dragon boat festival": _lunar(5, 5),
    "mid autumn festival": _lunar(8, 15),
    "mid - autumn festival": _lunar(8, 15),
    "moon festival": _lunar(8, 15),
    "double ninth festival": _lunar(9, 9),
    "chinese national day": _on(10, 1),
    "national day": _on(10, 1),
}
_BY_FIRST_WORD: dict[str, tuple[str, ...]] = {
    first: tuple(sorted((n for n in _HOLIDAYS if n.split()[0] == first), key=len, reverse=True))
    for first in {name.split()[0] for name in _HOLIDAYS}
}


def holiday(tokens: Tokens, index: int) -> tuple[Spec, int] | None:
    """A holiday at ``index``, once a year, and the next index."""
    for name in _BY_FIRST_WORD.get(tokens.low(index), ()):
        after = tokens.phrase(index, name)
        if after is None:
            continue
        return yearly("day", "en.holiday", partial(_span, _HOLIDAYS[name])), after
    return None


def _span(find: DateInYear, year: int) -> Span | None:
    day = find(year)
    return one_day(day) if day is not None else None
