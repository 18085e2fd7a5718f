"""Summaries are kept until they are taken, and never without bound."""

from __future__ import annotations

from datetime import UTC, datetime

from timeflow.subagents.run_summary import CAPACITY, AgentRunSummary, RunSummaries

MOMENT = datetime(2026, 12, 1, tzinfo=UTC)


def summary(request_id: str) -> AgentRunSummary:
    return AgentRunSummary(
        request_id=request_id,
        trace_id=None,
        agent_name="日程待办 Agent",
        function_name="generate_item_content",
        status="succeeded",
        generation_path="primary_model",
        made_by="offline/standard",
        prompt_version="v1",
        attempts=1,
        prompt_tokens=1,
        output_tokens=1,
        error_code=None,
        reason_code=None,
        started_at=MOMENT,
        finished_at=MOMENT,
        duration_ms=0,
    )


def test_the_oldest_summary_is_dropped_when_nobody_takes_any() -> None:
    summaries = RunSummaries()
    for number in range(CAPACITY + 1):
        summaries.record_agent_run_summary(summary(str(number)))
    assert summaries.take("0") is None
    assert summaries.take("1") is not None
    assert summaries.take(str(CAPACITY)) is not None
