"""Words against confirmed parameters (S §4.2, decisions 26).

The last stated value of a field in the raw input counts; where the raw input is silent, the latest message of the
person that names this item. What was said before the last statement is superseded and never conflicts. Nothing here
knows the reference time, so relative days (明天) cannot be compared and are left to the layers that computed them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import Final

from timeflow.subagents.contracts import ScheduleTodoAgentInput
from timeflow.subagents.facts.folding import plain_times, squash
from timeflow.subagents.facts.times import day_agrees, is_half_open, is_offset, is_relative, read_times
from timeflow.subagents.schedule_todo.sources import ALL_TIMES
from timeflow.timeexpr import ExpressionKind, TimeExpression

_STATED_TITLE = re.compile(
    r"(?:标题|名称|题目|名字|title)\s*(?:就|改)?(?:叫做|叫|是|为|成|用|写|:|is|to)\s*[「“\"《]([^」”\"》]+)[」”\"》]"
)
_CORRECTION = re.compile(
    r"不是|不对|改|换|挪|移到|推迟|延后|提前到|算了|还是|应该是|\b(?:move|change|reschedule|instead|rather|actually|not)\b",
    re.IGNORECASE,
)
_BEFORE_LENGTH = re.compile(r"(?:^|[，,。；;:\s]|时长|持续|大约|大概|约|开|共|需要?|\bfor)\s*$", re.IGNORECASE)
_AFTER_LENGTH = re.compile(r"\s*(?:前|后|以内|之内|内|早|\b(?:before|after|early|earlier|later)\b)", re.IGNORECASE)
_LEAST_NAME: Final = 2
_LONGEST_READ: Final = 1000
_NO_DAY: Final = frozenset({ExpressionKind.RECURRENCE, ExpressionKind.DURATION})
_DAY: Final = timedelta(days=1)
_DAY_OR_FINER: Final = frozenset({"second", "minute", "hour", "part_of_day", "day"})


def conflicting_fields(input_data: ScheduleTodoAgentInput) -> tuple[str, ...]:
    """The requirement fields that the person's last words contradict."""
    times = dict(_settled_now(input_data))
    title = input_data.content_requirements.title
    said = _last_words(input_data.raw_input)
    found = list(_conflicts_in(said, input_data, times, title))
    if not found and not _is_about_time(input_data.raw_input, times):
        message = _latest_message_about(input_data)
        if message is not None:
            # The title that an item holds was confirmed after whatever was said of it before.
            title = None if input_data.current_item_content is not None else title
            found = list(_conflicts_in(_last_words(message), input_data, times, title))
    return tuple(dict.fromkeys(found))


def _settled_now(input_data: ScheduleTodoAgentInput) -> Iterator[tuple[str, datetime]]:
    """The times that this request settles.

    What a revision leaves as it stands is a fact of the item, which no words of a dialogue outweigh (S §4.2): clock
    times in such words are about something else, such as the new description.
    """
    for field in ALL_TIMES:
        value = getattr(input_data.content_requirements, field)
        is_unchanged = value == getattr(input_data.current_item_content, field, None)
        if isinstance(value, datetime) and not is_unchanged and _has_wall_time(value):
            yield field, value


def _has_wall_time(moment: datetime) -> bool:
    """Whether the offset is that of a place: a moment given in UTC does not show the clock that the person reads."""
    return bool(moment.utcoffset())


def _last_words(text: str) -> str:
    """The end of a text, where its last statements are; a very long one is not read for times as a whole."""
    return plain_times(text)[-_LONGEST_READ:]


def _conflicts_in(
    text: str, input_data: ScheduleTodoAgentInput, times: dict[str, datetime], title: str | None
) -> Iterator[str]:
    stated_titles = _STATED_TITLE.findall(text)
    if title is not None and stated_titles and squash(stated_titles[-1]) != squash(title):
        yield "title"
    if not times:
        return
    expressions = _read(text, times)
    clocks = [expression for expression in expressions if _states_clock(expression)]
    if clocks and not any(_clock_agrees(item, times) for item in _still_standing(text, clocks)):
        yield next(iter(times))
    days = [expression for expression in expressions if _states_day(expression)]
    if days and not any(_day_agrees(item, times) for item in _still_standing(text, days)):
        yield next(iter(times))
    lengths = [expression for expression in expressions if _states_length(text, expression)]
    if lengths and not _length_agrees(lengths[-1], input_data, times):
        yield "end_at"


def _still_standing(text: str, stated: Sequence[TimeExpression]) -> Sequence[TimeExpression]:
    """After a correction only the last statement counts; otherwise several times may tell of one event."""
    return stated[-1:] if _CORRECTION.search(text) else stated


