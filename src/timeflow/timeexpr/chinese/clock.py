"""Parts of the day and clock times: 下午三点一刻, 晚8:30, 差五分八点."""

from __future__ import annotations

import re

from timeflow.timeexpr.chinese.pieces import Hours, Scope
from timeflow.timeexpr.chinese.text import NUMBER, NUMERALS, TO, number
from timeflow.timeexpr.chinese.vague import neighbour_hours
from timeflow.timeexpr.contracts import Granularity, PartOfDay
from timeflow.timeexpr.resolve import Clock

PARTS: dict[str, PartOfDay] = {
    **dict.fromkeys(("凌晨", "零晨", "后半夜", "下半夜"), "凌晨"),
    **dict.fromkeys(("早上", "早晨", "清晨", "清早", "大清早", "一大早", "一早", "早间", "早", "晨间"), "早上"),
    "上午": "上午",
    **dict.fromkeys(("中午", "正午", "午间", "晌午"), "中午"),
    **dict.fromkeys(("下午", "午后"), "下午"),
    **dict.fromkeys(("傍晚", "黄昏"), "傍晚"),
    **dict.fromkeys(
        (
            "晚上",
            "晚间",
            "夜晚",
            "夜里",
            "夜间",
            "半夜",
            "大半夜",
            "前半夜",
            "上半夜",
            "深夜",
            "午夜",
            "当晚",
            "晚",
            "夜",
        ),
        "晚上",
    ),
}
_LONG_PARTS = sorted((part for part in PARTS if len(part) > 1), key=len, reverse=True)
_PART = re.compile(rf"(?:{'|'.join(_LONG_PARTS)})(?!好(?!像)|安(?![排装全])|茶)")
_SHORT_PART = re.compile(r"[早晚夜]")
# 早会, 晚饭, 晚点 … are words of their own.
_NOT_ALONE = re.compile(r"[会饭餐点报茶些期年退睡起恋婚熟产操安]|[一1两]点")

_HOUR = rf"(?P<hour>\d{{1,2}}|{NUMBER})"
NOT_HOUR_WORD = "间候代期段刻区装尚光空常机辰速差不而候"
_UNIT = rf"(?:点钟?|时(?![{NOT_HOUR_WORD}]))"
_MINUTE_TAIL = r"(?![\d点个人名位件%元块])"
_WORDS = re.compile(
    rf"{_HOUR} {{0,2}}(?:{_UNIT}"
    rf"(?: {{0,2}}(?:(?P<whole>整)|(?P<half>半)|(?P<quarter>[一三])刻钟?|差 ?(?P<short>{NUMBER}|一刻) ?"
    rf"(?:(?<=一刻)钟?|分(?![之]))|过?(?P<minute>{NUMBER}) ?分(?![之])(?: ?(?P<second>{NUMBER}) ?秒)?"
    rf"|过?(?P<bare>[0-5]\d|[二三四五]?十[一二三四五六七八九]?|[零〇][一二三四五六七八九]){_MINUTE_TAIL}))?"
    rf"|(?={TO}{NUMBER}(?:点|时(?![{NOT_HOUR_WORD}]))))"
)
_LESS = re.compile(
    rf"差 ?(?P<minute>{NUMBER}|一刻) ?(?:分钟?)?(?:不?到)? ?(?P<hour>{NUMBER}) ?点钟?(?![半一二三四五\d])"
)
_DIGITS = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?: ?(?P<half>[AaPp])\.?[Mm]\.?)?(?![\d:A-Za-z])"
)
_AMPM = re.compile(r"(?P<hour>\d{1,2}) ?(?P<half>[AaPp])\.?[Mm]\b\.?")
_WORK_ENDS = re.compile(r"(?P<way>[上下])班(?=(?:之|以)?前|(?<=下班)(?:之|以)?后)")
_WORK_HOURS = {"上": 9, "下": 18}
_MIDNIGHT = re.compile(r"(?:午夜|子夜)(?![场凶巴剧福新电]|\d|时分|十二|12)")
_NOT_A_CLOCK_BEFORE = frozenset("这那有下哪几第共前后" + "比" + "." + "-" + "/" + ":")
_TELLS = re.compile(r"(?:总结|补充|强调|提出?|概括|归纳|注意|[列讲说提谈]了)$")
COUNTED = re.compile(
    r"(?:的)?(?:建议|意见|要求|要|原因|理由|内容|说明|想法|看法|问题|注意|感想|体会|共识|好处|坏处|希望|启示|不同|区别|"
    r"事项|心得|收获|疑问|补充|结论|优势|不足|困难|经验|考虑|改进|反馈|点|水|钱|东西|儿|多|也|以上|左右手)"
)


