"""The words without which no phrase is a time, and where in a sentence one is near."""

from __future__ import annotations

from timeflow.timeexpr.english.holidays import HOLIDAY_WORDS
from timeflow.timeexpr.english.numbers import NUMBER_WORDS
from timeflow.timeexpr.english.tables import MONTHS, PARTS, UNITS, WEEKDAY_PLURALS, WEEKDAYS
from timeflow.timeexpr.english.tokens import Tokens

_OTHER_WORDS = """
today tomorrow tommorow tommorrow tmrw tmr tmw yesterday date tonight tonite noon midday noonish noontime midnight mid
now moment present mornings afternoons evenings nights spring summer autumn fall winter century fortnight workweek eod
cob eom eoy eow eoq hourly daily everyday nightly weekly biweekly bi fortnightly monthly bimonthly quarterly semiannual
semiannually semi yearly annually q h cy half quarter ½
"""
_WORDS = frozenset(
    {*MONTHS, *WEEKDAYS, *WEEKDAY_PLURALS, *UNITS, *NUMBER_WORDS, *HOLIDAY_WORDS, *_OTHER_WORDS.split()}
    | {word for phrase in PARTS for word in phrase.split()}
) - {"s", "d", "the", "-", ".", "new", "good", "black", "double"}
# The longest run of words that may lead to the first of these: "any time from around the".
_REACH = 6
_STARTING_SIGNS = frozenset({"@", "½"})


def places(tokens: Tokens) -> list[int]:
    """The indices at which a phrase may begin: a figure or a word of time stands there or soon after."""
    found: list[int] = []
    nearest = len(tokens) + _REACH
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        if token.digits is not None or token.low in _WORDS:
            nearest = index
        if nearest - index < _REACH and (token.text[0].isalnum() or token.low in _STARTING_SIGNS):
            found.append(index)
    return found[::-1]
