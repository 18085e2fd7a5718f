"""What a key or a line means after each kind of object. The conversation is a double that records and answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.timeflow.cli.objects import CARD_ID, CHOICE_ID, card, choice, creation, item, questions, result
from timeflow.cli.chat.dialogue import hold_dialogue
from timeflow.cli.chat.inputs import ESCAPE
from timeflow.cli.desk import Desk
from timeflow.cli.moment import Moment
from timeflow.cli.printing import Printer
from timeflow.cli.shown import ShownStore
from timeflow.conversation.contracts import MainAgentRequest, MainAgentResponse, Pending
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    InteractionCancelRequest,
    InteractionCancelResponse,
    InteractionSelectionRequest,
    WriteDecisionRequest,
    WriteEditRequest,
)

MOMENT = Moment(datetime.fromisoformat("2026-12-01T10:00:00+08:00"), "Asia/Shanghai")


class RecordingConversation:
    """Answers what it was told to, in order, and keeps what it was asked."""

    def __init__(
        self, answers: Iterable[MainAgentResponse], waiting: tuple[ConfirmationRequiredResponse, ...] = ()
    ) -> None:
        self.answers = deque(answers)
        self.waiting = waiting
        self.asked: list[tuple[str, Any]] = []

    async def user_query(self, auth: AuthContext, request: MainAgentRequest) -> MainAgentResponse:
        return self._answer("say", (request.raw_content, request.reply_to_question_id))

    async def decide(
        self, auth: AuthContext, request: WriteDecisionRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        return self._answer(request.decision, (request.write_request_id, request.payload_hash, request.change_count))

    async def edit(self, auth: AuthContext, request: WriteEditRequest) -> MainAgentResponse:
        return self._answer("edit", request.fields)

    async def select(
        self, auth: AuthContext, request: InteractionSelectionRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        return self._answer("select", request.option_id)

    async def cancel(
        self, auth: AuthContext, request: InteractionCancelRequest, *, current_time: datetime, timezone: str
    ) -> MainAgentResponse:
        return self._answer("cancel", request.interaction_id)

    async def undo_card(
        self, auth: AuthContext, write_request_id: str | None, *, timezone: str
    ) -> ConfirmationRequiredResponse | ErrorEvent:
        raise NotImplementedError

    async def pending(self, auth: AuthContext, *, timezone: str) -> Pending:
        return Pending(cards=self.waiting)

    def _answer(self, what: str, given: object) -> MainAgentResponse:
        self.asked.append((what, given))
        return self.answers.popleft()


class TypedInputs:
    """Keys and lines as a person would type them. ``offered`` keeps the keys that each prompt took."""

    def __init__(self, typed: Iterable[str], *, keyboard: bool = True) -> None:
        self.typed = deque(typed)
        self.keyboard = keyboard
        self.offered: list[set[str]] = []

    async def answer(self, prompt: str, keys: Collection[str] = ()) -> str | None:
        self.offered.append(set(keys))
        return self.typed.popleft() if self.typed else None


class Talk:
    """One dialogue, held to its end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def hold(
        self,
        typed: Iterable[str],
        answers: Iterable[MainAgentResponse],
        *,
        keyboard: bool = True,
        waiting: tuple[ConfirmationRequiredResponse, ...] = (),
        status: int = 0,
    ) -> list[tuple[str, Any]]:
        conversation = RecordingConversation(answers, waiting)
        self.inputs = TypedInputs(typed, keyboard=keyboard)
        printer = Printer(as_json=False, configured="zh-CN", with_commands=False)
        desk = Desk(conversation, AuthContext(user_id="u"), lambda: MOMENT, printer, ShownStore(self.folder))
        assert await hold_dialogue(desk, self.inputs) == status
        assert not conversation.answers
        return conversation.asked


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path)


CONFIRMED = ("confirm", (CARD_ID, card().payload_hash, None))


@pytest.mark.parametrize("key", ["y", ""])
@pytest.mark.parametrize("weight", ["light", "medium"])
async def test_one_key_confirms_what_was_shown(talk: Talk, key: str, weight: str) -> None:
    asked = await talk.hold(["评审", key], [card(weight=weight), result()])
    assert asked[1:] == [CONFIRMED]
    assert talk.inputs.offered[1] == {"y", "n", "e"}


