"""Draw ``docs/dialogue.svg``: what ``timeflow chat`` really prints in a dialogue, as a terminal shows it.

``python -m scripts.picture`` runs the dialogue in a data folder of its own, and writes the picture.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

PICTURE = Path(__file__).parents[1] / "docs" / "dialogue.svg"
NOW = "2026-12-01T10:00"
SAID = (
    "明天下午三点和王工评审接口，一小时",
    "y",
    "评审接口改到后天上午十点",
    "y",
    "后天有什么安排",
)  # fmt: skip
_WIDTH = 76
_ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_FONTS = "ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', 'Microsoft YaHei', monospace"


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
    """A terminal with this text, that needs nothing from elsewhere."""
    console = Console(width=_WIDTH, record=True, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(printed.rstrip("\n")))
    svg = _ELSEWHERE.sub("", console.export_svg(title="timeflow chat", unique_id="dialogue"))
    return svg.replace("font-family: Fira Code, monospace;", f"font-family: {_FONTS};")


if __name__ == "__main__":
    PICTURE.write_text(drawn(dialogue()), encoding="utf-8")
