"""Changes over a range: all that is meant and nothing else, one change per item, computed (decisions 6, 7)."""

from __future__ import annotations

import pytest

from tests.support.dialogue import Dialogue
from tests.timeflow.data.builders import item, meeting
from tests.timeflow.execution.stored import items_of, put
from timeflow.execution.contracts import ConfirmationRequiredResponse, Display

MEETINGS = (
    meeting("产品会", "2026-12-02T10:00:00"),
    meeting("客户会", "2026-12-02T14:00:00"),
    meeting("部门会", "2026-12-02T17:00:00"),
)


@pytest.fixture
async def tomorrow(dialogue: Dialogue) -> Dialogue:
    """Three meetings tomorrow, and one the day after."""
    await put(dialogue, *MEETINGS, meeting("年会", "2026-12-03T10:00:00"))
    return dialogue


def starts(card: ConfirmationRequiredResponse) -> dict[str, str]:
    """The new start of each change, by the title of its item."""
    return {str((c.before or {})["title"]): str((c.after or {})["start_at"]) for c in card.changes}


async def test_a_shift_is_computed_for_each_item_of_the_range(tomorrow: Dialogue) -> None:
    with tomorrow.meter() as meter:
        card = await tomorrow.card("把明天的会都推迟一小时")
    assert starts(card) == {
        "产品会": "2026-12-02T11:00:00+08:00",
        "客户会": "2026-12-02T15:00:00+08:00",
        "部门会": "2026-12-02T18:00:00+08:00",
    }
    assert (card.weight, card.change_count, meter.cost.model_calls) == ("medium", 3, 2)
    await tomorrow.confirmed(card)
    shown = {item.title: item.start_at for item in await tomorrow.agenda("2026-12-02")}
    assert shown == starts(card)


