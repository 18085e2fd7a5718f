"""The commands that write nothing of the person's: parse, migrate, schema."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final
from uuid import UUID

from pydantic import ValidationError
from rich.text import Text

from agentbase.core.database.migrate import expected_heads, upgrade
from agentbase.core.reasons import base_error
from agentbase.core.text import check_text
from timeflow.bootstrap import BRANCHES
from timeflow.cli.batch import BatchCase, JsonObject, moment_of_case, run_batch
from timeflow.cli.language import Locale, language_of, spoken_locale
from timeflow.cli.moment import Moment
from timeflow.cli.printing import Printer, json_line
from timeflow.cli.problems import ExitStatus, invalid_input
from timeflow.cli.render.texts import shown, tell
from timeflow.conversation.view import locale_of
from timeflow.perception.contracts import RAW_CONTENT_LIMIT, PerceptionAnalyzeRequest, PerceptionAnalyzeResponse
from timeflow.perception.service import PerceptionService
from timeflow.settings import Settings
from timeflow.subagents.schema import export_schema
from timeflow.wiring import build_parser

_NOBODY: Final = UUID(int=0)
"""Understanding alone belongs to no one."""


async def parse_text(settings: Settings, moment: Moment, printer: Printer, text: str) -> ExitStatus:
    """How perception understands a sentence."""
    found = await _analyze(build_parser(settings), settings, moment, text)
    if printer.as_json:
        printer.object(found.model_dump(mode="json"))
    else:
        printer.text(_render_parsed(found, language_of(text, settings.locale)))
    return ExitStatus.FAILED if found.status == "error" else ExitStatus.DONE


async def parse_batch(settings: Settings, moment: Moment, path: Path) -> ExitStatus:
    """The same for every line of a file."""
    parser = build_parser(settings)

    async def answer(case: BatchCase) -> JsonObject:
        found = await _analyze(parser, settings, moment_of_case(case, moment), case.text)
        return found.model_dump(mode="json")

    return await run_batch(path, answer)


async def _analyze(
    parser: PerceptionService, settings: Settings, moment: Moment, text: str
) -> PerceptionAnalyzeResponse:
    check_text("text", text, RAW_CONTENT_LIMIT)
    try:
        request = PerceptionAnalyzeRequest(
            user_id=_NOBODY,
            raw_content=text,
            current_time=moment.current_time,
            timezone=moment.timezone,
            locale=locale_of(text, settings.locale),
        )
    except ValidationError as error:
        raise invalid_input(error, {"raw_content": "text"}) from None
    return await parser.analyze(request)


def _render_parsed(found: PerceptionAnalyzeResponse, locale: Locale) -> Text:
    if found.decision is not None:
        pair = f"{found.decision.agent_name} / {found.decision.function_name}"
        written = found.decision.model_dump(mode="json")["params"]
        params = json.dumps({key: value for key, value in written.items() if value}, ensure_ascii=False, indent=2)
        body = "\n".join(shown_line for shown_line in map(_indented, params.splitlines()))
        return Text.assemble((f"{tell('parse.kind', locale)}  ", "dim"), (pair, "bold"), "\n", body)
    if found.clarification is not None:
        return Text("\n").join(Text(shown(question.question_text)) for question in found.clarification.questions)
    return Text(shown(found.error_message or ""))


def _indented(line: str) -> str:
    text = line.lstrip(" ")
    return " " * (len(line) - len(text)) + shown(text)


async def migrate(settings: Settings, printer: Printer) -> ExitStatus:
    """Bring the configured database to the structure of this version, a server's too."""
    try:
        await upgrade(settings.database_url, BRANCHES)
    except OSError as error:
        raise base_error("DATABASE_UNAVAILABLE") from error
    if printer.as_json:
        printer.object({"status": "up_to_date", "heads": sorted(expected_heads(BRANCHES))})
    else:
        printer.text(Text(tell("migrate.done", spoken_locale()), "green"))
    return ExitStatus.DONE


def print_schema(*, as_json: bool) -> ExitStatus:
    """The contract of the sub-agents as its file has it; with ``as_json`` on one line."""
    schema = export_schema()
    sys.stdout.write(json_line(json.loads(schema)) if as_json else schema)
    sys.stdout.flush()
    return ExitStatus.DONE
