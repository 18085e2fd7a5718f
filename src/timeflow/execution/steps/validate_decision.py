"""Step 2: whether what A handed over is whole and allowed. Intent and parameters are not judged again (RISK-B-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from agentbase.core.text import check_text
from timeflow.execution.contracts import QUERY_LIMIT, AuthContext, MainAgentDecisionInput
from timeflow.execution.reasons import execution_error
from timeflow.functions.contracts import FunctionParams, ItemChange, ScheduleTodoParams
from timeflow.functions.registry import PARAMS_BY_PAIR


@dataclass(frozen=True, slots=True)
class DecisionValidationResult:
    """The decision with its parameters typed."""

    decision: MainAgentDecisionInput
    params: FunctionParams


def validate_decision(decision: MainAgentDecisionInput, auth: AuthContext) -> DecisionValidationResult:
    """Type the parameters and check that they belong together.

    Raises TARGET_NOT_FOUND for another user's decision, FUNCTION_NOT_REGISTERED for an unknown pair, INPUT_INVALID for
    text that cannot be stored, and DECISION_INVALID; both name the field.
    """
    if decision.user_id != auth.user_id:
        raise execution_error("TARGET_NOT_FOUND", locale=decision.locale)
    model = PARAMS_BY_PAIR.get((decision.target_agent, decision.target_function))
    if model is None:
        raise execution_error("FUNCTION_NOT_REGISTERED", locale=decision.locale)
    try:
        params = model.model_validate(decision.parsed_params)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise execution_error(
            "DECISION_INVALID", locale=decision.locale, field=f"parsed_params.{where}", problem="is not usable"
        ) from None
    for field, text in (("query", decision.query), *_texts(params.model_dump(mode="json"), "parsed_params")):
        check_text(field, text, QUERY_LIMIT)
    if decision.candidate_query != params.candidate_query:
        _refuse(decision, "candidate_query", "differs from the one in parsed_params")
    if isinstance(params, ScheduleTodoParams):
        _check_schedule_todo(decision, params)
    return DecisionValidationResult(decision, params)


def _check_schedule_todo(decision: MainAgentDecisionInput, params: ScheduleTodoParams) -> None:
    """``candidate_query`` stands when and only when existing items are looked for (decisions 5)."""
    free_time = params.query is not None and params.query.kind == "free_time"
    if not free_time and (params.candidate_query is None) != (params.operation == "create"):
        _refuse(decision, "candidate_query", "does not fit the operation")
    match params.operation:
        case "create" if not params.title or params.item_type is None:
            _refuse(decision, "title", "a new item needs a title and a type")
        case "update" if params.change is None or not _says_what(params.change):
            _refuse(decision, "change", "an update needs what to change")
        case "set_status" if params.new_status is None:
            _refuse(decision, "new_status", "is missing")
        case "query" if params.query is None:
            _refuse(decision, "query", "is missing")
        case _:
            pass


def _texts(value: JsonValue, field: str) -> Iterator[tuple[str, str]]:
    """Every text within, by its dotted name."""
    match value:
        case str():
            yield field, value
        case dict():
            for name, inner in value.items():
                yield from _texts(inner, f"{field}.{name}")
        case list():
            for place, inner in enumerate(value):
                yield from _texts(inner, f"{field}.{place}")


def _says_what(change: ItemChange) -> bool:
    match change.kind:
        case "revise":
            return any((change.title, change.description, change.when, change.due, change.duration))
        case "move_to" | "roll_over":
            return change.when is not None or change.due is not None
        case "shift" | "move_end":
            return change.shift is not None and change.direction is not None
        case "set_due":
            return change.due is not None or change.when is not None
        case "set_length":
            return change.duration is not None


def _refuse(decision: MainAgentDecisionInput, field: str, problem: str) -> None:
    raise execution_error("DECISION_INVALID", locale=decision.locale, field=field, problem=problem)
