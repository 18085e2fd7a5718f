"""输出感知层决策: the one object that execution takes (A section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from timeflow.functions.contracts import AgentName, FunctionName, FunctionParams
from timeflow.perception.contracts import (
    ConversationMessageDTO,
    IntentRecognitionResult,
    PerceptionAnalyzeResponse,
    PerceptionDecision,
)
from timeflow.perception.parse_params import PAIR_OF_INTENT, FunctionUnderstanding


def intent_of(request: FunctionUnderstanding, summary: str) -> IntentRecognitionResult:
    """识别用户意图: the pair, in the words of A section 7."""
    agent_name, function_name = PAIR_OF_INTENT[request.intent]
    return IntentRecognitionResult(
        agent_name=agent_name,
        function_name=function_name,
        intent_summary=summary,
        is_long_task_split=request.intent == "split_long_goal",
    )


def ready(
    pair: tuple[AgentName, FunctionName],
    params: FunctionParams,
    recent_messages: Sequence[ConversationMessageDTO],
    trace_id: str | None,
    query: str,
) -> PerceptionAnalyzeResponse:
    """A complete request. ``query`` is all that was said of it."""
    decision = PerceptionDecision(
        agent_name=pair[0],
        function_name=pair[1],
        params=params.model_dump(mode="json"),
        recent_messages=list(recent_messages),
        trace_id=trace_id,
        query=query,
    )
    return PerceptionAnalyzeResponse(status="ready_for_execution", decision=decision)


def unsupported(sentence: str) -> PerceptionAnalyzeResponse:
    """Nothing that the five functions do; ``sentence`` says kindly what they do."""
    return PerceptionAnalyzeResponse(
        status="unsupported_intent", error_message=sentence, reason_code="UNSUPPORTED_INTENT"
    )


def failed(message: str, reason_code: str) -> PerceptionAnalyzeResponse:
    """The call or what it needs failed."""
    return PerceptionAnalyzeResponse(status="error", error_message=message, reason_code=reason_code)
