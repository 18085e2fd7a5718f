"""标准化用户输入: text, a transcript or a recognised picture become one clean text (A section 6)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from agentbase.core.text import strip_control
from timeflow.perception.contracts import NormalizedUserInput, PerceptionAnalyzeRequest

_HESITATION: Final = re.compile(
    r"嗯+[，,、\s]*|呃+[，,、\s]*|(?:^|(?<=[，,。\s]))(?:额+|啊+|唔+|那个+|就是说|怎么说呢)[，,、\s]+|(?:^|"
    r"(?<=[，,。]))那个(?=[我帮明今后下把])|"
    r"\b(?:um+|uh+|erm+|er|hmm+)\b[,.\s]*",
    re.IGNORECASE,
)
_REPEATED: Final = re.compile(
    r"((?:今天|明天|后天|大后天|昨天|上午|下午|晚上|早上|中午|(?:这|下|上)?(?:周|星期)[一二三四五六日天]|"
    r"(?:我|你|那个|这个|帮我|提醒我)))(?:[，,、\s]*\1)+"
)
_CLOCK: Final = r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|[:：]\d\d)(?:半|一刻|三刻|\d{1,2}分?)?钟?"
_DAY: Final = r"(?:今天|明天|后天|大后天|(?:这|下)?(?:周|星期)[一二三四五六日天])"
_SELF_CORRECTION: Final = r"[，,\s呃啊哦嗯]*(?:不对|说错了|错了|哦不|应该是)[，,\s]*(?:应该)?(?:是)?"
_TAKEN_BACK: Final = re.compile(rf"{_CLOCK}{_SELF_CORRECTION}(?={_CLOCK})|{_DAY}{_SELF_CORRECTION}(?={_DAY})")
"""A clock time or a day that the speaker corrects at once (``八点，不对，九点``)."""
_SCAN_NOISE: Final = re.compile(r"[|¦_~^·•■□◆◇●○*#=<>\\]{1,}|[-—]{3,}|\.{4,}")
_LABELLED: Final = re.compile(r"^[^\s:：]{1,8}[:：]")
_SENTENCE_END: Final = re.compile(r"[，,。；;！!？?、:：.]$")
_WRAPPED_FROM: Final = (12, 40)
"""A line of a picture that is at least this long (Chinese, other) and ends without a mark was broken by the margin."""


def normalize_input(request: PerceptionAnalyzeRequest, timezone: str) -> NormalizedUserInput | None:
    """The input as later steps see it; None where nothing is left."""
    text = strip_control(unicodedata.normalize("NFC", request.raw_content)).replace("\u3000", " ").replace("\u200b", "")
    if request.modality == "voice_asr":
        text = _REPEATED.sub(r"\1", _HESITATION.sub("", text))
    elif request.modality == "image_ocr":
        text = _joined_lines(_SCAN_NOISE.sub(" ", text))
    text = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", _TAKEN_BACK.sub("", text))).strip()
    if not text:
        return None
    return NormalizedUserInput(
        user_id=request.user_id,
        raw_content=text,
        modality=request.modality,
        source_url=request.source_url,
        current_time=request.current_time,
        timezone=timezone,
        locale=request.locale,
        current_message_id=request.current_message_id,
    )


def _joined_lines(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    joined = ""
    for line in (line for line in lines if re.search(r"\w", line)):
        if not joined:
            joined = line
        elif _SENTENCE_END.search(joined) or _is_wrapped(joined, line):
            joined += "" if _is_chinese_edge(joined, line) else " "
            joined += line
        else:
            joined += ("，" if _is_chinese_edge(joined, line) else ", ") + line
    return joined


def _is_wrapped(before: str, line: str) -> bool:
    last_line = re.split(r"[，,]", before)[-1]
    longest = _WRAPPED_FROM[0 if _is_chinese_edge(before, line) else 1]
    return len(last_line) >= longest and not _LABELLED.match(line) and not _LABELLED.match(last_line)


def _is_chinese_edge(before: str, line: str) -> bool:
    return before[-1] >= "\u2e80" or line[0] >= "\u2e80"
