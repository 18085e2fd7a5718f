"""Holidays by their English names, in a year."""

from __future__ import annotations

from datetime import date
from functools import partial

from dateutil.easter import easter

from timeflow.timeexpr.calendar import Span, add_days, months_span, nth_weekday, valid_date
from timeflow.timeexpr.english.specs import Spec, one_day, yearly
from timeflow.timeexpr.english.tokens import Tokens
from timeflow.timeexpr.festivals import FESTIVALS, DateOfYear


def _on(month: int, day: int) -> DateOfYear:
    return lambda year: valid_date(year, month, day)


def _nth(number: int, weekday: int, month: int, later: int = 0) -> DateOfYear:
    def find(year: int) -> date | None:
        day = nth_weekday(months_span(year, month), weekday, number)
        return add_days(day, later) if day is not None else None

    return find


def _easter(later: int) -> DateOfYear:
    return lambda year: add_days(easter(year), later) if 1583 <= year <= 4099 else None


_HOLIDAYS: dict[str, DateOfYear] = {
    "christmas eve": FESTIVALS["christmas_eve"],
    "christmas day": FESTIVALS["christmas"],
    "christmas": FESTIVALS["christmas"],
    "xmas": FESTIVALS["christmas"],
    "boxing day": _on(12, 26),
    "new year 's eve": FESTIVALS["new_years_eve"],
    "new years eve": FESTIVALS["new_years_eve"],
    "new year 's day": FESTIVALS["new_year"],
    "new years day": FESTIVALS["new_year"],
    "new year 's": FESTIVALS["new_year"],
    "new years": FESTIVALS["new_year"],
    "new year": FESTIVALS["new_year"],
    "valentine 's day": FESTIVALS["valentine"],
    "valentines day": FESTIVALS["valentine"],
    "groundhog day": _on(2, 2),
    "international women 's day": FESTIVALS["womens_day"],
    "women 's day": FESTIVALS["womens_day"],
    "st patrick 's day": _on(3, 17),
    "st . patrick 's day": _on(3, 17),
    "saint patrick 's day": _on(3, 17),
    "april fool 's day": FESTIVALS["fools_day"],
    "april fools day": FESTIVALS["fools_day"],
    "april fools": FESTIVALS["fools_day"],
    "earth day": _on(4, 22),
    "international workers day": FESTIVALS["labour_day"],
    "international labor day": FESTIVALS["labour_day"],
    "may day": FESTIVALS["labour_day"],
    "cinco de mayo": _on(5, 5),
    "children 's day": FESTIVALS["childrens_day"],
    "juneteenth": _on(6, 19),
    "freedom day": _on(6, 19),
    "jubilee day": _on(6, 19),
    "independence day": _on(7, 4),
    "halloween": FESTIVALS["halloween"],
    "veterans day": _on(11, 11),
    "singles day": FESTIVALS["singles_day"],
    "martin luther king day": _nth(3, 0, 1),
    "mlk day": _nth(3, 0, 1),
    "presidents day": _nth(3, 0, 2),
    "mother 's day": FESTIVALS["mothers_day"],
    "mothers day": FESTIVALS["mothers_day"],
    "memorial day": _nth(-1, 0, 5),
    "father 's day": FESTIVALS["fathers_day"],
    "fathers day": FESTIVALS["fathers_day"],
    "labor day": _nth(1, 0, 9),
    "labour day": _nth(1, 0, 9),
    "columbus day": _nth(2, 0, 10),
    "thanksgiving day": FESTIVALS["thanksgiving"],
    "thanksgiving": FESTIVALS["thanksgiving"],
    "black friday": _nth(4, 3, 11, later=1),
    "cyber monday": _nth(4, 3, 11, later=4),
    "good friday": _easter(-2),
    "easter monday": _easter(1),
    "easter sunday": _easter(0),
    "easter": _easter(0),
    "chinese new year 's eve": FESTIVALS["lunar_new_year_eve"],
    "chinese new year": FESTIVALS["spring_festival"],
    "lunar new year": FESTIVALS["spring_festival"],
    "spring festival": FESTIVALS["spring_festival"],
    "lantern festival": FESTIVALS["lantern_festival"],
    "dragon boat festival": FESTIVALS["dragon_boat"],
    "mid autumn festival": FESTIVALS["mid_autumn"],
    "mid - autumn festival": FESTIVALS["mid_autumn"],
    "moon festival": FESTIVALS["mid_autumn"],
    "double ninth festival": FESTIVALS["double_ninth"],
    "chinese national day": FESTIVALS["national_day"],
    "national day": FESTIVALS["national_day"],
}
_BY_FIRST_WORD: dict[str, tuple[str, ...]] = {
    first: tuple(sorted((n for n in _HOLIDAYS if n.split()[0] == first), key=len, reverse=True))
    for first in {name.split()[0] for name in _HOLIDAYS}
}
HOLIDAY_WORDS = frozenset(word for name in _HOLIDAYS for word in name.split())
"""Every word of a holiday's name."""


def holiday(tokens: Tokens, index: int) -> tuple[Spec, int] | None:
    """A holiday at ``index``, once a year, and the next index."""
    for name in _BY_FIRST_WORD.get(tokens.low(index), ()):
        after = tokens.phrase(index, name)
        if after is None:
            continue
        return yearly("day", "en.holiday", partial(_span, _HOLIDAYS[name])), after
    return None


def _span(find: DateOfYear, year: int) -> Span | None:
    day = find(year)
    return one_day(day) if day is not None else None
