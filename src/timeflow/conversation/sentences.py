"""A sentence from its acceptance to its end: words that settle something, an answer, or a request (A, then B)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from agentbase.core.database import Owner, UnitOfWork
from agentbase.core.deadline import Deadline
from agentbase.core.errors import FieldError
from agentbase.core.reasons import REASONS, base_error
from agentbase.core.text import check_text
from timeflow.conversation.contracts import (
    Clarification,
    MainAgentRequest,
    MainAgentResponse,
    Pending,
)
from timeflow.conversation.parts import ConversationParts
from timeflow.conversation.reading import waiting_for
from timeflow.conversation.spoken import (
    NotSettled,
    Spoken,
    SpokenChoice,
    SpokenDecision,
    SpokenEdit,
    SpokenUndo,
    spoken,
)
from timeflow.conversation.turns import AcceptedTurn, KnownRequest, new_turn
from timeflow.conversation.view import locale_of
from timeflow.data.times import zone_of
from timeflow.execution.card_view import card_view
from timeflow.execution.contracts import (
    AuthContext,
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    ExecutionResponse,
    InteractionCancelRequest,
    InteractionSelectionRequest,
    MainAgentDecisionInput,
    RecentMessage,
    WriteDecisionRequest,
    WriteEditRequest,
)
from timeflow.execution.error_view import error_event, failure
from timeflow.execution.one_turn import working_deadline
from timeflow.execution.reasons import execution_error
from timeflow.perception.contracts import (
    RAW_CONTENT_LIMIT,
    SOURCE_URL_LIMIT,
    PerceptionAnalyzeRequest,
    PerceptionAnalyzeResponse,
    PerceptionAnswerRequest,
    PerceptionDecision,
)
from timeflow.timeexpr.contracts import TimeContext


class SentenceTurns:
    """Runs of sentences."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts

    async def take(self, auth: AuthContext, request: MainAgentRequest) -> MainAgentResponse:
        """One sentence, one end."""
        parts = self._parts
        turn = new_turn(request.current_time, request.timezone, locale_of(request.raw_content, parts.locale))
        owner = Owner(auth.tenant_id, auth.user_id)
        deadline = Deadline.after(parts.deadline_ms, parts.clock)
        try:
            check_text("raw_content", request.raw_content, RAW_CONTENT_LIMIT)
            check_text("source_url", request.source_url or "", SOURCE_URL_LIMIT)
            _check_person(auth)
            accepted = await parts.turns.accept(owner, request, turn, deadline)
            if isinstance(accepted, KnownRequest):
                return await parts.turns.first_outcome(owner, request, accepted.run_id, deadline)
            return await self._carry_out(auth, owner, request, accepted, deadline)
        except Exception as error:  # the one exit
            return failure(error, turn.correlation_id, turn.locale)

    async def _carry_out(
        self,
        auth: AuthContext,
        owner: Owner,
        request: MainAgentRequest,
        accepted: AcceptedTurn,
        deadline: Deadline,
    ) -> MainAgentResponse:
        one = _Sentence(self._parts, auth, owner, request, accepted, deadline)
        try:
            settled = await one.settled_in_words()
            if settled is not None:
                return await one.settle(settled)
            return await one.understand()
        except Exception as error:  # an end that is stored, where the database lets us
            return await one.end(failure(error, accepted.turn.correlation_id, accepted.turn.locale))


def _check_person(auth: AuthContext) -> None:
    """A knows people by UUID (A section 3)."""
    try:
        UUID(auth.user_id)
    except ValueError:
        raise base_error("INPUT_INVALID", field_errors=[FieldError("auth.user_id", "is not a UUID")]) from None


