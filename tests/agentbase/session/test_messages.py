"""Messages: their order, who sees them, and what a model is told of them."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from agentbase.core.database import Database, Owner, StatementCounter, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.session.contracts import ConversationMessage, MessageMetadata, MessagePage, NewMessage, Role
from agentbase.session.service import SessionService
from agentbase.testing.clock import FrozenClock


class Room:
    """A conversation of one person."""

    def __init__(self, database: Database, clock: FrozenClock, owner: Owner, deadline: Deadline) -> None:
        self.database = database
        self.service = SessionService(clock)
        self.owner = owner
        self.deadline = deadline
        self.session_id = ""

    async def open(self) -> str:
        session = await self.database.write(
            self.owner, self.deadline, lambda uow: self.service.open_session(uow, self.owner, "assistant")
        )
        self.session_id = session.session_id
        return session.session_id

    async def say(self, text: str, role: Role = "user", **more: object) -> str:
        message = NewMessage.model_validate({"session_id": self.session_id, "role": role, "raw_content": text, **more})
        return await self.database.write(
            self.owner, self.deadline, lambda uow: self.service.save_message(uow, self.owner, message)
        )

    async def recent(self, before: str | None = None, limit: int = 20) -> list[str]:
        async def work(uow: UnitOfWork) -> tuple[ConversationMessage, ...]:
            return await self.service.recent_messages(
                uow, self.owner, self.session_id, before_message_id=before, limit=limit
            )

        return [message.raw_content for message in await self.database.read(self.deadline, work)]

    async def page(self, before_index: int | None = None, limit: int = 200, owner: Owner | None = None) -> MessagePage:
        return await self.database.read(
            self.deadline,
            lambda uow: self.service.all_messages(
                uow, owner or self.owner, self.session_id, before_index=before_index, limit=limit
            ),
        )


@pytest.fixture
async def room(database: Database, frozen_clock: FrozenClock, owner: Owner, deadline: Deadline) -> Room:
    room = Room(database, frozen_clock, owner, deadline)
    await room.open()
    return room


async def test_messages_are_numbered_from_one_without_gaps_even_when_they_come_at_once(room: Room) -> None:
    await asyncio.gather(*(room.say(f"message {number}") for number in range(20)))
    page = await room.page()
    assert [message.message_index for message in page.messages] == list(range(1, 21))
    assert not page.more


async def test_a_message_takes_one_statement(room: Room) -> None:
    with StatementCounter() as counter:
        await room.say("hello")
    assert counter.statements == 2  # the owner's row, and the message


async def test_a_message_is_kept_exactly_as_it_was_sent(room: Room) -> None:
    text = "  明天下午三点\t和王工评审接口 😀\r\n"
    metadata = MessageMetadata(
        question_ids=("q-1", "q-2"),
        reply_to_question_id="q-0",
        clarification_reason="missing_required_params",
        goal_title="学游泳",
        correlation_id="c-1",
        known_params={"title": "评审", "minutes": 60},
    )
    await room.say(text, modality="voice_asr", source_url="https://example.org/a", metadata=metadata, run_id="r-1")
    (message,) = (await room.page()).messages
    assert message.raw_content == text
    assert (message.metadata, message.modality, message.run_id) == (metadata, "voice_asr", "r-1")


async def test_a_model_is_told_the_last_twenty_before_the_current_one(room: Room) -> None:
    for number in range(25):
        await room.say(str(number), "user" if number % 2 == 0 else "assistant")
    await room.say("a rule", "system")
    await room.say("a result", "tool")
    current = await room.say("the current one")
    assert await room.recent(current) == [str(number) for number in range(5, 25)]
    assert await room.recent(current, limit=2) == ["23", "24"]
    assert (await room.recent())[-1] == "the current one"


async def test_a_message_that_is_not_theirs_is_no_place_in_their_dialogue(room: Room) -> None:
    await room.say("hello")
    assert await room.recent("01a22d74-0000-7000-8000-000000000000") == []


async def test_a_history_is_read_page_by_page(room: Room) -> None:
    for number in range(1, 8):
        await room.say(str(number))
    newest = await room.page(limit=3)
    assert ([message.raw_content for message in newest.messages], newest.more) == (["5", "6", "7"], True)
    older = await room.page(newest.messages[0].message_index, limit=3)
    assert ([message.raw_content for message in older.messages], older.more) == (["2", "3", "4"], True)
    oldest = await room.page(older.messages[0].message_index, limit=3)
    assert ([message.raw_content for message in oldest.messages], oldest.more) == (["1"], False)


@pytest.mark.parametrize("other", [{"owner_id": "eve"}, {"tenant_id": "elsewhere"}])
async def test_nobody_else_reads_a_conversation(room: Room, other: dict[str, str]) -> None:
    stranger = room.owner._replace(**other)
    await room.say("a secret", client_message_id="m-1")
    assert (await room.page(owner=stranger)).messages == ()
    by_client = await room.database.read(
        room.deadline, lambda uow: room.service.find_by_client_message_id(uow, stranger, "m-1")
    )
    assert by_client is None


async def test_a_repeated_message_is_found_by_the_id_of_the_client(room: Room) -> None:
    message_id = await room.say("hello", client_message_id="m-1", run_id="r-1")
    found = await room.database.read(
        room.deadline, lambda uow: room.service.find_by_client_message_id(uow, room.owner, "m-1")
    )
    assert found is not None
    assert (found.message_id, found.run_id) == (message_id, "r-1")
    other_case = await room.database.read(
        room.deadline, lambda uow: room.service.find_by_client_message_id(uow, room.owner, "M-1")
    )
    assert other_case is None
    with pytest.raises(IntegrityError):
        await room.say("hello again", client_message_id="m-1")
