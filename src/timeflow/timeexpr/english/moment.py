"""One moment said in several pieces: ``tomorrow at 3pm``, ``Wednesday evening next week``, ``Friday from 7 to 7:30``.

The pieces come in any order and each once; a piece that does not fit the ones before it begins another expression.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from timeflow.timeexpr.calendar import Span, coming_weekday, weekday_of_week
from timeflow.timeexpr.contracts import PartOfDay, TimeContext
from timeflow.timeexpr.english.clock import ClockRange, clock, clock_range
from timeflow.timeexpr.english.cues import ends_clean, follows_well, starts_clean, weekday_at
from timeflow.timeexpr.english.days import day_of_month
from timeflow.timeexpr.english.numeric import numeric_date
from timeflow.timeexpr.english.offsets import offset
from timeflow.timeexpr.english.selectors import Selector, calendar_part, selector
from timeflow.timeexpr.english.specs import Spec, fixed, one_day
from timeflow.timeexpr.english.tables import PARTS
from timeflow.timeexpr.english.tokens import Phrases, Tokens, phrases, remembered
from timeflow.timeexpr.resolve import Clock, relative_days

_CLOCK_CUES = frozenset({"at", "@", "around", "about", "circa", "approximately", "approx", "by", "sharp"})
_APPROXIMATE = phrases(
    "around", "about", "approximately", "approx", "circa", "roughly", "exactly", "sometime", "any time"
)
_JOINERS = ("at", "on", "@", "of", "in", ",", "(", "-")
_TURNED_PARTS: Phrases[tuple[int, PartOfDay]] = Phrases(
    {
        "tonight": (0, "晚上"),
        "tonite": (0, "晚上"),
        "last night": (-1, "晚上"),
        "last evening": (-1, "晚上"),
        "last morning": (-1, "上午"),
        "last afternoon": (-1, "下午"),
    }
)
_NOW = phrases("right now", "now", "at the moment", "at present", "at the minute", "this moment", "this minute")
_MOST_PIECES = 6
_PART_LEADS = phrases("later in the", "earlier in the", "early in the", "late in the")


@dataclass(frozen=True, slots=True)
class Moment:
    """The pieces found so far.

    Attributes:
        when: the day or period, if any.
        clock, hours: a clock time, or a range of them.
        part: the part of the day.
        instant: a datetime that is already settled (``in two hours``, ``now``).
        pending: what to take from a period that is still to come (``first Monday evening of next month``).
    """

    when: Spec | None = None
    clock: Clock | None = None
    hours: ClockRange | None = None
    part: PartOfDay | None = None
    instant: datetime | None = None
    pending: Selector | None = None

    @property
    def has_time(self) -> bool:
        """Whether a clock time is named."""
        return self.clock is not None or self.hours is not None or self.instant is not None

    @property
    def is_day(self) -> bool:
        """Whether a single day is named."""
        return self.when is not None and self.when.granularity == "day"


NOTHING = Moment()
"""No piece found yet."""


def moment(
    tokens: Tokens, index: int, context: TimeContext, *, loose: bool = False, dash: bool = False, joined: bool = False
) -> tuple[Moment, int] | None:
    """All pieces of one moment from ``index`` on, and the next index.

    ``loose``: a bare hour may come first (after ``at``, ``from``, ``by`` and the like). ``dash``: more figures may
    follow behind a dash. ``joined``: what stands before ``index`` belongs to the same phrase.
    """
    if not joined and not starts_clean(tokens, index):
        return None
    if tokens.low(index) == "early":
        early = _pieces(tokens, index + 1, context, loose=False, dash=dash, selects=False)
        if early is not None and early[0].is_day and early[0].part == "上午" and not early[0].has_time:
            # "early tomorrow morning"
            return replace(early[0], part="早上"), early[1]
    found = _pieces(tokens, index, context, loose=loose, dash=dash, selects=True)
    if found is not None and found[0].pending is not None:
        found = _pieces(tokens, index, context, loose=loose, dash=dash, selects=False)
    return found


def _pieces(
    tokens: Tokens, index: int, context: TimeContext, *, loose: bool, dash: bool, selects: bool
) -> tuple[Moment, int] | None:
    whole, after = NOTHING, index
    for count in range(_MOST_PIECES):
        piece = _piece(tokens, after, whole, context, loose=loose and not count, dash=dash, selects=selects)
        if piece is None:
            break
        whole, after = piece
    return (whole, after) if whole != NOTHING and ends_clean(tokens, after, dash=dash) else None


def _piece(
    tokens: Tokens, index: int, whole: Moment, context: TimeContext, *, loose: bool, dash: bool, selects: bool
) -> tuple[Moment, int] | None:
    """The next piece behind its joining words, added to ``whole``."""
    is_first = whole == NOTHING
    at = index if is_first else _joined(tokens, index)
    found = _time_piece(tokens, at, whole, loose=loose) or _day_piece(tokens, at, whole, context)
    if found is None and is_first and selects:
        chosen = selector(tokens, at)
        if chosen is not None and chosen[0].granularity == "day":
            return Moment(pending=chosen[0]), chosen[1]
    if found is None or not ends_clean(tokens, found[1], dash=dash):
        return None
    is_bracketed = tokens.low(at - 1) == "(" and at > index
    return found[0], tokens.skip(found[1], ")") if is_bracketed else found[1]


def _joined(tokens: Tokens, index: int) -> int:
    at = tokens.skip(index, ",", "(", "-")
    at = tokens.skip(at, *_JOINERS)
    return tokens.skip(at, "the") if tokens.low(at + 1) in PARTS or tokens.low(at + 2) in PARTS else at


def _time_piece(tokens: Tokens, index: int, whole: Moment, *, loose: bool) -> tuple[Moment, int] | None:
    part = part_of_day(tokens, index)
    if part is not None and whole == NOTHING and _is_noun(tokens, index, part[1]):
        return None
    if part is not None and whole.part in {None, part[0]} and whole.instant is None and _takes_time(whole):
        return replace(whole, part=part[0]), part[1]
    if whole.has_time or not _takes_time(whole):
        return None
    at = tokens.first_phrase(index, _APPROXIMATE) or index
    starter = tokens.low(at)
    if starter in {"from", "between", "at"}:
        at += 1
    is_loose = loose or starter in {"from", "between", "at"} or whole.is_day or whole.part is not None
    hours = clock_range(tokens, at, loose=True, joiner="and" if _is_between(tokens, at) else "")
    is_plain = clock_range(tokens, at) is None
    if hours is not None and is_plain and is_loose and not follows_well(tokens, hours[1]):
        hours = None
    if hours is not None and (is_loose or _is_told_range(tokens, at, hours[1])):
        return replace(whole, hours=hours[0]), hours[1]
    if starter in {"from", "between"}:
        return None
    found = clock(tokens, at)
    if found is None:
        found = _bare_clock(tokens, at, whole, loose=loose)
    return (replace(whole, clock=found[0]), found[1]) if found is not None else None


def _is_noun(tokens: Tokens, index: int, after: int) -> bool:
    """``good morning``, ``night shift``: no time of their own."""
    is_greeting = tokens.low(index - 1) in {"good", "happy"}
    return is_greeting or (tokens.low(index) in PARTS and not follows_well(tokens, after))


def _is_between(tokens: Tokens, index: int) -> bool:
    return "between" in {tokens.low(index - 1), tokens.low(index - 2)}


def _is_told_range(tokens: Tokens, index: int, after: int) -> bool:
    """Whether ``5 to 7`` are hours: one of them says so, or a day or part of the day follows."""
    if clock_range(tokens, index) is not None:
        return True
    at = tokens.skip(tokens.skip(after, "on", "in"), "the")
    is_day = tokens.low(at) in {"today", "tomorrow", "tonight"} or part_of_day(tokens, at) is not None
    is_turned = tokens.low(at) in {"next", "this"} and (
        weekday_at(tokens, at + 1) is not None or tokens.low(at + 1) in PARTS
    )
    return is_day or is_turned or (at > after and weekday_at(tokens, at) is not None)


def _takes_time(whole: Moment) -> bool:
    return whole.when is None or whole.is_day


def _bare_clock(tokens: Tokens, index: int, whole: Moment, *, loose: bool) -> tuple[Clock, int] | None:
    """A bare hour where the words around it leave no other meaning."""
    found = clock(tokens, index, loose=True)
    if found is None:
        return None
    is_cued = loose or tokens.low(index - 1) in _CLOCK_CUES or whole.part is not None
    is_before_day = tokens.low(found[1]) in {"today", "tomorrow", "on"} or weekday_at(tokens, found[1]) is not None
    is_minute = found[0].granularity != "hour" and (whole.is_day or whole.part is not None or is_before_day)
    part_at = tokens.skip(tokens.skip(found[1], ",", "in", "at"), "the")
    is_tonight = tokens.low(part_at) in {"tonight", "tonite"}
    is_turned = tokens.low(part_at) in {"tomorrow", "yesterday", "this"} and tokens.low(part_at + 1) in PARTS
    if is_tonight or is_turned or (tokens.low(found[1]) in {"in", "at"} and part_of_day(tokens, part_at) is not None):
        return found
    return found if (is_cued or is_minute) and follows_well(tokens, found[1]) else None


@remembered
def part_of_day(tokens: Tokens, index: int) -> tuple[PartOfDay, int] | None:
    """``morning``, ``in the early morning``, ``later in the afternoon``, ``am`` after a day."""
    at = tokens.first_phrase(index, _PART_LEADS) or index
    at = tokens.skip(at, "in", "during")
    at = tokens.skip(at, "the") if at > index or tokens.low(at + 1) in PARTS or tokens.low(at + 2) in PARTS else at
    if tokens.phrase(at, "first thing") is not None and _is_led_day(tokens, at + 2):
        return "早上", tokens.phrase(at + 2, "in the morning") or at + 2
    for words in (2, 1):
        phrase = " ".join(tokens.low(at + offset_) for offset_ in range(words))
        if phrase in PARTS:
            return PARTS[phrase], at + words
    if tokens.low(index) in {"am", "pm"} and weekday_at(tokens, index - 1) is None and index:
        is_after_day = tokens.low(index - 1) in {"today", "tomorrow", "yesterday"}
        return ("上午" if tokens.low(index) == "am" else "下午", index + 1) if is_after_day else None
    return None


def _is_led_day(tokens: Tokens, index: int) -> bool:
    """Whether a day follows (``first thing tomorrow``), or the morning; the first thing to do is no time."""
    at = tokens.skip(index, "on")
    is_day = tokens.low(at) in {"tomorrow", "today", "tmrw", "next", "this"} or weekday_at(tokens, at) is not None
    return is_day or tokens.phrase(index, "in the morning") is not None


def _day_piece(tokens: Tokens, index: int, whole: Moment, context: TimeContext) -> tuple[Moment, int] | None:
    turned = _turned_part(tokens, index, context)
    if turned is not None and whole.when is None and whole.part is None and whole.instant is None:
        return replace(whole, when=turned[0], part=turned[1]), turned[2]
    if whole == NOTHING:
        now = tokens.first_phrase(index, _NOW) if tokens.low(index - 1) != "every" else None
        if now is not None:
            return Moment(instant=context.reference), now
        moved = offset(tokens, index, context)
        if moved is not None and isinstance(moved[0], datetime):
            return Moment(instant=moved[0]), moved[2]
    if whole.instant is not None:
        return None
    joined = _date_and_clock(tokens, index) if whole == NOTHING else None
    if joined is not None:
        return joined
    found = calendar_part(tokens, index, context)
    if found is None:
        found = _number_after_weekday(tokens, index, whole)
    if found is None:
        return None
    return _with_when(whole, *found)


def _date_and_clock(tokens: Tokens, index: int) -> tuple[Moment, int] | None:
    """``2026-12-05T14:00``."""
    found = numeric_date(tokens, index)
    if found is None or tokens.low(found[1]) != "t" or not tokens.glued(found[1]) or not tokens.glued(found[1] + 1):
        return None
    timed = clock(tokens, found[1] + 1)
    return (Moment(when=found[0], clock=replace(timed[0], certain=True)), timed[1]) if timed is not None else None


def _with_when(whole: Moment, found: Spec, after: int) -> tuple[Moment, int] | None:
    if whole.pending is not None and whole.when is None:
        taken = whole.pending.of(found)
        return (replace(whole, when=taken, pending=None), after) if taken is not None else None
    if whole.when is None:
        is_fit = found.granularity == "day" or whole == NOTHING
        return (replace(whole, when=found), after) if is_fit else None
    joined = join(whole.when, found)
    return (replace(whole, when=joined), after) if joined is not None else None


def _turned_part(tokens: Tokens, index: int, context: TimeContext) -> tuple[Spec, PartOfDay, int] | None:
    """``tonight``, ``this morning``, ``last night``, ``later this afternoon``: a day and a part of it."""
    at = tokens.skip(index, "later", "earlier", "early", "late")
    turned = _TURNED_PARTS.at(tokens, at)
    if turned is not None:
        (shift, part), after = turned
        return relative_day(shift, context), part, after
    if tokens.low(at) in {"this", "later", "earlier"}:
        found = part_of_day(tokens, at + 1)
        if found is not None:
            return relative_day(0, context), found[0], found[1]
    return None


def relative_day(shift: int, context: TimeContext) -> Spec:
    """Today moved by whole days; open where the person's day has not begun yet."""
    days = relative_days(shift, context)
    return Spec("day", "en.relative_day", tuple(map(one_day, days)), is_open=len(days) > 1)


