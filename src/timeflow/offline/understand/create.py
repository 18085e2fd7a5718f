"""New items: kind, title, times, and what stands beside them."""

from __future__ import annotations

import re
from typing import Final

from timeflow.functions.contracts import ItemType
from timeflow.offline.understand import choose_times
from timeflow.offline.understand.remainder import HOLE, clauses_of, merged, names_in, trimmed, without
from timeflow.offline.understand.sentence import COARSE, Sentence, Span
from timeflow.offline.understand.wishes import Wishes, wishes_of
from timeflow.perception.understanding import ScheduleTodoUnderstanding
from timeflow.timeexpr import ExpressionKind, TimeExpression

_TITLE_LIMIT: Final = 200
_DESCRIPTION_LIMIT: Final = 2000
_ALL_DAY: Final = re.compile(
    r"(?<![\u4e00-\u9fff]安)(?:一整天|全天|整天|一天都)|\ball[- ]day\b|\b(?:the "
    r")?(?:whole|entire|full) day\b"
)
_EXPLICIT: Final[tuple[tuple[ItemType, re.Pattern[str]], ...]] = (
    ("subtask", re.compile(r"子任务|\bsub-?task\b")),
    (
        "long_goal",
        re.compile(
            r"长期目标|^.{0,8}(?:立|定|新建|添加|设)?一?个?(?:小|大|年度)?目标(?:[:：是]|$)|"
            r"\blong[- ]term goal\b|\b(?:new |my |a )goal\b|^goal\s*:"
        ),
    ),
    (
        "todo",
        re.compile(
            r"待办|代办(?=[:：，,\s]|$)|任务(?=[:：])|todo|to-do|清单|\btask\b|^(?:记一下|"
            r"记下)(?!.*¤.{0,2}(?:点|:))"
        ),
    ),
    ("schedule", re.compile(r"日程|会议[:：]|日历|\bevent\b|\bcalendar\b|\bappointment\b")),
)
_EVENT: Final = re.compile(
    r"会(?!员|计|费|话)|评审|面试|汇报|约|见(?:面|客户|个)|吃饭|聚餐|聚会|晚饭|午饭|早饭|晚餐|午餐|早餐|饭局|"
    r"喝咖啡|喝茶|电影|演唱会|演出|展览?|航班|飞机|高铁|火车|出发|课|讲座|培训|体检|"
    r"看病|看牙|牙医|门诊|复诊|理发|健身|跑步|游泳|瑜伽|打球|羽毛球|篮球|足球|爬山|徒步|旅游|旅行|出差|团建|"
    r"婚礼|生日|拜访|接待|接孩子|接机|送机|值班|"
    r"加班|休假|请假|考试|答辩|路演|演讲|分享|讨论|沟通|对齐|同步|碰头|站会|例会|逛|参观|参加|上班|陪|搬家|"
    r"\b(?:meeting|meet|lunch|dinner|breakfast|brunch|coffee|call with|interview|appointment|flight|train|"
    r"class|lesson|party|concert|movie|"
    r"workshop|review|standup|stand-up|sync|1:1|one-on-one|gym|workout|yoga|run|session|conference|webinar|"
    r"demo|dentist|doctor|visit|trip|drinks|"
    r"game|match|exam|date|wedding|ceremony|check-?up|catch up|presentation)\b"
)
_ERRAND: Final = re.compile(
    r"(?:^|[，,\s])(?:把|将)|(?:^|[，,\s¤§要得去给把])(?:买|交(?!流|谈|接)|缴|取(?!消)|寄|还(?!有|是|没)|提交|"
    r"写|填|回复|回信|发(?!布会|言)|打电话|打个电话|联系|订|预[订定]|预约|续费|报销|打印|准备|整理|更新|检查|"
    r"修|洗|退|充值|付|付款|转账|提醒|催|问|看(?=完|书|文档|邮件)|读|背|复习|学|做|办|申请|注册|下载|备份|清理|"
    r"打扫|倒垃圾|浇花|喂|吃药|拿|领|签|审|改|核对|查|完成|"
    r"搞定|处理|解决|交付|上传|提醒)|(?:给|跟|向|帮|替).{1,8}(?:打|寄|发(?!布)|买|送|付|交(?!流)|还|回|写|订|转)|"
    r"\b(?:buy|pay|call(?! with)|email|e-mail|send|submit|finish|write|read|pick up|drop off|return|renew|"
    r"order|clean|fix|wash|prepare|update|check|"
    r"file|print|book|mail|text|water|feed|reply|sign|study|do|get|take|bring|ask|complete|return|register|"
    r"apply|cancel)\b"
)
_TO_REMEMBER: Final = re.compile(r"记得|别忘|不要忘|勿忘|记住|务必|\bremember to\b|\bdon'?t forget\b")
_DETAIL: Final = re.compile(
    r"^(?:在(?!线)|(?:活动|会议)?地点|地址|备注|说明|记得|带上?|带好|注意|需要带|要带|需带|内容|议题|"
    r"主题|链接|会议号|at the |bring |note|location|agenda)",
    re.IGNORECASE,
)
_PRESENT: Final = frozenset({"now", "right now", "现在", "目前", "眼下"})
_NO_NAME: Final = re.compile(
    r"^(?:(?:新的?|一个|这个)?(?:日程|待办|待办事项|任务|事项|事|事情|东西|提醒|备忘|子任务|长期目标|目标|行程|"
    r"安排|(?:完成|搞定|做完|弄完|办完|办好|交)(?:就行|即可)?|(?:具体)?(?:时间|几点|什么时候)?(?:你|您)?(?:来|看着|帮我)?(?:定|办|安排|决定|选|都行|都可以|"
    r"随便|不限|灵活|待定|未定))|something|(?:an? )?(?:new )?(?:event|task|todo|to-do|thing|"
    r"reminder|item|goal|subtask)|it|this|that|things?|stuff)$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"(?:^|[，,。；;\n\s])(?:会议|活动|讲座)?(?:主题|标题|名称|议题|subject|title|event)\s*[:：]\s*(?P<title>[^，,。；;\n]{1,100})",
    re.IGNORECASE,
)
_QUOTED_WHOLE: Final = re.compile(r"[\"“「](?P<name>[^\"”」]+)[\"”」]")
_ALARM: Final = re.compile(r"闹钟|\balarm\b", re.IGNORECASE)
_ADDED_NOTE: Final = re.compile(r"^(?:备注|说明|描述|内容|note|notes|description)\s*[:：是为]?\s*", re.IGNORECASE)


