"""The offline answer to ``主 Agent/ask_long_task``: the fixed questions that are still open."""

from __future__ import annotations

from agentbase.llm.providers.offline import OfflineCall
from timeflow.perception.long_task_questions import LongTaskQuestions, LongTaskQuestionsInput, fixed_questions


def ask_long_task(call: OfflineCall) -> LongTaskQuestions:
    """Ask all at once; the conservative variant asks the same."""
    given = LongTaskQuestionsInput.model_validate(call.payload)
    return LongTaskQuestions(questions=fixed_questions(given.locale, given.known_fields))
