"""The words around cards, choices and answers, in Chinese and English, and text made fit for a screen."""

from __future__ import annotations

from typing import Final

from agentbase.core.text import strip_control
from timeflow.cli.language import Locale

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "kind.schedule": ("日程", "event"),
    "kind.todo": ("待办", "todo"),
    "kind.subtask": ("子任务", "sub-task"),
    "kind.long_goal": ("长期目标", "long-term goal"),
    "operation.create": ("新建", "new"),
    "operation.update": ("修改", "change"),
    "operation.delete": ("删除", "delete"),
    "operation.set_status": ("标记", "mark"),
    "field.title": ("标题", "title"),
    "field.description": ("说明", "notes"),
    "field.start_at": ("开始", "starts"),
    "field.end_at": ("结束", "ends"),
    "field.days": ("全天", "all day"),
    "field.all_day": ("全天", "all day"),
    "field.due_at": ("截止", "due"),
    "field.deadline_at": ("期限", "deadline"),
    "field.estimated_minutes": ("预计", "estimate"),
    "field.status": ("状态", "status"),
    "field.plan_overview": ("规划", "plan"),
    "field.goal_id": ("所属目标", "goal"),
    "field.todo_id": ("所属待办", "todo"),
    "status.active": ("进行中", "open"),
    "status.completed": ("已完成", "done"),
    "status.deleted": ("已删除", "deleted"),
    "status.restored": ("恢复原样", "as it was"),
    "status.cancelled": ("已取消", "cancelled"),
    "value.true": ("是", "yes"),
    "value.none": ("无", "none"),
    "value.minutes": ("{count} 分钟", "{count} min"),
    "value.whole_day": ("{day} 当天", "on {day}"),
    "weight.light": ("一个键就好", "one key"),
    "weight.medium": ("看一眼再确认", "look, then confirm"),
    "weight.heavy": ("输入 {count} 来确认", "type {count} to confirm"),
    "source": ("“{words}”", "“{words}”"),
    "conflict": ("和“{title}”重叠：{when}", "overlaps “{title}”: {when}"),
    "required": ("必选", "required"),
    "unselected": ("未勾选", "not ticked"),
    "depends": ("跟 {ids} 一起", "together with {ids}"),
    "made_by": ("由 {made_by} 生成 · 编号 {id} · {when} 前有效", "made by {made_by} · id {id} · open until {when}"),
    "how.confirm": ("确认", "confirm"),
    "how.edit": ("修改", "edit"),
    "how.reject": ("不要", "reject"),
    "how.only": ("只要其中几项", "only some"),
    "how.choose": ("选择", "choose"),
    "how.cancel": ("不选了", "cancel"),
    "choice.id": ("编号 {id}", "id {id}"),
    "clarification.how": ("直接回答就行：timeflow say …", "just answer: timeflow say …"),
    "result.applied": ("已按卡片写入", "Written as on the card"),
    "result.rejected": ("好，什么都没有写", "All right, nothing was written"),
    "result.replayed": ("这张卡片之前已经处理过，没有重复写入", "It was decided before; nothing was written again"),
    "result.undo": ("撤销：timeflow undo {id}（{when} 前）", "take it back: timeflow undo {id} (until {when})"),
    "cancelled": ("好，这个问题不选了", "All right, this choice is closed"),
    "cancelled.before": ("这个问题之前已经关掉了", "This choice was closed before"),
    "replacement": ("这是按最新情况重新生成的卡片：", "This is the card made anew from the latest facts:"),
    "pending.none": ("没有等您决定的卡片或问题", "Nothing is waiting for you"),
    "agenda.empty": ("没有安排", "Nothing planned"),
    "agenda.undated": ("没有日期的待办", "Todos without a date"),
    "agenda.more": ("还有更多没有列出，请用 --from 和 --to 缩小范围", "There is more; narrow it with --from and --to"),
    "agenda.all_day": ("全天", "all day"),
    "agenda.due": ("{clock} 截止", "due {clock}"),
    "agenda.due_day": ("当天截止", "due"),
    "day.today": ("今天", "today"),
    "day.tomorrow": ("明天", "tomorrow"),
    "day.yesterday": ("昨天", "yesterday"),
    "time.none": ("没有找到时间", "No time was found"),
    "time.ambiguous": ("有几种读法", "several readings"),
    "migrate.done": ("数据库已经是最新的了", "The database is up to date"),
    "parse.kind": ("理解为", "understood as"),
    "error": ("没有完成", "Not done"),
    "error.help": ("看看用法：timeflow {command}--help", "See: timeflow {command}--help"),
    "chat.hello": (
        "说一句就好，比如：明天下午三点和王工评审接口，一小时。Ctrl-D 或“退出”离开。",
        "Just say it, e.g. “review the API with Wang tomorrow at 3pm for an hour”. Ctrl-D or “quit” leaves.",
    ),
    "chat.prompt": ("› ", "› "),
    "chat.thinking": ("正在想…", "thinking…"),
    "chat.bye": ("再见", "Bye"),
    "chat.keys": (
        "y/回车 确认 · n 不要 · e 修改 · Esc 先放着",
        "y/Enter confirm · n reject · e edit · Esc leave it open",
    ),
    "chat.keys.many": (" · a 这 {count} 张一起确认", " · a confirm all {count}"),
    "chat.heavy": (
        "输入 {count} 确认 · n 不要 · e 修改 · 回车 先放着：",
        "type {count} to confirm · n reject · e edit · Enter leave it open: ",
    ),
    "chat.choose": ("输入数字选择 · c 不选了，或换句话说：", "a number chooses · c cancels, or say it otherwise: "),
    "chat.answer": ("输入数字，或直接回答：", "a number, or just answer: "),
    "chat.edit": ("改什么？字段=值，或一句话（不是三点，是四点）：", "Change what? FIELD=VALUE, or in words: "),
    "chat.left_open": ("先放着，用 timeflow pending 可以再看", "Left open; `timeflow pending` shows it again"),
    "chat.miscounted": ("卡片上是 {count}", "The card says {count}"),
    "chat.waiting": ("还有 {count} 张卡片等您决定：timeflow pending", "Cards that wait: {count} (timeflow pending)"),
    "chat.count": ("要输入 {count} 才能确认", "Type {count} to confirm it"),
}  # fmt: skip


def tell(key: str, locale: Locale, **values: object) -> str:
    """The text of ``key`` in the person's language."""
    return _TEXTS[key][1 if locale == "en" else 0].format(**values)


def shown(text: object) -> str:
    """Text fit for one line of a screen: no control, ANSI or bidirectional characters; line breaks become spaces."""
    return " ".join(strip_control(str(text)).split())
