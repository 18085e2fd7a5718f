"""How objects look. Snapshots: look at what changes before you take it over."""

from __future__ import annotations

from datetime import date

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.timeflow.cli.objects import card, choice, conflict, creation, item, questions, result
from timeflow.cli.render.card import View, render_card
from timeflow.cli.render.events import render_event
from timeflow.cli.render.items import render_agenda
from timeflow.execution.contracts import (
    DefaultView,
    Display,
    ErrorEvent,
    FieldErrorView,
    InteractionCancelResponse,
    SourceView,
)

CHINESE = View("zh-CN", date(2026, 12, 1))
ENGLISH = View("en", date(2026, 12, 1))


def test_a_light_card_shows_the_words_behind_every_time() -> None:
    assert (
        render_card(card(), CHINESE).plain
        == """\
新建日程：和王工评审接口  [一个键就好]
  + C1 新建 日程  和王工评审接口
      开始      12月2日 周三 15:00   ← “明天下午三点”
      结束      12月2日 周三 16:00   ← 没说多久，按 60 分钟
  由 offline/standard 生成 · 编号 a64530 · 12月2日 周三 10:00 前有效
  确认        timeflow confirm a64530
  修改        timeflow edit a64530 title=…
  不要        timeflow reject a64530\
"""
    )


def test_a_heavy_card_shows_before_and_after_conflicts_and_what_must_go_together() -> None:
    moved = creation(
        operation="update",
        before={
            "title": "和王工评审接口",
            "start_at": "2026-12-02T15:00:00+08:00",
            "end_at": "2026-12-02T16:00:00+08:00",
        },
        after={"start_at": "2026-12-03T10:00:00+08:00", "end_at": "2026-12-03T11:00:00+08:00"},
        sources=(SourceView(field="start_at", words="后天上午十点", rule="zh.relative_day"),),
        defaults=(DefaultView(field="end_at", because="时长不变"),),
        conflicts=(conflict(),),
    )
    deleted = creation(
        change_id="C2",
        operation="delete",
        before={
            "title": "出差",
            "start_date": "2026-12-05",
            "end_date": "2026-12-08",
            "start_at": "2026-12-05T00:00:00+08:00",
            "end_at": "2026-12-08T00:00:00+08:00",
            "all_day": True,
            "status": "active",
        },
        after=None,
        sources=(),
        defaults=(),
        selected=False,
    )
    ticked = creation(
        change_id="C3",
        operation="set_status",
        item_type="todo",
        before={"title": "交报告", "status": "active"},
        after={"status": "completed"},
        sources=(),
        defaults=(),
        required=True,
        depends_on=("C1",),
    )
    due = creation(
        change_id="C4",
        item_type="todo",
        after={
            "title": "订票",
            "due_date": "2026-12-04",
            "due_at": "2026-12-05T00:00:00+08:00",
            "estimated_minutes": 30,
        },
        sources=(SourceView(field="due_date", words="周五前", rule="zh.deadline"),),
        defaults=(),
    )
    heavy = card(
        weight="heavy",
        change_count=4,
        summary="一共 4 项改动",
        notices=("不会响铃：现在还不能提醒，只会记下来",),
        changes=(moved, deleted, ticked, due),
    )
    assert (
        render_card(heavy, CHINESE).plain
        == """\
一共 4 项改动  [输入 4 来确认]
  ~ C1 修改 日程  和王工评审接口
      开始      12月2日 周三 15:00 → 12月3日 周四 10:00   ← “后天上午十点”
      结束      12月2日 周三 16:00 → 12月3日 周四 11:00   ← 时长不变
      ! 和“周会”重叠：12月2日 周三 15:30–16:30
  - C2 删除 日程  出差  (未勾选)
      全天      12月5日 周六 – 12月7日 周一
  ✓ C3 标记 待办  交报告  (必选)  (跟 C1 一起)
      状态      进行中 → 已完成
  + C4 新建 待办  订票
      截止      12月4日 周五 当天   ← “周五前”
      预计      30 分钟
  ! 不会响铃：现在还不能提醒，只会记下来
  由 offline/standard 生成 · 编号 a64530 · 12月2日 周三 10:00 前有效
  确认        timeflow confirm a64530 --count 4
  只要其中几项 timeflow confirm a64530 --count 4 --only C1
  修改        timeflow edit a64530 C1.title=…
  不要        timeflow reject a64530\
"""
    )


def test_the_change_to_edit_is_one_that_has_fields() -> None:
    deleted = creation(operation="delete", before={"title": "出差"}, after=None, sources=(), defaults=())
    mixed = card(changes=(deleted, creation(change_id="C2")), change_count=2)
    assert "timeflow edit a64530 C2.title=…" in render_card(mixed, CHINESE).plain
    assert "timeflow edit" not in render_card(card(changes=(deleted,)), CHINESE).plain


def test_an_english_card() -> None:
    english = card(
        summary="New event: review the API",
        changes=(
            creation(
                after={"title": "review the API", "start_at": "2026-12-02T15:00:00+08:00"},
                sources=(SourceView(field="start_at", words="tomorrow at 3pm", rule="en.relative_day"),),
                defaults=(),
            ),
        ),
    )
    assert (
        render_card(english, ENGLISH).plain
        == """\
New event: review the API  [one key]
  + C1 new event  review the API
      starts    Wed 2 Dec 15:00   ← “tomorrow at 3pm”
  made by offline/standard · id a64530 · open until Wed 2 Dec 10:00
  confirm     timeflow confirm a64530
  edit        timeflow edit a64530 title=…
  reject      timeflow reject a64530\
"""
    )


