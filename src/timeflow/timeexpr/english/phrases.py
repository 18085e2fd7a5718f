"""Ranges, open ends, deadlines and lengths: ``Monday to Wednesday``, ``by Friday``, ``since May``, ``for 2 hours``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from timeflow.timeexpr.contracts import TimeContext
from timeflow.timeexpr.english import numbers
from timeflow.timeexpr.english.cues import ends_clean, starts_clean
from timeflow.timeexpr.english.days import day_of_month
from timeflow.timeexpr.english.lengths import Length, length
from timeflow.timeexpr.english.moment import NOTHING, Moment, moment, relative_day
from timeflow.timeexpr.english.periods import counted, period
from timeflow.timeexpr.english.selectors import calendar_part
from timeflow.timeexpr.english.specs import Spec
from timeflow.timeexpr.english.tables import UNITS
from timeflow.timeexpr.english.tokens import Phrases, Tokens, phrases
from timeflow.timeexpr.resolve import Clock

_WHOLES = phrases("all", "the whole", "the entire")
_ENDINGS = phrases("the end of the", "end of the", "the end of", "end of", "the close of", "close of")
_DAY_NAMES = phrases("business day", "working day", "work day", "business", "work", "day", "today")
_BUSINESS = frozenset({"business day", "working day", "work day", "business", "work"})
# The end of the working hours, as for 下班前.
_CLOSING = Clock(18, certain=True)


class Shape(StrEnum):
    """How the moments of a phrase stand to each other."""

    AT = "at"
    FROM_TO = "from_to"
    FROM = "from"
    AFTER = "after"
    UNTIL = "until"
    BEFORE = "before"
    WITHIN = "within"
    LENGTH = "length"
    FOR = "for"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase before it is settled.

    Attributes:
        shape: ``AT`` first; ``FROM_TO`` first to last; ``FROM`` and ``AFTER`` open ends; ``UNTIL`` and ``BEFORE``
            deadlines that include and exclude what is named; ``WITHIN`` and ``LENGTH`` only a length; ``FOR`` a length
            from first on.
        start, end: indices of the first token and after the last.
        sign: 1 ahead, -1 back, for ``WITHIN``.
        is_past: the words look back (``since May``).
    """

    shape: Shape
    start: int
    end: int
    first: Moment = NOTHING
    last: Moment = NOTHING
    length: Length | None = None
    sign: int = 1
    is_past: bool = False


_RANGE_WORDS = ("to", "-", "–", "—", "~", "until", "till", "til", "through", "thru", "up to")
_RANGE_JOINERS = phrases(*_RANGE_WORDS)
_BETWEEN_JOINERS = phrases(*_RANGE_WORDS, "and")
_LEADS = phrases("on", "at", "in", "around", "about", "during")
_BOUNDS: Phrases[Shape] = Phrases(
    {
        "no later than": Shape.UNTIL,
        "not later than": Shape.UNTIL,
        "as late as": Shape.UNTIL,
        "on or before": Shape.UNTIL,
        "due by": Shape.UNTIL,
        "due on": Shape.UNTIL,
        "due at": Shape.UNTIL,
        "due before": Shape.BEFORE,
        "due": Shape.UNTIL,
        "by": Shape.UNTIL,
        "up to": Shape.UNTIL,
        "up until": Shape.UNTIL,
        "until": Shape.UNTIL,
        "till": Shape.UNTIL,
        "til": Shape.UNTIL,
        "ahead of": Shape.BEFORE,
        "prior to": Shape.BEFORE,
        "earlier than": Shape.BEFORE,
        "before": Shape.BEFORE,
        "no earlier than": Shape.FROM,
        "not earlier than": Shape.FROM,
        "as early as": Shape.FROM,
        "as of": Shape.FROM,
        "on or after": Shape.FROM,
        "any time from": Shape.FROM,
        "starting from": Shape.FROM,
        "starting on": Shape.FROM,
        "starting at": Shape.FROM,
        "starting": Shape.FROM,
        "beginning on": Shape.FROM,
        "beginning": Shape.FROM,
        "effective": Shape.FROM,
        "since": Shape.FROM,
        "from": Shape.FROM,
        "any time after": Shape.AFTER,
        "later than": Shape.AFTER,
        "greater than": Shape.AFTER,
        "after": Shape.AFTER,
    }
)
# Behind these a bare figure is a number of something, not an hour.
_NO_HOUR_AFTER = frozenset({"due", "up", "as", "effective", "greater"})
_SUFFIXES: Phrases[Shape] = Phrases(
    {
        "or later": Shape.FROM,
        "or after": Shape.FROM,
        "and later": Shape.FROM,
        "and after": Shape.FROM,
        "and onwards": Shape.FROM,
        "onwards": Shape.FROM,
        "onward": Shape.FROM,
        "or earlier": Shape.UNTIL,
        "and before": Shape.UNTIL,
        "or before": Shape.UNTIL,
        "and earlier": Shape.UNTIL,
        "at the latest": Shape.UNTIL,
        "latest": Shape.UNTIL,
    }
)
_STARTING = phrases("starting from", "starting on", "starting", "beginning", "commencing", "from")


