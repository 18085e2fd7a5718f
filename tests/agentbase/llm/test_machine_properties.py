"""Whatever two models answer, the result keeps the rules of S §8.9 and §8.12."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from agentbase.llm.contracts import AgentErrorCode
from agentbase.testing.scripted_model import Answer, Failure, Raise, Reply, scripted_route
from tests.agentbase.llm.support import GOOD, generate

ANSWERS: st.SearchStrategy[Answer] = st.sampled_from(
    [
        GOOD,
        "no json",
        "",
        '{"title":"a"}',
        '{"title":"a","at":"2026-12-02T15:00:00+08:00","user_id":1}',
        Reply(GOOD, finish_reason="length"),
        Reply(GOOD, finish_reason="content_filter"),
        Reply(GOOD, request_id="another"),
        Failure("RATE_LIMITED"),
        Failure("PROVIDER_AUTH_FAILED"),
        Failure("CONTENT_BLOCKED"),
        Failure("CONTEXT_WINDOW_INSUFFICIENT"),
        Raise(ValueError("x")),
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    first=st.lists(ANSWERS, max_size=3),
    second=st.lists(ANSWERS, max_size=3),
    max_attempts=st.integers(min_value=1, max_value=4),
)
async def test_the_machine_keeps_its_rules(first: list[Answer], second: list[Answer], max_attempts: int) -> None:
    route = scripted_route("first", "second", max_attempts=max_attempts)
    result, primary, fallback = await generate(first, second, route=route)
    calls = len(primary.requests) + len(fallback.requests)
    assert len(result.attempts) == calls <= max_attempts
    assert sum(attempt.is_format_repair for attempt in result.attempts) <= 1
    order = [attempt.provider_name for attempt in result.attempts]
    assert order == sorted(order)
    blocked = [attempt for attempt in result.attempts if attempt.status == "blocked"]
    assert bool(blocked) == (result.status == "blocked")
    if result.status == "success":
        assert result.generated_content is not None
        assert result.attempts[-1].status == "accepted"
    else:
        assert result.error is not None
        assert result.error.code in {
            AgentErrorCode.LLM_UNAVAILABLE, AgentErrorCode.OUTPUT_INVALID, AgentErrorCode.INTERNAL_ERROR,
            AgentErrorCode.CONTENT_BLOCKED, AgentErrorCode.NO_COMPATIBLE_MODEL,
        }  # fmt: skip
