"""Score the offline understanding of sentences against the project's own cases.

``python -m evals understanding [--show]``.

A case is right when everything that it expects is so; what it does not name may be anything. Where several answers are
right, ``{"any": [...]}`` lists them.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import UUID

from pydantic import JsonValue

from agentbase.core.clock import SystemClock
from agentbase.llm.manager import LLMManager
from agentbase.llm.prompts import PromptRegistry
from agentbase.llm.providers.offline import OfflineProvider
from agentbase.llm.routes import RouteRegistry
from timeflow.offline.ask_long_task import ask_long_task
from timeflow.offline.understand_input import understand_input
from timeflow.perception.contracts import PerceptionAnalyzeRequest, PerceptionAnalyzeResponse
from timeflow.perception.messages import NoDialogue
from timeflow.perception.prompt import ASK_LONG_TASK_KEY, PERCEPTION_PROMPTS, UNDERSTAND_INPUT_KEY
from timeflow.perception.service import PerceptionService

CASES = Path(__file__).parent / "understanding"
DEFAULT_REFERENCE = "2026-12-01T10:00:00+08:00"
_USER = UUID(int=1)
_SAVED = UUID(int=2)

Observed = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Case:
    """One sentence and what must be so of its understanding."""

    case_id: str
    text: str
    expect: Observed
    reference: str = DEFAULT_REFERENCE
    timezone: str = "Asia/Shanghai"
    modality: str = "text"

    @property
    def locale(self) -> str:
        """The language of the person, taken from the letters."""
        return "zh-CN" if any("\u3400" <= letter <= "\u9fff" for letter in self.text) else "en"


def cases(folder: Path = CASES) -> list[Case]:
    """All cases, in the order of their files."""
    found: list[Case] = []
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found.append(Case(row.pop("id"), row.pop("text"), row.pop("expect"), **row))
    return found


def offline_perception() -> PerceptionService:
    """Perception with the offline model and no dialogue."""
    clock = SystemClock()
    handlers = {UNDERSTAND_INPUT_KEY: understand_input, ASK_LONG_TASK_KEY: ask_long_task}
    manager = LLMManager(
        routes=RouteRegistry.from_settings([], {}),
        prompts=PromptRegistry(PERCEPTION_PROMPTS),
        providers={"offline": OfflineProvider(handlers, clock)},
        clock=clock,
    )
    return PerceptionService(messages=NoDialogue(), manager=manager, clock=clock, timezone="Asia/Shanghai")


async def understood(service: PerceptionService, case: Case) -> Observed:
    """What perception makes of the case, flattened."""
    request = PerceptionAnalyzeRequest.model_validate(
        {
            "user_id": _USER,
            "raw_content": case.text,
            "modality": case.modality,
            "current_time": datetime.fromisoformat(case.reference),
            "timezone": case.timezone,
            "locale": case.locale,
            "current_message_id": _SAVED,
        }
    )
    return flattened(await service.analyze(request))


def flattened(response: PerceptionAnalyzeResponse) -> Observed:
    """Status, pair and parameters by dotted name; times by their parts, lists sorted."""
    observed: Observed = {"status": response.status}
    if response.clarification is not None:
        asked: list[JsonValue] = [question.field_name for question in response.clarification.questions]
        observed["asks"] = sorted(asked, key=str)
        observed["reason"] = response.clarification.reason
    if response.decision is not None:
        observed["agent"] = response.decision.agent_name
        _flatten(response.decision.params, "", observed)
    # The exclusive end of a deadline, or the day that is one: what a todo is due by.
    observed["due.last"] = observed.get("due.end") or observed.get("due.start")
    observed["any_start"] = observed.get("when.start") or observed.get("due.start")
    return observed


def _flatten(node: dict[str, JsonValue], prefix: str, into: Observed) -> None:
    for key, value in node.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}{key}.", into)
        elif isinstance(value, list):
            into[f"{prefix}{key}"] = sorted(value, key=str)
        else:
            into[f"{prefix}{key}"] = value


def misses(case: Case, observed: Observed) -> dict[str, tuple[JsonValue, JsonValue]]:
    """What is not as expected: name → (expected, observed)."""
    wrong: dict[str, tuple[JsonValue, JsonValue]] = {}
    for name, value in case.expect.items():
        seen = observed.get(name)
        if value in (None, []) and not seen:
            continue
        expected = sorted(value, key=str) if isinstance(value, list) else value
        allowed = value["any"] if isinstance(value, dict) else [expected]
        if not isinstance(allowed, list) or seen not in allowed:
            wrong[name] = (expected, seen)
    return wrong


async def evaluate(chosen: Iterable[Case]) -> list[tuple[Case, dict[str, tuple[JsonValue, JsonValue]]]]:
    """The wrong cases, with what is wrong."""
    service = offline_perception()
    wrong = []
    for case in chosen:
        missed = misses(case, await understood(service, case))
        if missed:
            wrong.append((case, missed))
    return wrong


def main(options: list[str]) -> int:
    """Print the score; with ``--show`` every wrong case."""
    everything = cases()
    wrong = asyncio.run(evaluate(everything))
    if "--show" in options:
        for case, missed in wrong:
            sys.stdout.write(f"{case.case_id} {case.text}\n")
            for name, (expected, seen) in missed.items():
                sys.stdout.write(f"    {name}: expected {expected!r}, got {seen!r}\n")
    right = len(everything) - len(wrong)
    sys.stdout.write(f"understanding: {right}/{len(everything)} = {right / len(everything):.1%}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
