"""What is planned on some days. Loads only what looking needs, so that it starts at once."""

from __future__ import annotations

from datetime import date

from timeflow.bootstrap import open_agenda
from timeflow.cli.language import spoken_locale
from timeflow.cli.moment import Moment, day_named
from timeflow.cli.printing import Printer
from timeflow.cli.problems import ExitStatus, WrongUsageError
from timeflow.cli.render.card import View
from timeflow.cli.render.items import render_agenda
from timeflow.settings import Settings


async def agenda(
    settings: Settings, moment: Moment, printer: Printer, first: date | None, last: date | None
) -> ExitStatus:
    """The items of the days from ``first`` to ``last``, both included, or of all."""
    async with open_agenda(settings) as (reader, owner):
        found = await reader.between(owner, first, last, timezone=moment.timezone, current_time=moment.current_time)
    if printer.as_json:
        items = [item.model_dump(mode="json") for item in found.items]
        printer.object({"items": items, "more": True} if found.more else {"items": items})
    else:
        printer.text(render_agenda(found.items, View(spoken_locale(), moment.today), more=found.more))
    return ExitStatus.DONE


def days_between(
    settings: Settings, moment: Moment, first: str | None, last: str | None
) -> tuple[date | None, date | None]:
    """``--from`` and ``--to`` as days. Raises WrongUsageError that names the option."""

    def day(field: str, words: str | None, *, is_last: bool) -> date | None:
        if words is None:
            return None
        start_hour = settings.profile.day_start_hour
        return day_named(field, words, moment, settings.locale, day_start_hour=start_hour, last=is_last)

    days = day("--from", first, is_last=False), day("--to", last, is_last=True)
    if days[0] is not None and days[1] is not None and days[1] < days[0]:
        raise WrongUsageError("--to", "不能早于 --from / is before --from")
    return days
