"""Objects of design section 7, made by hand."""

from __future__ import annotations

from typing import Any

from timeflow.conversation.contracts import Clarification
from timeflow.data.contracts import ItemView
from timeflow.execution.contracts import (
    ChangeView,
    ConfirmationRequiredResponse,
    ConflictView,
    DefaultView,
    SelectionOption,
    SelectionRequired,
    SourceView,
    UndoOffer,
    WriteDecisionResult,
)
from timeflow.perception.contracts import ClarificationOption, ClarificationQuestion

CARD_ID = "01a22d80-1438-75f2-bf69-3981e5a64530"
CHOICE_ID = "01a22d80-1493-765b-89f1-d8496992ceb3"
UNDO_ID = "01a22d80-1493-765b-89f1-000000abcdef"


def item(**changes: Any) -> ItemView:
    """A meeting of an hour."""
    values: dict[str, Any] = {
        "item_id": "01a22d81-f86d-7349-81e8-2bf229258cd2",
        "item_type": "schedule",
        "title": "和王工评审接口",
        "start_at": "2026-12-02T15:00:00+08:00",
        "end_at": "2026-12-02T16:00:00+08:00",
        "version": 1,
    }
    return ItemView.model_validate(values | changes)


def creation(**changes: Any) -> ChangeView:
    """A new meeting, one time in words and one by default."""
    values: dict[str, Any] = {
        "change_id": "C1",
        "change_hash": f"sha256:{'1' * 64}",
        "operation": "create",
        "item_type": "schedule",
        "after": {
            "title": "和王工评审接口",
            "start_at": "2026-12-02T15:00:00+08:00",
            "end_at": "2026-12-02T16:00:00+08:00",
            "all_day": False,
        },
        "sources": (SourceView(field="start_at", words="明天下午三点", rule="zh.relative_day"),),
        "defaults": (DefaultView(field="end_at", because="没说多久，按 60 分钟"),),
    }
    return ChangeView.model_validate(values | changes)


def conflict() -> ConflictView:
    """Another meeting at the same time."""
    return ConflictView(
        item_id="01a22d81-f86d-7349-81e8-2bf229258cd3",
        title="周会",
        start_at="2026-12-02T15:30:00+08:00",
        end_at="2026-12-02T16:30:00+08:00",
    )


def card(**changes: Any) -> ConfirmationRequiredResponse:
    """A card with one creation."""
    values: dict[str, Any] = {
        "correlation_id": "c",
        "write_request_id": CARD_ID,
        "payload_hash": f"sha256:{'2' * 64}",
        "expires_at": "2026-12-02T10:00:00+08:00",
        "weight": "light",
        "change_count": 1,
        "summary": "新建日程：和王工评审接口",
        "made_by": "offline/standard",
        "changes": (creation(),),
    }
    return ConfirmationRequiredResponse.model_validate(values | changes)


def choice(options: int = 2) -> SelectionRequired:
    """Which of these?"""
    return SelectionRequired(
        correlation_id="c",
        interaction_id=CHOICE_ID,
        question="指的是哪一个？",
        options=tuple(SelectionOption(option_id=str(place), label=f"会议 {place}") for place in range(1, options + 1)),
    )


def questions() -> Clarification:
    """Two questions, three answers to choose from."""
    return Clarification(
        correlation_id="c",
        reason="missing_required_params",
        questions=(
            ClarificationQuestion(
                question_id="q1",
                field_name="title",
                question_text="要记什么？",
                options=[ClarificationOption(label="会议", value="开会")],
            ),
            ClarificationQuestion(
                question_id="q2",
                field_name="when",
                question_text="什么时候？",
                options=[
                    ClarificationOption(label="今天", value="今天"),
                    ClarificationOption(label="明天", value="明天"),
                ],
            ),
        ),
    )


def result(**changes: Any) -> WriteDecisionResult:
    """An applied write that can be taken back."""
    values: dict[str, Any] = {
        "correlation_id": "c",
        "write_request_id": CARD_ID,
        "status": "applied",
        "items": (item(),),
        "undo": UndoOffer(
            write_request_id=UNDO_ID, payload_hash=f"sha256:{'3' * 64}", expires_at="2026-12-02T10:00:00+08:00"
        ),
    }
    return WriteDecisionResult.model_validate(values | changes)
