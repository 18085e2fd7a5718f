"""How times and cards are worded for people, in Chinese and English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Final, Literal

Locale = Literal["zh-CN", "en"]

_WEEKDAYS: Final = {
    "zh-CN": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TITLES_SHOWN: Final = 5

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "kind.schedule": ("日程", "event"),
    "kind.todo": ("待办", "todo"),
    "kind.subtask": ("子任务", "sub-task"),
    "kind.long_goal": ("长期目标", "long-term goal"),
    "summary.create": ("新建{kind}：{title}{when}", "New {kind}: {title}{when}"),
    "summary.update": ("修改{kind}：{title}{when}", "Change {kind}: {title}{when}"),
    "summary.delete": ("删除{kind}：{title}{when}", "Delete {kind}: {title}{when}"),
    "summary.complete": ("标记为完成：{title}", "Mark as done: {title}"),
    "summary.cancel": ("标记为取消：{title}", "Mark as cancelled: {title}"),
    "summary.reopen": ("重新打开：{title}", "Reopen: {title}"),
    "summary.several": ("一共 {count} 项改动：{titles}", "{count} changes: {titles}"),
    "summary.undo": ("撤销：{summary}", "Undo: {summary}"),
    "default.length": ("没说多久，按 {minutes} 分钟", "no length was given, so {minutes} minutes"),
    "default.kept_length": ("时长不变", "the length stays the same"),
    "default.kept_clock": ("只换日期，钟点不变", "only the day changes, the time of day stays"),
    "default.kept_date": ("只换钟点，日期不变", "only the time of day changes, the day stays"),
    "default.next_date": ("没说哪天，取最近的一次：{day}", "no day was given, so the next one: {day}"),
    "default.earliest_slot": (
        "没说几点，取{window}里最早的空档",
        "no time of day was given, so the earliest free slot in {window}",
    ),
    "default.half_day": ("没说上午还是下午，按 {clock}", "morning or afternoon was not said, so {clock}"),
    "default.first_occurrence": ("重复规则的第一次：{day}", "the first occurrence of the rule: {day}"),
    "default.now": ("没说什么时候开始，从现在算起", "no start was given, so from now"),
    "notice.reminder": (
        "不会响铃：现在还不能提醒，只会记下来",
        "It will not ring: reminders are not available yet, it is only noted",
    ),
    "notice.recurrence": ("只建这一次：现在还不能自动重复", "Only this one is created: repeating is not available yet"),
    "notice.invitation": ("不会通知他人：现在还不能发邀请", "Nobody else is told: invitations are not available yet"),
    "notice.workdays": (
        "{year} 年的调休安排还没公布，按周一到周五算",
        "The make-up days of {year} are not published yet; Monday to Friday is assumed",
    ),
    "notice.day_start": ("现在是凌晨，“{words}”按 {day} 理解", "It is still night: “{words}” is taken as {day}"),
    "notice.dst_gap": (
        "{words} 因夏令时并不存在，按 {clock}",
        "{words} is skipped by daylight saving time; {clock} is used",
    ),
    "notice.dst_fold": (
        "{words} 因夏令时出现两次，取第一次",
        "{words} happens twice because of daylight saving time; the first is used",
    ),
    "notice.overnight": ("到第二天 {clock} 才结束", "It ends the next day at {clock}"),
    "notice.past": ("这个时间已经过去：{when}", "This time is already past: {when}"),
    "notice.conflict": ("和 {count} 项已有安排重叠", "It overlaps {count} existing item(s)"),
    "notice.all_day": ("当天有全天安排：{titles}", "All day on that day: {titles}"),
    "notice.overlap": ("其中有几项改动彼此重叠", "Some of these changes overlap each other"),
    "notice.left_out": (
        "没有能改成的时间，保持原样：{titles}",
        "No such time can be given to these, and they stay as they are: {titles}",
    ),
    "notice.hard_deadline": (
        "有 {count} 项的期限已过，没有替你勾选",
        "{count} item(s) have a deadline that has passed; they are not ticked",
    ),
    "notice.rebuilt": (
        "卡片已按最新情况重新生成：{reasons}",
        "The card was made anew from the latest facts: {reasons}",
    ),
    "rebuilt.expired": ("原来的卡片已过期", "the old card had expired"),
    "rebuilt.version": ("事项在此期间被改过", "an item was changed meanwhile"),
    "rebuilt.facts": ("时间上有了新的冲突", "there is a new conflict"),
    "ask.slot": ("什么时候合适？", "When would suit you?"),
    "ask.no_room": (
        "{window}没有 {minutes} 分钟的空档，换个时间？",
        "{window} has no {minutes} free minutes. Another time?",
    ),
    "ask.past": ("{when} 已经过去了，换个时间？", "{when} is already past. Another time?"),
    "ask.conflict": ("{when} 已有安排：{titles}。怎么办？", "{when} is taken by {titles}. What would you like?"),
    "ask.which": ("指的是哪一个？", "Which one do you mean?"),
    "ask.which_change": ("这些里要改哪一个？", "Which of these should be changed?"),
    "option.keep": ("就这个时间：{when}", "Keep this time: {when}"),
    "option.keep_past": ("就记在过去：{when}", "Record it in the past: {when}"),
    "answer.items": ("{range}有 {count} 项", "{count} item(s) {range}"),
    "answer.nothing": ("{range}没有安排", "Nothing {range}"),
    "answer.free": ("{range}的空闲时间：{slots}", "Free {range}: {slots}"),
    "answer.not_free": ("{range}没有空闲时间", "No free time {range}"),
    "answer.narrow": (
        "符合的超过 {limit} 项，请说得更具体些，比如加上名称或日期",
        "More than {limit} items match. Please narrow it down, with a name or a day",
    ),
    "answer.truncated": (
        "符合的超过 {limit} 项，下面只是最早的 {limit} 项",
        "More than {limit} items match; these are only the first {limit}",
    ),
    "answer.busy": ("；已有安排：{titles}", "; taken: {titles}"),
    "range.open": ("目前", "at present"),
    "range.next_days": ("接下来 7 天", "in the next 7 days"),
    "no_change": ("已经是这样了，不用改", "It is like that already; nothing to change"),
}


def say(key: str, locale: Locale, **values: object) -> str:
    """The sentence of ``key`` in the person's language."""
    return _SENTENCES[key][1 if locale == "en" else 0].format(**values)


