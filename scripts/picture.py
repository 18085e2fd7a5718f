"""Draw ``docs/dialogue.svg``: what ``timeflow chat`` really prints in a dialogue, as a terminal shows it.

``python -m scripts.picture`` runs the dialogue in a data folder of its own, and writes the picture.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

PICTURE = Path(__file__).parents[1] / "docs" / "dialogue.svg"
NOW = "2026-12-01T10:00"
SAID = ("明天下午三点和王工评审接口，一小时", "y", "评审接口改到后天上午十点", "y", "后天有什么安排")
_COLUMNS = 80
_CELL, _LINE, _MARGIN, _BAR = 9.6, 26, 20, 44
_STYLE = (
    "text { font-size: 16px; font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', "
    "'Noto Sans Mono CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', monospace } .wide { font-size: 18px }"
)


def dialogue() -> str:
    """What the dialogue prints, colours included."""
    command = [str(Path(sys.executable).parent / "timeflow"), "chat", "--now", NOW]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TIMEFLOW_")}
    with TemporaryDirectory() as home:
        environment = {**inherited, "TIMEFLOW_HOME": home, "FORCE_COLOR": "1", "COLORTERM": "truecolor"}
        said = "".join(f"{line}\n" for line in SAID)
        ended = subprocess.run(
            command, input=said, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True
        )
    return ended.stdout


def drawn(printed: str) -> str:
    """A terminal with this text, that needs nothing from elsewhere.

    A character stands on one or two cells, as in a terminal, whatever its font.
    """
    console = Console(width=_COLUMNS, force_terminal=True, color_system="truecolor")
    lines = console.render_lines(Text.from_ansi(printed.rstrip("\n")), pad=False)
    width, height = round(_COLUMNS * _CELL + 2 * _MARGIN), _BAR + len(lines) * _LINE + _MARGIN
    buttons = "".join(
        f'<circle cx="{26 + 20 * place}" cy="22" r="6" fill="{colour}"/>'
        for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    texts = "\n".join(text for number, line in enumerate(lines) for text in _texts(line, _BAR + number * _LINE + 16))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">\n'
        f"<style>{_STYLE}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{SVG_EXPORT_THEME.background_color.hex}"/>{buttons}\n'
        f"{texts}\n</svg>\n"
    )


def _texts(line: list[Segment], baseline: int) -> Iterator[str]:
    column = 0
    for text, style, _ in line:
        for (width, is_space), characters in groupby(text, key=lambda one: (cell_len(one), one.isspace())):
            run = "".join(characters)
            cells = cell_len(run)
            if not is_space:
                place = f'x="{_MARGIN + column * _CELL:g}" y="{baseline}" textLength="{cells * _CELL:g}"'
                wide = ' class="wide"' if width > 1 else ""
                yield f"<text{wide} {place} {_look(style or Style.null())}>{escape(run)}</text>"
            column += cells


def _look(style: Style) -> str:
    colour = SVG_EXPORT_THEME.foreground_color if style.color is None else style.color.get_truecolor(SVG_EXPORT_THEME)
    more = ' font-weight="bold"' if style.bold else ""
    return f'fill="{colour.hex}"{more}' + (' opacity="0.6"' if style.dim else "")


if __name__ == "__main__":
    PICTURE.write_text(drawn(dialogue()), encoding="utf-8")
