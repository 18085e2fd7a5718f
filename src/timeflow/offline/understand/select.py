"""Requests about existing items that change no content: delete, set a status, ask."""

from __future__ import annotations

import re
from typing import Final

from timeflow.functions.contracts import ItemStatus
from timeflow.offline.understand import choose_times
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.offline.understand.targets import TargetPart, target_of
from timeflow.perception.understanding import FeedbackUnderstanding, ScheduleTodoUnderstanding
from timeflow.timeexpr import TimeExpression

_DELETE: Final = re.compile(
    r"取消掉?|删除掉?|删掉|删了|删去|删一?下|去掉|撤掉|移除|清空|清掉|作废|划掉|删|不用(?:去|开|做|参加|约|上|"
    r"办|看|买)?(?:了|(?=.{0,8}了))|^不要|不(?:去|开|做|参加|约|上|办|看|买|跑|搞|弄|要)了|不要了|推掉|退掉|黄了|清[了除]|(?:退|推)了|(?:别|不要|不用)再?提醒我|"
    r"(?:改天|下次|以后)再[^，,。]{1,8}$|"
    r"^我?不想?(?:去|开|做|参加|上|看|跑|练|约)(?=.{1,15}了)|"
    r"\b(?:cancel+ed|cancel|delete|remove|drop|scrap|clear|get rid of|erase|call off|called off|scratch|no "
    r"longer need|don'?t need|i|not (?:going|doing|attending|coming)|any ?more)\b"
)
_DONE: Final = re.compile(
    r"(?:已经|已|刚刚|刚|终于|都|全部|还没有?|还未)*(?:取消了(?=[，,])|我?[买交缴取寄还付写填发回洗修订办看读做打退签送拿]过(?=了)|投(?:出去|过去)?(?=了)|[办弄搞]妥|(?:打扫|收拾|"
    r"整理|准备|复习|处理|学习|打印)(?:完|好|掉|齐|清)|(?:标记?|设|改|置|"
    r"恢复)(?:为|成|回|一下|上|到)*(?:已)?(?:未完成|"
    r"没完成|完成|搞定|做完|取消|进行中)?|打(?:个|上)?勾|勾掉|勾选|勾上|"
    r"搞定|完成|重新打开|重新激活|恢复|重启|重开|取消完成|结束|解决|撤销完成|(?:寄|发|交|送|还|搬|退|提交|上传|"
    r"打印|付|汇|转)(?:出去|过去|上去|掉|[给到回])|(?<![待代])办(?:完|好)|"
    r"[做写买弄交寄看读学忙处理开跑还洗修订付整准备发回背练打扫收拾吃复习审改测录填](?:完|好|掉|齐|清)|ok|done)"
    r"(?:了|啦|咯|掉了?)*|(?<=[\u4e00-\u9fff])(?:完|好|掉)(?:了|啦)[。！!~～]*$|(?:买|交|缴|取|寄|还|付|写|填|"
    r"发|回|洗|修|订|办|看|读|做|打|退|签|送|拿)?(?:了|啦)[。！!~～]*$|^我|状态|"
    r"\b(?:mark(?:ed)?|set|tick|check|cross|as|off|done|complete|completed|finished|cancell?ed|reopen|re-open|"
    r"reactivate|restore|uncheck|untick|with|i've|i'm|i|have|"
    r"already|just|yet|not|wrapped up|is|are|it's|active|paid|bought|sent|submitted|booked|mailed|returned|"
    r"delivered|called|"
    r"did|sorted)\b"
)
_DONE_VERB_KEPT: Final = re.compile(
    r"^(?:我)?(?:已经|已|刚刚|刚)?(?P<verb>买|交|寄|写|看|读|学|洗|修|订|付|发|"
    r"回|背|办|做|还|取)(?:完|好|掉|过|齐)?了(?P<rest>.{1,20})$"
)
_REOPEN: Final = re.compile(
    r"重新打开|重新激活|恢复|重启|重开|取消完成|未完成|进行中|\b(?:re-?open|reactivate|"
    r"restore|uncheck|untick)\b"
)
_CANCELLED: Final = re.compile(r"(?:标记?|设|改|置)(?:为|成).{0,3}取消|\bas cancell?ed\b")
_FREE: Final = re.compile(
    r"没安排|没有安排|能(?:约|安排|排|见)|有空|没空|空不空|空闲|空档|空余|闲着|(?<!记)得空|空着|有(?:没有)?时间|忙(?:吗|不忙|么)|什么时候(?:有|能|可以|"
    r"方便)|何时方便|哪个时间|哪天有空|\b(?:have|got) (?:any )?time\b|\bfree\b|\bavailab|\bbusy\b|\bgaps?\b|"
    r"\bopenings?\b|\bslots?\b"
)
_QUERY: Final = re.compile(
    r"(?:待办|日程|任务|事项)(?:列表|清单)|接下来|有(?:什么|啥|哪些|没有|几[个项件场]?|多少)|(?:是|在)?(?:几点|什么时候|啥时候|何时|哪一?天|几号|星期几|"
    r"周几|什么时间|多久)|什么|哪些|多少|几[个项件场]|还有|还剩|剩下|"
    r"看看|看一?下|查一?下|查看|查询|查|列出来?|列一下|显示|展示|告诉我|说说|说一下|看|啥|搜一?下|搜索|找一?下|"
    r"找找|相关的?|安排(?:了|得|满)?|计划|我们|吗|么|呢|嘛|没有|没做完|没完成|未完成|已完成|完成了?|做完了?|"
    r"做了|要做|该做|(?<![重主])要|做|干|(?<!待)办|"
    r"过期|逾期|有没有|要不要|是不是|会不会|怎么样|如何|具体|详情|的事$|别的|其他|开始|结束|召开|举行|"
    r"快?要?到期了?|忘了?做?|(?<!所)有|没|"
    r"\b(?:what|when|which|where|how many|how|show|list|check|display|view|see|tell me|find|look up|read|"
    r"overdue|completed|done|finished|open|pending|scheduled|planned|"
    r"happening|start|starts|begin|begins|end|ends|anything|something|am i|do i have|is there|are there|have i "
    r"got|details?|doing|supposed|finish|did|complete|accomplish|achieve|look|looks|remaining|outstanding)\b"
)
_ASKS_DONE: Final = re.compile(
    r"(?<!没)(?<!没有)(?<!未)(?:完成了?|做完了?|做了|搞定了?)(?:的|哪些|什么|多少|"
    r"几)|已完成|已经完成|\b(?:completed|finished|did i (?:do|finish|complete|get done))\b"
)
_CANCEL: Final = re.compile(r"取消|\bcancel\b")
_DONE_WORD: Final = re.compile(r"(?:已经?)?(?:完成|做完|搞定|结束|办完)了?|completed|finished|done")
_DONE_ONES: Final = re.compile(
    r"(?<![没未])(?:已经?)?(?:完成|做完|搞定|结束|办完)了?的|\b(?:completed|finished|done) (?:todos?|to-dos?|tasks?|"
    r"ones|items|events)\b"
)
_ASKS_OVERDUE: Final = re.compile(r"过期|逾期|超期|\boverdue\b")


