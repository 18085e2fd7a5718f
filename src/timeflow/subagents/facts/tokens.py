"""Links, quotations, code words and names in a text: things that are only true word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINK = re.compile(
    r"(?:https?|ftp|mailto|tel)[:：]/{0,2}[^\s，。；、）)」》”]+|www\.[^\s，。；、）)」》”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|\b(?:[a-z0-9-]+\.)+(?:com|cn|org|net|io|edu|gov|app|dev|me|co|info|us|uk)\b(?:/[^\s，。；、）)]*)?"
)
_QUOTED = re.compile(r"「([^」]+)」|『([^』]+)』|“([^”]+)”|《([^》]+)》|【([^】]+)】|\"([^\"]+)\"|‘([^’]+)’")
_MENTION = re.compile(r"[@#][\w\u4e00-\u9fff-]+")
_ASCII_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*")
_CJK = re.compile("[\u3400-\u9fff]")
_AFTER_PREPOSITION = re.compile(r"\b(?i:at|in|with|from|to|near|by|for|via|on)\s+((?:[A-Z][\w'’-]*\s?)+)")
_CAPITALISED = re.compile(r"(?<=[a-z0-9,;] )[A-Z][\w'’-]*|\b[A-Z]{2,}\d*\b|\b\w*\d\w*[A-Za-z]\w*\b")
_VENUE = re.compile(
    r"(?:在|到|去|于)([\u4e00-\u9fffA-Za-z0-9·]{2,8}?)(?:进行|举行|召开|见面|集合|碰头|举办|碰面|集中|汇合|开会|面谈|会面|会合)"
)
_NO_VENUE = re.compile(r"(?:前|后|时|内|中|间|上|下|过程|期间|阶段|基础)$")
_LABEL = re.compile(
    r"(?:地点|位置|地址|场地|参会人?员?|参与人?员?|参加人员?|与会人?员?|负责人|联系人|主持人|电话|会议号|密码|链接|预算|费用|"
    r"location|venue|place|attendees?|participants?|contact|phone|link|budget)\s*[:：]\s*([^\n，。；;,.]+)",
    re.IGNORECASE,
)
_COMMON_ASCII = frozenset({"am", "pm", "a", "b", "c", "x", "ok", "vs", "min", "h", "id", "todo", "ddl"})


def literal_tokens(text: str) -> Iterator[str]:
    """Links, quotations and mentions of a text (NFKC): each must stand in a source."""
    for match in _LINK.finditer(text.casefold()):
        yield match.group()
    for match in _QUOTED.finditer(text):
        yield next(group for group in match.groups() if group is not None)
    for match in _MENTION.finditer(text):
        yield match.group()


def venue_tokens(text: str) -> Iterator[str]:
    """What a text (NFKC) gives as the place of something, or after a label such as ``地点：``."""
    for match in _VENUE.finditer(text):
        if not _NO_VENUE.search(match.group(1)):
            yield match.group(1)
    for match in _LABEL.finditer(text):
        yield from (part for part in re.split(r"[、/和与]|\band\b", match.group(1)) if part.strip())


def name_tokens(text: str) -> Iterator[str]:
    """Latin words of a text (NFKC) that look like names: any in Chinese text, capitalised ones in English."""
    if _CJK.search(text):
        for match in _ASCII_WORD.finditer(text):
            if match.group().casefold() not in _COMMON_ASCII:
                yield match.group()
        return
    for match in _AFTER_PREPOSITION.finditer(text):
        yield from match.group(1).split()
    if not _is_title_case(text):
        for match in _CAPITALISED.finditer(text):
            yield match.group()


def _is_title_case(text: str) -> bool:
    words = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return bool(words) and sum(word[0].isupper() for word in words) * 2 > len(words)
