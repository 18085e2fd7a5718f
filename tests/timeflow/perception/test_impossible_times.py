"""A date or clock time that does not exist is asked about, never read in part."""

from __future__ import annotations

import pytest

from tests.timeflow.perception.support import analyzed, asked_fields


@pytest.mark.parametrize(
    "text",
    [
        "2027年2月29日上午9点开会",
        "9999年12月31日晚上11点半开会",
        "明天25点开会",
        "明天下午三点六十一分开会",
        "每天早上9999点跑步",
        "2月30日开会",
    ],
)
async def test_half_of_a_time_is_not_taken_for_the_whole(text: str) -> None:
    response = await analyzed(text)
    assert response.status == "need_clarification"
    assert asked_fields(response) == ["when"]
