"""The commands of a turn, as programs and people call them (design section 7)."""

from __future__ import annotations

import json
from importlib.metadata import version

import pytest

from tests.timeflow.cli.commands import REVIEW, Person
from timeflow.cli.dialogue_commands import fields_of


def test_a_sentence_becomes_a_card_then_an_entry_that_can_be_moved_ticked_deleted_and_brought_back(
    person: Person,
) -> None:
    card = person.at("say", REVIEW, "--json").json()
    assert card["type"] == "confirmation_required"
    assert card["weight"] == "light"
    after = card["changes"][0]["after"]
    assert (after["title"], after["start_at"], after["end_at"]) == (
        "和王工评审接口",
        "2026-12-02T15:00:00+08:00",
        "2026-12-02T16:00:00+08:00",
    )

    applied = person.at("confirm", card["write_request_id"][-6:], "--json").json()
    assert applied["status"] == "applied"

    for sentence, operation in (
        ("评审挪到后天上午十点", "update"),
        ("和王工评审接口做完了", "set_status"),
        ("把和王工评审接口删掉", "delete"),
    ):
        card = person.at("say", sentence, "--json").json()
        assert card["changes"][0]["operation"] == operation
        assert person.at("confirm", card["write_request_id"], "--json").json()["status"] == "applied"
    assert person.at("agenda", "--json").json() == {"items": []}

    assert person.at("undo", "--json").json()["status"] == "applied"
    items = person.at("agenda", "--from", "后天", "--to", "后天", "--json").json()["items"]
    assert [(item["title"], item["start_at"], item["status"]) for item in items] == [
        ("和王工评审接口", "2026-12-03T10:00:00+08:00", "completed")
    ]


def test_a_second_confirm_prints_the_same_result(person: Person) -> None:
    card_id = person.at("say", REVIEW, "--json").json()["write_request_id"]
    first, second = person.at("confirm", card_id, "--json"), person.at("confirm", card_id, "--json")
    assert (first.status, second.status) == (0, 0)
    once, again = first.json(), second.json()
    assert (once.pop("replayed"), again.pop("replayed")) == (False, True)
    assert once == again
    assert len(person.at("agenda", "--json").json()["items"]) == 1


def test_a_card_that_was_never_printed_is_refused(person: Person) -> None:
    card = person.at("say", REVIEW, "--json").json()
    (person.folder / "shown.json").unlink()
    refused = person.at("confirm", card["write_request_id"], "--json")
    assert (refused.status, refused.json()["reason_code"]) == (1, "CARD_NOT_SHOWN")
    assert person.at("agenda", "--json").json() == {"items": []}

    assert person.at("pending", "--json").json()["cards"][0]["write_request_id"] == card["write_request_id"]
    assert person.at("confirm", card["write_request_id"], "--json").status == 0


def test_another_hash_than_the_one_shown_writes_nothing(person: Person) -> None:
    card = person.at("say", REVIEW, "--json").json()
    refused = person.at("confirm", card["write_request_id"], "--hash", f"sha256:{'0' * 64}", "--json")
    assert (refused.status, refused.json()["reason_code"]) == (1, "PAYLOAD_HASH_MISMATCH")
    assert person.at("agenda", "--json").json() == {"items": []}
    assert person.at("confirm", card["write_request_id"], "--hash", card["payload_hash"], "--json").status == 0


def test_a_rejected_card_cannot_be_confirmed_any_more(person: Person) -> None:
    card_id = person.at("say", REVIEW, "--json").json()["write_request_id"]
    assert person.at("reject", card_id, "--json").json()["status"] == "rejected"
    refused = person.at("confirm", card_id, "--json")
    assert (refused.status, refused.json()["reason_code"]) == (1, "ALREADY_DECIDED")


def test_an_edit_makes_a_new_card_in_the_place_of_the_old_one(person: Person) -> None:
    old = person.at("say", REVIEW, "--json").json()
    new = person.at("edit", old["write_request_id"], "title=接口评审", "--json").json()
    assert new["changes"][0]["after"]["title"] == "接口评审"
    refused = person.at("confirm", old["write_request_id"], "--json")
    assert (refused.status, refused.json()["type"]) == (1, "error")
    assert person.at("confirm", new["write_request_id"]).status == 0


def test_yes_confirms_a_light_card_and_no_other(person: Person) -> None:
    light = person.at("say", REVIEW, "--yes", "--json")
    assert (light.status, light.json()["type"]) == (0, "write_result")
    medium = person.at("say", "把和王工评审接口删掉", "--yes", "--json")
    assert (medium.status, medium.json()["type"]) == (1, "confirmation_required")
    assert len(person.at("agenda", "--json").json()["items"]) == 1


def test_a_conflict_is_a_choice_that_can_be_taken_or_cancelled(person: Person) -> None:
    person.at("say", REVIEW, "--yes")
    choice = person.at("say", "明天下午三点半看牙", "--json").json()
    assert choice["type"] == "selection_required"
    assert person.at("pending", "--json").json()["choices"][0]["interaction_id"] == choice["interaction_id"]
    card = person.at("choose", choice["interaction_id"][-6:], "1", "--json").json()
    assert card["changes"][0]["conflicts"][0]["title"] == "和王工评审接口"

    other = person.at("say", "明天下午三点二十理发", "--json").json()
    assert person.at("cancel", other["interaction_id"], "--json").json()["already_cancelled"] is False
    assert person.at("cancel", other["interaction_id"], "--json").json()["already_cancelled"] is True
    refused = person.at("choose", other["interaction_id"], "1", "--json")
    assert (refused.status, refused.json()["reason_code"]) == (1, "INTERACTION_CONSUMED")


