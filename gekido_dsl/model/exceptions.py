"""Exceptions: what holds instead of a definition, property or amount, or is done instead of a rule."""

from gekido_dsl.diagnostics import Label, Missing, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.canonical import canonical
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.fields import params_of
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.model.reports import given_scope, name_params
from gekido_dsl.model.scope import Scope
from gekido_dsl.model.sentences import cite_list
from gekido_dsl.model.types import (
    BOOL,
    INT,
    UNKNOWN,
    PlayerType,
    SetType,
    ThingType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def amount_line(draft: Draft, line: s.AmountLine, scope: Scope) -> m.AmountLine:
    operand = draft.phrases.number(line.operand, scope)
    condition, _ = draft.sentences.guard(line.guard, scope)
    return m.AmountLine(line.operator, operand, line.rounding, condition, cite_list(line.cites), line.span)


def param_scope(draft: Draft, procedure: m.Procedure) -> Scope:
    scope = Scope()
    for local, param in zip(name_params(draft, procedure.params, scope), procedure.params, strict=True):
        if local == 1 and param.said == "with" and isinstance(param.type, ThingType | PlayerType):
            scope.it = (local, param.type)
    return scope


def _labelled(draft: Draft, label: str) -> m.Procedure | None:
    """Finds the rule that follows an event by its label."""
    return next((one for one in draft.game.triggers if one.name == label), None)


def check_label(draft: Draft, label: s.Name) -> None:
    """Reports the label of a rule that follows an event, or of an end, that means something else already."""
    ends = (one for one in draft.game.ends if one.name == label.text)
    known = (one for one in draft.index.meanings(label.text) if isinstance(one, EXCEPTED))
    twin = _labelled(draft, label.text) or next(ends, None) or next(known, None)
    if twin is not None:
        draft.index.taken(label.text, label.span, twin)


def resolve_exception(draft: Draft, d: s.Exception_) -> None:
    """Resolves an exception: to a rule, to several, or to other exceptions, by their label."""
    if d.label is not None:
        check_label(draft, d.label)
    made: list[tuple[Excepted, m.Exception_]] = []
    for name in d.names:
        outer = draft.relief.get(name.text)
        if outer is not None:
            made += [(found, one) for found, over in outer if (one := _except(draft, d, found, over))]
            continue
        found = _labelled(draft, name.text) or draft.index.find(
            name, EXCEPTED, "definition, property, rule or amount"
        )
        if found is not None and (one := _except(draft, d, found, None)) is not None:
            made.append((found, one))
    if d.label is not None:
        draft.relief[d.label.text] = made


def _except(
    draft: Draft, d: s.Exception_, found: "Excepted", over: m.Exception_ | None
) -> m.Exception_ | None:
    """Resolves an exception to one rule.

    One to another exception is asked before that one, and holds only where that one does.
    """
    phase = draft.index.find(d.as_began, m.Procedure, "phase") if d.as_began is not None else None
    if isinstance(found, m.Procedure) and found.event is not None:
        event = found.event
        scope = event_scope(event.kind, event.subject, event.other, event.local, event.span)
    elif isinstance(found, m.Procedure):
        scope = param_scope(draft, found)
    else:
        scope = given_scope(draft, found.subject, found.params, found.name_span)
    for line in d.only_if:
        draft.index.report(
            codes.WRONG_SENTENCE,
            "an exception takes no `only if`",
            line.span,
            "put its condition after `when`",
        )
    note = -1
    if over is not None:
        phase = _noted_alike(draft, d, phase, over)
    own = Scope() if phase is not None else scope
    condition = draft.phrases.cond(d.condition, own)
    if over is not None:
        condition = m.ops.And(BOOL, condition.span, left=over.condition, right=condition)
    if phase is not None:
        draft.game.notes.append(m.Note(phase, condition, own.size))
        note = len(draft.game.notes) - 1
    test, body = None, None
    lines: tuple[m.AmountLine, ...] = ()
    if isinstance(found, m.Definition):
        written = _same_again(draft, d, found.name, s.Definition, "definition", "a ... is")
        if not isinstance(written, s.Definition):
            return None
        inner = _again(draft, found, written, scope)
        test = draft.phrases.cond(written.condition, inner)
        found.locals = max(found.locals, inner.size, scope.size)
    elif isinstance(found, m.Property):
        told = _same_again(draft, d, found.name, s.Property, "property", "the ... of ... is")
        if not isinstance(told, s.Property):
            return None
        inner = _again(draft, found, told, scope)
        test = _fitting(draft, draft.phrases.unchosen(told.phrase, inner), found)
        found.locals = max(found.locals, inner.size, scope.size)
    elif isinstance(found, m.Procedure):
        body = draft.sentences.body(d.body, scope)
    else:
        lines = tuple(amount_line(draft, line, scope) for line in d.lines)
        found.locals = max(found.locals, scope.size)
    said = canonical(d).partition("\n")[2]
    cites = cite_list(d.cites)
    made = m.Exception_(condition, phase, note, test, body, lines, d.span, cites, said, over)
    at = found.exceptions.index(over) if over is not None else len(found.exceptions)
    found.exceptions.insert(at, made)
    return made


def _noted_alike(
    draft: Draft, d: s.Exception_, phase: m.Procedure | None, over: m.Exception_
) -> m.Procedure | None:
    """Gives when the condition of an exception to an exception is answered: with the outer one's."""
    if phase is not None and phase is not over.as_began and d.as_began is not None:
        draft.index.report(
            codes.WRONG_SENTENCE,
            "this is decided at a different time than the rule it is an exception to",
            d.as_began.span,
            "not the same time",
            Label(over.span, "the exception around it"),
            help="leave `, as ... began` out here: it is answered when the exception around it is",
        )
    return over.as_began


def _same_again(
    draft: Draft,
    d: s.Exception_,
    name: str,
    sort: type[s.Definition] | type[s.Property],
    what: str,
    line: str,
) -> s.Definition | s.Property | None:
    """Gives what an exception says instead of a definition or property; reports what it leaves out."""
    written = d.definition
    if not isinstance(written, sort):
        draft.index.report(
            codes.WRONG_SENTENCE,
            f"an exception to the {what} `{name}` says what holds instead",
            d.span,
            f"no {what} here",
            help=f"write a line such as `{line} {name} if ...`"
            if sort is s.Definition
            else f"write a line such as `the {name} of a ... is ...`",
        )
        return None
    if written.name.text != name:
        draft.index.report(
            codes.UNKNOWN_NAME,
            f"this exception to `{name}` says what `{written.name.text}` is",
            written.name.span,
            "another name",
            Label(d.name.span, "the exception is to this"),
            help=f"write `{name}`",
            missing=Missing("exception", written.name.text, name),
        )
    return written


def _again(
    draft: Draft, found: m.Definition | m.Property, written: s.Definition | s.Property, scope: Scope
) -> Scope:
    """Gives the locals of what an exception says, with the words that it gives them."""
    params = _own_words(draft, found, written)
    inner = given_scope(draft, found.subject, params, subject_span(written))
    inner.size = max(inner.size, scope.size)
    return inner


def _fitting(draft: Draft, value: m.Expr, prop: m.Property) -> m.Expr:
    """Checks that a property is the same sort of thing, and as many, by exception too."""
    if isinstance(prop.value.type, SetType) and not isinstance(value.type, SetType):
        value = m.ops.Items(SetType(value.type), value.span, one=value)
    return draft.phrases.expect(value, prop.value.type)


def _own_words(
    draft: Draft, found: m.Definition | m.Property, written: s.Definition | s.Property
) -> tuple[m.Param, ...]:
    """Gives the parameters of a definition as an exception to it calls them; it need not name them again."""
    own = params_of(draft, written.params, noted=False)
    if not own:
        return found.params
    if [param.type for param in own] != [param.type for param in found.params]:
        draft.index.report(
            codes.WRONG_PARAMETER,
            f"`{found.name}` is asked with something else",
            written.name.span,
            "not like this",
            Label(found.name_span, "declared here"),
            help="write the same parameters in the same order, or leave them out",
        )
        return found.params
    return own


Excepted = m.Definition | m.Property | m.Procedure | m.Amount
EXCEPTED = (m.Definition, m.Property, m.Procedure, m.Amount)
"""What exceptions are to, besides rules with a label that follow an event."""


def subject_span(d: s.Definition | s.Property) -> Span:
    """Gives where the subject of a definition or property is written."""
    return d.kind.span if d.kind is not None else d.span


def event_scope(kind: Kind, subject: m.Decl, other: m.Decl | None, local: str | None, span: Span) -> Scope:
    """Gives the words of a rule that follows an event, in the order in which the event hands their values over."""
    scope = Scope(size=2)
    if not isinstance(subject, m.Kind):
        return scope
    for word in EVENTS[kind].hands_on:
        match word:
            case "it":
                scope.it = (1, ThingType(subject))
                scope.speak(1, ThingType(subject), span)
            case "damage":
                scope.name("damage", INT)
            case "number":
                scope.name(local or "number", INT)
            case "where":
                scope.fresh()
            case "source":
                scope.name("source", ThingType(subject))
            case "row":
                rows = other.rows if isinstance(other, m.Track) else None
                scope.name(local or "row", item(rows.type) if rows is not None else UNKNOWN)
    return scope
