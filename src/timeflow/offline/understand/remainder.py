"""What is left of a sentence when times, commands and politeness are gone: a title, or the words of a target.

Words are never shortened from inside: only whole spans and whole commands at the edge of a clause go.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from timeflow.offline.understand.sentence import Sentence, Span

HOLE: Final = "\x01"
"""Stands where something was taken out; never reaches a result."""

_EDGES: Final = re.compile(r"^[^\w《“「『\"'(（#@￥$]+|[^\w》”」』\"')）%％+℃!?]+$")
_CLAUSES: Final = re.compile(r"[，,。；;！!？?\n]|\.(?=\s|$)|\s+(?=地点|地址|备注)")
_LABEL: Final = re.compile(
    r"^(?:时间|日期|主题|标题|事项|事由|内容|名称|会议|会议主题|会议时间|会议名称|活动|when|time|date|title|"
    r"subject|what|event)\s*[:：]\s*",
    re.IGNORECASE,
)
_AROUND_HOLE: Final = re.compile(
    rf"(?:时长|时间|大概|大约|差不多|持续|(?:预计|估计|大概|大约)(?:需要|要|得)花?|预计|估计|为期|耗时|历时|花费?|用时?|抽出?|腾出?|留出?|改?在|于|自|"
    rf"从|就|截止到?|截至|最晚|最迟|是)?{HOLE}+"
    r"(?:左右|的时候|时候|开始|起(?!床)|结束|时长|之内|以内)?(?:的(?!话))?"
)
_AROUND_HOLE_EN: Final = re.compile(
    rf"(?:\b(?:(?:it )?(?:should|will|would|might) take|takes|at|on|by|in|for|from|until|till|before|after|"
    rf"this|around|about|starting|due|within|lasting|"
    rf"of)\s+)*{HOLE}+"
    r"(?:\s+(?:long|o'clock)\b)?",
    re.IGNORECASE,
)
PLEASE_ZH: Final = (
    r"请(?!客|教|[^，,。\x01]{0,4}假|(?![你您帮把将给在安提记约预叫通新添取删加准去先])"
    r"[^，,。\x01]{1,6}(?:吃|喝|来|看电影|帮忙))"
)
"""``请`` that asks; in ``请假`` and ``请王总吃饭`` it is what is done."""
_FILLERS_ZH: Final = (
    "ok(?=[\u4e00-\u9fff])|[嘛啊呀呢哈哦](?=\x01|[我得要去给])|(?:让?我)(?:想想|看看)(?=[啊哈，,\x01])|"
    "想(?=把|去|跟|和|给)|"
    "算了(?=[，, ])|就是|就(?=去|要|在|跟|和|\x01)|吧|都(?=要|得|去|在)|要不然|要不|不如|那就|那么|"
    rf"{PLEASE_ZH}|麻烦你|麻烦|劳驾|帮我|"
    "帮忙|给我|替我|能不能|可不可以|可以|嗯|呃|额|那个|哎|"
    "嘿|对了|好的|到时候|然后|顺便|另外|还有|再|先|"
    "是(?=我|你|他|她|[\u4e00-\u9fff]{1,6}(?:生日|节|纪念日))|我想要|我想|我要|我得|我需要|我打算|我准备|我会|"
    "我们要|我们(?=去|要|想|和|跟|在|会|有)|我有|我(?=约|去|要|想|得|和|跟|与|在|会|还|把|已|刚|从|到|\x01)"
)
_FILLER_ZH: Final = re.compile(rf"^(?:{_FILLERS_ZH}|[\s{HOLE}])+")
_COMMAND_ZH: Final = re.compile(
    r"^(?:记一下|记一笔|记下来?|记录一下|记录|记得|记住|记着|记个|记一个|记一条|备忘一下|备忘|提醒我一下|"
    r"提醒一下我|提醒我|"
    r"提醒一下|提醒|别忘了|别忘记|别忘|不要忘了|不要忘记|勿忘|新建|创建|添加|新增|增加|加一?[个条项场]|"
    r"建一?[个条项]|安排一下|"
    r"安排一?[个次场]|安排|排一下|排一?个|约一?个|设置一?个|设一?个|定一?个|订一?个(?=闹钟|提醒|会)|立一?个|"
    r"找一?[个段]\x01?(?:空档|空闲时间|空|时间)[来去]?(?=.{2})|"
    r"做一?个(?=待办|提醒)|有一?[个场]|有(?=会|课|事|约)|要(?!是|求|点|闻|么|素|紧)|得(?!分|奖)|需要|必须|打算|"
    r"准备(?=去|要)|"
    r"个(?=待办|日程|任务|会)|叫我|喊我|预约(?=\x01)|"
    r"(?:给|为|在)[^，,。]{1,30}?(?:加|添加|新建|增加|建)一?[个条](?=子任务|待办|任务|日程)|"
    r"(?:在|往|到)?(?:我的)?(?:日程|待办|清单|日历)(?:里|上|中)(?:面)?(?:加|记|添加)一?[个条]?)"
)
_COUNT_ZH: Final = re.compile(r"^(?:一[个条项场次]|一?下(?!午|周|个|半|月|班|课|棋|单|雨))")
"""Belongs to the command before it; without one it belongs to the thing (``一个人旅行``)."""
_KINDS_ZH: Final = (
    r"^(?:新的|我的)?(?:待办事项|待办|日程|任务|事项|todo|提醒|子任务|长期目标|年度目标|目标|"
    r"备忘|代办(?=[:：，,\s]|$))"
)
_KIND_ZH: Final = re.compile(_KINDS_ZH + r"[:：是叫为\s]+", re.IGNORECASE)
_KIND_AFTER_COMMAND_ZH: Final = re.compile(_KINDS_ZH + r"(?:[:：是叫为\s]+|(?=.{2,})|$)", re.IGNORECASE)
_TAIL_ZH: Final = re.compile(
    rf"(?:[\s{HOLE}]|[，,]?你?(?:帮我)?(?:记一下|记下来|记住|提醒一下我|提醒我一下|提醒我)|吧|啊|呀|哦|哈|啦|"
    rf"喔|呗|哟|谢谢你?|多谢|可以吗|可以么|好吗|好不好|行吗|行不行|能行吗|吗|呢|"
    r"[，,]?(?:别忘了?|记得)(?:参加|去|来)?|[，,]?(?:帮我|给我)?(?:加上|安排上|记上|排上|加一下)|的(?:日程|待办|任务|提醒|事项|闹钟)|这(?:件|个)?事儿?|的事(?:情|儿)?)+$"
)
_INTO_LIST_ZH: Final = re.compile(
    r"^(?:把|将)?(.{1,100}?)(?:加|记|放|添加|写)[到进入](?:我的)?(?:待办|日程|"
    r"清单|日历)(?:事项|列表|清单)?(?:里面?|中|上)?$"
)
_FILLER_EN: Final = re.compile(
    rf"^(?:[\s{HOLE}]|(?:never mind(?=,)|please|hey|hi|ok|okay|can you|could you|would you|will you|can we|"
    rf"could we|shall we|"
    rf"kindly|i'd like(?: you)? "
    rf"to|i would like(?: you)? to|i want to|"
    r"i need to|i have to|need to|have to|got to|i'm|i am|we're|we are|i've got to|i got to|i must|i should|i "
    r"also need to|help me|let's|let us|also|and|"
    r"then|now|just|i have|there's|there is|"
    r"we have|we need to)\b)+",
    re.IGNORECASE,
)
_COMMAND_EN: Final = re.compile(
    r"^(?:add|create|schedule|remind me(?:[\s\x01]+(?:to|about|of|that|for)\b)?|remember to|don'?t (?:let me "
    r")?forget (?:to|"
    r"about)?|don'?t (?:let me )?forget|note to self|note down|note|jot down|"
    r"set up|arrange|put(?! off)|block(?: off| out)?|new|plan(?= (?:a|an|the)\b)|book(?= (?:a |an |the "
    r")?(?:meeting|appointment|call|slot|time|session))|"
    r"set(?= (?:a|an)\b)|make(?= (?:a|an) (?:todo|task|event|note|reminder|appointment|meeting|to-do))|"
    r"(?:a |an |the |my )?(?:new )?(?:todo|to-do|task|event|reminder|goal|subtask|sub-task|calendar entry|"
    r"long[- ]term goal)(?: item)?"
    r"(?:\s*[:\-]|(?: (?:to|for|called|named|about|titled)\b)|$)|an?|the|to(?= )|for(?= )|that|time (?:for|"
    r"to))(?:\b|(?<=[:\-])|(?=[\u3400-\u9fff]))[\s:]*",
    re.IGNORECASE,
)
_TAIL_EN: Final = re.compile(
    rf"(?:[\s{HOLE}]|\b(?:please|thanks|thank you|for me|(?:to|on|in|into) (?:my|the) (?:shopping list|"
    rf"grocery list|todo|to-do|task|calendar|list|"
    rf"agenda|schedule|tasks|todos)s?(?: list)?|as a (?:todo|task|reminder)|"
    r"and|at|on|by|in|for|from|to|with|until|of)\b)+$",
    re.IGNORECASE,
)


def without(text: str, spans: Iterable[Span]) -> str:
    """The text with each span replaced by a hole, the little words that lead to it gone with it."""
    letters = list(text)
    for start, end in spans:
        if end > start:
            letters[start:end] = [HOLE] + [""] * (end - start - 1)
    holed = "".join(letters)
    return _AROUND_HOLE_EN.sub(HOLE, _AROUND_HOLE.sub(HOLE, holed))


def clauses_of(text: str) -> list[str]:
    """The parts of a text between punctuation marks, with holes kept."""
    return [clause for clause in _CLAUSES.split(text) if clause.strip(f" \t{HOLE}")]


def trimmed(clause: str, *, commands: bool = True) -> str:
    """A clause without politeness and commands at its edges; holes closed."""
    previous = None
    text = clause.strip()
    into_list = _INTO_LIST_ZH.match(text)
    if commands and into_list:
        text = into_list.group(1)
    commanded = False
    while text != previous:
        previous = text
        for pattern in (_FILLER_ZH, _FILLER_EN, _LABEL):
            text = pattern.sub("", text, count=1)
        if commands:
            bare = _COMMAND_ZH.sub("", text, count=1)
            commanded = commanded or bare != text
            kind = _KIND_AFTER_COMMAND_ZH if commanded else _KIND_ZH
            plain = kind.sub("", bare, count=1)
            text = _COMMAND_EN.sub("", plain, count=1)
            commanded = commanded or text != plain
            text = _COUNT_ZH.sub("", text, count=1) if commanded else text
        text = re.sub(rf"^[\s{HOLE}]*的", "", text).lstrip(" 　:：-—>·*•")
    previous = None
    while text != previous:
        previous = text
        text = _TAIL_EN.sub("", _TAIL_ZH.sub("", text)) or text
    return _closed(text)


def _closed(text: str) -> str:
    text = re.sub(rf"(?<=[\u3400-\u9fff])\s*{HOLE}+\s*(?=[\u3400-\u9fff])", "", text)
    text = re.sub(rf"\s*{HOLE}+\s*", " ", text)
    text = re.sub(r"\s+", " ", text)
    return _EDGES.sub("", text)


def names_in(sentence: Sentence) -> list[str]:
    """Quoted names without their marks; 《》 belongs to the name."""
    found = []
    for start, end in sentence.names:
        quoted = sentence.text[start:end]
        found.append(quoted if quoted.startswith("《") else quoted[1:-1])
    return found


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, overlapping ones made one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if end <= start:
            continue
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
