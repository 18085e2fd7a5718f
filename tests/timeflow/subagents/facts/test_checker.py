"""The comparison of a text with its sources, apart from any agent."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeflow.subagents.facts import SourceFacts

MOMENT = datetime(2026, 12, 2, 15, 0, tzinfo=UTC)


def facts(*texts: str, moments: tuple[datetime, ...] = ()) -> SourceFacts:
    return SourceFacts.of(texts, moments, frozenset())


@given(st.text(max_size=80))
def test_a_source_may_always_be_repeated_word_for_word(text: str) -> None:
    assert facts(text).invention(text) is None
    assert facts(text).talk(text) is None
    assert facts(text).operation(text) is None


SENTENCES = [
    "明天下午三点在302会议室和王工、李总评审《接口规范》第3版，链接 https://a.example.com/x?y=1，预算1,280元",
    "因为客户投诉，周五前给张经理发邮件 li@example.com，提醒他带上合同",
    "Meet Dr. Smith at Joe's Diner on Friday at 3:30 pm, bring 2 copies of the Q3 report",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_full_width_and_case_make_no_difference(sentence: str) -> None:
    assert facts(sentence).invention(sentence.upper()) is None
    assert facts(unicodedata.normalize("NFKC", sentence)).invention(sentence) is None


@pytest.mark.parametrize(
    "words", ["下午三点", "15:00", "15点", "3 pm", "三点", "12月2日", "周三", "12月2日下午3点", "2026年12月2日", "下午"]
)
def test_a_confirmed_time_in_any_usual_wording_is_no_invention(words: str) -> None:
    assert facts("开会", moments=(MOMENT,)).invention(f"开会，{words}") is None


@pytest.mark.parametrize(
    "words",
    [
        "下午四点",
        "15:01",
        "3 am",
        "03:00",
        "凌晨三点",
        "12月3日",
        "周四",
        "12月2日下午4点",
        "明天",
        "每周三",
        "上午",
        "一小时",
    ],
)
def test_any_other_time_is_one(words: str) -> None:
    assert facts("开会", moments=(MOMENT,)).invention(f"开会，{words}") is not None


def test_a_clock_time_of_a_source_makes_no_other_number_true() -> None:
    assert facts("三点开会").invention("3人参加") is not None


def test_what_is_said_to_be_absent_is_not_claimed() -> None:
    assert facts("开会").invention("未提供会议室和参会客户") is None
    assert facts("开会").invention("没有问题，在会议室") is not None
