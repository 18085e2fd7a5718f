"""Which neighbours make a doubtful word a time: ``may``, ``sat``, a bare ``5``."""

from __future__ import annotations

from timeflow.timeexpr.english.tables import DOUBTFUL_MONTHS, DOUBTFUL_WEEKDAYS, MONTHS, WEEKDAYS
from timeflow.timeexpr.english.tokens import Tokens

_DAY_CUES_TEXT = """
    on next this last past previous coming upcoming following by before after until till til since from through thru
    due around about every each for between starting beginning or ( - – , /
"""
_DAY_CUES = frozenset(_DAY_CUES_TEXT.split())
_MONTH_CUES_TEXT = """
    in by next last past previous coming upcoming following of since until till til from through thru before after
    during mid early late between end beginning start middle - – ~ /
"""
_MONTH_CUES = frozenset(_MONTH_CUES_TEXT.split())
_FOLLOWERS_TEXT = """
    and or with for on in at to until till by before after from tomorrow today tonight this next every each because
    but if so please about regarding via as is was were would will should can could then ok okay it we i you he she
    they the my our your his her their during when where who which that not instead per sharp exactly local works
    work monday tuesday wednesday thursday friday saturday sunday gmt utc est pst cet cst edt pdt et pt mst has have
    had does do did through thru of here there again maybe also too since starting only unless while just max latest
    around between last coming upcoming
"""
_FOLLOWERS = frozenset(_FOLLOWERS_TEXT.split())
_DAY_PARTS = frozenset({"morning", "afternoon", "evening", "night"})
_OPEN_SIGNS = frozenset("$€£¥#№+*^\\")
_FRACTIONS = frozenset({(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (24, 7), (1, 5), (1, 8), (1, 10)})


def follows_well(tokens: Tokens, index: int) -> bool:
    """Whether a doubtful time may end before ``index``: nothing, a sign, or a word that no noun phrase begins with."""
    token = tokens[index]
    if token.low in {"%", "°", "$", "€", "£", "¥"}:
        return False
    if token.digits is not None:
        return not token.glued
    return not token.text[:1].isalpha() or (token.low in _FOLLOWERS and not token.glued)


def has_day_cue(tokens: Tokens, index: int) -> bool:
    """Whether the word before ``index`` announces a day."""
    return tokens.low(index - 1) in _DAY_CUES or tokens.low(index - 1) in WEEKDAYS


def has_month_cue(tokens: Tokens, index: int) -> bool:
    """Whether the word before ``index`` announces a month or a feast."""
    return tokens.low(index - 1) in _MONTH_CUES or has_day_cue(tokens, index)


def weekday_at(tokens: Tokens, index: int) -> int | None:
    """The weekday that stands at ``index``; ``sat`` and ``sun`` only where a neighbour says so."""
    word = tokens.low(index)
    number = WEEKDAYS.get(word)
    if number is None or word not in DOUBTFUL_WEEKDAYS:
        return number
    at = tokens.skip(tokens.skip(index + 1, "."), "the")
    is_figure = tokens[at].digits is not None and not tokens[at].glued
    # "sat 14th", "Wed 3pm", but not "he sat 3 exams".
    is_dated = is_figure and (
        follows_well(tokens, at + 1) or tokens[at + 1].glued or tokens.low(at + 1) in {"am", "pm"}
    )
    is_dated = is_dated or (is_figure and tokens.low(at + 1) in MONTHS) or _names_month_day(tokens, at)
    is_dated = is_dated or tokens.low(index + 1) in _DAY_PARTS
    is_first = index == 0 and tokens.low(1) not in {"", ".", ",", ")", "at", "-"}
    is_touched = (tokens[index].glued and not tokens.low(index - 1).isascii()) or not tokens.low(index + 1).isascii()
    is_name = is_touched or tokens.low(index - 1) in {"the", "a"} or tokens[index + 1].text[:1].isupper() or is_first
    is_named = tokens[index].text[0].isupper() and not is_name
    is_cued = has_day_cue(tokens, index) and (tokens.low(index - 1) != "for" or follows_well(tokens, index + 1))
    return number if is_dated or is_cued or is_named or _in_list(tokens, index) else None


def _names_month_day(tokens: Tokens, index: int) -> bool:
    return tokens.low(index) in MONTHS and tokens[tokens.skip(index + 1, ".")].digits is not None


def _in_list(tokens: Tokens, index: int) -> bool:
    """``Fri and Sat``, ``Mon, Wed``, ``Mon-Wed``."""
    joins = {"and", ",", "or", "-", "&", "to", "/"}
    before = tokens.low(index - 1) in joins and tokens.low(index - 2) in WEEKDAYS
    return before or (tokens.low(index + 1) in joins and tokens.low(index + 2) in WEEKDAYS)


def month_at(tokens: Tokens, index: int) -> int | None:
    """The month whose name stands at ``index``, doubtful or not."""
    return MONTHS.get(tokens.low(index))


def is_sure_month(tokens: Tokens, index: int) -> bool:
    """Whether a month without a day or year beside it is one: ``may`` and ``march`` need a cue."""
    word, before = tokens.low(index), tokens.low(index - 1)
    if word not in DOUBTFUL_MONTHS:
        return True
    if before == "this":
        return tokens[index].text[0].isupper() or not tokens.low(index + 1)[:1].isalpha()
    if before == "to":
        return tokens.low(index - 2) in MONTHS or tokens[index - 2].digits is not None
    return before in _MONTH_CUES


def _is_latin(sign: str) -> bool:
    """A letter or figure that can belong to the same word; Chinese stands beside a time without a space."""
    return sign.isascii() and sign.isalnum()


def starts_clean(tokens: Tokens, index: int) -> bool:
    """Whether figures at ``index`` begin a number of their own: no price, version, code or decimal before them."""
    token = tokens[index]
    before = tokens[index - 1]
    if token.digits is None:
        is_inside = before.low in {"@", ".", "_"} and before.glued and token.text[:1].islower()
        return not token.glued or not (is_inside or _is_latin(before.low[-1:]))
    if before.low in _OPEN_SIGNS:
        return False
    if not token.glued:
        return True
    beyond = tokens[index - 2]
    if before.low in {".", ",", ":", "/", "-", "_"}:
        return not (before.glued and _is_latin(beyond.text[-1:]))
    return not _is_latin(before.text[-1:])


def ends_clean(tokens: Tokens, index: int, *, dash: bool = False) -> bool:
    """Whether a phrase that ends before ``index`` is not cut out of a longer number, code or measure.

    ``dash``: a dash and more figures may follow, as in a range.
    """
    token, beyond = tokens[index], tokens[index + 1]
    if token.low in {"%", "percent", "°"}:
        return False
    if not token.glued or (dash and token.low == "-"):
        return True
    is_number_before = tokens[index - 1].digits is not None
    if token.low == "." and beyond.glued and beyond.text[:1].islower():
        return False
    if token.low in {".", ":", "/", "-", ","} and is_number_before:
        return not (beyond.glued and beyond.digits is not None)
    return not _is_latin(token.text[:1])


def is_fraction(first: int, second: int) -> bool:
    """Figures such as 1/2 or 24/7 that are a date only after a cue."""
    return (first, second) in _FRACTIONS
