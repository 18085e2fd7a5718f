"""Changes of existing items: where to, by how much, what is new; and which items."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from timeflow.offline.understand import choose_times
from timeflow.offline.understand.remainder import trimmed
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.offline.understand.targets import TargetPart, target_of
from timeflow.perception.understanding import QuotedChange, QuotedTarget, QuotedTime, ScheduleTodoUnderstanding
from timeflow.timeexpr import ExpressionKind, TimeExpression

_RENAME_ZH: Final = re.compile(
    r"[，,]?的?(?:(?:标题|名字|名称)(?:改|换|变|更新)(?:为|成|到)|(?:标题|名字|名称)?(?:改名|重命名|更名|改叫|"
    r"改称)(?:为|成|叫做?|到)?)\s*[:：]?"
)
_RENAME_CUE: Final = re.compile(
    r"改名|重命名|更名|改叫|改称|标题|名字|名称|\brename\b|\bretitle\b|\bthe "
    r"title\b|\bthe name\b"
)
_NOTE_ZH: Final = re.compile(
    r"(?:的|里|中)?(?:加|添加|补充|写|补|更新|改)?(?:上|个|一条|一下|一个)?(?:备注|说明|描述)(?:里|中|"
    r"上)?(?:改|加|写|补|更新)?(?:为|成|上|一下)?\s*[:：]?"
)
_PLACE_ZH: Final = re.compile(r"的?地点(?:改|换|变|定|挪)(?:到|成|为|在|至)")
_JOINED_ZH: Final = re.compile(
    r"^(?:请|帮我)?(?:给|在|为)(?P<target>[^，,。]{1,30}?)(?:里|中)?(?:再)?(?P<who>(?:加上|加入|添上|带上|叫上|拉上)[^，,。]{1,60})$"
)
_MANNER: Final = re.compile(
    r"^(?:线上|线下|远程|电话|视频|面对面|腾讯会议|飞书|zoom|online|remote|in person)", re.IGNORECASE
)
_NOTE_EN: Final = re.compile(
    r"\badd (?:a )?(?:note|description|"
    r"comment)\b(?:\s+to\s+(?P<target>[^:,]{1,80}?))?(?:\s*[:,]\s*|\s+(?:that|saying)\s+)"
)
_NEW_NAME: Final = re.compile(
    r"(?:换到|改到|转到)(?=线上|线下|远程|视频|电话)|(?:改成|改为|改作|换成)(?!.{0,4}¤)(?!(?:未|已)?完成|取消)|(?<=§)\s*\b(?:to|"
    r"into)\s+(?=§)|\s(?:to|into)\s(?=[^¤]+$)"
)
_DUE: Final = re.compile(r"截止|截至|期限|ddl|\bdeadline\b|\bdue\b")
_LATE: Final = re.compile(r"过期|逾期|超期|\boverdue\b")
_LENGTH: Final = re.compile(
    r"时长|延长|缩短|加长|拉长|压缩|(?:加|减|多|少)¤|\bcut\b|\bextend\b|\bshorten\b|\bminutes long\b|\bhours? long\b|"
    r"\blong(?:er)?\b|\bshorter\b"
)
_LENGTH_BY: Final = re.compile(
    r"延长|缩短|加长|拉长|压缩|(?:加|减|多|少)¤|\bextend\b|\bshorten\b|\bcut\b|\blonger\b|\bshorter\b|\badd\b"
)
_LENGTH_TO: Final = re.compile(r"(?:到|至|成|为)一?共?¤|\b(?:to|until) ¤")
_SHORTER: Final = re.compile(r"缩短|压缩|(?:减|少)¤|\bshorten\b|\bcut\b|\bshorter\b")
_PRESENT: Final = frozenset({"now", "现在"})
_EARLIER: Final = re.compile(r"提前|提早|往前|向前|前移|早|\bearlier\b|\bforward\b|\bahead\b|\bsooner\b")
_VERB_ZH: Final = re.compile(
    r"(?:重新)?(?:(?:全部?|都|统统|一起|整体)*(?:推迟|延后|延期|推后|顺延|拖后|提前|提早|[往向][后前](?:挪|推|"
    r"移|延|调|错|拖|顺延)?|后移|前移|延长|缩短|加长|拉长|压缩|[加减多少](?=¤)|调整|变更|更改|修改|"
    r"改期|改约|改|挪|移|搬|推|调|换|放|延|拖|安排|晚|早))(?:一下|动)?(?:到|至|成|为|去|在|了)?|时长|截止(?:日期|时间)?"
)
_MOVES_BY: Final = re.compile(r"postpone|delay|push|shift|bring|pull|extend|shorten")
"""Verbs whose new time needs a ``to`` or a length; a time without either says which item is meant."""
_OFFSET_EN: Final = re.compile(r"(?P<length>.{2,40}?)\s+(?P<way>earlier|later|sooner|ahead|back)", re.IGNORECASE)
_VERB_EN: Final = re.compile(
    r"\b(?:move|moved|reschedule|push|shift|postpone|delay|bring|change|rename|extend|shorten|update|edit|make|"
    r"switch|pull|set|defer|put off|roll over|roll|carry|cut|is now)\b"
)
_TO_EN: Final = re.compile(r"\b(?:to|until|till|by|for|forward|back|later|earlier|at|as|on|instead)\b")
_FILLER_WORDS: Final = re.compile(
    r"\b(?:move|moved|reschedule|push|shift|postpone|delay|bring|change|rename|extend|shorten|update|edit|make|"
    r"switch|pull|set|defer|put off|cut|short|is now|forward|back|later|earlier|"
    r"to|until|till|by|for|instead|over|deadline|due|due date|time|start time|length|duration|title|name|long|"
    r"longer|shorter|starting|start|out|up|sooner|ahead)\b"
    r"|ddl|截止(?:日期|时间)?|期限|时长|标题|名字|名称|备注|说明|描述|开始时间|结束时间|时间"
)


@dataclass(frozen=True, slots=True)
class _Anchor:
    """Where the change verb stands."""

    start: int
    end: int


def update(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """Read the change, then the target from what stands before the verb (or, without it, after)."""
    noted = _note(sentence) or _rename(sentence)
    if noted is not None:
        revised, part = noted
        return ScheduleTodoUnderstanding(operation="update", change=revised, target=target_of(sentence, part))
    from_to = _from_to(sentence) or _by_offset(sentence)
    if from_to is not None:
        return from_to
    anchor = _anchor(sentence)
    change, used = _change(sentence, anchor)
    return ScheduleTodoUnderstanding(
        operation="update", change=change or QuotedChange(kind="revise"), target=_target(sentence, anchor, used)
    )


def _from_to(sentence: Sentence) -> ScheduleTodoUnderstanding | None:
    """``move the dentist from Monday to Wednesday``: no range, but the old time and the new one."""
    for expression in sentence.moments:
        match = re.fullmatch(r"from\s+(.{2,40}?)\s+(?:to|until)\s+(.{2,60})", expression.text, re.IGNORECASE)
        if match is None:
            continue
        commands = [expression.span, *_command_spans(sentence, _FILLER_WORDS)]
        target = target_of(sentence, TargetPart(0, len(sentence.text), tuple(commands)))
        clock = [e.text for e in sentence.moments if e.span[0] >= expression.span[1] and not e.date_given]
        change = QuotedChange(kind="move_to", when=QuotedTime(words=[match.group(2), *clock[:1]]))
        moved = target.model_copy(update={"time": QuotedTime(words=[match.group(1)])})
        return ScheduleTodoUnderstanding(operation="update", change=change, target=moved)
    return None


def _by_offset(sentence: Sentence) -> ScheduleTodoUnderstanding | None:
    """``two hours earlier`` moves the item from its own time, whatever the words mean from now."""
    for expression in sentence.moments:
        match = _OFFSET_EN.fullmatch(expression.text)
        if match is None or (expression.duration_seconds is None and not re.search(r"\d|\w+ ", match["length"])):
            continue
        commands = [expression.span, *_command_spans(sentence, _FILLER_WORDS)]
        earlier = match["way"].lower() in {"earlier", "sooner", "ahead"}
        change = QuotedChange(
            kind="shift",
            shift=QuotedTime(words=[match["length"]]),
            direction="earlier" if earlier else "later",
        )
        target = target_of(sentence, TargetPart(0, len(sentence.text), tuple(commands)))
        return ScheduleTodoUnderstanding(operation="update", change=change, target=target)
    return None


def _span_parts(expression: TimeExpression) -> tuple[str, str] | None:
    """The two days of ``yesterday to today``."""
    match = re.fullmatch(r"(?:from\s+)?(.{2,40}?)\s+(?:to|until)\s+(.{2,60})", expression.text, re.IGNORECASE)
    return (match.group(1), match.group(2)) if match is not None and not expression.time_given else None


def roll_over(sentence: Sentence) -> ScheduleTodoUnderstanding:
    """``昨天没做完的挪到今天``: from the range before the verb to the day after it."""
    verb = re.search(r"(?:挪|移|搬|顺延|放|推|改|延|拖|安排|转)(?:到|至|成)?|\b(?:to|until|onto)\b", sentence.masked)
    cut = verb.end() if verb else len(sentence.text)
    to = [e for e in sentence.moments if e.span[0] >= cut - 1] or list(sentence.moments[-1:])
    when = choose_times.together(to, sentence)
    start_of_when = when[0].span[0] if when else len(sentence.text)
    parts = _span_parts(when[0]) if when else None
    commands = _command_spans(
        sentence,
        re.compile(
            r"[没未]有?(?:做完?|完成|搞定|干完?|弄完|办完?|处理完?)(?:的|掉)?|过期的?|逾期的?|遗留的?|剩下的?|"
            r"超期的?|挪|移|搬|顺延|放到?|推|改|延|拖|安排|转|到|至|"
            r"\b(?:move|push|roll|carry|over|overdue|unfinished|incomplete|undone|leftover|not done|didn't|did not|"
            r"finish|finished|complete|completed|do|to|everything|what i|i)\b"
        ),
    )
    target = target_of(sentence, TargetPart(0, start_of_when, tuple(commands)))
    said = [e for e in sentence.moments if e.span[1] <= start_of_when]
    late = not said or all(sentence.is_past(e) for e in said) or _LATE.search(sentence.masked) is not None
    target = target.model_copy(update={"overdue": late})
    new_day = choose_times.quoted(when)
    if parts is not None:
        new_day = QuotedTime(words=[parts[1]])
        target = target.model_copy(update={"time": QuotedTime(words=[parts[0]]), "overdue": True})
    return ScheduleTodoUnderstanding(
        operation="update", change=QuotedChange(kind="roll_over", when=new_day), target=target
    )


def _anchor(sentence: Sentence) -> _Anchor:
    """The change verb: the last one that a new value follows, else the first one."""
    matches = [m for pattern in (_VERB_ZH, _VERB_EN) for m in pattern.finditer(sentence.masked)]
    if not matches:
        return _Anchor(0, 0)
    english = [m for m in matches if m.re is _VERB_EN]
    if english and not sentence.chinese:
        return _Anchor(*english[0].span())
    for match in matches:
        following = sentence.masked[match.end() : match.end() + 2].lstrip("了个到至在 ")
        if following.startswith("¤"):
            return _Anchor(*match.span())
    arriving = [m for m in matches if m.group().endswith(("到", "至", "成", "为"))]
    return _Anchor(*(arriving or matches)[0].span())


def _change(sentence: Sentence, anchor: _Anchor) -> tuple[QuotedChange | None, list[TimeExpression]]:
    english = bool(_VERB_EN.search(sentence.masked)) and not sentence.chinese
    new_from = _new_value_start(sentence, anchor) if english else anchor.end
    after = [e for e in sentence.times if e.span[0] >= new_from]
    arrives = sentence.masked[anchor.start : anchor.end].endswith(("到", "至", "成", "为", "在"))
    after = [e for e in after if e.text.lower() not in _PRESENT]
    moments = [e for e in after if e.kind is not ExpressionKind.DURATION and (arrives or not _of_target(e, sentence))]
    lengths = [e for e in after if e.kind is ExpressionKind.DURATION]
    masked = sentence.masked
    if not moments and not lengths and _LENGTH.search(masked):
        lengths = list(sentence.durations[:1])
    if _LENGTH.search(masked) and lengths and not moments:
        return _new_length(masked, lengths[:1]), lengths[:1]
    if _DUE.search(masked) and moments:
        due = choose_times.together(moments, sentence)
        return QuotedChange(kind="set_due", due=choose_times.quoted(due)), due
    if moments:
        when = choose_times.together(moments, sentence)
        change = QuotedChange(kind="move_to", when=_arrival(when), duration=choose_times.quoted(lengths[:1]))
        return change, [*when, *lengths[:1]]
    if lengths:
        direction: Literal["earlier", "later"] = "earlier" if _EARLIER.search(masked) else "later"
        if re.search(r"[改变换调](?:成|为|到)\s*¤|\bmake\b|\bset\b|\bchange\b", masked) and not _EARLIER.search(masked):
            return QuotedChange(kind="set_length", duration=choose_times.quoted(lengths[:1])), lengths[:1]
        return QuotedChange(kind="shift", shift=choose_times.quoted(lengths[:1]), direction=direction), lengths[:1]
    return None, []


def _arrival(when: list[TimeExpression]) -> QuotedTime:
    """The new time itself, whatever leads to it (``until next week``)."""
    return QuotedTime(words=[re.sub(r"^(?:to|until|till)\s+", "", e.text, flags=re.IGNORECASE)[:200] for e in when])


def _new_length(masked: str, length: list[TimeExpression]) -> QuotedChange:
    """``延长半小时`` moves the end by it, ``延长到两小时`` and ``时长两小时`` set it."""
    quoted = choose_times.quoted(length)
    if not _LENGTH_BY.search(masked) or _LENGTH_TO.search(masked):
        return QuotedChange(kind="set_length", duration=quoted)
    return QuotedChange(kind="move_end", shift=quoted, direction="earlier" if _SHORTER.search(masked) else "later")


def _of_target(expression: TimeExpression, sentence: Sentence) -> bool:
    """``改一下明天的评审``: the day says which review, not where to."""
    return re.match(r"的[\u3400-\u9fff]", sentence.text[expression.span[1] :]) is not None


def _new_value_start(sentence: Sentence, anchor: _Anchor) -> int:
    """In English the target follows the verb; the new value follows the last ``to``, ``by``, ``until``, or a length."""
    links = [m.start() for m in _TO_EN.finditer(sentence.masked, anchor.end)]
    for start in links:
        if re.match(r"\w+\s*¤", sentence.masked[start:]):
            return start
    lengths = [e.span[0] for e in sentence.durations if e.span[0] >= anchor.end]
    if lengths:
        return lengths[0]
    later = [e for e in sentence.moments if e.span[0] >= anchor.end]
    reached = [e for e in later if re.match(r"(?:to|until|till)\b", e.text, re.IGNORECASE)]
    if reached:
        return reached[0].span[0]
    if not later or _MOVES_BY.match(sentence.masked[anchor.start : anchor.end]):
        return len(sentence.text)
    return later[-1].span[0]


def _target(sentence: Sentence, anchor: _Anchor, used: list[TimeExpression]) -> QuotedTarget:
    spans = [e.span for e in used]
    commands: list[Span] = [(anchor.start, anchor.end), *spans, *_command_spans(sentence, _FILLER_WORDS)]
    if sentence.chinese:
        commands += [m.span() for m in _VERB_ZH.finditer(sentence.masked) if m.start() >= anchor.start]
        commands += _command_spans(sentence, re.compile(r"^(?:请|帮我)?(?:推迟|提前|修改|更改|调整|改)(?:一下)?"))
    before = re.sub(r"[¤\s，,。把将]", "", sentence.masked[: anchor.start])
    if before or not sentence.chinese:
        end = anchor.start if sentence.chinese else len(sentence.text)
        return target_of(sentence, TargetPart(0, end, tuple(commands)))
    first_used = min((s for s, _ in spans), default=len(sentence.text))
    if any(anchor.end <= e.span[0] < first_used for e in sentence.moments) or first_used > anchor.end:
        return target_of(sentence, TargetPart(0, first_used, tuple(commands)))
    return target_of(sentence, TargetPart(0, len(sentence.text), tuple(commands)))


def _command_spans(sentence: Sentence, pattern: re.Pattern[str]) -> list[Span]:
    return [m.span() for m in pattern.finditer(sentence.masked)]


def _note(sentence: Sentence) -> tuple[QuotedChange, TargetPart] | None:
    joined = _JOINED_ZH.match(sentence.masked)
    if joined is not None and not _NOTE_ZH.search(sentence.masked):
        change = QuotedChange(kind="revise", description=sentence.text[slice(*joined.span("who"))].strip(" 。！!吧"))
        return change, TargetPart(*joined.span("target"))
    english = _NOTE_EN.search(sentence.masked)
    if english is not None:
        text = sentence.text[english.end() :].strip()
        named = english.span("target") if english.group("target") else (0, english.start())
        return (QuotedChange(kind="revise", description=text[:2000]), TargetPart(*named)) if text else None
    place = _PLACE_ZH.search(sentence.masked)
    if place is not None and sentence.text[place.end() :].strip():
        where = f"地点：{sentence.text[place.end() :].strip()}"
        return QuotedChange(kind="revise", description=where[:2000]), TargetPart(0, place.start())
    match = _NOTE_ZH.search(sentence.masked)
    if match is None or re.match(r"^.{0,3}(?:备注|说明)书", sentence.masked):
        return None
    text = sentence.text[match.end() :].strip(' ，,。:：“”"')
    if not text:
        return None
    start_words = [
        m.span()
        for m in re.finditer(
            r"^(?:请|帮我)?(?:给|在|为|把|将)|(?:加|添加|补充|写)(?:上|个|"
            r"一条|一下)?$",
            sentence.masked[: match.start()],
        )
    ]
    return QuotedChange(kind="revise", description=text[:2000]), TargetPart(0, match.start(), tuple(start_words))


def _rename(sentence: Sentence) -> tuple[QuotedChange, TargetPart] | None:
    masked = sentence.masked
    if not _RENAME_CUE.search(masked):
        match = _NEW_NAME.search(masked) if sentence.chinese or masked.startswith("change ") else None
        if match is None or not re.search(r"\w", re.sub(r"[¤把将\s]|标题|时间", "", masked[: match.start()])):
            return None
    elif sentence.chinese:
        match = _RENAME_ZH.search(masked)
    else:
        match = re.search(r"\s(?:to|as|into)\s(?!¤)", masked)
    if match is None:
        return None
    title = trimmed(sentence.text[match.end() :].strip(' ，,。:：“”"「」'), commands=False).strip('“”"「」')
    if not title:
        return None
    commands = [
        m.span()
        for m in re.finditer(
            r"\b(?:rename|retitle|change|the title of|the name of|title|"
            r"name)\b|^(?:请|帮我)?(?:把|将|(?:修改|更改|调整|改)(?:一下|"
            r"下)?)",
            masked,
        )
    ]
    part = TargetPart(0, match.start(), tuple(commands))
    if _MANNER.match(title):
        return QuotedChange(kind="revise", description=title[:2000]), part
    return QuotedChange(kind="revise", title=title[:200]), part
