"""Places in what was shown."""

from __future__ import annotations

import pytest

from timeflow.perception.ordinals import ordinal_of


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("第二个", 1),
        ("把第三项删了", 2),
        ("第 10 条", 9),
        ("最后一个", -1),
        ("the second one", 1),
        ("last one", -1),
        ("第0个", None),
        ("第一天", None),
        ("it", None),
    ],
)
def test_a_place_is_read(words: str, place: int | None) -> None:
    assert ordinal_of(words) == place
