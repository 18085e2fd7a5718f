"""Quoted words become times: whole, in pieces, in part, and of the past."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tests.timeflow.offline.test_understand_properties import told
from timeflow.functions.contracts import ResolvedTime
from timeflow.perception.resolve_times import TimeReader
from timeflow.perception.understanding import QuotedTime
from timeflow.perception.wording import moment_label, reading_options


def resolved(text: str, *words: str, length: bool = False, past: bool = False) -> ResolvedTime | None:
    reader = TimeReader(told(text), [text], past=past)
    return reader.resolve(QuotedTime(words=list(words)), "when", length=length)


@pytest.mark.parametrize(
    ("text", "words", "start", "end"),
    [
        ("明天和老婆下午三点吃饭", ("明天", "下午三点"), "2026-12-02T15:00:00", None),
        ("下午三点吃饭，明天", ("下午三点", "明天"), "2026-12-02T15:00:00", None),
        ("明天三点开始四点结束", ("明天三点", "四点"), "2026-12-02T15:00:00", "2026-12-02T16:00:00"),
        ("lunch tomorrow with Anna at noon", ("tomorrow", "at noon"), "2026-12-02T12:00:00", None),
        ("明天下午开会", ("下午",), "2026-12-02T12:00:00", "2026-12-02T18:00:00"),
    ],
)
def test_pieces_are_put_together(text: str, words: tuple[str, ...], start: str, end: str | None) -> None:
    found = resolved(text, *words)
    assert found is not None and found.start is not None
    assert (found.start.isoformat(), found.end.isoformat() if found.end else None) == (start, end)


def test_words_are_read_where_they_stand_and_not_alone() -> None:
    found = resolved("周五前交报告", "周五")
    assert found is not None
    assert (found.words, found.kind) == ("周五前", "deadline")


def test_half_of_a_range_may_be_quoted() -> None:
    found = resolved("move the dentist from Monday to Wednesday", "Wednesday")
    assert found is not None and found.start == date(2026, 12, 2)


def test_a_length_is_found_beside_a_moment() -> None:
    found = resolved("明天下午三点开会一小时", "明天下午三点", "一小时", length=True)
    assert found is not None and found.duration_seconds == 3600


def test_a_length_is_found_inside_an_offset() -> None:
    found = resolved("shift the call two hours earlier", "two hours", length=True)
    assert found is not None and found.duration_seconds == 7200


def test_words_that_are_no_time_mean_none() -> None:
    assert resolved("和王工评审接口", "王工") is None


def test_what_looks_back_is_the_nearest_one_gone_by() -> None:
    found = resolved("总结11月", "11月", past=True)
    assert found is not None and found.start == date(2026, 11, 1)


def test_readings_are_labelled_with_their_weekday_and_the_night_they_end() -> None:
    found = resolved("晚上12点看电影", "晚上12点")
    assert found is not None
    assert [option.label for option in reading_options(found, "zh-CN")] == [
        "12月2日 周三 00:00（周二夜里）",
        "12月3日 周四 00:00（周三夜里）",
    ]
    assert moment_label(datetime(2026, 12, 5, 15, 0), "en") == "Sat 5 Dec 15:00"
