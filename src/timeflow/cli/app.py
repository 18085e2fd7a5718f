"""The commands and their options (design section 7). What each does stands in modules that are loaded when it runs."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from timeflow.cli.help import help_of, option_help
from timeflow.cli.problems import ExitStatus, WrongUsageError

if TYPE_CHECKING:
    from timeflow.cli.printing import Printer
    from timeflow.cli.running import CommonOptions
    from timeflow.settings import Settings

app = typer.Typer(name="timeflow", add_completion=False, rich_markup_mode=None, no_args_is_help=True)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"timeflow {version('timeflow-assistant')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option(
        "--version", callback=_print_version, is_eager=True, help=option_help("打印版本", "print the version")
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=option_help("只输出一个 JSON 对象", "print one JSON object"))]
Now = Annotated[
    str | None,
    typer.Option("--now", metavar="ISO8601", help=option_help("把这个时刻当作现在", "take this time as now")),
]
Zone = Annotated[
    str | None,
    typer.Option("--tz", metavar="IANA", help=option_help("时区，例如 Asia/Shanghai", "time zone, e.g. Europe/Rome")),
]
CardId = Annotated[str, typer.Argument(metavar="ID", help=option_help("卡片编号", "the id of a card"))]
ChoiceId = Annotated[str, typer.Argument(metavar="ID", help=option_help("问题编号", "the id of a choice"))]
Words = Annotated[str, typer.Argument(metavar="TEXT", help=option_help("一句话", "a sentence"))]
WordsOrBatch = Annotated[str | None, typer.Argument(metavar="TEXT", help=option_help("一句话", "a sentence"))]
Batch = Annotated[
    Path | None,
    typer.Option(
        "--batch",
        metavar="FILE",
        help=option_help(
            "JSON 行文件，每行有 id、text、reference、timezone",
            "a file of JSON lines with id, text, reference, timezone",
        ),
    ),
]
Yes = Annotated[
    bool,
    typer.Option(
        "--yes", help=option_help("轻的卡片直接确认，别的只显示", "confirm a light card too; any other is only shown")
    ),
]
Hash = Annotated[
    str | None,
    typer.Option("--hash", metavar="H", help=option_help("卡片的 payload_hash", "the payload_hash of the card")),
]
Only = Annotated[
    str | None,
    typer.Option("--only", metavar="C1,C2", help=option_help("只要这几项改动", "only these changes")),
]
Count = Annotated[
    int | None,
    typer.Option("--count", metavar="N", min=1, help=option_help("重的卡片上的数量", "the number on a heavy card")),
]
Pairs = Annotated[
    list[str], typer.Argument(metavar="[CHANGE.]FIELD=VALUE...", help=option_help("新的值", "the new values"))
]
WriteId = Annotated[
    str | None,
    typer.Argument(metavar="ID", help=option_help("写入的编号，默认最近一次", "a write; by default the last")),
]
Number = Annotated[int, typer.Argument(metavar="N", min=1, help=option_help("选项的数字", "the number of the option"))]
FirstDay = Annotated[
    str | None, typer.Option("--from", metavar="D", help=option_help("第一天，日期或“明天”", "first day, or words"))
]
LastDay = Annotated[
    str | None, typer.Option("--to", metavar="D", help=option_help("最后一天，日期或“下周五”", "last day, or words"))
]


def _options(as_json: bool, now: str | None, tz: str | None) -> CommonOptions:
    from timeflow.cli.running import CommonOptions  # noqa: PLC0415 - `--help` needs none of what it imports

    return CommonOptions(as_json=as_json, now=now, timezone=tz)


@app.callback(help=help_of("timeflow"))
def timeflow(_version: Version = False) -> None:
    """What goes before a command."""


@app.command(help=help_of("say"))
def say(text: Words, yes: Yes = False, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """One turn."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(
        _options(as_json, now, tz), lambda desk: dialogue_commands.say(desk, text, confirm_light=yes)
    )


@app.command(help=help_of("confirm"))
def confirm(
    card: CardId,
    payload_hash: Hash = None,
    only: Only = None,
    count: Count = None,
    as_json: AsJson = False,
    now: Now = None,
    tz: Zone = None,
) -> ExitStatus:
    """A decision for a card."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    accepted, seen = dialogue_commands.change_ids(only), dialogue_commands.checked_hash(payload_hash)
    return running.run_at_desk(
        _options(as_json, now, tz),
        lambda desk: dialogue_commands.confirm(desk, card, payload_hash=seen, only=accepted, count=count),
    )


@app.command(help=help_of("reject"))
def reject(card: CardId, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """A decision against a card."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(_options(as_json, now, tz), lambda desk: dialogue_commands.reject(desk, card))


