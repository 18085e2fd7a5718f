"""Where the sentences and keys of a dialogue come from: a keyboard, or lines of a pipe."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
from threading import Thread
from typing import Final, Protocol, TextIO

ESCAPE: Final = "\x1b"
LONGEST_LINE: Final = 65_536


class Inputs(Protocol):
    """What a person answers. ``keyboard``: a key counts at once, and an empty answer is the Enter key."""

    @property
    def keyboard(self) -> bool: ...  # noqa: D102

    async def answer(self, prompt: str, keys: Collection[str] = ()) -> str | None:
        """The next line, or one of ``keys`` as soon as it is pressed first; ESCAPE; None at the end of the input."""
        ...


class PipedInputs:
    """Lines of a stream. A key is a line of its own."""

    keyboard: Final = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def answer(self, prompt: str, keys: Collection[str] = ()) -> str | None:
        """The next line; the prompt is not printed."""
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()

        def deliver(text: str) -> None:
            if not line.done():
                line.set_result(text)

        # Not in the loop's own threads: those are waited for at the end, and nobody can cancel a read.
        def read() -> None:
            try:
                text = self._stream.readline(LONGEST_LINE)
            except (OSError, ValueError):
                text = ""
            loop.call_soon_threadsafe(deliver, text)

        Thread(target=read, daemon=True).start()
        text = await line
        return text.rstrip("\r\n") if text else None


class KeyboardInputs:
    """A terminal."""

    keyboard: Final = True

    def __init__(self) -> None:
        from prompt_toolkit import PromptSession  # noqa: PLC0415 - a third of a second that only a keyboard needs

        self._session: PromptSession[str] = PromptSession()

    async def answer(self, prompt: str, keys: Collection[str] = ()) -> str | None:
        """The next line or key, edited on the terminal. Ctrl-D is the end, Ctrl-C an escape."""
        from prompt_toolkit.filters import Condition  # noqa: PLC0415
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent  # noqa: PLC0415

        bindings = KeyBindings()
        untouched = Condition(lambda: not self._session.default_buffer.text)

        def leave(event: KeyPressEvent) -> None:
            event.app.exit(result=event.data)

        for key in keys:
            bindings.add(key, filter=untouched)(leave)

        @bindings.add("escape", filter=untouched, eager=True)
        def _escape(event: KeyPressEvent) -> None:
            event.app.exit(result=ESCAPE)

        try:
            return await self._session.prompt_async(prompt, key_bindings=bindings)
        except KeyboardInterrupt:
            return ESCAPE
        except EOFError:
            return None


def open_inputs() -> Inputs:
    """The keyboard where there is one at both ends, else the lines of standard input."""
    return KeyboardInputs() if sys.stdin.isatty() and sys.stdout.isatty() else PipedInputs(sys.stdin)
