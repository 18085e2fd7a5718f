"""A decision of A as it comes: with A's own messages, and without a run where nobody has begun one."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from timeflow.execution.contracts import MainAgentDecisionInput, RecentMessage
from timeflow.perception.contracts import ConversationMessageDTO

NOW = datetime(2026, 12, 1, 2, tzinfo=UTC)


def test_messages_of_perception_are_taken_as_they_are() -> None:
    message = ConversationMessageDTO(
        id=UUID(int=1),
        user_id=UUID(int=2),
        message_index=1,
        role="user",
        modality="text",
        raw_content="明天开会",
        source_url=None,
        metadata={},
        created_at=NOW,
    )
    decision = MainAgentDecisionInput.model_validate({
        "correlation_id": "c",
        "trace_id": "t",
        "user_id": "u",
        "query": "明天开会",
        "current_time": NOW,
        "timezone": "Asia/Shanghai",
        "target_agent": "日程待办 Agent",
        "target_function": "generate_item_content",
        "parsed_params": {},
        "recent_messages": [message],
    })  # fmt: skip
    assert decision.recent_messages == (RecentMessage(role="user", content="明天开会", created_at=NOW),)
    assert decision.run_id
