"""Days: ``today``, ``next Friday``, ``Dec 5``, ``5th of May 2026``, ``the 15th``."""

from __future__ import annotations

from functools import partial

from timeflow.timeexpr.calendar import Span, add_days, coming_weekday, valid_date, weekday_of_week
from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.cues import follows_well, has_day_cue, has_month_cue, month_at, starts_clean, weekday_at
from timeflow.timeexpr.english.holidays import holiday
from timeflow.timeexpr.english.numeric import month_day, numeric_date
from timeflow.timeexpr.english.specs import Spec, fixed, one_day
from timeflow.timeexpr.english.tables import DOUBTFUL_MONTHS, PARTS
from timeflow.timeexpr.english.tokens import Phrases, Tokens, phrases, remembered
from timeflow.timeexpr.resolve import relative_days

_RELATIVE: Phrases[int] = Phrases(
    {
        "the day after tomorrow": 2,
        "day after tomorrow": 2,
        "the day before yesterday": -2,
        "day before yesterday": -2,
        "the day before": -1,
        "the day after": 1,
        "the next day": 1,
        "the following day": 1,
        "the previous day": -1,
        "this day": 0,
        "later today": 0,
        "earlier today": 0,
        "today": 0,
        "current date": 0,
        "tomorrow": 1,
        "tommorow": 1,
        "tommorrow": 1,
        "tmrw": 1,
        "tmr": 1,
        "tmw": 1,
        "yesterday": -1,
    }
)
_COMING = phrases("this coming", "this upcoming", "coming", "upcoming")
_GONE = phrases("this past", "past")
# What is held on the day itself; a Christmas party is held before it.
_MEALS = frozenset({"dinner", "lunch", "brunch", "breakfast", "supper"})
_GATHERINGS = frozenset({"party", "fireworks", "celebration", "service", "concert", "countdown", "parade", "meal"})
_VERB_MONTHS = frozenset({"may", "march"})
Found = tuple[Spec, int]