class _Sentence:
    """One accepted sentence."""

    def __init__(
        self,
        parts: ConversationParts,
        auth: AuthContext,
        owner: Owner,
        request: MainAgentRequest,
        accepted: AcceptedTurn,
        deadline: Deadline,
    ) -> None:
        self._parts = parts
        self._auth = auth
        self._owner = owner
        self._request = request
        self._accepted = accepted
        self._turn = accepted.turn
        self._deadline = deadline
        self._working = working_deadline(deadline, parts.clock)

    async def settled_in_words(self) -> Spoken | None:
        """What the words decide, choose or edit, where the last reply showed something to settle."""
        last = self._accepted.last_reply
        shown = (last.metadata.write_request_id or last.metadata.interaction_id) if last else None
        if self._request.reply_to_question_id is not None:
            return None
        pending = Pending() if shown is None else await self._waiting(shown)
        local: datetime = self._turn.current_time.astimezone(zone_of(self._turn.timezone)).replace(tzinfo=None)
        context = TimeContext(local, self._turn.timezone, self._turn.locale, self._parts.profile.day_start_hour)
        return spoken(self._request.raw_content, pending, shown, context)

    async def settle(self, settled: Spoken) -> MainAgentResponse:
        """Do what the words say, by the same doors as buttons."""
        execution = self._parts.execution
        match settled:
            case SpokenDecision():
                decision = WriteDecisionRequest(
                    write_request_id=settled.card.write_request_id,
                    decision=settled.decision,
                    payload_hash=settled.card.payload_hash,
                    idempotency_key=f"words-{self._accepted.message_id}",
                )
                return await execution.decide(
                    decision, self._auth, self._turn, deadline=self._deadline, closing=self._closing
                )
            case SpokenEdit():
                edit = WriteEditRequest(
                    write_request_id=settled.card.write_request_id,
                    fields=settled.fields,
                    current_time=self._turn.current_time,
                    timezone=self._turn.timezone,
                )
                return await execution.edit(
                    edit, self._auth, self._turn, deadline=self._deadline, closing=self._closing
                )
            case SpokenChoice(choice=choice, option_id=None):
                cancel = InteractionCancelRequest(interaction_id=choice.interaction_id)
                return await execution.cancel(
                    cancel, self._auth, self._turn, deadline=self._deadline, closing=self._closing
                )
            case SpokenChoice(choice=choice, option_id=str(option_id)):
                selection = InteractionSelectionRequest(interaction_id=choice.interaction_id, option_id=option_id)
                return await self._choose(selection, settled.start_at)
            case SpokenUndo():
                return await self._show_undo()
            case NotSettled():
                return await self.end(self._not_settled(settled))
            case _:
                raise base_error("INTERNAL_ERROR")

    async def _choose(self, selection: InteractionSelectionRequest, start_at: str | None) -> MainAgentResponse:
        """Go on with the option; another time than the ones offered is then an edit of the card that it leads to."""
        execution = self._parts.execution
        if start_at is None:
            return await execution.select(
                selection, self._auth, self._turn, deadline=self._deadline, closing=self._closing
            )
        card = await execution.select(selection, self._auth, self._turn, deadline=self._deadline)
        if not isinstance(card, ConfirmationRequiredResponse):
            return await self.end(card)
        edit = WriteEditRequest(
            write_request_id=card.write_request_id,
            fields={"start_at": start_at},
            current_time=self._turn.current_time,
            timezone=self._turn.timezone,
        )
        return await execution.edit(edit, self._auth, self._turn, deadline=self._deadline, closing=self._closing)

    async def _waiting(self, shown_id: str) -> Pending:
        """What is open; an undo that was just shown stands alone, for it waits in nobody's list."""
        pending = await waiting_for(self._parts, self._owner, self._turn.timezone, self._deadline)
        undo = await self._parts.database.read(
            self._deadline, lambda uow: self._parts.gate.find(uow, self._owner, shown_id)
        )
        if undo is None or undo.kind != "undo" or undo.status != "pending":
            return pending
        return Pending(cards=(card_view(undo, self._turn.timezone, self._turn.locale),))

    async def _show_undo(self) -> MainAgentResponse:
        """The card of the prepared inverse of the last write; it needs its own decision."""

        async def work(uow: UnitOfWork) -> MainAgentResponse:
            found = await self._parts.gate.find_undo(uow, self._owner)
            if found is None:
                error = execution_error("NOTHING_TO_UNDO", locale=self._turn.locale)
                response: MainAgentResponse = error_event(error, self._turn.correlation_id, self._turn.locale)
            else:
                response = card_view(found, self._turn.timezone, self._turn.locale)
            await self._parts.turns.end(uow, self._owner, self._accepted, response, says=True)
            return response

        return await self._parts.database.write(self._owner, self._deadline, work)

    async def understand(self) -> MainAgentResponse:
        """Perception, then execution."""
        found = await self._perceive()
        match found.status:
            case "ready_for_execution" if found.decision is not None:
                return await self._parts.execution.execute(
                    self._decision(found.decision), self._auth, deadline=self._deadline, closing=self._closing
                )
            case "need_clarification" if found.clarification is not None:
                asked = Clarification(
                    correlation_id=self._turn.correlation_id,
                    reason=found.clarification.reason,
                    questions=tuple(found.clarification.questions),
                )
                return await self.end(asked, says=False)
            case "unsupported_intent":
                text = found.error_message or execution_error("UNSUPPORTED_INTENT").safe_message
                return await self.end(Display(correlation_id=self._turn.correlation_id, text=text))
            case _:
                return await self.end(self._perception_error(found))

    async def end(self, response: MainAgentResponse, *, says: bool = True) -> MainAgentResponse:
        """End the run with an answer that stores nothing else."""

        async def work(uow: UnitOfWork) -> None:
            await self._parts.turns.end(uow, self._owner, self._accepted, response, says=says)

        await self._parts.database.write(self._owner, self._deadline, work)
        return response

    async def _closing(self, uow: UnitOfWork, response: ExecutionResponse) -> None:
        await self._parts.turns.end(uow, self._owner, self._accepted, response, says=True)

    async def _perceive(self) -> PerceptionAnalyzeResponse:
        request, turn = self._request, self._turn
        said = {
            "user_id": UUID(self._auth.user_id),
            "raw_content": request.raw_content,
            "modality": request.modality,
            "source_url": request.source_url,
            "client_message_id": request.client_message_id,
            "current_time": turn.current_time,
            "timezone": turn.timezone,
            "locale": turn.locale,
            "current_message_id": UUID(self._accepted.message_id),
        }
        question_id = request.reply_to_question_id or self._open_question_id()
        if question_id is None:
            analyzed = PerceptionAnalyzeRequest.model_validate(said)
            return await self._parts.perception.analyze(analyzed, deadline=self._working, trace_id=turn.trace_id)
        answered = PerceptionAnswerRequest.model_validate({**said, "reply_to_question_id": question_id})
        return await self._parts.perception.answer(answered, deadline=self._working, trace_id=turn.trace_id)

    def _open_question_id(self) -> str | None:
        last = self._accepted.last_reply
        return last.metadata.question_ids[0] if last is not None and last.metadata.question_ids else None

    def _decision(self, decision: PerceptionDecision) -> MainAgentDecisionInput:
        return MainAgentDecisionInput(
            correlation_id=self._turn.correlation_id,
            trace_id=self._turn.trace_id,
            run_id=self._turn.run_id,
            user_id=self._auth.user_id,
            query=decision.query or self._request.raw_content,
            current_time=self._turn.current_time,
            timezone=self._turn.timezone,
            locale=self._turn.locale,
            target_agent=decision.agent_name,
            target_function=decision.function_name,
            parsed_params=decision.params,
            candidate_query=decision.params.get("candidate_query"),
            recent_messages=tuple(
                RecentMessage(role=message.role, content=message.raw_content, created_at=message.created_at)
                for message in decision.recent_messages
                if message.role in {"user", "assistant"}
            ),
        )

    def _perception_error(self, found: PerceptionAnalyzeResponse) -> ErrorEvent:
        namespace = next((one for one in ("A", "S", "B") if REASONS.get(one, found.reason_code or "")), "BASE")
        about_words = found.reason_code in {"INPUT_EMPTY", "INPUT_TOO_LONG"}
        error = REASONS.build_error(
            namespace,
            found.reason_code or "INTERNAL_ERROR",
            locale=self._turn.locale,
            field_errors=[FieldError("raw_content", "is not usable")] if about_words else (),
        )
        shown = error_event(error, self._turn.correlation_id, self._turn.locale)
        return shown if found.error_message is None else shown.model_copy(update={"message": found.error_message})

    def _not_settled(self, problem: NotSettled) -> ErrorEvent:
        if problem.problem == "several":
            error = execution_error("SEVERAL_CARDS_OPEN", locale=self._turn.locale)
        else:
            count = str(problem.count)
            error = execution_error(
                "CHANGE_COUNT_MISMATCH", locale=self._turn.locale, field="change_count", problem=count
            )
        return error_event(error, self._turn.correlation_id, self._turn.locale)
