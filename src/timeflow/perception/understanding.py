"""What the understanding call is told and what it answers (A section 6: 识别用户意图 and 解析调用参数, decisions 4).

The answer quotes the person's words. It never computes a time: every quote is looked up in the text and resolved by
``timeexpr``.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from agentbase.core.contract import AwareDatetime, ContractModel
from timeflow.functions.contracts import AgentName, FunctionName, ItemStatus, ItemType, Operation, Wish

Quote = Annotated[str, Field(min_length=1, max_length=200)]
"""Words exactly as they stand in the input, or in the dialogue of the question that is being answered."""

QuestionField = Annotated[str, Field(min_length=1, max_length=64)]


class DialogueMessage(ContractModel):
    """One earlier message, oldest first in its list. ``titles``: the items that a reply showed or wrote."""

    role: Literal["user", "assistant"]
    content: str
    created_at: AwareDatetime
    titles: list[str] = Field(default_factory=list, exclude_if=lambda titles: not titles)


class GivenAnswer(ContractModel):
    """What was asked about a request, and what the person answered.

    ``value`` is the value of the chosen option, where one was chosen; ``about`` the words that the question was about.
    """

    field_name: QuestionField
    question_text: str
    answer: str
    value: str | None = None
    about: str | None = None


class OpenRequest(ContractModel):
    """A request that is being completed: its own words and the answers so far, the newest last."""

    original_request: str
    answers: list[GivenAnswer]


class Capability(ContractModel):
    """One row of the capability table, as far as it helps to understand: its fields stand in the answer's schema."""

    agent_name: AgentName
    function_name: FunctionName
    description: str


class UnderstandingInput(ContractModel):
    """Everything that the call sees. ``raw_input`` is the current sentence after normalisation."""

    raw_input: str
    recent_messages: list[DialogueMessage]
    open_request: OpenRequest | None = None
    current_time: AwareDatetime
    today: date
    weekday: str
    timezone: str
    locale: Literal["zh-CN", "en"]
    available_functions: list[Capability]


class QuotedTime(ContractModel):
    """The words that say one time; several pieces where they stand apart (``明天`` … ``下午三点``).

    ``value`` is what the model believes they mean; it is compared and never used.
    """

    words: Annotated[list[Quote], Field(min_length=1, max_length=4)]
    value: Annotated[str, Field(max_length=64)] | None = None


class QuotedTarget(ContractModel):
    """Which existing items are meant, in the person's words.

    ``pronoun``: a word that points into the dialogue (``它``, ``that one``) where the dialogue does not say to what.
    """

    words: list[Quote] = Field(default_factory=list, max_length=10)
    item_types: list[ItemType] = Field(default_factory=list)
    statuses: list[ItemStatus] = Field(default=["active"])
    time: QuotedTime | None = None
    overdue: bool = False
    every: bool = False
    goal_title: Quote | None = None
    exclude: list[Quote] = Field(default_factory=list, max_length=10)
    pronoun: Quote | None = None


class QuotedChange(ContractModel):
    """What an update changes; see :class:`timeflow.functions.contracts.ItemChange`."""

    kind: Literal["revise", "move_to", "shift", "roll_over", "set_due", "set_length", "move_end"]
    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    when: QuotedTime | None = None
    due: QuotedTime | None = None
    duration: QuotedTime | None = None
    shift: QuotedTime | None = None
    direction: Literal["later", "earlier"] | None = None


class ScheduleTodoUnderstanding(ContractModel):
    """日程待办 Agent / generate_item_content."""

    intent: Literal["schedule_todo"] = "schedule_todo"
    operation: Operation
    item_type: ItemType | None = None
    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    when: QuotedTime | None = None
    all_day: bool = False
    due: QuotedTime | None = None
    duration: QuotedTime | None = None
    change: QuotedChange | None = None
    new_status: ItemStatus | None = None
    query_kind: Literal["items", "free_time"] | None = None
    target: QuotedTarget | None = None
    must_keep_terms: list[Quote] = Field(default_factory=list, max_length=20)
    additional_constraints: list[Quote] = Field(default_factory=list, max_length=20)
    wishes: list[Wish] = Field(default_factory=list)