def joined(words: Iterable[str], locale: Locale) -> str:
    """``甲、乙`` or ``a, b``."""
    return ("、" if locale == "zh-CN" else ", ").join(words)


def titles_label(titles: Sequence[str], locale: Locale) -> str:
    """The first titles; an ellipsis stands for the others."""
    more = ("…",) if len(titles) > _TITLES_SHOWN else ()
    return joined((*titles[:_TITLES_SHOWN], *more), locale)


def day_label(day: date, locale: Locale, *, today: date | None = None) -> str:
    """``12月2日 周三`` or ``Wed 2 Dec``; with the year where it is not this year's."""
    weekday = _WEEKDAYS[locale][day.weekday()]
    with_year = today is not None and day.year != today.year
    if locale == "en":
        return f"{weekday} {day.day} {_MONTHS[day.month - 1]}" + (f" {day.year}" if with_year else "")
    return (f"{day.year}年" if with_year else "") + f"{day.month}月{day.day}日 {weekday}"


def clock_label(moment: datetime) -> str:
    """``15:00``."""
    return f"{moment:%H:%M}"


def span_label(start: datetime, end: datetime | None, locale: Locale, *, today: date | None = None) -> str:
    """``12月2日 周三 15:00–16:00``; the end's day is named where it differs."""
    label = f"{day_label(start.date(), locale, today=today)} {clock_label(start)}"
    if end is None:
        return label
    if end.date() == start.date():
        return f"{label}–{clock_label(end)}"
    if end.time() == datetime.min.time() and end.date() == start.date() + timedelta(days=1):
        return f"{label}–24:00"
    return f"{label} – {day_label(end.date(), locale, today=today)} {clock_label(end)}"


def days_label(first: date, end: date, locale: Locale, *, today: date | None = None) -> str:
    """One day, or ``12月2日 周三 – 12月4日 周五``; ``end`` is exclusive."""
    last = end - timedelta(days=1)
    label = day_label(first, locale, today=today)
    return label if last <= first else f"{label} – {day_label(last, locale, today=today)}"
