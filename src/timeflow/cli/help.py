"""What ``--help`` teaches: what a command is for, and examples to copy."""

from __future__ import annotations

from typing import Final

from timeflow.cli.language import spoken_locale

_HELP: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "timeflow": (
        "说出你想怎么用时间；看清楚要写什么；一个键确认。没有你的确认，什么都不会写入。\n\n"
        "帮助和提示的语言看 TIMEFLOW_LOCALE（zh-CN 或 en）；没设就看 LC_ALL、LC_MESSAGES、LANG："
        "en 开头是英文，别的是中文。",
        "Say what you want of your time; see exactly what would be written; confirm with one key.\n\n"
        "TIMEFLOW_LOCALE (zh-CN or en) sets the language of help and messages; else LC_ALL, LC_MESSAGES or LANG: "
        "English where it starts with en, Chinese otherwise.",
        (
            "timeflow chat",
            "timeflow say 明天下午三点和王工评审接口，一小时",
            "timeflow confirm 3f9a1c",
            "timeflow agenda --from 今天 --to 下周五",
        ),
    ),
    "say": (
        "说一句话：打印卡片、问题、选项或回答。也可以回答上一个问题，或者说“好”。",
        "Say one sentence: prints the card, question, choice or answer. It also answers an open question.",
        (
            "timeflow say 明天下午三点和王工评审接口，一小时",
            "timeflow say 评审挪到后天上午十点",
            'timeflow say "lunch with Ann on Friday at noon" --yes',
            "timeflow say 明天有什么安排 --json",
        ),
    ),
    "confirm": (
        "确认一张显示过的卡片。编号可以只写开头或结尾几位。",
        "Confirm a card that was shown. The first or last characters of its id are enough.",
        (
            "timeflow confirm 3f9a1c",
            "timeflow confirm 3f9a1c --only C1,C3",
            "timeflow confirm 3f9a1c --count 5",
        ),
    ),
    "reject": ("不要这张卡片，什么都不写。", "Turn a card down; nothing is written.", ("timeflow reject 3f9a1c",)),
    "edit": (
        "改卡片上的字段，得到一张新卡片；字段也可以用卡片上的名字。多项改动时写明是哪一项：C2.标题=…",
        "Change fields of a card and get a new one; the labels of the card name them too. "
        "Where there are several changes, name it: C2.title=…",
        (
            "timeflow edit 3f9a1c title=接口评审",
            "timeflow edit 3f9a1c 开始=明天下午四点",
            "timeflow edit 3f9a1c C2.title=周会 C2.end_at=17:00",
        ),
    ),
    "pending": (
        "等您决定的卡片和问题。",
        "Cards and choices that wait for you.",
        ("timeflow pending", "timeflow pending --json"),
    ),
    "undo": (
        "撤销一次写入，默认是最近一次。会显示撤销了什么。",
        "Take back a write, the last one by default. It shows what it takes back.",
        ("timeflow undo", "timeflow undo 3f9a1c"),
    ),
    "choose": (
        "从列出的选项里选一个。",
        "Take one of the options of a choice.",
        ("timeflow choose 77b0e2 1",),
    ),
    "cancel": ("关掉一个还没选的问题。", "Close a choice without taking any.", ("timeflow cancel 77b0e2",)),
    "chat": (
        "对话：一句一句说，卡片上一个键确认。Ctrl-D 或“退出”离开。也可以从管道一行一句地读，有一句出错就以 1 结束。",
        "A dialogue: one key decides on a card. Ctrl-D or “quit” leaves. "
        "Piped input works too, one sentence a line; it exits with 1 where one failed.",
        ("timeflow chat", "printf '明天下午三点评审，一小时\\ny\\n' | timeflow chat"),
    ),
    "agenda": (
        "看安排。首尾两天都算；不给日期就从今天起，加上没有日期的待办。日期也可以用话说。",
        "What is planned on these days, both included; without a range: from today on, with undated todos.",
        (
            "timeflow agenda",
            "timeflow agenda --from 明天 --to 下周五",
            "timeflow agenda --from 2026-12-01 --to 2026-12-07 --json",
        ),
    ),
    "parse": (
        "只看一句话怎么理解；不写入，也不保存。",
        "How a sentence is understood; writes nothing and saves nothing.",
        ("timeflow parse 明天下午三点和王工评审接口", "timeflow parse --batch cases.jsonl"),
    ),
    "time": (
        "只看一句话里的时间是什么意思。",
        "What the times in a sentence mean.",
        (
            "timeflow time 下周三下午三点到五点",
            "timeflow time 月底前 --now 2026-12-01T10:00 --tz Asia/Shanghai",
            "timeflow time --batch cases.jsonl",
        ),
    ),
    "migrate": (
        "把数据库升级到这个版本的结构。",
        "Bring the database to the structure of this version.",
        ("timeflow migrate",),
    ),
    "schema": (
        "打印子 Agent 契约的 JSON Schema（TimeFlow_MVP_SubAgentContract.schema.json）。",
        "Print the JSON Schema of the sub-agents' contracts (TimeFlow_MVP_SubAgentContract.schema.json).",
        ("timeflow schema > TimeFlow_MVP_SubAgentContract.schema.json",),
    ),
}


def help_of(command: str) -> str:
    """What a command is for, with examples, in the language of the environment."""
    chinese, english, examples = _HELP[command]
    english_spoken = spoken_locale() == "en"
    title = "Examples:" if english_spoken else "例子："
    # \b keeps the lines of a paragraph as they are.
    copied = "\n".join((title, *map("  {}".format, examples)))
    return f"{english if english_spoken else chinese}\n\n\b\n{copied}"


def option_help(chinese: str, english: str) -> str:
    """The help of one option in the language of the environment."""
    return english if spoken_locale() == "en" else chinese