def delete(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """``取消明天的评审``, ``delete the dentist``."""
    target = target_of(
        sentence, _whole(sentence, _DELETE), statuses=("active", "completed"), overdue=_overdue(sentence)
    )
    if _DONE_ONES.search(sentence.masked):
        words = [word for word in target.words if not _DONE_WORD.fullmatch(word)]
        target = target.model_copy(update={"statuses": ["completed"], "words": words})
    elif target.every and not target.words and target.time is None:
        kinds = ["schedule"] if _CANCEL.search(sentence.masked) and not target.item_types else target.item_types
        target = target.model_copy(update={"statuses": ["active"], "item_types": kinds})
    return ScheduleTodoUnderstanding(operation="delete", target=target)


def set_status(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """``买牛奶搞定了``, ``重新打开交报告``, ``mark groceries as done``."""
    status: ItemStatus = "completed"
    if _REOPEN.search(sentence.masked):
        status = "active"
    elif _CANCELLED.search(sentence.masked):
        status = "cancelled"
    part = _whole(sentence, _DONE)
    led = _DONE_VERB_KEPT.match(sentence.masked)
    if led is not None:
        # ``买了牛奶`` names the item 买牛奶: its object is the word that its title surely holds.
        part = TargetPart(led.start("rest"), led.end("rest"))
    looked_for: tuple[ItemStatus, ...] = ("completed", "cancelled") if status == "active" else ("active",)
    return ScheduleTodoUnderstanding(
        operation="set_status",
        new_status=status,
        target=target_of(sentence, part, statuses=looked_for, overdue=_overdue(sentence)),
    )


def query(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """A question about items or about free time."""
    statuses: tuple[ItemStatus, ...] = ("active",)
    if _ASKS_DONE.search(sentence.masked):
        statuses = ("completed",)
    target = target_of(sentence, _whole(sentence, _QUERY), statuses=statuses, overdue=_overdue(sentence), asks=True)
    if _FREE.search(sentence.masked):
        free = target.model_copy(update={"words": [], "item_types": [], "pronoun": None})
        return ScheduleTodoUnderstanding(
            operation="query", query_kind="free_time", target=free, duration=choose_times.quoted(sentence.durations[:1])
        )
    return ScheduleTodoUnderstanding(operation="query", query_kind="items", target=target)


_HOW_IT_WENT: Final = re.compile(
    r"(?:迟到|早退)了?.*$|(?:只|才)?[\u4e00-\u9fff]了(?:一半|一部分|大半|三分之).*$|比(?:预期|想象|计划|预计).*$|拖了?¤.*$|"
    r"\b(?:i )?(?:only )?(?:got|made it|went) through (?:about )?(?:half|part|"
    r"most)(?: of)?|"
    r"[，,。；;！!].*$|(?:用|花|耗|开|做|跑|练|学|写|看|聊|讲|讨论|睡|上)(?:了|掉了?)?(?:差不多|大概|将近|整整|"
    r"足足|快|近)?¤.*$|(?:只|才)(?:完成|做|写|看|学|跑|读|背)了.*$|(?:只|才)?(?:完成|做|写|看|学|跑|读|背|开|"
    r"去|参加|复习|准备)了?(?:一半|一部分|大半|部分|百分之|\d+\s*[%％]|[一二三四五六七八九]成|三分之).*$|"
    r"(?:开|做|写|跑|学|讲|谈|聊|进行|考|练|看|去)?得(?:很|挺|不|还|太|比较|非常|有点|蛮|特别).*$|(?:没|没有|"
    r"没能|没法|未能)(?:来得及)?(?:做|完成|写|跑|去|参加|搞|学|看|开|赶上|弄|练|读|背|交)?(?:完|成|好|上)?.*$|"
    r"(?:被)?(?:取消|延期|推迟)了?.*$|(?:效果|效率|感觉|进展|过程|状态|很顺利|不太顺利|不顺利|顺利|超时|拖堂|"
    r"因为|由于|但是?|不过).*$|(?:已经|已|刚刚|刚|都)?(?:开|做|写|跑|学|看|读|练|完成|搞定|结束|办|背|"
    r"复习)(?:完|成|好)?了.*$|^(?:记录|反馈)(?:一下)?[:：]?|"
    r"\b(?:only )?(?:finished|did|completed|got|read|wrote)? ?(?:half|part|most)(?: of)?(?: done)?\b|\b(?:went|"
    r"turned out|took|lasted|ran|because|but|was|were|is|got|felt)\b.*$|(?:^|\bi )(?:didn'?t|couldn'?t|failed to|"
    r"skipped|missed|did not|could not|only)(?: (?:go to|do|finish|make it to|attend|get to)\b)?|"
    r"^(?:i )?(?:finished|completed|did|had|attended|log|record|feedback|spent)\b"
)


_UNDONE: Final = re.compile(
    r"^(?:我|还|¤|[，,\s])*(?:没有?|没能|未能?)(?:来得及)?(?:去|(?:写|做|看|读|学|练|背|跑|改|交|弄|搞|完成|准备|复习|整理))"
    r"(?:完|成|好|上)?(?P<rest>[^，,。！!]{1,20})"
)


def feedback(sentence: Sentence) -> FeedbackUnderstanding:
    """How something went. What stands before the telling names it."""
    story = _HOW_IT_WENT.sub(lambda m: "\x02" * len(m.group()), sentence.masked)
    commands = [m.span() for m in re.finditer(r"\x02+", story)]
    target = target_of(sentence, TargetPart(0, len(sentence.text), tuple(commands)), statuses=("active", "completed"))
    undone = _UNDONE.match(sentence.masked)
    if undone is not None and not target.words:
        part = TargetPart(undone.start("rest"), undone.end("rest"))
        target = target_of(sentence, part, statuses=("active", "completed"))
    if not target.words and commands and commands[0][0] == 0:
        commands = [m.span() for m in _DONE.finditer(sentence.masked)]
        head = re.match(r"[^，,。；;！!]*", sentence.masked)
        end = head.end() if head else len(sentence.text)
        target = target_of(sentence, TargetPart(0, end, tuple(commands)), statuses=("active", "completed"))
    occurred = [e for e in sentence.moments if e.date_given or e.time_given]
    when = choose_times.together(occurred, sentence)
    return FeedbackUnderstanding(
        occurred=choose_times.quoted(when),
        duration=choose_times.quoted([e for e in sentence.durations if not _is_overrun(e, sentence)][:1]),
        target=target.model_copy(
            update={"pronoun": None, "item_types": [k for k in target.item_types if k in {"schedule", "subtask"}]}
        ),
    )


def _is_overrun(expression: TimeExpression, sentence: Sentence) -> bool:
    """``超时了半小时`` says by how much, not how long it took."""
    before = sentence.text[: expression.span[0]]
    return re.search(r"(?:超时|拖堂|迟到|早退|晚|早|\b(?:late|over) by)了?\s*$", before) is not None


def _whole(sentence: Sentence, commands: re.Pattern[str]) -> TargetPart:
    spans: list[Span] = [m.span() for m in commands.finditer(sentence.masked)]
    return TargetPart(0, len(sentence.text), tuple(spans))


def _overdue(sentence: Sentence) -> bool:
    return _ASKS_OVERDUE.search(sentence.masked) is not None