def _number_after_weekday(tokens: Tokens, index: int, whole: Moment) -> tuple[Spec, int] | None:
    """``Monday 21``."""
    number = tokens[index].digits
    is_weekday = whole.when is not None and whole.when.weekday is not None and weekday_at(tokens, index - 1) is not None
    if number is None or not is_weekday or not 1 <= number <= 31 or not follows_well(tokens, index + 1):
        return None
    return day_of_month(number), index + 1


def join(first: Spec, second: Spec) -> Spec | None:
    """Two calendar pieces that name one day together, in either order; None where they do not."""
    return _join(first, second) or _join(second, first)


def _join(inner: Spec, outer: Spec) -> Spec | None:
    if inner.weekday is not None:
        return _weekday_with(inner.weekday, outer)
    if (
        inner.rule == "en.weekday"
        and outer.granularity == "day"
        and outer.rule not in {"en.weekday", "en.relative_day"}
    ):
        return outer if outer.fixed else _nearest_to(outer, inner)
    if inner.rule == "en.relative_day" and outer.weekday is not None:
        return inner if inner.fixed[0][0].weekday() == outer.weekday else None
    if inner.rule == "en.relative_day" and outer.rule in {"en.numeric_date", "en.month_day", "en.holiday"}:
        return outer if outer.rule == "en.numeric_date" and outer.fixed else inner
    if outer.granularity == "month" and outer.fixed and inner.monthly is not None:
        return inner.in_month(outer.fixed[0])
    if outer.granularity == "year" and outer.fixed and inner.yearly is not None:
        return inner.in_year(outer.fixed[0][0].year)
    return None