class FeedbackUnderstanding(ContractModel):
    """反馈 Agent / normalize_feedback. The feedback itself is the input, word for word."""

    intent: Literal["feedback"] = "feedback"
    occurred: QuotedTime | None = None
    duration: QuotedTime | None = None
    target: QuotedTarget


class LongTaskUnderstanding(ContractModel):
    """长任务拆分 Agent / split_long_goal."""

    intent: Literal["split_long_goal"] = "split_long_goal"
    goal_title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    deadline: QuotedTime | None = None
    existing_goal: bool = False


class ReplanUnderstanding(ContractModel):
    """重排 Agent / generate_replan_content."""

    intent: Literal["replan"] = "replan"
    scope: Literal["all_items", "single_long_goal"] = "all_items"
    goal_title: Quote | None = None
    range: QuotedTime | None = None
    fixed_words: list[Quote] = Field(default_factory=list, max_length=10)


class ReviewUnderstanding(ContractModel):
    """复盘 Agent / generate_review."""

    intent: Literal["review"] = "review"
    review_type: Literal["all_items", "single_long_goal"] = "all_items"
    goal_title: Quote | None = None
    range: QuotedTime | None = None
    focus: Annotated[str, Field(max_length=1000)] | None = None


class SeveralRequests(ContractModel):
    """The sentence asks for several things of different kinds; the person chooses which comes first."""

    intent: Literal["several_requests"] = "several_requests"
    requests: Annotated[list[Quote], Field(min_length=2, max_length=6)]


class UnclearRequest(ContractModel):
    """A few words that may or may not be something to note down."""

    intent: Literal["unclear"] = "unclear"
    title: Quote


class UnsupportedRequest(ContractModel):
    """Nothing of the five functions. ``topic`` picks the kind sentence of the answer."""

    intent: Literal["unsupported"] = "unsupported"
    topic: Literal[
        "greeting", "thanks", "help", "feelings", "weather", "messages", "reminders", "security", "other"
    ] = "other"


UnderstoodRequest = (
    ScheduleTodoUnderstanding
    | FeedbackUnderstanding
    | LongTaskUnderstanding
    | ReplanUnderstanding
    | ReviewUnderstanding
    | SeveralRequests
    | UnclearRequest
    | UnsupportedRequest
)


class WordedOption(ContractModel):
    """An answer that the model proposes."""

    label: Annotated[str, Field(min_length=1, max_length=100)]
    value: Annotated[str, Field(min_length=1, max_length=200)]


class WordedQuestion(ContractModel):
    """The wording of a question for something that is missing. Code decides whether it is asked."""

    field_name: QuestionField
    question_text: Annotated[str, Field(min_length=1, max_length=200)]
    options: list[WordedOption] = Field(default_factory=list, max_length=6)


_PROSE: Final = ("title", "description", "default")


def _slim(node: Any) -> None:
    if isinstance(node, list):
        for element in node:
            _slim(element)
    elif isinstance(node, dict):
        for name in _PROSE:
            node.pop(name, None)
        if "intent" in node.get("properties", {}):
            # It has a default in code; a model must say it, for it tells the kinds of request apart.
            node["required"] = ["intent", *node.get("required", [])]
        for key, value in node.items():
            # Below ``properties`` and ``$defs`` the keys are names of ours, among them ``title``.
            for part in value.values() if key in {"properties", "$defs"} else [value]:
                _slim(part)


class Understanding(ContractModel):
    """The one answer: a wrapper, since strict JSON-schema modes refuse a union at the root (decisions 4)."""

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The schema without titles, defaults and prose, which the prompt says better: half of every call's tokens."""
        document = super().model_json_schema(*args, **kwargs)
        _slim(document)
        return document

    intent_summary: Annotated[str, Field(max_length=200)] = ""
    request: UnderstoodRequest
    questions: list[WordedQuestion] = Field(default_factory=list, max_length=5)
