"""The sentences that perception says by itself: template questions, labels of readings, kind refusals."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final, Literal

from timeflow.functions.contracts import ResolvedTime, TimeReading
from timeflow.perception.resolve_times import reading_value
from timeflow.perception.understanding import WordedOption

Locale = Literal["zh-CN", "en"]

_WEEKDAYS: Final = {
    "zh-CN": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "ask.title": (
        "要安排什么事呢？比如“和王工评审接口”。",
        "What would you like to plan? For example “review with Anna”.",
    ),
    "ask.candidate_query": (
        "说的是哪一件事？告诉我名称或日期就行。",
        "Which item do you mean? A name or a day is enough.",
    ),
    "ask.change": (
        "要改成什么样？比如“改到明天下午四点”或“改名为周会”。",
        "What should change? For example “move to 4pm tomorrow” or “rename to weekly sync”.",
    ),
    "ask.goal_title": ("想拆分的目标是什么？", "Which goal would you like to break down?"),
    "ask.reference": (
        "“{words}”指的是哪一件事？告诉我名称或日期就行。",
        "What does “{words}” refer to? A name or a day is enough.",
    ),
    "ask.ambiguous": ("“{words}”是指哪一个？", "Which one is “{words}”?"),
    "ask.unreadable": ("“{words}”具体是什么时候？", "When exactly is “{words}”?"),
    "ask.request": (
        "你一次说了 {count} 件事，我一次办一件，先办哪一件？其他的办完再说一遍就好。",
        "That is {count} things, and I take one at a time. Which comes first? Say the others again afterwards.",
    ),
    "ask.operation": ("要把“{words}”记成一条待办吗？", "Should I note “{words}” down as a todo?"),
    "option.todo": ("记成待办", "Yes, as a todo"),
    "option.none": ("不用", "No"),
    "declined": ("好的，没有记。", "All right, nothing was noted."),
    "topic.greeting": (
        "你好！说说要安排什么吧，比如“明天下午三点开会”。",
        "Hello! Tell me what to plan, for example “meeting tomorrow at 3pm”.",
    ),
    "topic.thanks": ("不客气！有要安排的事随时说。", "You are welcome! Tell me whenever there is something to plan."),
    "topic.help": (
        "我是管时间的助手：可以记日程和待办、改时间、查安排和空闲、勾完成、撤销刚写的。",
        "I look after your time: events and todos, moving them, your agenda and free time, ticking things off, "
        "and taking back what was just written.",
    ),
    "topic.feelings": (
        "辛苦了。我只会管时间，可以帮你把事情挪一挪，或者看看哪天有空。",
        "That sounds like a lot. I only look after time: I can move things or find a free day for you.",
    ),
    "topic.weather": (
        "天气我查不到。我可以记日程和待办、改时间、查安排和空闲。",
        "I cannot look up the weather. I can note events and todos, move them, and show your agenda and free time.",
    ),
    "topic.messages": (
        "我不能替你发消息。需要的话可以记成待办，比如“记一下给老板发邮件”。",
        "I cannot send messages. I can note it as a todo, for example “add email the boss”.",
    ),
    "topic.reminders": (
        "现在还不能提醒，什么都没有改。可以先把这件事记成日程或待办，到时候看安排就能看到。",
        "Reminders are not available yet; nothing was changed. I can note it as an event or todo, so that it stands "
        "in your agenda.",
    ),
    "topic.security": (
        "这个我做不了。我可以记日程和待办、改时间、查安排和空闲。",
        "I cannot do that. I can note events and todos, move them, and show your agenda and free time.",
    ),
    "topic.other": (
        "这个我帮不上忙。我可以记日程和待办、改时间、查安排和空闲、勾完成。",
        "I cannot help with that. I can note events and todos, move them, show your agenda and free time, "
        "and tick things off.",
    ),
}


def say(key: str, locale: Locale, **values: object) -> str:
    """The sentence of ``key`` in the person's language."""
    return _SENTENCES[key][1 if locale == "en" else 0].format(**values)


def reading_options(resolved: ResolvedTime, locale: Locale) -> list[WordedOption]:
    """One option a reading, named with its date and weekday (computed, never by a model)."""
    return [
        WordedOption(label=reading_label(reading, locale), value=reading_value(reading))
        for reading in resolved.readings
    ]


def reading_label(reading: TimeReading, locale: Locale) -> str:
    """``12月2日 周三 00:00``; a range of several days names its first and last day."""
    start, end = reading.start, reading.end
    if start is None:
        # A deadline: its last day, or its moment.
        last = end - timedelta(days=1) if end is not None and not isinstance(end, datetime) else end
        return moment_label(last, locale) if last is not None else ""
    if isinstance(start, datetime) and isinstance(end, datetime):
        return f"{moment_label(start, locale)}–{end:%H:%M}"
    if end is not None and not isinstance(start, datetime) and not isinstance(end, datetime):
        last_day = end - timedelta(days=1)
        if last_day > start:
            return f"{moment_label(start, locale)} – {moment_label(last_day, locale)}"
    return moment_label(start, locale)


def moment_label(moment: datetime | date, locale: Locale) -> str:
    """A day with its weekday, and the clock time where there is one. Midnight also names the evening before."""
    day = moment.date() if isinstance(moment, datetime) else moment
    weekday = _WEEKDAYS[locale][day.weekday()]
    label = f"{weekday} {day.day} {_MONTHS[day.month - 1]}" if locale == "en" else f"{day.month}月{day.day}日 {weekday}"
    if not isinstance(moment, datetime):
        return label
    if moment.hour == 0 and moment.minute == 0:
        eve = _WEEKDAYS[locale][(day.weekday() - 1) % 7]
        return f"{label} 00:00 (the night after {eve})" if locale == "en" else f"{label} 00:00（{eve}夜里）"
    return f"{label} {moment:%H:%M}"


def weekday_name(day: date, locale: Locale) -> str:
    """The weekday as the prompt's facts give it."""
    return _WEEKDAYS[locale][day.weekday()]
