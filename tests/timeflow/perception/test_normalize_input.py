"""Typed, spoken and scanned words become one clean text (A section 6)."""

from __future__ import annotations

import pytest

from tests.timeflow.perception.support import analyzed, params_of, request
from timeflow.perception.normalize_input import normalize_input


def normalized(text: str, modality: str = "text") -> str | None:
    found = normalize_input(request(text, modality=modality), "Asia/Shanghai")
    return found.raw_content if found is not None else None


@pytest.mark.parametrize(
    ("spoken", "clean"),
    [
        ("嗯明天下午三点开会", "明天下午三点开会"),
        ("呃，那个，帮我记一下买牛奶", "帮我记一下买牛奶"),
        ("um remind me to call mom uh tomorrow", "remind me to call mom tomorrow"),
        ("付一下额度内的账单", "付一下额度内的账单"),
        ("把那个会取消", "把那个会取消"),
    ],
)
def test_hesitation_is_no_content_of_speech(spoken: str, clean: str) -> None:
    assert normalized(spoken, "voice_asr") == clean


@pytest.mark.parametrize(
    ("scanned", "clean"),
    [
        ("会议通知\n时间：明天下午三点\n地点：302会议室", "会议通知，时间：明天下午三点，地点：302会议室"),
        ("明天下午三点和王工在三楼大会议\n室评审接口", "明天下午三点和王工在三楼大会议室评审接口"),
        ("|| 明天开会 ~~\n-----\n***", "明天开会"),
        ("Team meeting\nTomorrow 3pm", "Team meeting, Tomorrow 3pm"),
    ],
)
def test_lines_and_noise_of_a_picture_are_put_right(scanned: str, clean: str) -> None:
    assert normalized(scanned, "image_ocr") == clean


def test_typed_words_keep_their_lines() -> None:
    assert normalized("买牛奶\n买鸡蛋") == "买牛奶\n买鸡蛋"


def test_control_and_bidirectional_characters_go() -> None:
    assert normalized("明天\u202e开会\x07\x1b[31m") == "明天开会"


async def test_speech_without_marks_is_understood() -> None:
    params = params_of(await analyzed("嗯明天下午三点跟王工评审接口大概一个小时", modality="voice_asr"))
    assert params["title"] == "跟王工评审接口"
    assert params["when"]["start"] == "2026-12-02T15:00:00"
    assert params["duration"]["duration_seconds"] == 3600


async def test_a_scanned_notice_is_understood() -> None:
    notice = "会议主题：接口评审\n时间：12月3日 15:00-16:00\n地点：302会议室"
    params = params_of(await analyzed(notice, modality="image_ocr"))
    assert params["title"] == "接口评审"
    assert (params["when"]["start"], params["when"]["end"]) == ("2026-12-03T15:00:00", "2026-12-03T16:00:00")
    assert params["description"] == "地点：302会议室"
