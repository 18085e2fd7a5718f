"""The dialogue: what was shown last decides what the next line or key means."""

from __future__ import annotations

import shlex
from collections.abc import Awaitable
from typing import Final

from rich.text import Text

from agentbase.core.errors import AgentBaseError
from timeflow.cli.chat.inputs import ESCAPE, Inputs
from timeflow.cli.chat.waiting import patiently
from timeflow.cli.desk import Desk
from timeflow.cli.dialogue_commands import fields_of
from timeflow.cli.language import Locale, language_of, spoken_locale
from timeflow.cli.problems import ExitStatus, NotShownError, WrongUsageError, error_event, not_shown_event, usage_event
from timeflow.cli.render.events import summary_of
from timeflow.cli.render.texts import tell
from timeflow.conversation.contracts import Clarification, MainAgentResponse
from timeflow.execution.contracts import ConfirmationRequiredResponse, ErrorEvent, SelectionRequired

_ONE_KEY: Final = 9
_YES: Final = frozenset({"y", "Y", "yes", "ｙ"})
_NO: Final = frozenset({"n", "N", "no", "ｎ"})
_CANCEL: Final = frozenset({"c", "C", ESCAPE})
_LEAVE: Final = frozenset({"quit", "exit", "退出", "再见"})
_LONGEST_NUMBER: Final = 9


async def hold_dialogue(desk: Desk, inputs: Inputs) -> ExitStatus:
    """Talk until the input ends. What fails is said, and the dialogue goes on; a pipe has then failed at its end."""
    dialogue = Dialogue(desk, inputs)
    desk.printer.text(Text(tell("chat.hello", spoken_locale()), "dim"))
    while await dialogue.step():
        pass
    if inputs.keyboard:
        desk.printer.text(tell("chat.bye", dialogue.locale))
        return ExitStatus.DONE
    if not desk.printer.as_json and (waiting := (await desk.pending()).cards):
        desk.printer.text(tell("chat.waiting", dialogue.locale, count=len(waiting)))
    return ExitStatus.FAILED if dialogue.failed else ExitStatus.DONE


