"""Standard output: for people coloured text, for programs one JSON object and nothing else."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from datetime import date
from typing import Final

from rich.console import Console
from rich.text import Text

from timeflow.cli.language import Locale, language_of
from timeflow.cli.render.card import View
from timeflow.cli.render.events import render_event, summary_of
from timeflow.conversation.contracts import MainAgentResponse
from timeflow.execution.contracts import ErrorEvent

_UNSAFE: Final = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Printer:
    """Prints objects in one of the two ways. ``configured`` is the language where no text decides."""

    def __init__(self, *, as_json: bool, configured: Locale, with_commands: bool = True) -> None:
        self.as_json = as_json
        self.configured = configured
        self.with_commands = with_commands
        self._out = _console(stderr=False)

    def event(self, event: MainAgentResponse, today: date, *, to_stderr: bool = False) -> None:
        """One object of design section 7. Errors may go to standard error for people; never for programs."""
        if self.as_json:
            self.object(event.model_dump(mode="json"))
            return
        view = View(language_of(summary_of(event), self.configured), today)
        text = render_event(event, view, with_commands=self.with_commands)
        (_console(stderr=True) if to_stderr and isinstance(event, ErrorEvent) else self._out).print(text)

    def object(self, values: Mapping[str, object]) -> None:
        """One JSON object on a line of its own."""
        sys.stdout.write(json_line(values))
        sys.stdout.flush()

    def text(self, text: Text | str, *, to_stderr: bool = False) -> None:
        """Text for people; programs do not see it."""
        if not self.as_json:
            out = _console(stderr=True) if to_stderr else self._out
            out.print(Text(text) if isinstance(text, str) else text)


def json_line(values: Mapping[str, object]) -> str:
    """One line of JSON. Characters that could act on a terminal are escaped; the content stays the same."""
    line = json.dumps(values, ensure_ascii=False, separators=(", ", ": "))
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", line) + "\n"


def _console(*, stderr: bool) -> Console:
    # Only a terminal has an edge to wrap at. Markup is never read: what people write is not ours to interpret.
    stream = sys.stderr if stderr else sys.stdout
    return Console(
        file=stream, highlight=False, markup=False, emoji=False, soft_wrap=not stream.isatty(), legacy_windows=False
    )
