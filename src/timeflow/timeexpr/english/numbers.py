"""Numbers in digits and in words: cardinals, ordinals, amounts and years.

Each parser gives a value and the next index, or None.
"""

from __future__ import annotations

from fractions import Fraction

from timeflow.timeexpr.english.tokens import Phrases, Tokens

_ONE_WORDS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_WORDS = """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth
"""
_ONES = {word: value for value, word in enumerate(_ONE_WORDS.split())}
_TENS = {word: 10 * value for value, word in enumerate(_TEN_WORDS.split(), start=2)}
_ORDINAL_ONES = {word: value for value, word in enumerate(_ORDINAL_WORDS.split(), start=1)}
_ORDINAL_TENS = {"twentieth": 20, "thirtieth": 30}
NUMBER_WORDS = frozenset({*_ONES, *_TENS, *_ORDINAL_ONES, *_ORDINAL_TENS})
"""Words that a number can begin with."""
_SUFFIXES = frozenset({"st", "nd", "rd", "th"})
_VAGUE: Phrases[Fraction] = Phrases(
    {
        "a few": Fraction(3),
        "few": Fraction(3),
        "several": Fraction(3),
        "some": Fraction(3),
        "a couple of": Fraction(2),
        "a couple": Fraction(2),
        "couple of": Fraction(2),
        "couple": Fraction(2),
        "half a dozen": Fraction(6),
        "a dozen": Fraction(12),
        "a half": Fraction(1, 2),
        "half a": Fraction(1, 2),
        "half an": Fraction(1, 2),
        "half": Fraction(1, 2),
        "½": Fraction(1, 2),
        "a quarter of an": Fraction(1, 4),
        "quarter of an": Fraction(1, 4),
        "a quarter": Fraction(1, 4),
        "three quarters of an": Fraction(3, 4),
        "an": Fraction(1),
        "a": Fraction(1),
        "another": Fraction(1),
    }
)


def small(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """0–99 in words: ``twenty-one``, ``twenty one``, ``eleven``."""
    word = tokens.low(index)
    if word in _ONES:
        return _ONES[word], index + 1
    if word not in _TENS:
        return None
    after = tokens.skip(index + 1, "-")
    one = _ONES.get(tokens.low(after), 0)
    return (_TENS[word] + one, after + 1) if 1 <= one <= 9 else (_TENS[word], index + 1)


def cardinal(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """Digits, or words up to 9999: ``three hundred and sixty five``."""
    digits = tokens[index].digits
    if digits is not None:
        return digits, index + 1
    head = small(tokens, index)
    if head is None:
        return None
    total, index = head
    for scale_word, scale in (("thousand", 1000), ("hundred", 100)):
        if tokens.low(index) != scale_word:
            continue
        total, index = total * scale, index + 1
        rest = small(tokens, tokens.skip(index, "and"))
        if rest is not None:
            total, index = total + rest[0], rest[1]
    return total, index


def ordinal(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """``15th``, ``fifteenth``, ``twenty-first``, ``thirty first``."""
    digits = tokens[index].digits
    if digits is not None:
        return (digits, index + 2) if tokens.glued(index + 1) and tokens.low(index + 1) in _SUFFIXES else None
    word = tokens.low(index)
    if word in _ORDINAL_ONES:
        return _ORDINAL_ONES[word], index + 1
    if word in _ORDINAL_TENS:
        return _ORDINAL_TENS[word], index + 1
    if word in _TENS:
        after = tokens.skip(index + 1, "-")
        one = _ORDINAL_ONES.get(tokens.low(after), 0)
        if 1 <= one <= 9:
            return _TENS[word] + one, after + 1
    return None


def amount(tokens: Tokens, index: int) -> tuple[Fraction, int] | None:
    """How many of a unit: ``3``, ``2.5``, ``two``, ``an``, ``half an``, ``one and a half``, ``a couple of``."""
    vague = _VAGUE.at(tokens, index)
    if vague is not None:
        return vague
    head = cardinal(tokens, index)
    if head is None:
        return None
    value, after = Fraction(head[0]), head[1]
    if tokens[index].digits is not None:
        decimals = tokens[after + 1]
        if tokens.glued(after, ".") and decimals.glued and decimals.digits is not None:
            return value + Fraction(decimals.digits, 10 ** len(decimals.text)), after + 2
        if tokens.low(after) == "½":
            return value + Fraction(1, 2), after + 1
    return _with_fraction(tokens, after, value)


_HALVES = Phrases({"and a half": Fraction(1, 2), "and half": Fraction(1, 2), "and a quarter": Fraction(1, 4)})


def with_half(tokens: Tokens, index: int) -> tuple[Fraction, int]:
    """What ``and a half`` or ``and a quarter`` adds, zero where neither stands here."""
    return _HALVES.at(tokens, index) or (Fraction(0), index)


def _with_fraction(tokens: Tokens, index: int, value: Fraction) -> tuple[Fraction, int]:
    extra, after = with_half(tokens, index)
    if extra:
        return value + extra, after
    if tokens.low(index) == "and" and value >= 20 and value % 10 == 0:
        rest = small(tokens, index + 1)
        if rest is not None and 1 <= rest[0] <= 9:
            return value + rest[0], rest[1]
    return value, index


def year(tokens: Tokens, index: int) -> tuple[int, int] | None:
    """A year from 1000 to 2999: ``2018``, ``nineteen eighty six``, ``two thousand and five``, ``twenty twenty six``."""
    token = tokens[index]
    if token.digits is not None:
        return (token.digits, index + 1) if len(token.text) == 4 and 1000 <= token.digits <= 2999 else None
    head = small(tokens, index)
    if head is None:
        return None
    if tokens.low(head[1]) == "thousand":
        value = cardinal(tokens, index)
    else:
        after = tokens.skip(head[1], "hundred")
        tail = small(tokens, tokens.skip(after, "and") if after > head[1] else after)
        value = (100 * head[0] + tail[0], tail[1]) if 10 <= head[0] <= 29 and tail and tail[0] >= 10 else None
    return value if value is not None and 1000 <= value[0] <= 2999 else None
