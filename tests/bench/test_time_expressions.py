from __future__ import annotations

from datetime import datetime

import pytest

from bench.sentences import SENTENCES
from bench.time_expressions import LONG_TEXTS, measure
from timeflow.timeexpr import TimeContext, find_expressions


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_sentence_of_the_benchmark_has_a_time(sentence: str) -> None:
    assert find_expressions(sentence, TimeContext(datetime(2026, 12, 1, 10), "Asia/Shanghai"))


def test_the_sentences_are_thirty_different_ones() -> None:
    assert len(set(SENTENCES)) == len(SENTENCES) == 30


def test_sentences_and_a_long_text_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.time_expressions._jionlp", lambda: None)
    sentences, long_text = measure()
    assert sentences.rows[0]["library"] == "timeexpr"
    assert isinstance(sentences.rows[0]["mean_us"], float) and sentences.rows[0]["mean_us"] > 0
    assert [row["characters"] for row in long_text.rows] == list(LONG_TEXTS)
