"""Step 6 (时间处理): words that perception resolved become the final times of a new item, with every default said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final

from timeflow.data.contracts import TimeWindow
from timeflow.execution import slots
from timeflow.execution.contracts import DefaultView, SourceView
from timeflow.execution.planned_times import OfferedSlot, PlannedTimes, TimeFacts, TimeQuestion
from timeflow.execution.state import ChosenSlot
from timeflow.execution.wording import clock_label, day_label, days_label, say, span_label, titles_label
from timeflow.functions.contracts import ResolvedTime, ScheduleTodoParams
from timeflow.timeexpr.contracts import ExpressionKind

_OUTSIDE_WORK: Final = frozenset({"凌晨", "早上", "中午", "傍晚", "晚上"})
"""Parts of the day in which any hour will do: whoever names them means them."""

JUST_NOW: Final = timedelta(minutes=5)
"""A start so little past is now."""


async def times_of_new_item(
    params: ScheduleTodoParams, facts: TimeFacts, slot: ChosenSlot | None, *, keep_time: bool
) -> PlannedTimes | TimeQuestion:
    """The times of a new item of the kind that is meant."""
    match params.item_type:
        case "todo":
            return _with_estimate(_due_times(params.due or params.when, facts, "due"), params)
        case "long_goal":
            return _due_times(params.due or params.when, facts, "deadline")
        case "subtask" if slot is None and not _takes_a_slot(params.when):
            return _with_estimate(_due_times(params.due or params.when, facts, "due"), params)
        case _:
            return await _schedule_times(params, facts, slot, keep_time=keep_time)


def expression_notices(expression: ResolvedTime, facts: TimeFacts) -> tuple[str, ...]:
    """What the person should know of how the words were read."""
    match expression.note:
        case "workdays_unpublished":
            year = expression.start.year if expression.start else facts.today.year
            return (say("notice.workdays", facts.locale, year=year),)
        case "dst_gap" if isinstance(expression.start, datetime):
            return (say("notice.dst_gap", facts.locale, words=expression.words, clock=clock_label(expression.start)),)
        case "dst_fold":
            return (say("notice.dst_fold", facts.locale, words=expression.words),)
        case "day_start" if expression.start is not None:
            day = day_label(_day(expression.start), facts.locale)
            return (say("notice.day_start", facts.locale, words=expression.words, day=day),)
        case _:
            return ()


def past_notice(start: datetime, facts: TimeFacts) -> tuple[str, ...]:
    """That a local time is over, where it is and stands all the same."""
    if start >= facts.local_now - JUST_NOW:
        return ()
    return (say("notice.past", facts.locale, when=span_label(start, None, facts.locale, today=facts.today)),)


def takes_any_hour(when: ResolvedTime) -> bool:
    """Whether words mean hours outside of work; a morning or afternoon keeps to working hours and leaves lunch free."""
    return when.part_of_day in _OUTSIDE_WORK


async def check_start(
    start: datetime, end: datetime, facts: TimeFacts, *, words: str | None, keep_time: bool
) -> PlannedTimes | TimeQuestion:
    """A start that was said: past or taken, the person chooses; else it stands. Local times."""
    minutes = max(1, round((end - start).total_seconds() / 60))
    busy = (await facts.availability(facts.window(start, end), minutes, True)).busy
    conflicts = slots.overlapping(busy, facts.instant(start), facts.instant(end))
    planned = PlannedTimes({"local_start": start, "local_end": end}, conflicts=conflicts)
    if keep_time:
        return replace(planned, notices=past_notice(start, facts))
    label = span_label(start, end, facts.locale, today=facts.today)
    keep = OfferedSlot(start, end, keep=True)
    any_hour = not _in_working_hours(start, facts)
    if start < facts.local_now - JUST_NOW:
        offers = await slots.near(facts.local_now, minutes, facts, any_hour=any_hour)
        question = say("ask.past", facts.locale, when=f"“{words}” {label}" if words else label)
        return TimeQuestion("time", question, (keep, *offers))
    if conflicts:
        offers = await slots.near(start, minutes, facts, any_hour=any_hour)
        titles = titles_label([slot.title for slot in conflicts], facts.locale)
        return TimeQuestion("conflict", say("ask.conflict", facts.locale, when=label, titles=titles), (keep, *offers))
    return planned


async def _schedule_times(
    params: ScheduleTodoParams, facts: TimeFacts, slot: ChosenSlot | None, *, keep_time: bool
) -> PlannedTimes | TimeQuestion:
    if slot is not None:
        return await _chosen(slot, facts)
    when = params.when or params.due
    minutes, length = _length(params, facts)
    if when is None:
        offers = await slots.on_next_days(minutes, facts)
        return TimeQuestion("time", say("ask.slot", facts.locale), offers)
    notices = expression_notices(when, facts)
    first, end = when.start, when.end
    assumed = _assumed(when, facts)
    if when.kind is ExpressionKind.RECURRENCE and first is not None:
        day = day_label(_day(first), facts.locale, today=facts.today)
        because = say("default.first_occurrence", facts.locale, day=day)
        assumed = (DefaultView(field="start_at", because=because), *assumed)
    days = _whole_days(params)
    if params.all_day or _is_span_of_days(when) or (days and not when.time_given):
        return _all_day(when, facts, notices, days)
    if _is_clock(when):
        assert isinstance(first, datetime)
        explicit_end = end if isinstance(end, datetime) and when.kind is not ExpressionKind.DEADLINE else None
        stop = explicit_end or first + timedelta(minutes=minutes)
        planned = await check_start(first, stop, facts, words=when.words, keep_time=keep_time)
        if isinstance(planned, TimeQuestion):
            return planned
        defaults = (() if explicit_end and not params.duration else length) + assumed
        if stop.date() > first.date():
            notices = (*notices, say("notice.overnight", facts.locale, clock=clock_label(stop)))
        sources = _clock_sources(params, when, explicit_end=explicit_end)
        return replace(planned, sources=sources, defaults=defaults, notices=(*planned.notices, *notices))
    return await _slot_in(when, minutes, (*length, *assumed), params, facts, notices)


async def _slot_in(
    when: ResolvedTime,
    minutes: int,
    length: tuple[DefaultView, ...],
    params: ScheduleTodoParams,
    facts: TimeFacts,
    notices: tuple[str, ...],
) -> PlannedTimes | TimeQuestion:
    """A day, a part of it or a longer window without a clock time: the earliest free slot (decisions 13)."""
    window = _free_window(when, facts)
    label = when.words
    any_hour = takes_any_hour(when)
    offer = await slots.earliest_in(window, minutes, facts, any_hour=any_hour) if window else None
    if offer is None:
        wanted = facts.wall(window.start_at) if window else facts.local_now
        offers = await slots.near(max(wanted, facts.local_now), minutes, facts, any_hour=any_hour)
        question = say("ask.no_room", facts.locale, window=label, minutes=minutes)
        return TimeQuestion("time", question, offers)
    slot_default = DefaultView(field="start_at", because=say("default.earliest_slot", facts.locale, window=label))
    return PlannedTimes(
        {"local_start": offer.local_start, "local_end": offer.local_end},
        sources=(SourceView(field="start_at", words=when.words, rule=when.rule), *_length_sources(params)),
        defaults=(slot_default, *length),
        notices=notices,
    )


async def _chosen(slot: ChosenSlot, facts: TimeFacts) -> PlannedTimes:
    words = span_label(slot.local_start, slot.local_end, facts.locale, today=facts.today)
    window = facts.window(slot.local_start, slot.local_end)
    busy = (await facts.availability(window, 1, True)).busy
    return PlannedTimes(
        {"local_start": slot.local_start, "local_end": slot.local_end},
        sources=tuple(SourceView(field=one, words=words, rule="execution.choice") for one in ("start_at", "end_at")),
        conflicts=slots.overlapping(busy, window.start_at, window.end_at),
    )


def _all_day(when: ResolvedTime, facts: TimeFacts, notices: tuple[str, ...], days: int) -> PlannedTimes:
    first = _day(when.start) if when.start else facts.today
    end = when.end if isinstance(when.end, date) and not isinstance(when.end, datetime) else first + timedelta(days=1)
    if when.kind is ExpressionKind.RECURRENCE or end <= first:
        end = first + timedelta(days=1)
    if days:
        end = first + timedelta(days=days)
    sources = tuple(SourceView(field=field, words=when.words, rule=when.rule) for field in ("start_date", "end_date"))
    return PlannedTimes({"all_day": True, "start_date": first, "end_date": end}, sources=sources, notices=notices)


def _due_times(expression: ResolvedTime | None, facts: TimeFacts, prefix: str) -> PlannedTimes:
    """A deadline: a date where a date was said, a wall time where a clock time was (design section 5)."""
    if expression is None:
        return PlannedTimes()
    at_field, date_field = ("local_due", "due_date") if prefix == "due" else ("local_deadline", "deadline_date")
    moment = last_moment(expression)
    if moment is None:
        return PlannedTimes()
    field, shown = (at_field, f"{prefix}_at") if isinstance(moment, datetime) else (date_field, f"{prefix}_date")
    source = SourceView(field=shown, words=expression.words, rule=expression.rule)
    notices = expression_notices(expression, facts)
    assumed = tuple(replace_field(default, shown) for default in _assumed(expression, facts))
    return PlannedTimes({field: moment}, sources=(source,), defaults=assumed, notices=notices)


def replace_field(default: DefaultView, field: str) -> DefaultView:
    """The same reason for another field."""
    return default.model_copy(update={"field": field})


def last_moment(expression: ResolvedTime) -> datetime | date | None:
    """The deadline that the words set: the last day said, or the clock time."""
    start, end = expression.start, expression.end
    if expression.kind is ExpressionKind.RECURRENCE or end is None:
        return start
    if isinstance(end, datetime):
        return end
    return end - timedelta(days=1)


def _with_estimate(planned: PlannedTimes, params: ScheduleTodoParams) -> PlannedTimes:
    if params.duration is None or params.duration.duration_seconds is None:
        return planned
    minutes = max(1, params.duration.duration_seconds // 60)
    source = SourceView(field="estimated_minutes", words=params.duration.words, rule=params.duration.rule)
    return replace(planned, values={**planned.values, "estimated_minutes": minutes}, sources=(*planned.sources, source))


def _length(params: ScheduleTodoParams, facts: TimeFacts) -> tuple[int, tuple[DefaultView, ...]]:
    """Minutes, and the default where nobody said them."""
    spoken = params.duration or (params.when if params.when and params.when.duration_seconds else None)
    if spoken is not None and spoken.duration_seconds:
        return max(1, spoken.duration_seconds // 60), ()
    minutes = facts.profile.default_minutes
    because = say("default.length", facts.locale, minutes=minutes)
    return minutes, (DefaultView(field="end_at", because=because),)


def _length_sources(params: ScheduleTodoParams) -> tuple[SourceView, ...]:
    if params.duration is None:
        return ()
    return (SourceView(field="end_at", words=params.duration.words, rule=params.duration.rule),)


def _whole_days(params: ScheduleTodoParams) -> int:
    """``5天``: a length of whole days is so many days, not so many hours in a row."""
    seconds = params.duration.duration_seconds if params.duration else None
    return seconds // 86400 if seconds and seconds % 86400 == 0 else 0


def _clock_sources(
    params: ScheduleTodoParams, when: ResolvedTime, *, explicit_end: datetime | None
) -> tuple[SourceView, ...]:
    start = SourceView(field="start_at", words=when.words, rule=when.rule)
    if explicit_end is not None:
        return (start, SourceView(field="end_at", words=when.words, rule=when.rule))
    return (start, *_length_sources(params))


def _assumed(when: ResolvedTime, facts: TimeFacts) -> tuple[DefaultView, ...]:
    """What reading the words filled in: the day, or the half of the day."""
    assumed: list[DefaultView] = []
    if not when.date_given and when.start is not None:
        day = day_label(_day(when.start), facts.locale, today=facts.today)
        assumed.append(DefaultView(field="start_at", because=say("default.next_date", facts.locale, day=day)))
    if when.time_given and len(when.readings) > 1 and isinstance(when.start, datetime):
        because = say("default.half_day", facts.locale, clock=clock_label(when.start))
        assumed.append(DefaultView(field="start_at", because=because))
    return tuple(assumed)


def _takes_a_slot(when: ResolvedTime | None) -> bool:
    return when is not None and (when.time_given or when.part_of_day is not None)


def _is_clock(when: ResolvedTime) -> bool:
    return isinstance(when.start, datetime) and when.kind is not ExpressionKind.DEADLINE and not _is_window(when)


def _is_window(when: ResolvedTime) -> bool:
    return when.kind in {ExpressionKind.RANGE, ExpressionKind.TIME_OF_DAY, ExpressionKind.RECURRENCE} and not (
        when.time_given
    )


def _is_span_of_days(when: ResolvedTime) -> bool:
    """``12月3日到5日``: several days said one by one, not a week or month in which something happens."""
    if when.kind is not ExpressionKind.RANGE or when.granularity != "day":
        return False
    start, end = when.start, when.end
    dates = isinstance(start, date) and isinstance(end, date)
    return dates and not isinstance(start, datetime) and not isinstance(end, datetime)


def _free_window(when: ResolvedTime, facts: TimeFacts) -> TimeWindow | None:
    start = facts.local_now if when.kind is ExpressionKind.DEADLINE or when.start is None else _midnight(when.start)
    end = _midnight(when.end) if when.end is not None else _midnight(_day(start) + timedelta(days=1))
    start = max(start, facts.local_now)
    return facts.window(start, end) if end > start else None


def _in_working_hours(start: datetime, facts: TimeFacts) -> bool:
    return facts.profile.work_start <= start.time() < facts.profile.work_end


def _day(moment: datetime | date) -> date:
    return moment.date() if isinstance(moment, datetime) else moment


def _midnight(moment: datetime | date) -> datetime:
    return moment if isinstance(moment, datetime) else datetime.combine(moment, time())


def window_label(when: ResolvedTime, facts: TimeFacts) -> str:
    """The days that words name, for an answer."""
    if isinstance(when.start, datetime) and when.part_of_day is None:
        end = when.end if isinstance(when.end, datetime) else None
        return span_label(when.start, end, facts.locale, today=facts.today)
    if when.start is None or when.end is None:
        return when.words
    return days_label(_day(when.start), _day(when.end), facts.locale, today=facts.today)
