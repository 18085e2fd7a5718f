"""Comparing texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeflow.data.folding import fold


@given(text=st.text())
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("one", "other"), [("ＡＢＣ", "abc"), ("ｶﾞ", "ガ"), ("Straße", "STRASSE"), ("①", "1"), (" 王工　", "王工")]
)
def test_width_and_case_do_not_matter(one: str, other: str) -> None:
    assert fold(one) == fold(other)
