"""Which existing items a sentence points at: words, kinds, time range, and what is excepted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from timeflow.functions.contracts import ItemStatus, ItemType
from timeflow.offline.understand.choose_times import quoted, spans_of, together
from timeflow.offline.understand.remainder import HOLE, merged, without
from timeflow.offline.understand.sentence import Sentence, Span
from timeflow.perception.ordinals import ORDINAL
from timeflow.perception.understanding import QuotedTarget

_EXCEPT: Final = re.compile(
    r"(?:除了|除去|(?<![删移清扣])除|不包括|不含|别动|不要动)(?P<zh>[^，,。；;！!]{1,30}?)(?:以外|之外|"
    r"外)?(?=[，,。；;！!]|都|全|把|将|其他|其余|$)"
    r"|(?:^|(?<=[，,。；;]))(?P<out>[^，,。；;！!¤]{1,15}?)(?:以外|之外)(?:的)?"
    r"|(?:\bexcept(?: for)?|\bapart from|\bbut not|\bother than|\bexcluding)\s+(?:the |my )?(?P<en>[^,.;!]{1,40})"
)
_EVERY: Final = re.compile(r"都|全部?|所有|一切|每个|统统|清空|\ball\b|\bevery(?:thing)?\b|\beach\b")
_PRONOUN: Final = re.compile(
    r"(?:它们?|(?:这|那)(?:一)?(?:个|件|项|条|场)(?![\u4e00-\u9fff]{2})(?:事情?|会|日程|待办|安排)?|刚才(?:的|"
    r"那个|说的)?(?:会|日程|待办|事)?|上面(?:的|那个)|前面那个|该(?:日程|待办|会议))"
    r"|\b(?:it|them|that one|this one|that|those)\b|" + ORDINAL,
    re.IGNORECASE,
)
_KINDS: Final[tuple[tuple[re.Pattern[str], tuple[ItemType, ...]], ...]] = (
    (re.compile(r"子任务|\bsub-?tasks?\b"), ("subtask",)),
    (re.compile(r"长期目标|目标|\bgoals?\b"), ("long_goal",)),
    (re.compile(r"待办事项|待办|\bto-?dos?\b|\bto-?do list\b"), ("todo",)),
    (re.compile(r"任务|\btasks?\b"), ("todo", "subtask")),
    (re.compile(r"日程|行程|\bevents?\b|\bappointments?\b"), ("schedule",)),
)
GENERIC: Final = re.compile(
    r"^(?:开会|会议|会|日程|行程|安排|计划|事项|事情|事儿|事|东西|活动|待办事项|待办|任务|子任务|清单|列表|"
    r"内容|重要|剩余|剩下|其他|别的|meetings?|events?|appointments?|schedule|"
    r"calendar|agenda|to-?dos?|tasks?|things?|items?|stuff|plans?|list|goals?|目标|长期目标)$",
    re.IGNORECASE,
)
_BARE_VERBS: Final = frozenset("买交缴取寄还付写填发回洗修订办看读做打退签送拿去开改")
"""``还没买`` names nothing."""
_MEETING: Final = re.compile(r"^(?:开会|会议|会|meetings?|events?|appointments?)$", re.IGNORECASE)
_NOISE: Final = re.compile(
    rf"^(?:[{HOLE}\s\d]|过期的?|逾期的?|超期的?|(?:待办|日程|清单|日历|列表)里面?|下一?次|上一?次|最近一次|"
    rf"第一个|最后一个|下一个|把|"
    rf"将|的|了|都|全部|全|所有|一切|每个|统统|请|帮我|给我|我的|我|你|那个|这个|那场|这场|那|这|一下|下|吧|啊|"
    rf"呀|个|件|项(?!目)|条|场|在|里|中|和|跟|与|同|及|"
    r"是|要|想|有|也|再|还|给|就|先|麻烦|谢谢|时间|取消|提醒|关于|原定|原来|本来|一个|一场|已经|已|刚刚|刚|"
    r"终于|其实|去(?=[\u4e00-\u9fff]{2})|还没有?|没有|接下来|到|为|从|对|被|能不能|可以|不用|不)+"
)
_NOISE_TAIL: Final = re.compile(
    rf"(?:[{HOLE}\s]|从?(?:我的)?(?:待办|日程|清单|日历)(?:里面?|中)|[换改]个|那天|再|没|帮我|给我|帮忙|先?放一放|先缓一缓|[那这][条场件项]|还没有?|还未|"
    rf"没有|的|了|都|全部|全|吧|啊|呀|啦|哦|一下|那个|这个|时间|也|给|就|能不能|可不可以|可以|能|想|"
    rf"打算|为|只|才|这个待办|这个任务|这个日程|那个待办|那个日程|已经|已|还|是|在|和|跟|与|到|至|"
    rf"(?<![重主])要|统统|这件事|这个事|的事情?|这事儿?|安排(?=$)|日程(?=$)|待办(?=$)|事项(?=$)|任务(?=$))+$"
)
_JUST_NOW: Final = frozenset({"刚才", "刚刚", "刚", "现在", "now", "just now"})
"""Words for the present say which one was talked about last, not when it is."""
_SPLIT: Final = re.compile(rf"[{HOLE}，,。；;、！!？?\s:：()（）\n]+|的|(?<=.)(?:和|跟|与)(?=.)")
_SPLIT_EN: Final = re.compile(rf"[{HOLE},.;!?:()\n\s\"]+|['’]s\b")
_STOP_EN: Final = frozenset({
    "the", "a", "an", "my", "our", "your", "of", "with", "for", "to", "at", "on", "in", "by", "from", "all",
        "every", "everything", "each",
    "that", "this", "those", "these", "it", "them", "please", "me", "i", "you", "we", "and", "or", "is", "are",
        "was", "were", "do", "does",
    "what", "which", "when", "where", "have", "has", "had", "any", "up", "can", "could", "would", "will", "just",
        "so", "be", "been", "get",
    "got", "done", "off", "as", "am", "pm", "time", "about", "there", "left", "still", "next", "upcoming",
        "need", "not", "move", "push",
    "let", "how", "instead", "like", "mark", "anymore", "longer", "s", "ve", "re", "ll", "m", "d",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class TargetPart:
    """The part of a sentence that names the target: its span, and the command words in it that are no names."""

    start: int
    end: int
    commands: tuple[Span, ...] = ()


def target_of(
    sentence: Sentence,
    part: TargetPart,
    *,
    statuses: Sequence[ItemStatus] = ("active",),
    overdue: bool = False,
    asks: bool = False,
) -> QuotedTarget:
    """Read the target out of a part of the sentence. ``asks``: a question, whose every time is its range."""
    text, masked = sentence.text, sentence.masked
    inside = [
        e for e in sentence.moments if part.start <= e.span[0] and e.span[1] <= part.end and e.text not in _JUST_NOW
    ]
    excepted = list(_EXCEPT.finditer(masked))
    taken = [*part.commands, *(m.span() for m in excepted)]
    times = together([e for e in inside if not _within(e.span, taken)], sentence)
    cut: list[Span] = [(0, part.start), (part.end, len(text)), *part.commands, *spans_of(sentence.times)]
    cut += [m.span() for m in excepted]
    named = [(s, e) for s, e in sentence.names if part.start <= s and e <= part.end]
    cut += named
    rest = without(text, merged(cut))
    pronoun = _PRONOUN.search(rest) if not times else None
    if pronoun is not None:
        rest = rest[: pronoun.start()] + HOLE + rest[pronoun.end() :]
    names = [name for name in (_unquoted(text[s:e]) for s, e in named) if has_letters(name)]
    words = names + words_of(rest)
    kinds = _kinds(masked[part.start : part.end], words)
    kept = [word for word in words if not GENERIC.match(word) and word.removeprefix("没") not in _BARE_VERBS]
    if kept and not asks and all(e.time_given and not e.date_given for e in times):
        # A clock time without a day would be looked for on one day alone; the name finds the item on any.
        times = []
    return QuotedTarget(
        words=[word[:200] for word in kept[:10]],
        item_types=list(kinds),
        statuses=list(statuses),
        time=quoted(times),
        overdue=overdue,
        every=_EVERY.search(masked) is not None,
        exclude=[word for m in excepted for word in _excepted_words(text, m)][:10],
        pronoun=pronoun.group() if pronoun and not kept else None,
    )


def words_of(text: str) -> list[str]:
    """The names in a text with holes. Chinese is parted at 的 and 和, English at spaces; small words go."""
    found: list[str] = []
    for chunk in re.split(rf"[{HOLE}，,。；;、！!？?\n]+", text):
        splitter = _SPLIT if re.search(r"[\u3400-\u9fff]", chunk) else _SPLIT_EN
        for piece in splitter.split(chunk):
            word = _bare(piece or "")
            if has_letters(word) and word.lower() not in _STOP_EN and word not in found:
                found.append(word)
    return found


def has_letters(text: str) -> bool:
    """Whether there is anything in it that can be looked for."""
    return any(letter.isalnum() for letter in text)


def _unquoted(name: str) -> str:
    return name if name.startswith("《") else name[1:-1]


def _bare(piece: str) -> str:
    word = piece.strip(" \t\"“”「」『』'-—~～")
    if not re.search(r"[\u3400-\u9fff]", word):
        return word
    return _NOISE_TAIL.sub("", _NOISE.sub("", word)).strip()


def _kinds(masked: str, words: Sequence[str]) -> tuple[ItemType, ...]:
    if any(_MEETING.match(word) for word in words):
        return ("schedule",)
    for pattern, kinds in _KINDS:
        if pattern.search(masked):
            return kinds
    return ()


def _excepted_words(text: str, match: re.Match[str]) -> list[str]:
    group = next(name for name in ("zh", "out", "en") if match.group(name))
    start, end = match.span(group)
    found = re.split(r"[、,，]|和|跟|与|\band\b", text[start:end])
    return [word for word in (_bare(part) for part in found) if has_letters(word)]


def _within(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)