class Dialogue:
    """One dialogue. ``open``: what waits for the person's next word, if any; ``failed``: an error was said."""

    def __init__(self, desk: Desk, inputs: Inputs) -> None:
        self._desk = desk
        self._inputs = inputs
        self._seen: dict[str, str] = {}
        self._miscounted = False
        self.open: MainAgentResponse | None = None
        self.failed = False
        self.locale: Locale = spoken_locale()

    async def step(self) -> bool:
        """Read one answer and act on it; False at the end of the input."""
        try:
            return await self._step()
        except AgentBaseError as error:
            self._show(error_event(error, self.locale))
        except WrongUsageError as error:
            self._show(usage_event(error, self.locale))
        except NotShownError as error:
            self._show(not_shown_event(error, self.locale))
        return True

    async def _step(self) -> bool:
        match self.open:
            case ConfirmationRequiredResponse() as card:
                return await self._at_card(card)
            case SelectionRequired() as choice:
                return await self._at_choice(choice)
            case Clarification() as questions:
                return await self._at_questions(questions)
            case _:
                return await self._at_nothing()

    async def _at_nothing(self) -> bool:
        text = await self._ask(tell("chat.prompt", self.locale))
        if text is not None and text.strip() and text != ESCAPE:
            await self._say(text)
        return text is not None

    async def _at_card(self, card: ConfirmationRequiredResponse) -> bool:
        light = await self._open_light_cards()
        heavy = card.weight == "heavy"
        keys = {"n", "e"} if heavy else {"y", "n", "e"} | ({"a"} if len(light) > 1 else set())
        text = await self._ask(self._card_prompt(card, len(light)), keys)
        if text is None:
            return False
        word = text.strip()
        if word in _YES or (heavy and word == str(card.change_count)) or (not word and not heavy and self._enter):
            await self._confirm(card, word)
        elif word == "a" and light and not heavy:
            await self._confirm_all(light)
        elif heavy and word.isdecimal() and len(word) <= _LONGEST_NUMBER:
            self._wrong_number(card)
        elif word in _NO:
            self._close_with(await self._wait(self._desk.reject(card.write_request_id, card.payload_hash)))
        elif word == "e" or word.startswith("e "):
            return await self._edit(card, word[1:].strip())
        elif text == ESCAPE or (not word and self._enter):
            self._leave_open()
        elif word:
            await self._say(text)
        return True

    def _card_prompt(self, card: ConfirmationRequiredResponse, light: int) -> str:
        if card.weight == "heavy":
            return tell("chat.heavy", self.locale, count=card.change_count)
        many = tell("chat.keys.many", self.locale, count=light) if light > 1 else ""
        return f"{tell('chat.keys', self.locale)}{many} {tell('chat.prompt', self.locale)}"

    async def _confirm(self, card: ConfirmationRequiredResponse, word: str) -> None:
        if card.weight == "heavy" and word != str(card.change_count):
            self._desk.printer.text(tell("chat.count", self.locale, count=card.change_count))
            return
        count = card.change_count if card.weight == "heavy" else None
        confirming = self._desk.confirm(card.write_request_id, card.payload_hash, count=count)
        self._close_with(await self._wait(confirming))

    def _wrong_number(self, card: ConfirmationRequiredResponse) -> None:
        """Ask once more; whoever errs twice may be looking at another card."""
        self._desk.printer.text(tell("chat.miscounted", self.locale, count=card.change_count))
        if self._miscounted:
            self._leave_open()
        self._miscounted = not self._miscounted

    def _leave_open(self) -> None:
        self._desk.printer.text(Text(tell("chat.left_open", self.locale), "dim"))
        self.open = None

    async def _confirm_all(self, cards: list[ConfirmationRequiredResponse]) -> None:
        """Each card by a decision of its own, under the hash that was shown."""
        for card in cards:
            self._close_with(await self._wait(self._desk.confirm(card.write_request_id, card.payload_hash)))

    async def _edit(self, card: ConfirmationRequiredResponse, change: str) -> bool:
        text = change or await self._ask(tell("chat.edit", self.locale))
        if text is None:
            return False
        if not text.strip() or text == ESCAPE:
            return True
        if "=" not in text.split(maxsplit=1)[0]:
            await self._say(text)
            return True
        try:
            pairs = shlex.split(text)
        except ValueError:
            pairs = [text]
        self._show(await self._wait(self._desk.edit(card.write_request_id, fields_of(pairs))))
        return True

    async def _at_choice(self, choice: SelectionRequired) -> bool:
        numbers = {option.option_id for option in choice.options}
        one_key = len(numbers) <= _ONE_KEY and all(len(number) == 1 for number in numbers)
        text = await self._ask(tell("chat.choose", self.locale), numbers | {"c"} if one_key else {"c"})
        if text is None:
            return False
        word = text.strip()
        if word in numbers:
            self._show(await self._wait(self._desk.choose(choice.interaction_id, word)))
        elif word in _CANCEL:
            self._close_with(await self._wait(self._desk.cancel(choice.interaction_id)))
        elif word:
            await self._say(text)
        return True

    async def _at_questions(self, questions: Clarification) -> bool:
        text = await self._ask(tell("chat.answer", self.locale))
        if text is None:
            return False
        if text == ESCAPE:
            self.open = None
        elif text.strip():
            options = [(one.question_id, option.value) for one in questions.questions for option in one.options]
            place = int(text) if text.strip().isdecimal() and len(text.strip()) <= 2 else 0
            # Any one answer resolves the whole group, so the first question stands for it.
            question_id, answer = (
                options[place - 1] if 0 < place <= len(options) else (questions.questions[0].question_id, text)
            )
            await self._say(answer, reply_to=question_id)
        return True

    async def _say(self, text: str, *, reply_to: str | None = None) -> None:
        self.locale = language_of(text, self._desk.printer.configured)
        event = await self._wait(self._desk.say(text, reply_to=reply_to))
        await self._desk.show_answer(event, errors_to_stderr=False)
        self._note(event)

    async def _ask(self, prompt: str, keys: set[str] | None = None) -> str | None:
        text = await self._inputs.answer("" if self._desk.printer.as_json else prompt, keys or ())
        if text and not self._inputs.keyboard:
            self._desk.printer.text(Text(f"{tell('chat.prompt', self.locale)}{text}", "dim"))
        return None if text and text.strip().lower() in _LEAVE else text

    async def _wait(self, work: Awaitable[MainAgentResponse]) -> MainAgentResponse:
        return await patiently(work, tell("chat.thinking", self.locale))

    async def _open_light_cards(self) -> list[ConfirmationRequiredResponse]:
        """The light cards that this dialogue has shown as they still are, the oldest first."""
        if len(self._seen) < 2:
            return []
        waiting = await self._desk.pending()
        return [
            card
            for card in reversed(waiting.cards)
            if card.weight == "light" and self._seen.get(card.write_request_id) == card.payload_hash
        ]

    def _close_with(self, event: MainAgentResponse) -> None:
        self.open = None
        self._show(event)

    def _show(self, event: MainAgentResponse) -> None:
        self._desk.show(event, errors_to_stderr=False)
        self._note(event)

    def _note(self, event: MainAgentResponse) -> None:
        """What was printed: one that asks for something stays open; an error leaves open what was."""
        if isinstance(event, ErrorEvent):
            self.failed = True
            if event.replacement is None:
                return
            event = event.replacement
        self.locale = language_of(summary_of(event), self._desk.printer.configured)
        if isinstance(event, ConfirmationRequiredResponse):
            self._seen[event.write_request_id] = event.payload_hash
        self.open = event
        self._miscounted = False

    @property
    def _enter(self) -> bool:
        """Whether an empty answer is the Enter key; in a pipe it is an empty line, and means nothing."""
        return self._inputs.keyboard
