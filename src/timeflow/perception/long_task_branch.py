"""判断是否长任务拆分 and 检查长任务历史问答: the branch of long goals, asked about once (A sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from timeflow.functions.contracts import GoalAnswer
from timeflow.perception.answers import goal_answers, same_goal
from timeflow.perception.clarification import OpenQuestions, open_questions_of
from timeflow.perception.contracts import ConversationMessageDTO, LongTaskBranchDecision
from timeflow.perception.reply import reply_kind
from timeflow.perception.understanding import LongTaskUnderstanding, UnderstandingInput, UnderstoodRequest


def branch_of(request: UnderstoodRequest) -> LongTaskBranchDecision:
    """Whether the special branch is taken; without a title the ordinary questions come first."""
    if isinstance(request, LongTaskUnderstanding) and request.goal_title:
        return LongTaskBranchDecision(is_long_task_split=True, goal_title=request.goal_title)
    return LongTaskBranchDecision(is_long_task_split=False)


def known_fields(request: LongTaskUnderstanding) -> list[str]:
    """What the sentence itself settles (decisions 11)."""
    return ["deadline"] if request.deadline is not None else []


def answers_about(
    goal_title: str,
    messages: Sequence[ConversationMessageDTO],
    opened: OpenQuestions | None,
    given: UnderstandingInput,
) -> list[GoalAnswer] | None:
    """The answers of this very turn, else those of the history; None where nothing was asked yet."""
    if opened is not None:
        return goal_answers(opened, given.raw_input)
    return _remembered(messages, goal_title, given)


def _remembered(
    messages: Sequence[ConversationMessageDTO], goal_title: str, given: UnderstandingInput
) -> list[GoalAnswer] | None:
    """The answer to the last questions about this same goal (decisions 11)."""
    for position in range(len(messages) - 1, -1, -1):
        message = messages[position]
        opened = open_questions_of(message.metadata)
        asked = message.metadata.get("clarification_reason") == "long_task_split_questions"
        if opened is None or not asked or not same_goal(message.metadata.get("goal_title"), goal_title):
            continue
        reply = next((later for later in messages[position + 1 :] if later.role == "user"), None)
        if reply is None or not _answers(message, reply, given):
            continue
        return goal_answers(opened, reply.raw_content)
    return None


def _answers(question: ConversationMessageDTO, reply: ConversationMessageDTO, given: UnderstandingInput) -> bool:
    """Whether the reply was an answer and no request of its own."""
    kind = reply_kind(question.metadata, reply.raw_content, now=reply.created_at, timezone=given.timezone)
    return kind == "answer"
