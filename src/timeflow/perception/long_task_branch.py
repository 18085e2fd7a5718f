"""判断是否长任务拆分 and 检查长任务历史问答: the branch of long goals, asked about once (A sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from timeflow.functions.contracts import GoalAnswer
from timeflow.perception.answers import goal_answers, remembered_answers
from timeflow.perception.clarification import OpenQuestions
from timeflow.perception.contracts import ConversationMessageDTO, LongTaskBranchDecision
from timeflow.perception.understanding import LongTaskUnderstanding, UnderstoodRequest


def branch_of(request: UnderstoodRequest) -> LongTaskBranchDecision:
    """Whether the special branch is taken; without a title the ordinary questions come first."""
    if isinstance(request, LongTaskUnderstanding) and request.goal_title:
        return LongTaskBranchDecision(is_long_task_split=True, goal_title=request.goal_title)
    return LongTaskBranchDecision(is_long_task_split=False)


def known_fields(request: LongTaskUnderstanding) -> list[str]:
    """What the sentence itself settles (decisions 11)."""
    return ["deadline"] if request.deadline is not None else []


def answers_about(
    goal_title: str, messages: Sequence[ConversationMessageDTO], opened: OpenQuestions | None, reply: str | None
) -> list[GoalAnswer] | None:
    """The answers of this very turn, else those of the history; None where nothing was asked yet."""
    if opened is not None and reply is not None:
        return goal_answers(opened, reply)
    return remembered_answers(messages, goal_title)