@remembered
def day(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """A day at ``index`` and the next index; the article and ``on`` before it are left to the caller."""
    return (
        _relative(tokens, index, context)
        or _day_first(tokens, index)
        or _month_first(tokens, index)
        or numeric_date(tokens, index)
        or _weekday(tokens, index, context)
        or _of_month(tokens, index)
        or _holiday(tokens, index, context)
    )


def _relative(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    found = _RELATIVE.at(tokens, index)
    is_cut = found is not None and tokens.low(found[1] - 1) in {"before", "after"} and tokens[found[1]].text.isalpha()
    if found is None or is_cut:
        return None
    days = relative_days(found[0], context)
    return Spec("day", "en.relative_day", tuple(map(one_day, days)), is_open=len(days) > 1), found[1]


def _month_first(tokens: Tokens, index: int) -> Found | None:
    """``Dec 5``, ``December 5, 2026``, ``May twenty nine``, ``April the ninth``, ``october, 1st``."""
    month = month_at(tokens, index)
    if month is None:
        return None
    at = tokens.skip(index + 1, ".", ",", "-", "/")
    at = tokens.skip(at, "the")
    number = numbers.ordinal(tokens, at) or _cardinal_day(tokens, at, index)
    found = month_day(month, number[0]) if number is not None else None
    if found is None or number is None:
        return None
    return _with_year(tokens, number[1], found)


def _cardinal_day(tokens: Tokens, index: int, month_index: int) -> tuple[int, int] | None:
    digits = tokens[index].digits
    if digits is not None:
        is_clock = tokens.glued(index + 1, ":") or tokens.low(index + 1) in {"am", "pm", "o'clock"}
        is_decimal = (
            tokens.glued(index + 1, ".", ",") and tokens.glued(index + 2) and tokens[index + 2].digits is not None
        )
        is_verb = tokens[month_index].text in _VERB_MONTHS and not follows_well(tokens, index + 1)
        is_other = is_clock or is_decimal or is_verb or len(tokens[index].text) > 2
        return None if is_other else (digits, index + 1)
    word = numbers.small(tokens, index)
    if word is None or tokens.low(word[1]) in {"hundred", "thousand"}:
        return None
    is_verb = tokens.low(month_index) in _VERB_MONTHS and not follows_well(tokens, word[1])
    return None if is_verb else word


def _day_first(tokens: Tokens, index: int) -> Found | None:
    """``5 December 2026``, ``1st of May``, ``twenty five January``, ``23rd day of September``."""
    index = tokens.skip(index, "the")
    ordinal = numbers.ordinal(tokens, index)
    number = ordinal or numbers.cardinal(tokens, index)
    if number is None:
        return None
    at = tokens.skip(number[1], "day") if ordinal is not None else number[1]
    of = tokens.skip(at, "of")
    at = tokens.skip(of, "-") if of == at else of
    month = month_at(tokens, at)
    found = month_day(month, number[0]) if month is not None else None
    if found is None:
        return None
    # "two may be enough": a verb unless something says otherwise.
    is_told = ordinal is not None or of < at or tokens.low(at) not in DOUBTFUL_MONTHS or follows_well(tokens, at + 1)
    if tokens.low(at) in _VERB_MONTHS and ordinal is None and tokens[index].digits is None and of == number[1]:
        return None
    return _with_year(tokens, at + 1, found) if is_told else None


def _with_year(tokens: Tokens, index: int, found: Spec) -> Found:
    """Take the year after a day and month: ``, 2026``, ``of 1995``, ``nineteen eighty six``."""
    at = tokens.skip(tokens.skip(index, ".") if tokens.low(index + 1) == "," else index, ",", "-", "/", "of", "in")
    year = numbers.year(tokens, at) or _far_year(tokens, at)
    if year is not None and not tokens.glued(year[1], ":"):
        dated = found.in_year(year[0])
        if dated is not None:
            return dated, year[1]
    return found, index


def _far_year(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """``9998`` behind a date, where no noun makes it a number of something."""
    digits = tokens[index].digits
    is_year = digits is not None and len(tokens[index].text) == 4 and 3000 <= digits <= 9998
    return (digits, index + 1) if digits is not None and is_year and follows_well(tokens, index + 1) else None


def _weekday(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``Friday``, ``this Friday``, ``next Friday``, ``last Friday``, ``coming Friday``."""
    at = tokens.skip(index, "the")
    coming = tokens.first_phrase(at, _COMING)
    gone = tokens.first_phrase(at, _GONE)
    word = tokens.low(at)
    name_at = coming or gone or (at + 1 if word in {"this", "next", "last", "following", "previous", "that"} else at)
    weekday = weekday_at(tokens, name_at)
    if weekday is None:
        return None
    after = tokens.skip(name_at + 1, ".") if tokens[name_at + 2].digits is not None else name_at + 1
    after_next = tokens.phrase(after, "after next")
    if after_next is not None:
        return fixed("day", "en.weekday", one_day(weekday_of_week(context.reference.date(), weekday, 2))), after_next
    today = context.reference.date()
    if name_at == at and tokens.low(after) == "week" and follows_well(tokens, after + 1):
        # "Friday week": a week after the coming Friday.
        week_on = add_days(coming_weekday(today, weekday), 7)
        return fixed("day", "en.weekday", one_day(week_on)), after + 1
    if name_at == at:
        return Spec("day", "en.weekday", weekday=weekday), after
    this = weekday_of_week(today, weekday)
    if coming is not None:
        return fixed("day", "en.weekday", one_day(coming_weekday(add_days(today, 1), weekday))), after
    if gone is not None:
        return fixed("day", "en.weekday", one_day(coming_weekday(add_days(today, -1), weekday, past=True))), after
    if word in {"this", "that"}:
        if this >= today or context.past or word == "that":
            return fixed("day", "en.weekday", one_day(this)), after
        # "this Monday" on a Tuesday: a planner means the next one, a diary yesterday.
        return Spec("day", "en.weekday", (one_day(add_days(this, 7)), one_day(this)), is_open=True), after
    # "next Saturday" on a Tuesday, "last Monday" on a Friday: the neighbour week's, or the nearer one of this week.
    sign = 1 if word in {"next", "following"} else -1
    neighbour, is_open = add_days(this, 7 * sign), (this - today).days * sign > 0
    readings = (neighbour, this) if is_open else (neighbour,)
    return Spec("day", "en.weekday", tuple(map(one_day, readings)), is_open=is_open), after


def _of_month(tokens: Tokens, index: int) -> Found | None:
    """``the 15th`` and, after a weekday, ``the eleventh`` or ``13``."""
    at = tokens.skip(index, "the")
    number = numbers.ordinal(tokens, at)
    is_after_weekday = weekday_at(tokens, index - 1) is not None
    if number is None or not 1 <= number[0] <= 31 or not follows_well(tokens, number[1]):
        return None
    is_word = tokens[at].digits is None
    is_cued = at > index or has_day_cue(tokens, index)
    if is_word:
        is_cued = is_after_weekday or (at > index and tokens.low(index - 1) in {"on", "by", "until", "before"})
    return (day_of_month(number[0]), number[1]) if is_cued and starts_clean(tokens, at) else None


def day_of_month(number: int) -> Spec:
    """A day of some month still to be settled."""
    return Spec("day", "en.day_of_month", monthly=partial(_in_month, number))


def _in_month(number: int, year: int, month: int) -> Span | None:
    found = valid_date(year, month, number)
    return one_day(found) if found is not None else None


def _holiday(tokens: Tokens, index: int, context: TimeContext) -> Found | None:
    """``Christmas``, ``Easter 2018``, ``last Easter``, ``next Thanksgiving``."""
    at = tokens.skip(index, "the")
    word = tokens.low(at)
    is_turned = word in {"this", "next", "last", "previous", "following", "past", "coming", "upcoming"}
    found = holiday(tokens, at + 1 if is_turned else at)
    if found is None:
        return None
    is_timed = tokens.low(found[1]) in PARTS or tokens.low(found[1]) in {"early", "late", "weekend"}
    is_meal = tokens.low(found[1]) in _MEALS or (
        tokens.low(found[1] - 1) in {"eve", "day"} and tokens.low(found[1]) in _GATHERINGS
    )
    is_noun = not (is_timed or is_meal or follows_well(tokens, found[1]) or numbers.year(tokens, found[1]))
    if is_noun and not is_turned and not has_month_cue(tokens, at):
        # A Christmas tree is no date.
        return None
    if not is_turned:
        return _with_year(tokens, found[1], found[0])
    today = context.reference.date()
    if word in {"last", "previous", "past"}:
        span = found[0].last_until(add_days(today, -1))
    elif word == "this":
        dated = found[0].in_year(today.year)
        span = dated.fixed[0] if dated is not None else None
    else:
        span = found[0].next_from(add_days(today, 1))
    return (fixed("day", "en.holiday", span), found[1]) if span is not None else None