def _read(text: str, times: dict[str, datetime]) -> Sequence[TimeExpression]:
    return read_times(text, min(moment.date() for moment in times.values()))


def _is_about_time(text: str, times: dict[str, datetime]) -> bool:
    """Whether the words say when, be it how often. Of a very long text, of which the end alone is read, that is
    taken for granted."""
    if not times:
        return False
    said = _read(_last_words(text), times)
    repeats = any(item.kind is ExpressionKind.RECURRENCE for item in said)
    return len(text) > _LONGEST_READ or repeats or any(_states_clock(item) or _states_day(item) for item in said)


def _latest_message_about(input_data: ScheduleTodoAgentInput) -> str | None:
    names = [input_data.content_requirements.title, *input_data.content_requirements.must_keep_terms]
    if input_data.current_item_content is not None:
        names.append(input_data.current_item_content.title)
    wanted = [squash(name) for name in names if name and len(squash(name)) >= _LEAST_NAME]
    for message in reversed(input_data.recent_messages):
        said = squash(message.content)
        if message.role == "user" and any(name in said for name in wanted):
            return message.content
    return None


def _states_clock(expression: TimeExpression) -> bool:
    timed = {ExpressionKind.INSTANT, ExpressionKind.RANGE, ExpressionKind.TIME_OF_DAY, ExpressionKind.DEADLINE}
    return expression.time_given and expression.kind in timed and not is_offset(expression)


def _states_day(expression: TimeExpression) -> bool:
    return expression.date_given and expression.kind not in _NO_DAY and not is_offset(expression)


def _states_length(text: str, expression: TimeExpression) -> bool:
    """A length of the event itself, not one before or after it (提前十分钟) nor one of its parts."""
    start, end = expression.span
    is_length = expression.kind is ExpressionKind.DURATION
    return is_length and _BEFORE_LENGTH.search(text[:start]) is not None and not _AFTER_LENGTH.match(text, end)


def _clock_agrees(last: TimeExpression, times: dict[str, datetime]) -> bool:
    """Whether a clock time in words is one of the confirmed ones.

    A free window (三点到五点之间) and a deadline agree with anything inside.
    """
    confirmed = [moment.time() for moment in times.values()]
    if last.kind is ExpressionKind.RANGE and isinstance(last.start, datetime) and isinstance(last.end, datetime):
        start, end = last.start.time(), last.end.time()
        return all(_inside(clock, start, end) for clock in confirmed) or _is_one_of(start, last, confirmed)
    bound = last.end if last.kind is ExpressionKind.DEADLINE else last.start
    if not isinstance(bound, datetime):
        return True
    if last.kind is ExpressionKind.DEADLINE and any(clock <= bound.time() for clock in confirmed):
        return True
    readings = [reading.start.time() for reading in last.readings if isinstance(reading.start, datetime)]
    return any(_is_one_of(clock, last, confirmed) for clock in (bound.time(), *readings))


def _is_one_of(said: time, expression: TimeExpression, confirmed: Sequence[time]) -> bool:
    return any(
        said.minute == clock.minute
        and (said.hour == clock.hour or (is_half_open(expression) and (said.hour - clock.hour) % 12 == 0))
        for clock in confirmed
    )


def _inside(clock: time, start: time, end: time) -> bool:
    return start <= clock <= end if start <= end else clock >= start or clock <= end


def _day_agrees(last: TimeExpression, times: dict[str, datetime]) -> bool:
    start = last.start if last.start is not None else last.end
    if start is None or last.granularity not in _DAY_OR_FINER:
        return True
    if last.kind is ExpressionKind.RANGE and is_relative(last):
        # One end may be a date, but the other hangs on a reference time, and where the range begins with it.
        return True
    said = start.date() if isinstance(start, datetime) else start
    days = {moment.date() for moment in times.values()}
    # A deadline given as a date ends at the next midnight; so does the last day of an all-day event (decisions 14).
    days |= {moment.date() - _DAY for moment in times.values() if moment.time() == time.min}
    if last.kind is ExpressionKind.DEADLINE:
        return any(day_agrees(last, said, day) or day_agrees(last, said - _DAY, day) for day in days) or all(
            day <= said for day in days
        )
    return any(day_agrees(last, said, day) for day in days)


def _length_agrees(length: TimeExpression, input_data: ScheduleTodoAgentInput, times: dict[str, datetime]) -> bool:
    """Only a single length in the sentence is compared, and only with a confirmed span of an event."""
    if input_data.item_type != "schedule" or "start_at" not in times or "end_at" not in times:
        return True
    return length.duration_seconds == int((times["end_at"] - times["start_at"]).total_seconds())