async def test_what_is_excepted_stays_out(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("把明天的会都推迟一小时，除了客户会")
    assert starts(card).keys() == {"产品会", "部门会"}


async def test_a_move_to_another_day_keeps_the_clock_and_shows_new_conflicts(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("把明天的会都挪到后天")
    assert starts(card) == {
        "产品会": "2026-12-03T10:00:00+08:00",
        "客户会": "2026-12-03T14:00:00+08:00",
        "部门会": "2026-12-03T17:00:00+08:00",
    }
    assert [[conflict.title for conflict in change.conflicts] for change in card.changes] == [["年会"], [], []]
    await tomorrow.confirmed(card)


async def test_a_part_of_a_card_can_be_accepted(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("把明天的会都推迟一小时")
    result = await tomorrow.confirmed(card, only=("C1", "C3"))
    assert [(one.title, one.version) for one in result.items] == [("产品会", 2), ("部门会", 2)]
    rows = await items_of(tomorrow)
    assert {title: rows[title]["version"] for title in ("产品会", "客户会", "部门会")} == {
        "产品会": 2,
        "客户会": 1,
        "部门会": 2,
    }
    assert (await tomorrow.refused(card, key="another-key-0001", only=("C2",))).reason_code == "ALREADY_DECIDED"


async def test_a_part_that_needs_the_time_of_a_rejected_part_is_invalid(dialogue: Dialogue) -> None:
    await put(dialogue, meeting("产品会", "2026-12-02T10:00:00"), meeting("客户会", "2026-12-02T11:00:00"))
    card = await dialogue.card("把明天的会都推迟一小时")
    assert all(not change.conflicts for change in card.changes)
    refusal = await dialogue.refused(card, only=("C1",))
    assert refusal.reason_code == "DECISION_INVALID"
    assert {row["version"] for row in (await items_of(dialogue)).values()} == {1}
    await dialogue.confirmed(card)


async def test_several_deletions_need_their_number_typed(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("把明天的会全删了")
    assert (card.weight, card.change_count) == ("heavy", 3)
    for wrong in (2, 4):
        refusal = await tomorrow.refused(card, count=wrong)
        assert (refusal.code, refusal.reason_code) == ("DECISION_INVALID", "CHANGE_COUNT_MISMATCH")
    assert len(await items_of(tomorrow)) == 4
    await tomorrow.confirmed(card)
    assert (await items_of(tomorrow)).keys() == {"年会"}


async def test_a_heavy_card_is_not_confirmed_in_words(tomorrow: Dialogue) -> None:
    await tomorrow.card("把明天的会全删了")
    response = await tomorrow.say("好")
    assert response.type == "error" and response.reason_code == "CHANGE_COUNT_MISMATCH"
    assert len(await items_of(tomorrow)) == 4


async def test_a_range_of_ticks_is_one_card(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("明天的会都完成了")
    assert {(c.operation, (c.after or {})["status"]) for c in card.changes} == {("set_status", "completed")}
    await tomorrow.confirmed(card)
    assert {title for title, row in (await items_of(tomorrow)).items() if row["completed_at"]} == {
        "产品会",
        "客户会",
        "部门会",
    }


async def test_free_times_are_given_one_after_another(tomorrow: Dialogue) -> None:
    await put(tomorrow, meeting("午餐", "2026-12-04T12:30:00"))
    card = await tomorrow.card("把明天的会都挪到周五下午")
    assert starts(card) == {
        "产品会": "2026-12-04T13:30:00+08:00",
        "客户会": "2026-12-04T14:30:00+08:00",
        "部门会": "2026-12-04T15:30:00+08:00",
    }
    assert not any(change.conflicts for change in card.changes)
    await tomorrow.confirmed(card)


async def test_what_finds_no_time_stays_and_is_named(tomorrow: Dialogue) -> None:
    await put(tomorrow, meeting("培训", "2026-12-04T12:00:00", 4 * 60))
    card = await tomorrow.card("把明天的会都挪到周五下午")
    assert starts(card) == {"产品会": "2026-12-04T16:00:00+08:00", "客户会": "2026-12-04T17:00:00+08:00"}
    assert "没有能改成的时间，保持原样：部门会" in card.notices


async def test_changes_that_overlap_each_other_say_so(tomorrow: Dialogue) -> None:
    card = await tomorrow.card("把明天的会都改到周五上午九点")
    assert [[one.item_id for one in change.conflicts] for change in card.changes] == [
        ["C2", "C3"],
        ["C1", "C3"],
        ["C1", "C2"],
    ]
    assert any("彼此重叠" in notice for notice in card.notices)


async def test_a_large_range_takes_no_more_statements_than_a_small_one(dialogue: Dialogue) -> None:
    counted = []
    for name, size in (("甲组", 2), ("乙组", 2), ("丙组", 40)):
        days = [f"2026-12-{number % 25 + 2:02}T{9 + number // 25 * 2:02}:00:00" for number in range(size)]
        await put(dialogue, *(meeting(f"{name}{number}", day) for number, day in enumerate(days)))
        with dialogue.meter() as meter:
            card = await dialogue.card(f"把所有{name}都推迟一小时")
        assert card.change_count == size
        counted.append(meter.cost.statements)
    assert counted[1] == counted[2]


async def test_what_has_no_time_cannot_be_shifted(dialogue: Dialogue) -> None:
    await put(dialogue, item("写周报", "todo"))
    response = await dialogue.say("写周报推迟一小时")
    assert isinstance(response, Display) and "写周报" in response.text


async def test_what_was_not_done_yesterday_is_rolled_over(dialogue: Dialogue) -> None:
    await put(
        dialogue,
        item("写周报", "todo", due_date="2026-11-30"),
        item("报销", "todo", due_date="2026-11-30"),
        item("买菜", "todo", due_date="2026-11-30", status="completed"),
        item("寄快递", "todo", due_date="2026-12-02"),
    )
    card = await dialogue.card("把昨天没做完的挪到今天")
    assert {str((c.before or {})["title"]): (c.after or {})["due_date"] for c in card.changes} == {
        "写周报": "2026-12-01",
        "报销": "2026-12-01",
    }


async def test_a_hard_deadline_that_has_passed_comes_unticked(dialogue: Dialogue) -> None:
    await put(
        dialogue,
        item("写周报", "todo", due_date="2026-11-30"),
        item("交标书", "todo", local_due="2026-11-30T17:00:00"),
    )
    card = await dialogue.card("把昨天没做完的挪到今天")
    ticked = {str((c.before or {})["title"]): c.selected for c in card.changes}
    assert ticked == {"写周报": True, "交标书": False}
    assert any("期限已过" in notice for notice in card.notices)
    result = await dialogue.confirmed(card)
    assert [one.title for one in result.items] == ["写周报"]


async def test_more_than_fifty_matches_are_narrowed_and_never_cut(dialogue: Dialogue) -> None:
    await put(dialogue, *(meeting(f"例会{number}", f"2026-12-{number % 27 + 2:02}T09:00:00") for number in range(51)))
    with dialogue.meter() as meter:
        response = await dialogue.say("把所有例会都删掉")
    assert isinstance(response, Display) and "50" in response.text
    assert meter.cost.model_calls == 1
    assert (await dialogue.app.conversation.pending(dialogue.auth, timezone=dialogue.zone)).cards == ()


async def test_exactly_fifty_matches_are_all_on_the_card(dialogue: Dialogue) -> None:
    await put(dialogue, *(meeting(f"例会{number}", f"2026-12-{number % 27 + 2:02}T09:00:00") for number in range(50)))
    card = await dialogue.card("把所有例会都删掉")
    assert (card.weight, card.change_count) == ("heavy", 50)


async def test_a_range_reaches_what_lies_far_away(dialogue: Dialogue) -> None:
    """What is near is looked at first; "all" means all."""
    await put(dialogue, meeting("例会", "2026-12-02T09:00:00"), meeting("旧例会", "2025-01-02T09:00:00"))
    card = await dialogue.card("把所有例会都删掉")
    assert {str((c.before or {})["title"]) for c in card.changes} == {"例会", "旧例会"}


async def test_nothing_to_change_is_said(tomorrow: Dialogue) -> None:
    response = await tomorrow.say("把产品会改到明天上午十点")
    assert isinstance(response, Display) and "不用改" in response.text