async def test_a_heavy_card_takes_its_number_and_nothing_less(talk: Talk) -> None:
    heavy = card(weight="heavy", change_count=5)
    asked = await talk.hold(["删掉全部", "y", "4x", "5"], [heavy, heavy, result()])
    assert asked == [
        ("say", ("删掉全部", None)),
        ("say", ("4x", None)),
        ("confirm", (CARD_ID, heavy.payload_hash, 5)),
    ]
    assert talk.inputs.offered[1] == {"n", "e"}


async def test_a_wrong_number_at_a_heavy_card_is_told_and_asked_again(
    talk: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    heavy = card(weight="heavy", change_count=2)
    asked = await talk.hold(["删掉全部", "6", "2"], [heavy, result()])
    assert asked[1:] == [("confirm", (CARD_ID, heavy.payload_hash, 2))]
    assert "卡片上是 2" in capsys.readouterr().out


async def test_a_second_wrong_number_leaves_the_heavy_card_open(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    heavy = card(weight="heavy", change_count=2)
    asked = await talk.hold(["删掉全部", "6", "7", "删掉全部", "8", "2"], [heavy, heavy, result()])
    assert [what for what, _ in asked] == ["say", "say", "confirm"]
    assert capsys.readouterr().out.count("先放着") == 1


@pytest.mark.parametrize("word", ["quit", "Exit", " 退出 ", "再见"])
@pytest.mark.parametrize("answer", [card(), choice(), questions(), Display(correlation_id="c", text="好")])
async def test_a_word_of_leaving_leaves_wherever_it_is_said(talk: Talk, word: str, answer: MainAgentResponse) -> None:
    assert await talk.hold(["评审", word, "不会再读"], [answer]) == [("say", ("评审", None))]


@pytest.mark.parametrize(("keyboard", "status"), [(True, 0), (False, 1)])
async def test_a_pipe_fails_at_its_end_where_a_sentence_did(talk: Talk, keyboard: bool, status: int) -> None:
    failed = ErrorEvent(correlation_id="c", code="X", reason_code="TARGET_NOT_FOUND", message="没有找到")
    await talk.hold(["删掉火星", "评审", "y"], [failed, card(), result()], keyboard=keyboard, status=status)


async def test_a_pipe_tells_at_its_end_how_many_cards_wait(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    await talk.hold(["评审"], [card()], keyboard=False, waiting=(card(),))
    assert "还有 1 张卡片等您决定：timeflow pending" in capsys.readouterr().out


async def test_a_yes_to_several_cards_lists_them(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    several = ErrorEvent(correlation_id="c", code="X", reason_code="SEVERAL_CARDS_OPEN", message="有好几张")
    heavy = card(weight="heavy", change_count=2, summary="删除两项", write_request_id=CARD_ID[:-6] + "abcdef")
    await talk.hold(["好"], [several], waiting=(card(), heavy))
    told = capsys.readouterr().out
    assert "a64530  新建日程：和王工评审接口  timeflow confirm a64530" in told
    assert "abcdef  删除两项  timeflow confirm abcdef --count 2" in told


async def test_enter_never_confirms_a_heavy_card(talk: Talk) -> None:
    asked = await talk.hold(["删掉全部", ""], [card(weight="heavy", change_count=5)])
    assert [what for what, _ in asked] == ["say"]


async def test_n_rejects_and_escape_leaves_the_card_open(talk: Talk) -> None:
    rejected = result(status="rejected", items=(), undo=None)
    asked = await talk.hold(["评审", "n", "评审", ESCAPE, "算了"], [card(), rejected, card(), rejected])
    assert [what for what, _ in asked] == ["say", "reject", "say", "say"]


async def test_an_empty_line_of_a_pipe_confirms_nothing(talk: Talk) -> None:
    asked = await talk.hold(["评审", "", "y"], [card(), result()], keyboard=False)
    assert asked[1:] == [CONFIRMED]


async def test_another_sentence_after_a_card_is_a_sentence(talk: Talk) -> None:
    asked = await talk.hold(["评审", "不是三点，是四点"], [card(), card()])
    assert asked[1] == ("say", ("不是三点，是四点", None))


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        (["e", "title=接口评审 end_at=17:00"], ("edit", {"title": "接口评审", "end_at": "17:00"})),
        (["e C1.title='接口 评审'"], ("edit", {"C1.title": "接口 评审"})),
        (["e", "改到四点"], ("say", ("改到四点", None))),
    ],
)
async def test_e_edits_by_field_or_in_words(talk: Talk, typed: list[str], asked: tuple[str, Any]) -> None:
    assert (await talk.hold(["评审", *typed], [card(), card()]))[1:] == [asked]


async def test_a_mistyped_edit_is_told_and_the_card_stays_open(talk: Talk) -> None:
    asked = await talk.hold(["评审", "e", "Title=x", "y"], [card(), result()])
    assert asked[1:] == [CONFIRMED]


async def test_all_open_light_cards_are_taken_at_once_each_under_the_hash_that_was_shown(talk: Talk) -> None:
    first, second = card(), card(write_request_id="01a22d80-0000-7000-8000-000000000002")
    unseen = card(write_request_id="01a22d80-0000-7000-8000-000000000003")
    changed = card(write_request_id="01a22d80-0000-7000-8000-000000000004", payload_hash=f"sha256:{'9' * 64}")
    shown_before = changed.model_copy(update={"payload_hash": first.payload_hash})
    asked = await talk.hold(
        ["一", ESCAPE, "二", ESCAPE, "三", "a"],
        [first, shown_before, second, result(), result()],
        waiting=(second, changed, unseen, first),
    )
    assert [given for what, given in asked if what == "confirm"] == [
        (first.write_request_id, first.payload_hash, None),
        (second.write_request_id, second.payload_hash, None),
    ]
    assert "a" in talk.inputs.offered[-2]


async def test_a_number_chooses_and_c_or_escape_cancels(talk: Talk) -> None:
    cancelled = InteractionCancelResponse(correlation_id="c", interaction_id=CHOICE_ID)
    asked = await talk.hold(
        ["删会议", "2", "n", "删会议", "c", "删会议", ESCAPE],
        [choice(), card(), result(status="rejected"), choice(), cancelled, choice(), cancelled],
    )
    assert [(what, given) for what, given in asked if what in {"select", "cancel"}] == [
        ("select", "2"),
        ("cancel", CHOICE_ID),
        ("cancel", CHOICE_ID),
    ]
    assert talk.inputs.offered[1] == {"1", "2", "c"}


async def test_more_options_than_keys_take_a_line(talk: Talk) -> None:
    asked = await talk.hold(["删会议", "12", "n"], [choice(12), card(), result(status="rejected")])
    assert asked[1] == ("select", "12")
    assert talk.inputs.offered[1] == {"c"}


async def test_a_number_answers_its_question_and_words_answer_the_first(talk: Talk) -> None:
    done = Display(correlation_id="c", text="好")
    asked = await talk.hold(["记一下", "3", "记一下", "3点开会", "记一下", "9"], [questions(), done] * 3)
    assert [given for _, given in asked] == [
        ("记一下", None),
        ("明天", "q2"),
        ("记一下", None),
        ("3点开会", "q1"),
        ("记一下", None),
        ("9", "q1"),
    ]


async def test_a_rebuilt_card_needs_its_own_decision(talk: Talk, capsys: pytest.CaptureFixture[str]) -> None:
    fresh = card(write_request_id="01a22d80-0000-7000-8000-000000000009", payload_hash=f"sha256:{'7' * 64}")
    moved = ErrorEvent(correlation_id="c", code="X", reason_code="FACTS_CHANGED", message="情况变了", replacement=fresh)
    asked = await talk.hold(["评审", "y", "y"], [card(), moved, result()])
    assert asked[1:] == [CONFIRMED, ("confirm", (fresh.write_request_id, fresh.payload_hash, None))]
    assert "情况变了" in capsys.readouterr().out


async def test_a_sentence_that_cannot_be_taken_is_told_and_the_dialogue_goes_on(
    talk: Talk, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = await talk.hold(["嗯" * 5000, "评审", "y"], [card(), result()])
    assert [what for what, _ in asked] == ["say", "confirm"]
    assert "INPUT_INVALID" in capsys.readouterr().out


async def test_what_was_shown_in_a_dialogue_can_be_decided_by_a_command(talk: Talk, tmp_path: Path) -> None:
    several = card(changes=(creation(), creation(change_id="C2")), change_count=2, weight="medium")
    await talk.hold(["评审"], [several])
    store = ShownStore(tmp_path)
    assert store.hash_of(store.full_id(CARD_ID[-6:], "card")) == several.payload_hash
    await talk.hold(["评审", "y"], [several, result(items=(item(),))])
    assert store.full_id("abcdef", "applied") == CARD_ID
