from __future__ import annotations

import asyncio

import pytest

from timeflow.cli.chat import waiting
from timeflow.cli.chat.inputs import PipedInputs


async def test_a_long_turn_gives_a_sign_of_life(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0)

    async def work() -> str:
        await asyncio.sleep(0.05)
        return "done"

    assert await waiting.patiently(work(), "正在想…") == "done"
    assert capsys.readouterr() == ("", "正在想…\n")


async def test_a_quick_turn_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    async def work() -> str:
        return "done"

    assert await waiting.patiently(work(), "正在想…") == "done"
    await asyncio.sleep(0)
    assert capsys.readouterr() == ("", "")


async def test_what_fails_or_is_cancelled_passes_through() -> None:
    async def fail() -> str:
        raise ValueError

    with pytest.raises(ValueError):
        await waiting.patiently(fail(), "…")

    task = asyncio.create_task(waiting.patiently(asyncio.sleep(60), "…"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_lines_of_a_pipe_come_one_by_one_and_end() -> None:
    class Stream:
        def __init__(self) -> None:
            self.lines = iter(["one\r\n", "\n", "two"])

        def readline(self, limit: int) -> str:
            return next(self.lines, "")

    inputs = PipedInputs(Stream())  # type: ignore[arg-type]  # all that is read of it
    assert [await inputs.answer("› ", {"y"}) for _ in range(4)] == ["one", "", "two", None]
