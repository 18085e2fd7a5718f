"""What the times in a sentence mean: ``timeexpr`` alone, without the rest of the program."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from rich.text import Text

from agentbase.core.text import check_text
from timeflow.cli.batch import BatchCase, JsonObject, moment_of_case, run_batch
from timeflow.cli.language import language_of
from timeflow.cli.moment import Moment
from timeflow.cli.printing import Printer
from timeflow.cli.problems import ExitStatus
from timeflow.cli.render.card import View
from timeflow.cli.render.texts import shown, tell
from timeflow.conversation.view import locale_of
from timeflow.perception.contracts import RAW_CONTENT_LIMIT
from timeflow.settings import Settings
from timeflow.timeexpr import TimeContext, TimeExpression, expression_view, find_expressions


def time_of_text(settings: Settings, moment: Moment, printer: Printer, text: str) -> ExitStatus:
    """What each time expression of a sentence means."""
    found = _expressions(settings, moment, text)
    if printer.as_json:
        printer.object({"id": None, **_time_view(moment, found)})
        return ExitStatus.DONE
    printer.text(_render_expressions(found, View(language_of(text, settings.locale), moment.today)))
    return ExitStatus.DONE


async def time_of_batch(settings: Settings, moment: Moment, path: Path) -> ExitStatus:
    """The same for every line of a file."""

    async def answer(case: BatchCase) -> JsonObject:
        of_line = moment_of_case(case, moment)
        return _time_view(of_line, _expressions(settings, of_line, case.text))

    return await run_batch(path, answer)


def _expressions(settings: Settings, moment: Moment, text: str) -> tuple[TimeExpression, ...]:
    check_text("text", text, RAW_CONTENT_LIMIT)
    context = TimeContext(
        reference=moment.current_time.replace(tzinfo=None),
        timezone=moment.timezone,
        locale=locale_of(text, settings.locale),
        day_start_hour=settings.profile.day_start_hour,
    )
    return find_expressions(text, context)


def _time_view(moment: Moment, found: tuple[TimeExpression, ...]) -> JsonObject:
    return {"timezone": moment.timezone, "expressions": [expression_view(one) for one in found]}


def _render_expressions(found: tuple[TimeExpression, ...], view: View) -> Text:
    if not found:
        return Text(tell("time.none", view.locale), "dim")
    lines = []
    for one in found:
        line = Text.assemble((shown(one.text), "bold"), (f"  {one.kind.value}", "dim"))
        if one.ambiguous:
            readings = " | ".join(_span(reading.start, reading.end) for reading in one.readings)
            line.append(f"  {tell('time.ambiguous', view.locale)}  {readings}", "yellow")
        else:
            line.append("".join(f"  {part}" for part in _parts(one)), "cyan")
        lines.append(line)
    return Text("\n").join(lines)


def _parts(one: TimeExpression) -> list[str]:
    span = _span(one.start, one.end)
    parts = [span] if span else []
    if one.recurrence:
        parts.insert(0, one.recurrence)
    if one.duration_seconds is not None:
        parts.append(f"{one.duration_seconds} s")
    return parts


def _span(start: datetime | date | None, end: datetime | date | None) -> str:
    return " – ".join(str(value) for value in (start, end) if value is not None)
