"""Whatever the text, the grammar answers with whole, ordered expressions."""

from __future__ import annotations

from datetime import date, datetime

from hypothesis import given
from hypothesis import strategies as st

from timeflow.timeexpr.contracts import ExpressionKind, TimeContext
from timeflow.timeexpr.english import match
from timeflow.timeexpr.english.tokens import tokenize

WORD_LIST = """
today tomorrow tonight Monday friday sat next last this every each other may march Dec january 5 15 31 12/5
2026 1999 2026-12-05 3pm 3:30 15:00 noon midnight half past quarter to from between and until till by before
after since in on at of the a an for hour hours minutes days weeks month year morning evening night first
second third 1st 22nd two twenty hundred thousand ago later now end start mid early late daily weekly Mondays
weekdays Christmas Easter week weekend quarter Q1 s 's 's - – , . ( ) @ / : ~ am pm p.m. o'clock ish not or
due within couple few 00 99 99999999 % $ 明天 ½
"""
WORDS = WORD_LIST.split()
REFERENCES = st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31))
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=10).map("".join),
)


@given(text=TEXTS, reference=REFERENCES, past=st.booleans())
def test_any_text_gives_ordered_expressions_with_their_own_words(text: str, reference: datetime, past: bool) -> None:
    last = 0
    for found in match(text, TimeContext(reference, "Europe/Berlin", "en", past=past)):
        start, end = found.span
        assert last <= start < end <= len(text)
        assert text[start:end] == found.text
        last = end
        edges = [(found.start, found.end), *((other.start, other.end) for other in found.readings)]
        assert all(_in_order(*edge) for edge in edges)
        assert found.readings == () or (found.readings[0].start, found.readings[0].end) == (found.start, found.end)
        assert not found.ambiguous or len(found.readings) > 1
        assert (found.recurrence is not None) == (found.kind is ExpressionKind.RECURRENCE)
        assert found.kind is not ExpressionKind.DEADLINE or (found.start is None and found.end is not None)


def _in_order(start: date | None, end: date | None) -> bool:
    if start is None or end is None:
        return True
    return isinstance(start, datetime) == isinstance(end, datetime) and start < end


@given(text=TEXTS)
def test_tokens_cover_all_but_the_spaces(text: str) -> None:
    tokens = tokenize(text).items
    words = [token for token in tokens if token.text]
    assert all(token.text == text[token.start : token.end] for token in words)
    assert "".join(token.text for token in words) == "".join(text.split())