def phrase(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """The longest phrase that begins at ``index``."""
    candidates = (
        _at(tokens, index, context),
        _within(tokens, index),
        _from_to(tokens, index, context),
        _lasting(tokens, index, context),
        _bound(tokens, index, context),
        _day_end(tokens, index, context),
    )
    found = [candidate for candidate in candidates if candidate is not None]
    return max(found, key=lambda candidate: candidate.end) if found else None


def _at(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """One moment, with a bound behind the day (``Monday after 1pm``), a suffix (``or later``) or a length."""
    lead = tokens.first_phrase(index, _LEADS)
    is_clock_lead = tokens.low(index) in {"at", "around", "about"}
    starts = [index] if lead is None else [index, tokens.skip(lead, "around", "about")]
    if tokens.low(starts[-1]) == "the":
        starts.append(starts[-1] + 1)
    found = [moment(tokens, start, context, loose=is_clock_lead) for start in starts]
    named = [one for one in found if one is not None]
    if not named:
        return None
    first, after = max(named, key=lambda one: one[1])
    plain = Phrase(Shape.AT, index, after, first)
    return (
        _bounded_day(tokens, plain, context) or _suffixed(tokens, plain) or _for_length(tokens, plain, context) or plain
    )


def _bounded_day(tokens: Tokens, found: Phrase, context: TimeContext) -> Phrase | None:
    if not found.first.is_day or found.first.has_time:
        return None
    bound = _bound(tokens, found.end, context)
    if bound is None or bound.first.when is not None or bound.first.clock is None:
        return None
    return replace(
        bound,
        start=found.start,
        first=replace(bound.first, when=found.first.when, part=bound.first.part or found.first.part),
    )


def _suffixed(tokens: Tokens, found: Phrase) -> Phrase | None:
    suffix = _SUFFIXES.at(tokens, found.end)
    if suffix is None or (tokens.low(found.end) == "and" and tokens.low(suffix[1])[:1].isalnum()):
        return None
    return replace(found, shape=suffix[0], end=suffix[1])


def _for_length(tokens: Tokens, found: Phrase, context: TimeContext) -> Phrase | None:
    """``from 10 am for 3 hours``, ``Monday for two days``; a clock time takes any length, a day only whole days."""
    at = tokens.skip(found.end, ",")
    counted_ = length(tokens, at + 1) if tokens.low(at) in {"for", "lasting"} else None
    if counted_ is None or found.first.hours is not None or found.first.part is not None:
        return None
    amount, end = counted_
    first = found.first
    if not first.has_time and (amount.has_clock or not first.is_day):
        return None
    if first.clock is not None and first.when is None:
        # "from 2pm for 90 minutes tomorrow"
        later = moment(tokens, tokens.skip(end, "on"), context)
        if later is not None and later[0].is_day and not later[0].has_time and later[0].part is None:
            first, end = replace(first, when=later[0].when), later[1]
    return replace(found, shape=Shape.FOR, end=end, first=first, length=amount)


def _from_to(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """Two ends with or without ``from`` and ``between``."""
    lead = tokens.low(index)
    at = tokens.skip(index, "from", "between", "starting", "on", "in", "at")
    is_between, is_led = lead == "between", lead in {"from", "between"}
    begin = moment(tokens, at, context, loose=is_led, dash=True)
    if begin is None and tokens.low(at) == "the":
        begin = moment(tokens, at + 1, context, loose=is_led, dash=True)
    joiners = _BETWEEN_JOINERS if is_between else _RANGE_JOINERS
    both = _bare_days(tokens, at, joiners, context)
    if both is not None and (begin is None or both[2] > begin[1]):
        return Phrase(Shape.FROM_TO, index, both[2], both[0], both[1])
    if begin is None or begin[0].hours is not None:
        return None
    after = tokens.skip(begin[1], ",") if tokens.low(begin[1] + 1) in _RANGE_WORDS else begin[1]
    joined = tokens.first_phrase(after, joiners)
    if joined is None:
        return None
    finish = _finish(tokens, joined, begin[0], context, loose=is_led or begin[0].has_time)
    if finish is None:
        return None
    if begin[0].is_day and not begin[0].has_time and finish[0].has_time:
        # "Monday to Friday 9am to 5pm": days, and then the hours of each.
        days = calendar_part(tokens, joined, context)
        if days is None:
            return None
        finish = Moment(when=days[0]), days[1]
    return Phrase(Shape.FROM_TO, index, finish[1], begin[0], finish[0])


def _finish(
    tokens: Tokens, index: int, begin: Moment, context: TimeContext, *, loose: bool
) -> tuple[Moment, int] | None:
    at = tokens.skip(index, "around", "about")
    found = moment(tokens, at, context, loose=loose, joined=True)
    if found is None:
        found = moment(tokens, tokens.skip(at, "the"), context, loose=loose)
    if begin.when is None or begin.has_time:
        return found
    bare = _bare_day(tokens, at)
    if bare is not None and begin.is_day and begin.when.weekday is None:
        is_longer = found is None or bare[1] >= found[1]
        return (Moment(when=bare[0]), bare[1]) if is_longer and ends_clean(tokens, bare[1]) else found
    return found


def _bare_day(tokens: Tokens, index: int) -> tuple[Spec, int] | None:
    """A day of the month in a range: ``17``, ``17th``, ``the seventeenth``."""
    at = tokens.skip(index, "the")
    number = numbers.ordinal(tokens, at)
    if number is None and tokens[at].digits is not None and len(tokens[at].text) <= 2:
        number = numbers.cardinal(tokens, at)
    if number is None or not 1 <= number[0] <= 31:
        return None
    return day_of_month(number[0]), number[1]


def _bare_days(
    tokens: Tokens, index: int, joiners: Phrases[str], context: TimeContext
) -> tuple[Moment, Moment, int] | None:
    """``9 to 12 of June``, ``ninth till seventeenth of april``, ``4-23 in next month``, ``the 5th to the 10th``."""
    begin = _bare_day(tokens, index) if starts_clean(tokens, index) else None
    if begin is None:
        return None
    joined = tokens.first_phrase(begin[1], joiners)
    if joined is None:
        return None
    finish = calendar_part(tokens, tokens.skip(joined, "the"), context)
    if finish is not None and finish[0].rule == "en.month_day":
        return Moment(when=begin[0]), Moment(when=finish[0]), finish[1]
    last = _bare_day(tokens, joined)
    if last is None:
        return None
    if tokens.low(last[1]) in {"of", "in", "next", "this"}:
        month = period(tokens, tokens.skip(last[1], "of", "in"), context)
        if month is not None and month[0].granularity == "month" and month[0].fixed:
            days = begin[0].in_month(month[0].fixed[0]), last[0].in_month(month[0].fixed[0])
            if days[0] is not None and days[1] is not None:
                return Moment(when=days[0]), Moment(when=days[1]), month[1]
    is_ordinal = numbers.ordinal(tokens, tokens.skip(index, "the")) is not None
    is_told = is_ordinal and numbers.ordinal(tokens, tokens.skip(joined, "the")) is not None
    is_led = tokens.low(index) == "the" or tokens.low(index - 1) in {"from", "between"}
    return (Moment(when=begin[0]), Moment(when=last[0]), last[1]) if is_told and is_led else None


def _lasting(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """``for 3 hours from 10 am``, ``2 weeks starting May 20th``, ``for two days``, ``90 minutes``."""
    at = tokens.skip(tokens.skip(index, "for"), "about", "around", "at")
    if not starts_clean(tokens, at):
        return None
    found = _whole(tokens, at) or _up_to(tokens, at) or length(tokens, at)
    if found is None or not ends_clean(tokens, found[1]):
        return None
    amount, after = found
    joined = tokens.first_phrase(tokens.skip(after, ","), _STARTING)
    if joined is not None and (tokens.low(joined - 1) != "from" or at > index):
        begin = moment(tokens, tokens.skip(joined, "the"), context, loose=True)
        if begin is not None and begin[0].hours is None and begin[0].part is None:
            return Phrase(Shape.FOR, index, begin[1], begin[0], length=amount)
    is_vague = tokens.low(at) in {"a", "an", "one"} and not _is_length_word(tokens, index, at, amount)
    return None if is_vague else Phrase(Shape.LENGTH, index, after, length=amount)


def _up_to(tokens: Tokens, index: int) -> tuple[Length, int] | None:
    """``2-3 hours``, ``5 to 10 minutes``: the longer one."""
    count = numbers.cardinal(tokens, index)
    if count is None or tokens.low(count[1]) not in {"to", "-", "–", "or"}:
        return None
    found = length(tokens, count[1] + 1)
    return found if found is not None and len(found[0].parts) == 1 and found[0].parts[0][0] > count[0] else None


def _whole(tokens: Tokens, index: int) -> tuple[Length, int] | None:
    """``all day``, ``all week``, ``the whole month``."""
    after = tokens.first_phrase(index, _WHOLES)
    unit = UNITS.get(tokens.low(after)) if after is not None else None
    if after is None or unit not in {"day", "week", "month", "year"} or tokens.low(after).endswith("s"):
        return None
    return Length(((Fraction(1), unit),)), tokens.skip(after + 1, "long")


def _is_length_word(tokens: Tokens, index: int, at: int, amount: Length) -> bool:
    """``one day`` and ``a minute`` are no lengths unless ``for`` stands before them; ``an hour`` is."""
    is_plain = amount.unit == "hour" or (tokens.low(at) == "one" and amount.unit in {"week", "month", "year"})
    return at > index or is_plain or len(amount.parts) > 1 or amount.parts[0][0] != 1


def _within(tokens: Tokens, index: int) -> Phrase | None:
    """``within 9 months``, ``within the next day and 5 hours``, ``the last 5 minutes``."""
    is_within = tokens.low(index) in {"within", "inside"}
    at = index + is_within
    turned = counted(tokens, at)
    if turned is not None and (turned[0].has_clock or is_within):
        return Phrase(Shape.WITHIN, index, turned[2], length=turned[0], sign=turned[1])
    found = length(tokens, tokens.skip(at, "the")) if is_within else None
    return Phrase(Shape.WITHIN, index, found[1], length=found[0]) if found is not None else None


def _bound(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """A word that opens or closes a range, and the moment behind it."""
    bound = _BOUNDS.at(tokens, index)
    if bound is None:
        return None
    shape, at = bound
    word = tokens.low(index)
    at = tokens.skip(at, "around", "about")
    found = moment(tokens, at, context, loose=word not in _NO_HOUR_AFTER)
    if found is None and tokens.low(at) == "the":
        found = moment(tokens, at + 1, context)
    ending = _day_end(tokens, at, context)
    if ending is not None and (found is None or ending.end > found[1]):
        return replace(ending, start=index)
    if found is None or found[0].hours is not None:
        return None
    if word == "from" and found[0].when is None and tokens.low(found[1]) in _RANGE_WORDS:
        return None
    whole = Phrase(shape, index, found[1], found[0], is_past=word == "since")
    return (_for_length(tokens, whole, context) if shape is Shape.FROM else None) or whole


def _day_end(tokens: Tokens, index: int, context: TimeContext) -> Phrase | None:
    """``end of day``, ``EOD Friday``, ``end of business day tomorrow``: a deadline on that day, today by default."""
    at = tokens.first_phrase(index, _ENDINGS)
    if at is None:
        if tokens.low(index) not in {"eod", "cob", "eob"}:
            return None
        at, is_named, is_business = index + 1, True, tokens.low(index) != "eod"
    else:
        named = _DAY_NAMES.at(tokens, at)
        is_named = named is not None
        at, is_business = (named[1], named[0] in _BUSINESS) if named is not None else (at, False)
    closing = _CLOSING if is_business else None
    found = moment(tokens, tokens.skip(tokens.skip(at, ","), "on", "of"), context)
    if found is not None and found[0].is_day and not found[0].has_time and found[0].part is None:
        return Phrase(Shape.UNTIL, index, found[1], replace(found[0], clock=closing))
    today = Moment(when=relative_day(0, context), clock=closing) if is_named else None
    return Phrase(Shape.UNTIL, index, at, today) if today is not None else None
