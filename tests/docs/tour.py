"""The tour of a README: its commands, what stands below each, and how they are run.

``python -m tests.docs.tour`` writes what they print now into both files; read the difference before you keep it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.zh-CN.md")
TOUR_SECONDS = 300
"""Far more than it takes; a bound all the same."""

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_END = "--- end of command, status"
_CHANGING = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r"\bsha256:[0-9a-f]{64}\b"), "HASH"),
    (re.compile(r"\b(编号|id|undo|confirm|edit|reject|choose|cancel) [0-9a-f]{6}\b"), r"\1 ID"),
    (re.compile(r"(?<=  )[0-9a-f]{6}(?=  |$)"), "ID"),
    (re.compile(r"· [^·]* 前有效"), "· … 前有效"),
    (re.compile(r"（[^（）]* 前）"), "（… 前）"),
    (re.compile(r"open until .*$"), "open until …"),
    (re.compile(r"\(until [^()]*\)"), "(until …)"),
    (re.compile(r'"expires_at": "[^"]*"'), '"expires_at": "…"'),
)
"""What is another in every run: ids, hashes, and when something expires by the clock of the system."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command as it is typed, and the lines that it prints."""

    command: str
    output: tuple[str, ...]


def tour_of(markdown: str) -> tuple[Step, ...]:
    """The steps of all ``console`` blocks, in order."""
    lines = [line for block in _BLOCK.findall(markdown) for line in block.splitlines()]
    starts = [place for place, line in enumerate(lines) if line.startswith("$ ")]
    return tuple(
        Step(lines[start].removeprefix("$ "), tuple(lines[start + 1 : end]))
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    )


def run_tour(commands: Sequence[str], more: Mapping[str, str]) -> tuple[list[Step], list[int]]:
    """Type the commands into one shell, in the root of the repository; what each printed, and its exit status.

    ``more``: variables beside those of this process, without its own settings of TimeFlow and its language.
    """
    script = "".join(f"{command}\necho '{_END}' $?\n" for command in commands)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TIMEFLOW_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), inherited["PATH"]])
    ended = subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        env={**inherited, "PATH": path, "LC_ALL": "C.UTF-8", **more},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=True,
        timeout=TOUR_SECONDS,
    )
    return _cut(commands, ended.stdout.splitlines())


def _cut(commands: Sequence[str], printed: Sequence[str]) -> tuple[list[Step], list[int]]:
    steps: list[Step] = []
    statuses: list[int] = []
    output: list[str] = []
    for line in printed:
        if line.startswith(_END):
            steps.append(Step(commands[len(steps)], tuple(output)))
            statuses.append(int(line.removeprefix(_END)))
            output = []
        else:
            output.append(line.rstrip())
    return steps, statuses


def told(step: Step) -> list[str]:
    """What a command printed, without what is another in every run."""
    return [_constant(line) for line in step.output]


def _constant(line: str) -> str:
    for pattern, name in _CHANGING:
        line = pattern.sub(name, line)
    return line


def written_anew(markdown: str, steps: Sequence[Step]) -> str:
    """The document with what the commands print now; what differs in nothing but ids and expiries stays."""
    left = iter(steps)

    def block(found: re.Match[str]) -> str:
        lines: list[str] = []
        for said in tour_of(found[0]):
            done = next(left)
            lines += (f"$ {said.command}", *(said.output if told(said) == told(done) else done.output))
        return "```console\n" + "".join(f"{line}\n" for line in lines) + "```"

    return _BLOCK.sub(block, markdown)


def main() -> int:
    """Replay the tour and write down in each README what it prints now; nothing where a command fails."""
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in READMES}
    steps, statuses = run_tour([step.command for step in tour_of(texts[READMES[0]])], {})
    failed = [step for step, status in zip(steps, statuses, strict=True) if status]
    for step in failed:
        sys.stderr.write("\n".join((step.command, *step.output, "")))
    if not failed:
        for name, markdown in texts.items():
            (ROOT / name).write_text(written_anew(markdown, steps), encoding="utf-8")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
