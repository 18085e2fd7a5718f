"""Every object of design section 7 for people."""

from __future__ import annotations

from itertools import count

from rich.text import Text

from timeflow.cli.render.card import View, render_card
from timeflow.cli.render.items import render_items
from timeflow.cli.render.texts import shown, tell
from timeflow.cli.render.times import moment_label
from timeflow.cli.shown import short_id
from timeflow.conversation.contracts import Clarification, MainAgentResponse
from timeflow.execution.contracts import (
    ConfirmationRequiredResponse,
    Display,
    ErrorEvent,
    InteractionCancelResponse,
    SelectionRequired,
    WriteDecisionResult,
)


def render_event(event: MainAgentResponse, view: View, *, with_commands: bool = True) -> Text:
    """What a turn ended with; ``with_commands`` adds the commands that go on from there."""
    match event:
        case ConfirmationRequiredResponse():
            return render_card(event, view, with_commands=with_commands)
        case SelectionRequired():
            return _selection(event, view, with_commands=with_commands)
        case Clarification():
            return _clarification(event, view, with_commands=with_commands)
        case Display():
            return _display(event, view)
        case WriteDecisionResult():
            return _result(event, view, with_commands=with_commands)
        case InteractionCancelResponse():
            return Text(tell("cancelled.before" if event.already_cancelled else "cancelled", view.locale))
        case ErrorEvent():
            return _error(event, view, with_commands=with_commands)


def summary_of(event: MainAgentResponse) -> str:
    """The words by which the language of an object is told."""
    match event:
        case ConfirmationRequiredResponse():
            return event.summary
        case SelectionRequired():
            return event.question
        case Clarification():
            return event.questions[0].question_text
        case Display():
            return event.text
        case WriteDecisionResult():
            return " ".join(item.title for item in event.items)
        case InteractionCancelResponse():
            return ""
        case ErrorEvent():
            return event.message


def _selection(event: SelectionRequired, view: View, *, with_commands: bool) -> Text:
    lines = [Text(shown(event.question), "bold")]
    lines += [
        Text.assemble(("  " + shown(option.option_id), "cyan"), f"  {shown(option.label)}") for option in event.options
    ]
    name = short_id(event.interaction_id)
    lines.append(Text(f"  {tell('choice.id', view.locale, id=name)}", "dim"))
    if with_commands:
        first = shown(event.options[0].option_id)
        lines.append(
            Text.assemble(f"  {tell('how.choose', view.locale)}  ", (f"timeflow choose {name} {first}", "blue"))
        )
        lines.append(Text.assemble(f"  {tell('how.cancel', view.locale)}  ", (f"timeflow cancel {name}", "blue")))
    return Text("\n").join(lines)


def _clarification(event: Clarification, view: View, *, with_commands: bool) -> Text:
    lines: list[Text] = []
    # Numbered through, so that one number names an answer to one of several questions.
    place = count(1)
    for question in event.questions:
        lines.append(Text(shown(question.question_text), "bold"))
        lines += [
            Text.assemble((f"  {next(place)}", "cyan"), f"  {shown(option.label)}") for option in question.options
        ]
    if with_commands:
        lines.append(Text(f"  {tell('clarification.how', view.locale)}", "dim"))
    return Text("\n").join(lines)


def _display(event: Display, view: View) -> Text:
    # An answer may have several lines of its own.
    text = Text("\n").join(Text(shown(line)) for line in event.text.splitlines() or [""])
    return Text("\n").join([text, render_items(event.items, view)]) if event.items else text


def _result(event: WriteDecisionResult, view: View, *, with_commands: bool) -> Text:
    if event.status == "rejected":
        lines = [Text(tell("result.rejected", view.locale))]
    else:
        lines = [Text(f"✓ {tell('result.applied', view.locale)}", "green")]
        if event.items:
            lines.append(render_items(event.items, view))
    if event.replayed:
        lines.append(Text(f"  {tell('result.replayed', view.locale)}", "dim"))
    if event.undo and with_commands:
        when = moment_label(event.undo.expires_at, view.locale, view.today)
        undo = tell("result.undo", view.locale, id=short_id(event.write_request_id), when=when)
        lines.append(Text(f"  {undo}", "dim"))
    return Text("\n").join(lines)


def _error(event: ErrorEvent, view: View, *, with_commands: bool) -> Text:
    lines = [Text.assemble((f"✗ {shown(event.message)}", "red"), (f"  [{shown(event.reason_code)}]", "dim"))]
    lines += [
        Text.assemble(("  " + shown(problem.field), "bold"), f"  {shown(problem.message)}")
        for problem in event.field_errors
    ]
    if event.replacement is not None:
        lines.append(Text(tell("replacement", view.locale)))
        lines.append(render_card(event.replacement, view, with_commands=with_commands))
    return Text("\n").join(lines)