def _nearest_to(open_spec: Spec, given: Spec) -> Spec | None:
    """``this Friday the 15th``: the open date that is nearest to the named weekday."""
    target = given.fixed[0][0]
    spans = [span for span in (open_spec.last_until(target), open_spec.next_from(target)) if span is not None]
    if not spans:
        return None
    return fixed("day", open_spec.rule, min(spans, key=lambda span: abs((span[0] - target).days)))


def _weekday_with(weekday: int, outer: Spec) -> Spec | None:
    if outer.granularity == "week" and outer.fixed:
        days = (weekday_of_week(span[0], weekday) for span in outer.fixed)
        return fixed("day", "en.weekday", *map(one_day, days))
    if outer.monthly is not None:
        return replace(outer, monthly=partial(_day_on_weekday, outer, weekday))
    if outer.rule == "en.offset":
        days = (coming_weekday(span[0], weekday) for span in outer.fixed)
        return fixed("day", "en.offset", *map(one_day, days))
    if outer.granularity == "day" and outer.rule not in {"en.weekday", "en.relative_day"}:
        return replace(outer, said_weekday=weekday)
    return None


def _day_on_weekday(spec: Spec, weekday: int, year: int, month: int) -> Span | None:
    span = spec.monthly(year, month) if spec.monthly is not None else None
    return span if span is not None and span[0].weekday() == weekday else None