@app.command(help=help_of("edit"))
def edit(card: CardId, pairs: Pairs, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """Other values for a card."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    fields = dialogue_commands.fields_of(pairs)
    return running.run_at_desk(_options(as_json, now, tz), lambda desk: dialogue_commands.edit(desk, card, fields))


@app.command(help=help_of("pending"))
def pending(as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """What waits for the person."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(_options(as_json, now, tz), dialogue_commands.pending)


@app.command(help=help_of("undo"))
def undo(write: WriteId = None, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """Take back a write."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(_options(as_json, now, tz), lambda desk: dialogue_commands.undo(desk, write))


@app.command(help=help_of("choose"))
def choose(choice: ChoiceId, number: Number, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """Take an option."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(_options(as_json, now, tz), lambda desk: dialogue_commands.choose(desk, choice, number))


@app.command(help=help_of("cancel"))
def cancel(choice: ChoiceId, as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """Close a choice."""
    from timeflow.cli import dialogue_commands, running  # noqa: PLC0415

    return running.run_at_desk(_options(as_json, now, tz), lambda desk: dialogue_commands.cancel(desk, choice))


@app.command(help=help_of("chat"))
def chat(as_json: AsJson = False, now: Now = None, tz: Zone = None) -> ExitStatus:
    """The dialogue."""
    from timeflow.cli import running  # noqa: PLC0415
    from timeflow.cli.chat.dialogue import hold_dialogue  # noqa: PLC0415
    from timeflow.cli.chat.inputs import open_inputs  # noqa: PLC0415

    return running.run_at_desk(
        _options(as_json, now, tz), lambda desk: hold_dialogue(desk, open_inputs()), with_commands=False
    )


@app.command(help=help_of("agenda"))
def agenda(
    first: FirstDay = None, last: LastDay = None, as_json: AsJson = False, now: Now = None, tz: Zone = None
) -> ExitStatus:
    """What is planned."""
    from timeflow.cli import agenda_command, running  # noqa: PLC0415

    options = _options(as_json, now, tz)

    def work(settings: Settings, printer: Printer) -> ExitStatus:
        moment = options.moment(settings)
        days = agenda_command.days_between(settings, moment, first, last)
        return asyncio.run(agenda_command.agenda(settings, moment, printer, *days))

    return running.run_with_settings(options, work)


@app.command(help=help_of("parse"))
def parse(
    text: WordsOrBatch = None, batch: Batch = None, as_json: AsJson = False, now: Now = None, tz: Zone = None
) -> ExitStatus:
    """Perception alone."""
    from timeflow.cli import running, tool_commands  # noqa: PLC0415

    options = _options(as_json, now, tz)
    if batch is not None and text is None:
        return running.run_with_settings(
            options,
            lambda settings, _: asyncio.run(tool_commands.parse_batch(settings, options.moment(settings), batch)),
        )
    sentence = _one_of(text, batch)
    return running.run_with_settings(
        options,
        lambda settings, printer: asyncio.run(
            tool_commands.parse_text(settings, options.moment(settings), printer, sentence)
        ),
    )


@app.command(help=help_of("time"))
def time(
    text: WordsOrBatch = None, batch: Batch = None, as_json: AsJson = False, now: Now = None, tz: Zone = None
) -> ExitStatus:
    """Time expressions alone."""
    from timeflow.cli import running, time_commands  # noqa: PLC0415

    options = _options(as_json, now, tz)
    if batch is not None and text is None:
        return running.run_with_settings(
            options,
            lambda settings, _: asyncio.run(time_commands.time_of_batch(settings, options.moment(settings), batch)),
        )
    sentence = _one_of(text, batch)
    return running.run_with_settings(
        options,
        lambda settings, printer: time_commands.time_of_text(settings, options.moment(settings), printer, sentence),
    )


@app.command(help=help_of("migrate"))
def migrate(as_json: AsJson = False) -> ExitStatus:
    """Bring the database up to date."""
    from timeflow.cli import running, tool_commands  # noqa: PLC0415

    return running.run_with_settings(
        _options(as_json, None, None), lambda settings, printer: asyncio.run(tool_commands.migrate(settings, printer))
    )


@app.command(help=help_of("schema"))
def schema(as_json: AsJson = False) -> ExitStatus:
    """Print the sub-agents' contract; it is one JSON object either way."""
    from timeflow.cli import tool_commands  # noqa: PLC0415

    return tool_commands.print_schema(as_json=as_json)


def _one_of(text: str | None, batch: Path | None) -> str:
    if text is None or batch is not None:
        raise WrongUsageError("TEXT", "给一句话，或者 --batch 文件，二选一 / give either TEXT or --batch FILE")
    return text