def hours_at(scope: Scope, index: int, *, after_day: bool) -> Hours | None:
    """A part of the day, a clock time, or both. After a day, a short part (周五晚) and any hour may stand."""
    if midnight := _MIDNIGHT.match(scope.text, index):
        # Of a named day it is as open as 晚上12点, else it is the next one.
        clock = Clock(12, part="晚上") if after_day else Clock(0, certain=True)
        return Hours(midnight.end(), None, clock)
    part_end, part = _part_at(scope, index, after_day=after_day)
    clock_from = _skip(scope.text, part_end)
    settled = after_day or part is not None
    if (two := neighbour_hours(scope.text, clock_from)) and (settled or not _counts(scope, clock_from, two[0])):
        return Hours(two[0], part, Clock(two[1], part=part), spread=True)
    found = clock_at(scope, clock_from, part, settled=settled)
    if found is not None:
        return Hours(found[0], part, found[1])
    if part is not None and not after_day and scope.before(index) in {"一", "整"}:
        # 一上午, 一晚上 and 一整晚 say how long.
        return None
    if part is None or (part_end - index == 1 and not _stands_alone(scope.text, part_end)):
        return None
    return Hours(part_end, part, None)


def _part_at(scope: Scope, index: int, *, after_day: bool) -> tuple[int, PartOfDay | None]:
    if matched := _PART.match(scope.text, index):
        return matched.end(), PARTS[matched[0]]
    if (matched := _SHORT_PART.match(scope.text, index)) and (
        after_day or _starts_clock(scope.text, matched.end()) or scope.text.startswith(("7点", "8点"), matched.end())
    ):
        return matched.end(), PARTS[matched[0]]
    return index, None


def _starts_clock(text: str, index: int) -> bool:
    """Whether digits of a clock time follow; 早一点 and 晚两点 compare, they name no time."""
    if matched := _WORDS.match(text, index):
        return matched["hour"] not in {"一", "1"} or matched.lastgroup not in {None, "hour"}
    return _DIGITS.match(text, index) is not None


def _stands_alone(text: str, index: int) -> bool:
    return _NOT_ALONE.match(text, index) is None


def _skip(text: str, index: int) -> int:
    if text.startswith("的", index) and text[index + 1 : index + 2] in NUMERALS:
        return index + 1
    while text.startswith(" ", index):
        index += 1
    return index


def clock_at(scope: Scope, index: int, part: PartOfDay | None, *, settled: bool) -> tuple[int, Clock] | None:
    """A clock time and the offset after it. ``settled``: a day or a part of the day stands before it."""
    text = scope.text
    if text[index : index + 1] not in NUMERALS or not text[index : index + 1]:
        return _less(text, index, part) or _named(text, index, part)
    if matched := _DIGITS.match(text, index) or _AMPM.match(text, index):
        return _digital(scope, matched, part, settled=settled)
    matched = _WORDS.match(text, index)
    if matched is None or (not settled and _counts_things(scope, matched)):
        return None
    if _compares(scope, matched):
        return None
    return _worded(matched, part)


def _named(text: str, index: int, part: PartOfDay | None) -> tuple[int, Clock] | None:
    """下班前: the end of the working hours."""
    matched = _WORK_ENDS.match(text, index)
    return matched and (matched.end(), Clock(_WORK_HOURS[matched["way"]], part=part, certain=True))