def create(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """Read a new item out of the sentence."""
    wishes = wishes_of(sentence)
    moments = choose_times.outside(sentence.moments, wishes.spans)
    all_day = [m.span() for m in _ALL_DAY.finditer(sentence.text.lower())]
    durations = choose_times.outside(sentence.durations, [*wishes.spans, *all_day])[:1]
    due, when = _times(moments, sentence)
    used: list[Span] = [*wishes.spans, *all_day, *(e.span for e in (*due, *when, *durations))]
    used += _starts_of(when, moments, sentence)
    title, description = title_and_details(sentence, used)
    kind = _kind(sentence, title, when=when, due=due, has_duration=bool(durations) or bool(all_day), wishes=wishes)
    if kind in {"todo", "long_goal", "subtask"} and not due and when and not (kind == "subtask" and when[0].time_given):
        due, when = when, []
    if kind == "schedule" and due and not when:
        due, when = [], due
    return ScheduleTodoUnderstanding(
        operation="create",
        item_type=kind,
        title=title,
        description=description,
        when=choose_times.quoted(when),
        all_day=bool(all_day),
        due=choose_times.quoted(due),
        duration=choose_times.quoted(durations),
        must_keep_terms=[name for name in names_in(sentence) if title and name in title][:20],
        wishes=list(wishes.wishes),
    )


def _times(
    moments: tuple[TimeExpression, ...], sentence: Sentence
) -> tuple[list[TimeExpression], list[TimeExpression]]:
    due = choose_times.deadlines(moments)[:1]
    rest = [e for e in moments if e.kind is not ExpressionKind.DEADLINE]
    if len(rest) > 1:
        rest = [e for e in rest if e.text.lower() not in _PRESENT]
    if due:
        # Beside a deadline a month or a quarter only describes the thing.
        rest = [e for e in rest if e.granularity not in COARSE]
    exact = [e for e in rest if e.date_given and e.time_given]
    when = choose_times.together(rest, sentence)
    if exact and exact[0] not in when:
        when = [exact[0]]
    return due, when


def _starts_of(when: list[TimeExpression], moments: tuple[TimeExpression, ...], sentence: Sentence) -> list[Span]:
    """``明天开始每天早上七点``: the day from which a rule holds is part of the time, not of the title."""
    if not when or when[0].kind is not ExpressionKind.RECURRENCE:
        return []
    return [
        e.span
        for e in moments
        if e is not when[0] and re.match(r"\s*(?:开始|起)", sentence.text[e.span[1] :]) is not None
    ]


def title_and_details(sentence: Sentence, used: list[Span]) -> tuple[str | None, str | None]:
    """The first clause with content is the title; a clause that only adds (``在302会议室``) is description."""
    raw = clauses_of(without(sentence.text, merged(used)))
    besides = {trimmed(clause) for clause in raw if _DETAIL.match(clause.strip(f"{HOLE} "))}
    clauses = [trimmed(clause) for clause in raw]
    clauses = [clause for clause in clauses if re.search(r"\w", clause) and not _NO_NAME.match(clause)]
    clauses = [c for place, c in enumerate(clauses) if place == 0 or len(c) > 1]
    if not clauses and (alarm := _ALARM.search(sentence.text)):
        return alarm.group(), None
    named = _NAMED.search(sentence.text)
    labelled = trimmed(named["title"]) if named is not None else None
    clauses = [labelled if labelled and c.endswith(labelled) else c for c in clauses]
    head = next((c for c in clauses if c == labelled), None) or next(
        (c for c in clauses if not _ADDED_NOTE.match(c)), None
    )
    if head is None:
        return None, None
    rest = clauses[clauses.index(head) + 1 :] if head == labelled else [c for c in clauses if c is not head]
    details = [c for c in rest if c in besides or _DETAIL.match(c)]
    more = [c for c in rest if c not in details]
    whole = _QUOTED_WHOLE.fullmatch(head)
    title = whole["name"].strip() if whole is not None else head
    for clause in more:
        joined = f"{title}，{clause}" if sentence.chinese else f"{title}, {clause}"
        if len(joined) <= 60:
            title = joined
        else:
            details.append(clause)
    if len(title) > _TITLE_LIMIT:
        details.insert(0, title)
        title = title[:_TITLE_LIMIT].rstrip()
    description = "\n".join(_ADDED_NOTE.sub("", detail) or detail for detail in details)
    return title, description[:_DESCRIPTION_LIMIT] or None


def _kind(
    sentence: Sentence,
    title: str | None,
    *,
    when: list[TimeExpression],
    due: list[TimeExpression],
    has_duration: bool,
    wishes: Wishes,
) -> ItemType:
    outside_title = sentence.masked.replace(title.lower(), " ") if title else sentence.masked
    for kind, pattern in _EXPLICIT:
        if pattern.search(outside_title):
            return kind
    what = (title or "").lower()
    event = _EVENT.search(what) is not None
    clock = any(e.time_given or e.part_of_day for e in when) and not _only_due(when)
    if due and not when:
        return "todo"
    if "reminder" in wishes.wishes and not event:
        return "todo"
    exact = any(e.time_given for e in when)
    if not event and not exact and not has_duration and _TO_REMEMBER.search(sentence.masked):
        return "todo"
    if clock or has_duration:
        return "schedule"
    if when:
        return "todo" if what.startswith(("把", "将")) or (_ERRAND.search(what) and not event) else "schedule"
    if re.search(r"^.{0,8}(?:安排|约|预约|排)|\b(?:schedule|arrange)\b", sentence.masked) and not _ERRAND.match(what):
        return "schedule"
    return (
        "schedule"
        if event and not _ERRAND.match(what) and not re.match(r"^.{0,4}(?:记|备忘|别忘)", sentence.masked)
        else "todo"
    )


def _only_due(when: list[TimeExpression]) -> bool:
    return all(e.kind is ExpressionKind.DEADLINE for e in when)
