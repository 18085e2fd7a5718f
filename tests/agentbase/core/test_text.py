from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbase.core.errors import AgentBaseError
from agentbase.core.text import check_text, strip_control


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("评审\r\n接口\t第二次", "评审\n接口\t第二次"),
        ("\x1b[31m红\x1b[0m", "红"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31m红", "红"),
        ("a\u202eb\u2066c\u200f", "abc"),
        ("overwrite\rme\x08\x7f", "overwriteme"),
        ("half \ud83d", "half "),
        ("👨‍👩‍👧 stays", "👨‍👩‍👧 stays"),
    ],
)
def test_display_text_has_nothing_that_acts(text: str, shown: str) -> None:
    assert strip_control(text) == shown


@given(
    st.text(alphabet=st.characters(), max_size=200) | st.text(alphabet="\x1b[]0;m\x07\\\x9b\r\n\u202ea", max_size=40)
)
def test_stripping_leaves_no_active_character_and_is_stable(text: str) -> None:
    shown = strip_control(text)
    assert not [c for c in shown if (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) <= 0x9F]
    assert not set(shown) & set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert strip_control(shown) == shown
    shown.encode()


def test_a_long_unfinished_sequence_is_read_in_one_pass() -> None:
    assert strip_control("\x1b]" * 20_000 + "x") == ""


@pytest.mark.parametrize("value", ["a\x00b", "a\ud800b", "六个字太长了"])
def test_unusable_text_is_refused_by_field_and_never_repeated(value: str) -> None:
    with pytest.raises(AgentBaseError) as refused:
        check_text("title", value, 5)
    assert refused.value.code == "INPUT_INVALID"
    assert [error.field for error in refused.value.field_errors] == ["title"]
    assert value not in str(refused.value) + repr(refused.value) + str(refused.value.field_errors)


def test_usable_text_passes() -> None:
    check_text("title", "五个字正好", 5)
