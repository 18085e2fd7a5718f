"""``--now`` and ``--tz``: the reference time and the zone that words are read in (design section 5)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agentbase.core.clock import Clock
from timeflow.cli.language import Locale
from timeflow.cli.problems import WrongUsageError
from timeflow.conversation.view import locale_of
from timeflow.timeexpr import ExpressionKind, TimeContext

FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 2199
WORDS_LIMIT: Final = 100
_DAY_KINDS: Final = frozenset({ExpressionKind.DATE, ExpressionKind.RANGE, ExpressionKind.INSTANT})


@dataclass(frozen=True, slots=True)
class Moment:
    """*Now* for words and facts: an aware time in the zone ``timezone``."""

    current_time: datetime
    timezone: str

    @property
    def today(self) -> date:
        """The calendar day of the reference time in its zone."""
        return self.current_time.date()


def moment_of(now: str | None, timezone: str | None, *, default_zone: str, clock: Clock) -> Moment:
    """The reference time as the options give it; without them the clock's, in the configured zone.

    Raises WrongUsageError that names the option.
    """
    name = timezone if timezone is not None else default_zone
    zone = zone_named("--tz", name)
    if now is None:
        return Moment(clock.now().astimezone(zone), name)
    return Moment(instant_named("--now", now, zone), name)


def zone_named(field: str, name: str) -> ZoneInfo:
    """The IANA zone of that name. Raises WrongUsageError that names ``field``."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise WrongUsageError(field, "不是 IANA 时区，例如 Asia/Shanghai / not an IANA zone") from None


def instant_named(field: str, text: str, zone: ZoneInfo) -> datetime:
    """An ISO 8601 time; without an offset a wall time of ``zone``. Raises WrongUsageError that names ``field``."""
    try:
        read = datetime.fromisoformat(text.strip())
        if not FIRST_YEAR <= read.year <= LAST_YEAR:
            raise WrongUsageError(field, f"年份要在 {FIRST_YEAR} 到 {LAST_YEAR} 之间 / year out of range")
        return read.astimezone(zone) if read.tzinfo else read.replace(tzinfo=zone)
    except (ValueError, OverflowError):
        raise WrongUsageError(field, "要写成 ISO 8601 时间，例如 2026-12-01T10:00 / not an ISO 8601 time") from None


def day_named(field: str, text: str, moment: Moment, locale: Locale, *, day_start_hour: int, last: bool) -> date:
    """A date, or the day that words such as 明天, 下周五 or tomorrow mean; of several days the first or the ``last``.

    Raises WrongUsageError that names ``field``.
    """
    text = text.strip()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = _day_of_words(field, text, moment, locale, day_start_hour=day_start_hour, last=last)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise WrongUsageError(field, f"年份要在 {FIRST_YEAR} 到 {LAST_YEAR} 之间 / year out of range")
    return day


def _day_of_words(field: str, text: str, moment: Moment, locale: Locale, *, day_start_hour: int, last: bool) -> date:
    from timeflow.timeexpr import find_expressions  # noqa: PLC0415 - most days are dates, or none at all

    unclear = WrongUsageError(field, "看不懂是哪一天，例如 2026-12-01、明天、下周五 / not a day that is understood")
    if not text or len(text) > WORDS_LIMIT:
        raise unclear
    context = TimeContext(
        reference=moment.current_time.replace(tzinfo=None),
        timezone=moment.timezone,
        locale=locale_of(text, locale),
        day_start_hour=day_start_hour,
    )
    found = find_expressions(text, context)
    if len(found) != 1 or found[0].text.strip() != text or found[0].kind not in _DAY_KINDS:
        raise unclear
    # Looking at a day too many costs nothing: where words have several readings, all of them are taken in.
    spans = [(one.start, one.end) for one in found[0].readings or (found[0],)]
    days = [(_first_day(start), _last_day(start, end)) for start, end in spans if start is not None]
    if not days:
        raise unclear
    return max(day for _, day in days) if last else min(day for day, _ in days)


def _last_day(start: datetime | date, end: datetime | date | None) -> date:
    if end is None:
        return _first_day(start)
    past_the_end = end if isinstance(end, datetime) else datetime.combine(end, time())
    return (past_the_end - timedelta(microseconds=1)).date()


def _first_day(value: datetime | date) -> date:
    return value.date() if isinstance(value, datetime) else value
