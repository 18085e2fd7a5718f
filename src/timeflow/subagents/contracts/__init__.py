"""Every public contract of S, by the names used there."""

from agentbase.core.contract import ContractModel
from agentbase.llm.contracts import AgentErrorCode, AgentErrorDTO, ErrorCategory, FailedStage
from timeflow.functions.contracts import AgentName, FunctionName
from timeflow.subagents.contracts.common import (
    ConversationMessageDTO,
    ExecutionStatus,
    GoalScopedProfileDTO,
    LongGoalContextDTO,
    PlanStatus,
    TimeRangeDTO,
    TimeSlotDTO,
    UserProfileDTO,
)
from timeflow.subagents.contracts.envelope import (
    ROUTES,
    AgentCallContext,
    AgentResponse,
    GenerationPath,
    ResponseType,
    SubAgentRoute,
    response_type_of,
)
from timeflow.subagents.contracts.feedback import FeedbackAgentInput, FeedbackContentCandidate, TargetItemContextDTO
from timeflow.subagents.contracts.items import (
    CANDIDATE_TYPES,
    TIME_FIELDS,
    ItemContentCandidate,
    ItemContentRequirementsDTO,
    LongGoalContentCandidate,
    ScheduleContentCandidate,
    ScheduleTodoAgentInput,
    SubtaskContentCandidate,
    TodoContentCandidate,
)
from timeflow.subagents.contracts.long_task import LongGoalPlanCandidate, LongTaskSplitAgentInput, SubtaskCandidate
from timeflow.subagents.contracts.replan import (
    FeedbackContextDTO,
    ReplanAgentInput,
    ReplanContentProposal,
    ReplanContentSuggestion,
    ReplanItemContextDTO,
)
from timeflow.subagents.contracts.review import (
    DataCoverageDTO,
    FeedbackFactDTO,
    ReviewAgentInput,
    ReviewItemFactDTO,
    ReviewResultDTO,
)

__all__ = [
    "CANDIDATE_TYPES",
    "ROUTES",
    "TIME_FIELDS",
    "AgentCallContext",
    "AgentErrorCode",
    "AgentErrorDTO",
    "AgentName",
    "AgentResponse",
    "ContractModel",
    "ConversationMessageDTO",
    "DataCoverageDTO",
    "ErrorCategory",
    "ExecutionStatus",
    "FailedStage",
    "FeedbackAgentInput",
    "FeedbackContentCandidate",
    "FeedbackContextDTO",
    "FeedbackFactDTO",
    "FunctionName",
    "GenerationPath",
    "GoalScopedProfileDTO",
    "ItemContentCandidate",
    "ItemContentRequirementsDTO",
    "LongGoalContentCandidate",
    "LongGoalContextDTO",
    "LongGoalPlanCandidate",
    "LongTaskSplitAgentInput",
    "PlanStatus",
    "ReplanAgentInput",
    "ReplanContentProposal",
    "ReplanContentSuggestion",
    "ReplanItemContextDTO",
    "ResponseType",
    "ReviewAgentInput",
    "ReviewItemFactDTO",
    "ReviewResultDTO",
    "ScheduleContentCandidate",
    "ScheduleTodoAgentInput",
    "SubAgentRoute",
    "SubtaskCandidate",
    "SubtaskContentCandidate",
    "TargetItemContextDTO",
    "TimeRangeDTO",
    "TimeSlotDTO",
    "TodoContentCandidate",
    "UserProfileDTO",
    "response_type_of",
]