def test_people_see_words_and_commands_and_no_colour_in_a_pipe(person: Person) -> None:
    shown = person.at("say", REVIEW)
    assert shown.status == 0
    assert "“明天下午三点”" in shown.out
    assert "timeflow confirm" in shown.out
    assert "\x1b" not in shown.out
    assert shown.err == ""


def test_english_is_answered_in_english(person: Person) -> None:
    shown = person.at("say", "review the API with Wang tomorrow at 3pm for an hour")
    assert "timeflow confirm" in shown.out
    assert "starts" in shown.out
    assert person.run("pending", TIMEFLOW_LOCALE="en").status == 0
    assert "Nothing planned" in person.run("agenda", TIMEFLOW_LOCALE="en").out


@pytest.mark.parametrize(
    ("variables", "english"),
    [
        ({"LC_ALL": "en_US.UTF-8"}, True),
        ({"LC_ALL": "", "LANG": "en_GB.UTF-8"}, True),
        ({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "en_US.UTF-8", "TIMEFLOW_LOCALE": "zh-CN"}, False),
        ({"TIMEFLOW_LOCALE": "en"}, True),
        ({}, False),
    ],
)
def test_what_no_words_decide_is_said_in_the_language_of_the_environment(
    person: Person, variables: dict[str, str], english: bool
) -> None:
    assert ("Nothing planned" if english else "没有安排") in person.run("agenda", **variables).out
    assert ("Nothing is waiting" if english else "没有等您决定") in person.run("pending", **variables).out
    assert ("See: timeflow" if english else "看看用法") in person.run("dance", **variables).err


def test_chinese_is_answered_in_chinese_on_an_english_machine(person: Person) -> None:
    assert "开始" in person.at("say", REVIEW, LANG="en_US.UTF-8", LC_ALL="").out


def test_a_yes_to_several_cards_lists_them_with_the_command_of_each(person: Person) -> None:
    first = person.at("say", REVIEW, "--json").json()["write_request_id"]
    second = person.at("say", "后天上午十点产品会，一小时", "--json").json()["write_request_id"]
    told = person.at("say", "好")
    assert (told.status, told.out) == (1, "")
    assert "SEVERAL_CARDS_OPEN" in told.err
    for card_id in (first, second):
        assert f"timeflow confirm {card_id[-6:]}" in told.err
    assert person.at("confirm", first[-6:], "--json").json()["status"] == "applied"


def test_a_field_may_be_called_as_the_card_labels_it(person: Person) -> None:
    card_id = person.at("say", REVIEW, "--json").json()["write_request_id"]
    edited = person.at("edit", card_id, "C1.标题=接口评审", "开始=明天下午四点", "--json").json()
    after = edited["changes"][0]["after"]
    assert (after["title"], after["start_at"]) == ("接口评审", "2026-12-02T16:00:00+08:00")


@pytest.mark.parametrize(
    ("label", "field"),
    [
        ("标题", "title"), ("说明", "description"), ("开始", "start_at"), ("结束", "end_at"), ("时长", "duration"),
        ("截止", "due_at"), ("start", "start_at"), ("end", "end_at"), ("due", "due_at"), ("length", "duration"),
        ("C2.开始", "C2.start_at"),
    ],
)  # fmt: skip
def test_labels_stand_for_fields(label: str, field: str) -> None:
    assert fields_of([f"{label}=四点"]) == {field: "四点"}


def test_the_version_is_told(person: Person) -> None:
    told = person.run("--version")
    assert (told.status, told.out) == (0, f"timeflow {version('timeflow-assistant')}\n")


def test_parse_understands_and_keeps_nothing(person: Person) -> None:
    parsed = person.at("parse", REVIEW, "--json").json()
    assert parsed["status"] == "ready_for_execution"
    assert parsed["decision"]["agent_name"] == "日程待办 Agent"
    assert not person.folder.exists()


def test_time_tells_what_each_phrase_means(person: Person) -> None:
    told = person.at("time", "下周三下午三点到五点", "--json").json()
    assert set(told) == {"id", "timezone", "expressions"}
    assert told["timezone"] == "Asia/Shanghai"
    [expression] = told["expressions"]
    assert (expression["start"], expression["end"]) == ("2026-12-09T15:00:00", "2026-12-09T17:00:00")
    assert not person.folder.exists()


def test_schema_and_migrate_print_one_object(person: Person) -> None:
    assert person.run("schema", "--json").json()["title"] == "TimeFlow MVP SubAgent Contract"
    assert json.loads(person.run("schema").out) == person.run("schema", "--json").json()
    assert person.run("migrate", "--json").json()["status"] == "up_to_date"
    assert (person.folder / "timeflow.db").exists()


def test_time_tells_people_of_ambiguity_lengths_and_rules(person: Person) -> None:
    told = person.at("time", "晚上12点").out
    assert "有几种读法" in told
    assert "2026-12-02 00:00:00 | 2026-12-03 00:00:00" in told
    assert "FREQ=WEEKLY;BYDAY=TU,TH" in person.at("time", "每周二周四上午九点").out
    assert "5400 s" in person.at("time", "一个半小时").out
    assert "没有找到时间" in person.at("time", "开会").out
