"""An item's wording is changed whatever was said of its time before: what it holds was confirmed since."""

from __future__ import annotations

import pytest

from tests.support.dialogue import Dialogue
from timeflow.execution.contracts import ConfirmationRequiredResponse

CREATE = "明天下午三点和王工评审接口，半小时"


@pytest.mark.parametrize("between", ["把评审接口推迟两小时", "把评审接口改到后天上午十点", "把评审接口改成一个半小时"])
async def test_a_name_is_changed_after_the_time_was(dialogue: Dialogue, between: str) -> None:
    await dialogue.done(CREATE)
    moved = await dialogue.done(between)
    renamed = await dialogue.done("把评审接口改名为走查")
    times = {"start_at", "end_at"}
    assert renamed.items[0].title == "走查"
    assert renamed.items[0].model_dump(include=times) == moved.items[0].model_dump(include=times)


async def test_a_name_is_changed_after_the_time_was_edited_on_the_card(dialogue: Dialogue) -> None:
    card = await dialogue.edit(await dialogue.card(CREATE), start_at="后天上午十点")
    assert isinstance(card, ConfirmationRequiredResponse)
    await dialogue.confirmed(card)
    card = await dialogue.card("把评审接口改名为走查")
    assert [change.after for change in card.changes] == [{"title": "走查"}]


async def test_a_note_is_added_and_replaced(dialogue: Dialogue) -> None:
    await dialogue.done(CREATE)
    assert (await dialogue.done("给评审接口加个备注：带上图纸")).items[0].description == "带上图纸"
    assert (await dialogue.done("给评审接口加个备注：带上电脑")).items[0].description == "带上电脑"