def test_words_behind_what_is_not_listed_are_shown_by_its_name() -> None:
    titled = creation(
        sources=(
            SourceView(field="title", words="接口评审", rule="edit"),
            SourceView(field="place", words="三楼", rule="edit"),
        ),
        defaults=(),
    )
    lines = render_card(card(changes=(titled,)), CHINESE).plain.splitlines()
    assert lines[4:6] == ["      标题      ← “接口评审”", "      place     ← “三楼”"]


def test_choices_questions_answers_and_results() -> None:
    events = (
        choice(),
        questions(),
        Display(correlation_id="c", text="12月2日 周三有 1 项", items=(item(),)),
        result(),
        result(status="rejected", items=(), undo=None, replayed=True),
        InteractionCancelResponse(correlation_id="c", interaction_id="i"),
        ErrorEvent(
            correlation_id="c",
            code="INPUT_INVALID",
            reason_code="INPUT_INVALID",
            message="输入里有不能用的内容",
            field_errors=(FieldErrorView(field="text", message="最多 4000 个字符"),),
        ),
    )
    assert (
        "\n\n".join(render_event(event, CHINESE).plain for event in events)
        == """\
指的是哪一个？
  1  会议 1
  2  会议 2
  编号 92ceb3
  选择  timeflow choose 92ceb3 1
  不选了  timeflow cancel 92ceb3

要记什么？
  1  会议
什么时候？
  2  今天
  3  明天
  直接回答就行：timeflow say …

12月2日 周三有 1 项
  · 和王工评审接口  12月2日 周三 15:00–16:00  258cd2

✓ 已按卡片写入
  · 和王工评审接口  12月2日 周三 15:00–16:00  258cd2
  撤销：timeflow undo a64530（12月2日 周三 10:00 前）

好，什么都没有写
  这张卡片之前已经处理过，没有重复写入

好，这个问题不选了

✗ 输入里有不能用的内容  [INPUT_INVALID]
  text  最多 4000 个字符\
"""
    )


def test_the_agenda_by_days() -> None:
    items = (
        item(title="出差", start_at=None, end_at=None, start_date="2026-12-01", end_date="2026-12-03", all_day=True),
        item(title="守夜", start_at="2026-12-01T22:00:00+08:00", end_at="2026-12-02T06:00:00+08:00"),
        item(title="写日报", start_at="2026-12-01T23:00:00+08:00", end_at="2026-12-02T00:00:00+08:00"),
        item(status="completed"),
        item(item_type="todo", title="交报告", start_at=None, end_at=None, due_at="2026-12-04T17:00:00+08:00"),
        item(item_type="todo", title="订票", start_at=None, end_at=None, due_date="2027-01-01"),
        item(item_type="todo", title="买牛奶", start_at=None, end_at=None),
    )
    assert (
        render_agenda(items, CHINESE, more=True).plain
        == """\
12月1日 周二（今天）
  全天 12月1日 周二 – 12月2日 周三 出差  258cd2
  22:00 – 12月2日 周三 06:00 守夜  258cd2
  23:00–24:00   写日报  258cd2
12月2日 周三（明天）
  15:00–16:00   和王工评审接口  已完成  258cd2
12月4日 周五
  17:00 截止    交报告  待办  258cd2
2027年1月1日 周五
  当天截止      订票  待办  258cd2
没有日期的待办
                买牛奶  待办  258cd2
还有更多没有列出，请用 --from 和 --to 缩小范围\
"""
    )
    assert render_agenda((), ENGLISH).plain == "Nothing planned"


@pytest.mark.parametrize("hostile", ["\x1b[31mred\x1b[0m", "a\u202eb", "a\x07b", "a\x9b31mb", "a\rb", "a\u200eb"])
def test_nothing_that_is_displayed_acts_on_a_terminal(hostile: str) -> None:
    change = creation(
        after={"title": hostile, "description": hostile, "status": hostile, "start_at": hostile},
        before=None,
        sources=(SourceView(field="start_at", words=hostile, rule=hostile),),
        defaults=(DefaultView(field="title", because=hostile),),
        conflicts=(conflict().model_copy(update={"title": hostile, "start_at": hostile}),),
    )
    events = (
        card(summary=hostile, notices=(hostile,), made_by=hostile, expires_at=hostile, changes=(change,)),
        Display(correlation_id="c", text=hostile, items=(item(title=hostile, start_at=hostile),)),
        ErrorEvent(correlation_id="c", code="X", reason_code=hostile, message=hostile),
    )
    for event in events:
        printed = render_event(event, CHINESE).plain
        assert not any(ord(sign) < 32 and sign != "\n" for sign in printed)
        assert not any(sign in printed for sign in "\x7f\x9b\u202e\u200e")


def test_what_people_write_is_never_read_as_markup() -> None:
    console = Console(width=80, markup=False, color_system="truecolor", force_terminal=True)
    with console.capture() as capture:
        console.print(render_event(Display(correlation_id="c", text="[red]不是标记[/red] :smile:"), CHINESE))
    assert "[red]不是标记[/red] :smile:" in capture.get()


def test_chinese_wraps_at_the_edge_of_the_terminal() -> None:
    console = Console(width=40, force_terminal=True, color_system=None)
    with console.capture() as capture:
        console.print(render_card(card(summary="和" * 60), CHINESE))
    assert all(cell_len(line) <= 40 for line in capture.get().splitlines())
