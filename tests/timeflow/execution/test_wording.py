"""How titles stand in a sentence."""

from __future__ import annotations

import pytest

from timeflow.execution.wording import Locale, titles_label


@pytest.mark.parametrize(
    ("count", "locale", "label"),
    [
        (1, "zh-CN", "t1"),
        (2, "zh-CN", "t1、t2"),
        (2, "en", "t1, t2"),
        (5, "en", "t1, t2, t3, t4, t5"),
        (6, "en", "t1, t2, t3, t4, t5, …"),
        (7, "zh-CN", "t1、t2、t3、t4、t5、…"),
    ],
)
def test_the_first_titles_are_named_and_more_are_hinted_at(count: int, locale: Locale, label: str) -> None:
    assert titles_label([f"t{place}" for place in range(1, count + 1)], locale) == label
