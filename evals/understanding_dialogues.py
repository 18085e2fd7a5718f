"""Dialogues of several turns with the whole application: what each turn must come to.

A file of ``evals/understanding/dialogues`` holds blocks parted by an empty line. A line ``+ words`` writes something
first; a line ``words => kinds name=value …`` is a turn: its answer must be of one of the kinds (``card``, ``sel``,
``ask``, ``disp``, ``done``, ``rej``, ``err``) and have the values, days as days of December 2026.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from timeflow.conversation.contracts import Clarification, MainAgentResponse
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    SelectionRequired,
    WriteDecisionResult,
)

FOLDER = Path(__file__).parent / "understanding" / "dialogues"
_VALUE = re.compile(r"(\w+)=(.*?)(?=\s\w+=|$)")
_DAYS = frozenset({"start", "end", "due"})

Say = Callable[[str], Awaitable[MainAgentResponse]]


@dataclass(frozen=True, slots=True)
class Turn:
    """What is said, which kinds of answer are right, and what the answer must hold."""

    words: str
    kinds: tuple[str, ...]
    values: dict[str, str]


@dataclass(frozen=True, slots=True)
class DialogueCase:
    """What is written first, and the turns."""

    case_id: str
    before: tuple[str, ...]
    turns: tuple[Turn, ...]


def dialogue_cases(folder: Path = FOLDER) -> list[DialogueCase]:
    """All dialogues, in the order of their files."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n"), start=1):
            lines = block.splitlines()
            before = tuple(line[2:] for line in lines if line.startswith("+ "))
            turns = tuple(_turn(line) for line in lines if not line.startswith("+ "))
            found.append(DialogueCase(f"{path.stem}-{number:02}", before, turns))
    return found


async def missed_turns(case: DialogueCase, say: Say) -> list[str]:
    """Hold the dialogue; what was not as it must be."""
    for words in case.before:
        await say(words)
        written = await say("好" if re.search(r"[\u3400-\u9fff]", words) else "yes")
        if observed(written)["type"] != "done":
            return [f"{words}: not written"]
    missed = []
    for turn in case.turns:
        seen = observed(await say(turn.words))
        wrong = seen["type"] not in turn.kinds
        if not wrong and seen["type"] in {"card", "disp"}:
            wrong = any(value not in seen.get(name, ()) for name, value in turn.values.items())
        if wrong:
            missed.append(f"{turn.words}: expected {turn.kinds} {turn.values}, got {seen}")
    return missed


def observed(response: MainAgentResponse) -> dict[str, str | list[str]]:
    """The answer in the words of the files: single values as lists, so that a display and a card are asked alike."""
    match response:
        case ConfirmationRequiredResponse():
            change = response.changes[0]
            values = {**(change.before or {}), **(change.after or {})}
            after = change.after or {}
            return {
                "type": "card",
                "op": [change.operation],
                "title": [str(values.get("title"))],
                "n": [str(len(response.changes))],
                "start": [str(after.get("start_at") or "")[:19]],
                "end": [str(after.get("end_at") or "")[:19]],
                "due": [str(after.get("due_date") or after.get("due_at") or "")[:19]],
            }
        case SelectionRequired():
            return {"type": "sel", "labels": [option.label for option in response.options]}
        case Clarification():
            return {"type": "ask", "questions": [question.question_text for question in response.questions]}
        case Display():
            return {"type": "disp", "has": [item.title for item in response.items]}
        case WriteDecisionResult():
            return {"type": "done" if response.status == "applied" else "rej"}
        case ErrorEvent():
            return {"type": "err", "code": [response.reason_code]}
        case _:
            return {"type": "rej"}


def _turn(line: str) -> Turn:
    words, _, expected = line.partition(" => ")
    kinds, _, rest = expected.partition(" ")
    values = {name: _day(value) if name in _DAYS else value for name, value in _VALUE.findall(rest)}
    return Turn(words, tuple(kinds.split("|")), values)


def _day(value: str) -> str:
    day, _, clock = value.partition("T")
    return f"2026-12-{int(day):02}" + (f"T{clock}:00" if clock else "")