def _digital(
    scope: Scope, matched: re.Match[str], part: PartOfDay | None, *, settled: bool
) -> tuple[int, Clock] | None:
    before = scope.before(matched.start())
    if not settled and (before in _NOT_A_CLOCK_BEFORE or (before.isascii() and before.isalnum())):
        return None
    if scope.text.startswith(("的比", "比例"), matched.end()):
        return None
    groups = matched.groupdict()
    hour = int(groups["hour"])
    certain = (len(groups["hour"]) == 2 and hour < 12 and groups["hour"][0] == "0") or groups["half"] is not None
    if groups["half"] and hour <= 12:
        hour = hour % 12 + (12 if groups["half"] in "Pp" else 0)
    elif groups["half"] and hour > 23:
        return None
    granularity: Granularity = "second" if groups.get("second") else "minute" if groups.get("minute") else "hour"
    return _checked(
        matched.end(),
        Clock(hour, int(groups.get("minute") or 0), int(groups.get("second") or 0), part, certain, granularity),
    )


def _worded(matched: re.Match[str], part: PartOfDay | None) -> tuple[int, Clock] | None:
    hour, minute, second = number(matched["hour"]), 0, 0
    granularity: Granularity = "minute"
    if matched["half"]:
        minute = 30
    elif matched["quarter"]:
        minute = 15 * number(matched["quarter"])
    elif matched["short"]:
        hour, minute = hour - 1, 60 - (15 if matched["short"] == "一刻" else number(matched["short"]))
    elif matched["minute"] or matched["bare"]:
        minute = number(matched["minute"] or matched["bare"])
    else:
        granularity = "hour"
    if matched["second"]:
        second, granularity = number(matched["second"]), "second"
    certain = matched["hour"].isdecimal() and matched["hour"][0] == "0"
    return _checked(matched.end(), Clock(hour, minute, second, part, certain, granularity))


def _less(text: str, index: int, part: PartOfDay | None) -> tuple[int, Clock] | None:
    matched = _LESS.match(text, index)
    if matched is None:
        return None
    minutes = 15 if matched["minute"] == "一刻" else number(matched["minute"])
    return _checked(matched.end(), Clock(number(matched["hour"]) - 1, 60 - minutes, 0, part, granularity="minute"))


def _checked(end: int, clock: Clock) -> tuple[int, Clock] | None:
    midnight = clock.hour == 24 and clock.minute == clock.second == 0
    if (0 <= clock.hour < 24 or midnight) and 0 <= clock.minute < 60 and 0 <= clock.second < 60:
        return end, clock
    return None


def _counts_things(scope: Scope, matched: re.Match[str]) -> bool:
    """Whether 三点 counts remarks, or 一点 means a little. 时 without minutes needs a settled day (一时, 同时)."""
    text, after = scope.text, matched.end()
    bare = not any(matched[name] for name in ("whole", "half", "quarter", "short", "minute", "bare"))
    before = scope.before(matched.start())
    if before in _NOT_A_CLOCK_BEFORE or (before in NUMERALS and before):
        return True
    if _TELLS.search(text[max(0, matched.start() - 2) : matched.start()]):
        return True
    if not bare or text.startswith("钟", after - 1):
        return False
    if COUNTED.match(text, after):
        return True
    if matched["hour"] in {"一", "两"} and text[after - 1 : after] == "时":
        return True
    return matched["hour"] in {"一", "1"} and not (
        (not before or before in " ,，。我在于约定改到是")
        and (after >= len(text) or text[after] in "开去见到出前之 -~,，。后以吃")
    )


def _counts(scope: Scope, index: int, end: int) -> bool:
    before = scope.before(index)
    return bool(before and before in _NOT_A_CLOCK_BEFORE | set(NUMERALS)) or COUNTED.match(scope.text, end) is not None


def _compares(scope: Scope, matched: re.Match[str]) -> bool:
    """Whether a short 早 or 晚 stands before 一点: 早一点, 明天晚一点."""
    return (
        scope.text[matched.start() - 1 : matched.start()] in {"早", "晚"}
        and matched["hour"] in {"一", "1", "两"}
        and scope.text[matched.end() - 1] == "点"
    )
